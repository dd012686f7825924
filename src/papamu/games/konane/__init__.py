"""Konane: rules and notation.

What is here:

    game   Konane as a `Game`: sizes, openings, notation and the rule card
    rules  Konane's rules on bitboards, for every rectangle and opening rule
"""
