"""Encodings: how a board becomes the inputs of a network. The contract, the registry, the kinds.

What is here:

    blokus    What matters in Blokus beside the board itself, as inputs: the pieces that are gone, the corners that
              are open
    concat    Two encodings side by side: the inputs of the first, then those of the second
    contract  Encodings: how a board becomes the inputs of a network
    patterns  Patterns: inputs that see a few neighbouring cells at once
    registry  Which encodings there are, by name: `cells`, `A`, `B`, `C`, `owners`, `players`, `turned`, or windows
              like `3x3` or `3x3,2x4`; `others:3x3` are windows to which all other players are one
"""
