"""What the report does not say and we assumed, and how games are counted; see docs/papers/blokus.md."""

EVEN = "Won outright against three of a kind, seats in turn; a quarter is even."
ASSUMED = (
    "Not stated, and assumed: start weights uniform −1 … 1, boards learned one by one in their order. The rate "
    "is the program's, 0.8."
)
