"""Evaluations: what a position is worth without looking ahead. The contract, the registry, a file a game.

What is here:

    blokus          Evaluations of Blokus: squares placed, and the corners that are open
    checkers        Evaluations of checkers: men and kings
    clobber         Evaluations of Clobber: moves first, since who has the last one wins
    contract        Evaluations: what a position is worth to a player, without looking ahead
    general         Evaluations that any game can have: the score and the number of moves
    konane          The eighteen evaluation functions of the Konane thesis (§4.1.1), `a` to `r`
    plain_function  An evaluation that is a plain function `(rules, state, viewer)`: a record for it, so that it can
                    be dispatched on
    registry        Which evaluations each game has, by name; the first is what an agent uses if none is named
    reversi         Evaluations of Reversi: what each square is worth, discs, moves
    terms           What an evaluation counts on a board, in words: the numbers behind the one it comes to
"""
