"""The variants of the report's networks: as its text says, as its program does, and changes of the text's."""

from __future__ import annotations

from papamu.learn.online.course import ITSELF
from papamu.papers.blokus.parameters import Changes

TEXT = "as the text says"
PROGRAM: Changes = (("away", True), ("divisor", 90.0), ("hidden", (50,) * 6))
VARIANTS: dict[str, Changes] = {
    TEXT: (),
    "as the program does": PROGRAM,
    "away from the target alone": (("away", True),),
    "with bias": (("bias", True),),
    "one shared network": (("seat", ITSELF),),
    "target: lead": (("worth", "lead"), ("lost", -1.0)),
    "target: placement": (("worth", "result"), ("divisor", 0.0)),
}
