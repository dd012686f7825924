"""Self-organizing maps and TD learning on top of them (Reversi paper).

What is here:

    best_matching_unit  Which neuron of a self-organizing map wins for a board, looked up for every move of a position
    choices             What can be chosen of self-organizing maps, apart from the kernels: `papamu maps --help` needs
                        only the names
    course              What decides self-organizing maps, and how values are learned on them (Reversi paper, §5 to
                        §7)
    genetic             A genetic algorithm on binary chromosomes: tournament selection, crossover, mutation, and the
                        best survives
    map_training        Maps in training: how a map is trained, stopped and resumed (Reversi paper, §7)
    model_file          Model files of maps: the maps of all stages, their thresholds and the values learned on them
    network             The self-organizing map: neurons on a grid, each with a weight for every cell of the board
                        (Reversi paper, §3)
    retrieval           Retrieval: which board a neuron of a map stands for (Reversi paper, §3.2)
    stages              Stages of a game, and boards of each from random games: the training data of maps (Reversi
                        paper, §3.1, §7)
    td_session          A session of TD learning on maps: games in portions, a curve, checkpoints (Reversi paper, §5
                        to §7)
    td_values           TD learning on maps: values of states by TD(0), Monte Carlo and TD(λ) with traces (Reversi
                        paper, §5)
    thresholds          Thresholds of maps, by the name of their method: `zero`, `statistical`, `genetic`, or one
                        number for all cells
"""
