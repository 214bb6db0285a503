"""Whole numbers as they were on Windows before numpy 2."""

from types import ModuleType

import numpy as np
from numpy.typing import NDArray


def make_narrow_numpy() -> ModuleType:
    """Return numpy for one module, with ranges of 32 bits unless told otherwise."""

    def arange(*limits: int, dtype: type[np.generic] = np.int32) -> "NDArray[np.generic]":
        return np.arange(*limits).astype(dtype)

    made = ModuleType("numpy")
    vars(made).update(vars(np), arange=arange)
    return made
