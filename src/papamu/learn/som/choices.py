"""What can be chosen of self-organizing maps, apart from the kernels: `papamu maps --help` needs only the names."""

from __future__ import annotations

WINNERS = ("euclid", "inner")  # how the winner is found: equation 5, equation 6
HOODS = ("gauss", "step", "wide")  # equation 3 within N_c, equation 2, equation 3 everywhere
WAYS = ("td0", "mc", "td", "mean")  # how values are learned
THREE = "1-25,26-45,46-60"  # stages of the paper's first experiment
SEVEN = "1-18,19-30,31-40,41-46,47-52,53-56,57-60"  # of its second one
