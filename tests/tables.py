"""A background table that has what a test gives it."""

from collections.abc import KeysView, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from papertrace.background import FieldMix, TermStatistics


@dataclass(frozen=True, eq=False)
class Table:
    """The part of `Background` that concepts are judged by; the rate of a term is a hundredth of its dispersion."""

    found: Mapping[str, TermStatistics] = field(default_factory=dict)

    def find(self, key: str) -> TermStatistics | None:
        return self.found.get(key)

    def keys(self) -> KeysView[str]:
        return self.found.keys()

    def read(self, row: int) -> TermStatistics:
        return list(self.found.values())[row]

    def frequencies(self) -> NDArray[np.int64]:
        return np.array([one.df for one in self.found.values()], dtype=np.int64)

    def row(self, key: str) -> int:
        return list(self.found).index(key) if key in self.found else -1

    def rows(self, keys: Sequence[str]) -> NDArray[np.int64]:
        return np.array(list(map(self.row, keys)), dtype=np.int64)

    def shares_of(self, name: str) -> NDArray[np.float64]:
        return np.array([getattr(one, f"{name}_share") for one in self.found.values()], dtype=np.float64)

    def dispersions(self) -> NDArray[np.float64]:
        return np.array([one.dispersion for one in self.found.values()], dtype=np.float64)

    def column(self, name: str) -> NDArray[np.float64]:
        values = [10 * one.zipf if name == "zipf" else one.is_genre for one in self.found.values()]
        return np.array(values, dtype=np.float64)

    def rates_of(self, _mix: FieldMix) -> NDArray[np.float64]:
        return self.dispersions() / 100

    def rate_in(self, _mix: FieldMix, found: TermStatistics) -> float:
        return found.dispersion / 100

    def __contains__(self, key: str) -> bool:
        return key in self.found
