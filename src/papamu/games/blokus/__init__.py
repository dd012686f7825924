"""Blokus: pieces, rules, notation, reasons, statistics.

What is here:

    game        Blokus as a `Game`: sizes, options, notation and the rule card
    pieces      The 21 pieces of Blokus in all their orientations, as drawings and as tables for the kernels
    placements  Blokus on rows of bits, for every rectangle of sides 5 to 26 and two or four players: the board and
                its corners
    planes      Blokus: the pieces that each player has used, the viewer first
    reasons     Why a Blokus placement is illegal, in words: which rule it breaks, and where
    rules       Blokus's rules: moves, play, scores
    statistics  Statistics of Blokus games: which piece is placed when, open corners, territory, who blocks whom
    steps       Blokus step by step: choose a piece, then how it lies, then where; numbers are those of the legal
                moves
"""
