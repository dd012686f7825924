"""Reversi: rules and notation.

What is here:

    game   Reversi as a `Game`: sizes, notation and the rule card
    rules  Reversi's rules: one word and parallel shifts up to 8×8, rays cell by cell on larger boards
"""
