"""Search: algorithms that look ahead, written once against the rules contract.

What is here:

    canonical_state  Canonical states: of all positions that mean the same turned or mirrored, the smallest
    montecarlo       Flat Monte Carlo: the same number of random playouts for every legal move (Clobber thesis, §4.3)
    playout          Random playouts: whole games of uniformly random moves, nothing allocated on the way
    policy           Policies: compiled players as records, and the functions that every policy offers
    transposition    The transposition table: what a search has found out about positions, in bounded memory
    adaptive/        Play at the opponent's strength: the adaptive policy, and proofs of short wins that it must not
                     throw away
    alphabeta/       Depth-first search: minimax by alpha-beta, max^n, iterative deepening, and the stack that they
                     share
    evaluations/     Evaluations: what a position is worth without looking ahead
    exact/           Exact solving: the contract, the general solver, and the solvers of single games
    mcts/            Monte Carlo tree search: the tree, UCT, progressive widening, the checkers report's variant, PUCT
"""
