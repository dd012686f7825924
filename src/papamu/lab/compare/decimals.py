"""How figures are rounded, the same in tables, in sentences and in the prose of the documentation.

Halves are rounded up (away from zero): 91.25 is 91.3. Python's own formatting works on binary fractions and rounds
halves to even: there 91.25 is 91.2, and what becomes of 91.35 depends on its last bit.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

STORED_DIGITS = 6  # significant digits of a figure in a CSV file
_EXACT_DIGITS = 12  # significant digits of a float that are meant; the last few are noise of sums


def stored(value: float) -> Decimal:
    """A figure as the CSV files have it, so that a table shows what its file says; of large numbers all digits."""
    return Decimal(f"{value:.{STORED_DIGITS}g}") if abs(value) < 10**STORED_DIGITS else exact(value)


def exact(value: float | Decimal) -> Decimal:
    """A number as a decimal, without the noise of binary fractions."""
    return value if isinstance(value, Decimal) else Decimal(f"{value:.{_EXACT_DIGITS}g}")


def half_up(value: float | Decimal, places: int = 0) -> Decimal:
    """A number rounded once to this many decimal places, halves away from zero."""
    number = exact(value)
    return number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) if number.is_finite() else number
