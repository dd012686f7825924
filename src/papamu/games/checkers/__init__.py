"""Checkers on boards of any even size: rules, notation, the report's teleport.

What is here:

    game      Checkers as a `Game`: sizes, options, notation and the rule card
    planes    Checkers: the piece that must go on jumping, and how much of the quiet plies has passed
    rules     Checkers' rules on bitboards of the whole board, for every even side and both rule books
    teleport  The teleport of the checkers report: a chance event after each finished turn
"""
