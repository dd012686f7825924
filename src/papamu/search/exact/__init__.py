"""Exact solving: the contract, the general solver, and the solvers of single games.

What is here:

    alphabeta_proof       Alpha-beta to the end of the game: exact values of any two-player game without chance
    api                   `papamu.solve`: the exact value of a position, the best moves, nodes and time
    combinatorial_values  Values of combinatorial games: canonical forms, numbered, compared and added
    contract              The contract of exact solvers: `Solver`, and the `Solution` that it returns
    endgame_policy        The endgame policy: exact search near the end of the game, another policy before it (Reversi
                          paper)
    general               The general solver: exact values of any two-player game without chance
    registry              Which solver a game gets: its own where there is one, else the general one
    clobber/              The Clobber solver: proof-number search on sums of independent components
    reversi/              The Reversi solver: endgame search and the last empty cells
"""
