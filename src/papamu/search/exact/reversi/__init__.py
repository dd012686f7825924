"""The Reversi solver: endgame search and the last empty cells.

What is here:

    endgame_search  The endgame search of the Reversi solver: is the value of a position above `alpha`?
    ffo_positions   The FFO endgame positions, the usual test of Othello solvers (Fédération Française d'Othello)
    last_empties    The last empty cells of Reversi: rays, flips, and loops for one to four empty cells
    solver          The Reversi solver, up to 8×8: the disc difference at the end of perfect play
"""
