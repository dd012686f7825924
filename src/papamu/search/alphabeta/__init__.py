"""Depth-first search: minimax by alpha-beta, max^n, iterative deepening, and the stack that they share.

What is here:

    iterative_deepening  Iterative deepening: alpha-beta to depth 1, 2, 3, … with an evaluation at the horizon, for
                         two players
    maxn                 Max^n: minimax for any number of players, where each maximises their own entry of a vector of
                         values
    minimax              Full-width minimax to a fixed depth, by alpha-beta (Konane thesis, §3; Blokus report)
    stack                The stack of a depth-first search: one row for each level, made once and used for every
                         search
"""
