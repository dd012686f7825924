"""Online learning of small networks: courses, update rules, whole games, sessions with checkpoints.

What is here:

    best_weights       The best weights so far: those after the hundred training games of which the network won most
    course             A course: everything that decides what a network learns, except its opponent
    game_loop          The loop of online learning: the network plays a game, and learns from it before the next one
    learn_from_record  Learning from a game that was played elsewhere, for example against a person
    learn_trajectory   Learning from a finished game: the positions of its trajectory, each with its target, one after
                       the other
    lock_up            The lock-up detector: do networks that learn against each other still learn?
    result_targets     Result targets of a network: what a finished game is worth to each seat, and the network's
                       target for it
    seat_stats         Statistics by seat while networks learn: scores, ranks, first moves and prediction errors since
                       the last point
    session            A training session of an online learner: games in portions, a learning curve, checkpoints,
                       resuming
    td_targets         TD(λ) targets of a network: what a position should be worth, given the position that followed
                       it
    teacher            Learning from a teacher (Konane thesis, §3): at every turn, from the teacher's values of all
                       legal moves
    trajectory         The trajectory of a game: the positions that the learner chose, as network inputs, until it
                       learns from them
    update_rule        The update rule of a course as a record for kernels: learning rate, targets, λ, exploration
"""
