"""How strongly shared concepts or references link two papers: one function per published measure."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from papertrace.graph.pairs.projection import (
    FIXED_POINT,
    Floats,
    Holdings,
    Ints,
    Pairs,
    item_fractions,
    item_information,
)
from papertrace.graph.settings import ReferenceWeight


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """The inputs of a measure, as arrays with one element per pair.

    `total` is the sum of what the shared concepts add, as the measure requires; `first_size` and `second_size` count
    the concepts of the two papers, `n_items` those of the corpus.
    """

    total: Floats
    first_size: Floats
    second_size: Floats
    n_items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A similarity measure: what each shared concept adds, and a formula over the sum; one each by default.

    Weights are rounded to `steps_per_unit`, so that they add up to the same in any order.
    """

    formula: Callable[[Overlap], Floats]
    item_values: Callable[[Holdings], Floats] | None = None
    steps_per_unit: int = FIXED_POINT**2

    def values(self, holdings: Holdings) -> Floats:
        """Return what each item adds to a pair."""
        return np.ones(len(holdings.items)) if self.item_values is None else self.item_values(holdings)

    def weigh(self, pairs: Pairs, sizes: Ints, n_items: int) -> Ints:
        """Return the weight of each pair in steps; zero or less means that the measure does not link it.

        `sizes` counts the concepts of each paper, `n_items` those of the corpus; `pairs` are totals of `values`.
        """
        weights = self.formula(
            Overlap(
                total=pairs.total,
                first_size=sizes[pairs.first].astype(np.float64),
                second_size=sizes[pairs.second].astype(np.float64),
                n_items=n_items,
            )
        )
        return np.rint(weights * self.steps_per_unit).astype(np.int64)


def _idf2(overlap: Overlap) -> Floats:
    """Return Σ ln²(n/df) over the shared concepts, in nats²: rare concepts count most."""
    return overlap.total


def _association(overlap: Overlap) -> Floats:
    """Return the ratio of shared concepts to those expected by chance, k_i k_j / m (van Eck & Waltman, 2009, eq. 6)."""
    return overlap.total * overlap.n_items / (overlap.first_size * overlap.second_size)


def _cosine(overlap: Overlap) -> Floats:
    """Return c / √(k_i k_j), from 0 to 1 (Salton & McGill, 1983; the same as Ochiai, 1957)."""
    return overlap.total / np.sqrt(overlap.first_size * overlap.second_size)


def _jaccard(overlap: Overlap) -> Floats:
    """Return c / (k_i + k_j - c), from 0 to 1 (Jaccard, 1912)."""
    return overlap.total / (overlap.first_size + overlap.second_size - overlap.total)


def _npmi(overlap: Overlap) -> Floats:
    """Return ln(p_ij / p_i p_j) / -ln p_ij, from -1 to 1 (Bouma, 2009); 1 if both papers hold every concept."""
    joint = overlap.total / overlap.n_items
    lift = joint * overlap.n_items**2 / (overlap.first_size * overlap.second_size)
    surprise = -np.log(joint)
    return np.divide(np.log(lift), surprise, out=np.ones_like(joint), where=surprise > 0)


def _fractional(overlap: Overlap) -> Floats:
    """Return Σ 1/(df - 1) / √(k_i k_j), from 0 to 1.

    In fractional counting every shared item has the same total influence, however many papers hold it, so that each of
    its holders is linked with a weight of 1 in all (Perianes-Rodriguez, Waltman & van Eck, 2016). Relative to the
    sizes, as coupling is to the lengths of both reference lists (Glänzel & Czerwon, 1996), a paper that holds very many
    items is not near to all others.
    """
    return overlap.total / np.sqrt(overlap.first_size * overlap.second_size)


WEIGHTS: MappingProxyType[ReferenceWeight, Measure] = MappingProxyType(
    {
        "association": Measure(formula=_association, steps_per_unit=1 << 20),
        "cosine": Measure(formula=_cosine),
        "fractional": Measure(formula=_fractional, item_values=item_fractions),
        "idf2": Measure(formula=_idf2, item_values=item_information),
        "jaccard": Measure(formula=_jaccard),
        "npmi": Measure(formula=_npmi),
    }
)
