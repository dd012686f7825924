"""AlphaZero: a residual network that learns from self-play and guides a tree search (PUCT).

What is here:

    batch_evaluator   The evaluator of a PUCT search: a residual network that looks at many positions in one batch
    course            Everything that decides what a guiding network learns from its own games
    model_file        Model files of AlphaZero networks: the weights, the course they took, and how it went
    planes            What a residual network sees of a position (`games.planes`, as the player to move), and where it
                      speaks of moves
    replay_buffer     The replay buffer: positions with the visits of each move, the value that the search found, and
                      the result
    residual_network  The residual network of AlphaZero: a value for each position, a logit for each move
    self_play         Self-play: games of a network with itself, many at the same time, and the positions to learn
                      from them
    session           An AlphaZero session (Silver et al. 2017): self-play, training and gating, round after round
    trainer           The trainer: a network learns from positions of the replay buffer, batch by batch
"""
