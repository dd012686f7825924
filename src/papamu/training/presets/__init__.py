"""Presets: named courses for `papamu train`, a file per game that has its own.

What is here:

    blokus     Presets for Blokus: the published course, a fast one, a strong one
    checkers   Presets for Checkers: the published course, a fast one, a strong one
    clobber    Presets for Clobber: the published course, a fast one, a strong one
    general    Presets for any game that has none of its own, such as a plug-in's
    konane     Presets for Konane: the published course, a fast one, a strong one
    overrides  What of a preset gives way to the options given next to it: `--seat 0` or `--teacher mc` need no second
               option
    recipes    What the recipes of several presets have in common
    registry   Presets: named courses for people who do not want fifty options: `papamu train reversi --preset strong`
    reversi    Presets for Reversi: the published course, a fast one, a strong one
"""
