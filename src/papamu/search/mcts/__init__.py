"""Monte Carlo tree search: the tree, UCT, progressive widening, the checkers report's variant, PUCT.

What is here:

    checkers_report_uct   The tree search of the checkers report (§4): each rollout descends by selection to the end
                          of the game
    progressive_widening  Progressive widening: UCT for games with hundreds of moves, which another policy orders
    puct                  PUCT: tree search with a network's priors and values (AlphaZero), in many games at the same
                          time
    tree                  The tree of a Monte Carlo tree search: arrays with one entry per node, in memory that never
                          grows
    uct                   UCT: Monte Carlo tree search with random playouts, for one to four players and with chance
                          events
"""
