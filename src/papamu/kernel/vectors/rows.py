"""The types of rows and the numbers that all vector functions share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float32]
Index = NDArray[np.int64]
Units = NDArray[np.int16]
Sums = NDArray[np.int32]
F0, F1 = np.float32(0), np.float32(1)
LANES = 8  # numbers of one vector: AVX has room for eight
