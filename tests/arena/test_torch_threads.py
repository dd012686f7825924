"""The threads of a match: PyTorch has as many threads in them as it was set to."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pytest

import papamu


def test_pytorch_keeps_its_number_of_threads_in_a_match() -> None:
    torch = pytest.importorskip("torch")
    libraries = sorted((Path(torch.__file__).parent / "lib").glob("libgomp*.so*"))
    if not libraries:
        pytest.skip("asks OpenMP as PyTorch for Linux brings it")
    openmp, seen = ctypes.CDLL(str(libraries[0])), set()

    def choose(position: papamu.Position) -> Any:
        seen.add(openmp.omp_get_max_threads())  # not torch.get_num_threads, which takes it over
        return position.legal_moves[0]

    before, unusual = torch.get_num_threads(), 3 * torch.get_num_threads() + 1
    torch.set_num_threads(unusual)
    try:
        papamu.match("clobber:3x3", choose, "random", games=2)
    finally:
        torch.set_num_threads(before)
    assert seen == {unusual}
