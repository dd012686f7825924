"""Agents: everything that picks a move, by name, such as `mc:playouts=50` or `noisy:p=0.1+uct:sims=500`.

What is here:

    ab                `ab`: alpha-beta with iterative deepening, until the clock or another limit stops it
    adaptive          `adaptive+X`: plays agent X at the strength of the person it plays against
    adviser           The adviser: who is asked for hints and for the first look of a review, a strong search that
                      keeps to the clock
    agent             `Agent`, the base class of all players: a subclass with a name and `choose` is a whole agent
    baselines         The baselines: `random`, `first` (the Clobber thesis's Pick First) and `greedy` (one move ahead)
    catalogue         Which agents there are and who plays a game, as facts: for Python and for `papamu agents`
    closeness         How close a game was, from one player's values at its turns: lead changes, swings, mistakes
    cnn               `cnn:FILE`: plays by one of the checkers report's convolutional networks (its Tree+NN)
    comparison        `comparison:FILE`: plays by a network that compares two boards, from a model file
    endgame           `endgame:plies=4+X`: agent X until the end of the game is near, exact search from there on
    explanation       `papamu.explain`: what an agent thinks of each move
    explanation_text  Explanations as text: ranks, the cells where each move acts, values with as many digits as
                      matter
    function_agent    `papamu.player` and `papamu.value_player`: agents from a function, for ten-line players of one's
                      own
    human             `human`: a person at the terminal
    levels            Levels: opponents with plain names, weakest first
    mc                `mc`: flat Monte Carlo, the same number of random playouts for each legal move
    minimax           `minimax`: full-width search to a fixed depth, with an evaluation at the leaves
    mlp               `mlp:FILE`: plays by a value network from a model file
    model_agent       The base class of agents that play by a model: it is read once from its file, for an agent and
                      all its clones
    noisy             `noisy:p=0.1+X`: agent X with a random move now and then
    online_copy       `learning+mlp:FILE`, `learning+som:FILE`: plays a copy of the model that keeps learning from one
                      person's games
    opponents         Opponents for people: ready ones with plain names, any agent read from a text and checked
                      against a game
    person_rating     The rating of a person, Elo-like, against one wrapped agent: `adaptive` takes its strength from
                      it
    person_store      The store of people who play here: one file per person, in the user's own data folder
    position_sample   Positions to learn from: drawn from random games, as planes, with an agent's values as labels
    puct              `puct:model=FILE`: tree search guided by a residual network
    registry          The agents by name, and how they are written: `name:key=value,…`, wrappers joined by `+`
    review            Reviews of games: every move with its value, the better move, and exact values where it can be
                      solved
    solve             `solve`: exact play, where a position can be solved
    som               `som:FILE`: plays by self-organizing maps and the values learned on them
    ties              Moves that cannot be told apart: mirror images get one value, and values within their chance
                      error share a rank
    time_limit        The clock of agents with an option `ms`: search in slices until the time is up (`uct`, `ab`)
    uct               `uct`: tree search with random rollouts, by a number of simulations or by the clock
    values            Values on one scale: whatever an agent's own numbers are, from -1 (lost) to 1 (won) for the
                      player to move
    warm_up           Warming up: the smallest use of an agent that compiles everything it needs to play a game
    wrapper           The base class of agents that change another one, written `NAME+AGENT`: noisy, endgame,
                      adaptive, learning
"""
