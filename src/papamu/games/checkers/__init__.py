"""Checkers on boards of any even size: rules, notation, the report's teleport.

What is here:

    game      Checkers as a `Game`: sizes, options, notation and the rule card
    rules     Checkers' rules on bitboards of the whole board, for every even side and both rule books
    teleport  The teleport of the checkers report: a chance event after each finished turn
"""
