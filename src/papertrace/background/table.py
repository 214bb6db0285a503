"""The background table: statistics of words and phrases over abstracts of several fields, loaded from package data.

What makes a term a topic is not how rare it is but how papers use it: a topic is often in the title and usually said
twice; a general term is neither and occurs in every field. README.md in this folder describes the file and its origins.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, KeysView, Sequence
from functools import cache
from importlib import resources
from itertools import repeat
from operator import mul
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FILE = "background.zlib"
_RATE_UNIT = 100_000
_DISPERSION_UNIT = 1_000
_N_STEPS = 256
_LOWEST_LOG2_RATE = 3  # below it, a field has too few papers with the word for a count
_MIN_WORDS = 5
_MAX_CACHED = 1 << 14


class TermStatistics(NamedTuple):
    """The statistics of one word or phrase.

    Attributes
    ----------
    df
        The number of papers of all fields that have the term, rounded.
    rates
        Papers per 100,000 of each field, in the order of `Background.fields`; 0 below three papers.
    title_share
        The share of its papers that have it in the title, 0 to 1.
    burst_share
        The share of its papers that have it at least twice, 0 to 1.
    is_genre
        Whether it usually ends titles as the kind of study: "a scoping review".
    zipf
        log10 of its occurrences per 10⁹ words of general English, 0 to 8; 0 if not listed.
    dispersion
        The second smallest rate over the fields, per 1,000 papers: high for a term that every field uses.
    """

    df: int
    rates: tuple[float, ...]
    title_share: float
    burst_share: float
    is_genre: bool
    zipf: float
    dispersion: float


class Background:
    """Statistics of terms by key: words in their normal form, separated by blanks; a hyphen is a blank.

    Attributes
    ----------
    fields
        The names of the fields.
    n_papers
        The number of abstracts of each field.
    """

    __slots__ = (
        "_columns",
        "_counts",
        "_field_columns",
        "_last_rates",
        "_lowest_step",
        "_n_rows",
        "_rates",
        "_row_numbers",
        "_shares",
        "_statistics",
        "_steps",
        "fields",
        "n_papers",
    )

    def __init__(self, data: bytes) -> None:
        """Decode a table, given without its compression."""
        line, _, rest = data.partition(b"\n")
        header = json.loads(line)
        text, _, columns = rest.partition(b"\0")
        self._n_rows = n_rows = int(header["rows"])
        self.fields: tuple[str, ...] = tuple(header["fields"])
        self.n_papers: tuple[int, ...] = tuple(map(int, header["papers"]))
        self._row_numbers = dict(zip(text.decode("utf-8").split("\n"), range(n_rows), strict=True))
        self._columns = {name: columns[i * n_rows : (i + 1) * n_rows] for i, name in enumerate(header["columns"])}
        self._field_columns = [self._columns[field] for field in self.fields]
        rate_steps, df_steps = float(header.get("rate_steps", 1)), float(header.get("df_steps", 4))
        share_steps, share_power = int(header.get("share_steps", 15)), float(header.get("share_power", 1))
        self._rates = (0.0, *(2.0 ** (step / rate_steps) for step in range(1, _N_STEPS)))
        self._counts = tuple(round(2.0 ** (step / df_steps)) for step in range(_N_STEPS))
        self._shares = tuple(min(1.0, step / share_steps) ** share_power for step in range(_N_STEPS))
        self._statistics = _Statistics(self)
        self._steps: Any = None
        self._last_rates: tuple[tuple[float, ...], Any] = (), None
        self._lowest_step = round(_LOWEST_LOG2_RATE * rate_steps)

    def __reduce__(self) -> str | tuple[object, ...]:
        """Return how another process gets the table of the package: from the package, as it is large."""
        return (load_background, ()) if self is load_background() else super().__reduce_ex__(2)

    def __len__(self) -> int:
        """Return the number of terms."""
        return self._n_rows

    def __iter__(self) -> Iterator[str]:
        """Return an iterator over the keys of all terms, in order."""
        return iter(self._row_numbers)

    def __contains__(self, key: str) -> bool:
        """Return whether the table has a term."""
        return key in self._row_numbers

    def find(self, key: str) -> TermStatistics | None:
        """Return the statistics of a term, or None if too few papers have it.

        >>> load_background().find("no such term") is None
        True
        """
        row = self._row_numbers.get(key)  # Most phrases are not in the table, so only statistics are cached.
        return None if row is None else self._statistics[row]

    def keys(self) -> KeysView[str]:
        """Return the keys of all terms, in order; to ask these takes less time than to ask the table."""
        return self._row_numbers.keys()

    def read(self, row: int) -> TermStatistics:
        """Return the statistics of the term with this number in the arrays of the table."""
        return self._statistics[row]

    def row(self, key: str) -> int:
        """Return the number of a term in the arrays of the table, or -1."""
        return self._row_numbers.get(key, -1)

    def rows(self, keys: Sequence[str]) -> "NDArray[np.int64]":
        """Return the numbers of terms, as `row` does."""
        import numpy as np

        return np.fromiter(map(self._row_numbers.get, keys, repeat(-1)), np.int64, len(keys))

    def column(self, name: str) -> "NDArray[np.uint8]":
        """Return a column as stored, one step per term."""
        import numpy as np

        return np.frombuffer(self._columns[name], dtype=np.uint8)

    def shares_of(self, name: str) -> "NDArray[np.float64]":
        """Return the column `title` or `burst` as shares."""
        import numpy as np

        return np.array(self._shares)[self.column(name)]

    def frequencies(self) -> "NDArray[np.int64]":
        """Return the number of papers of all fields that have each term, rounded."""
        import numpy as np

        return np.array(self._counts)[self.column("df")]

    def rates_of(self, mix: "FieldMix") -> "NDArray[np.float64]":
        """Return the share of the papers of a mix of fields that have each term; that of the last mix is remembered."""
        import numpy as np

        if self._last_rates[0] != mix.shares:
            rates = np.array(self._rates)
            total = np.zeros(len(self))
            for field, share in zip(self.fields, mix.shares, strict=True):
                total += share * rates[self.column(field)]
            self._last_rates = mix.shares, total / _RATE_UNIT
        found: NDArray[np.float64] = self._last_rates[1]
        return found

    def dispersions(self) -> "NDArray[np.float64]":
        """Return the dispersion of each term."""
        import numpy as np

        steps = np.sort(np.stack([self.column(field) for field in self.fields]), axis=0)[1]
        dispersions: NDArray[np.float64] = np.array(self._rates)[steps] * _DISPERSION_UNIT / _RATE_UNIT
        return dispersions

    def count_fields(self, rows: "NDArray[np.signedinteger[Any]]", starts: "NDArray[np.int64]") -> "NDArray[np.int64]":
        """Return how many texts are most like the abstracts of each field.

        Text `i` has the words with the rows `starts[i]` to `starts[i + 1]`; unknown words have the row -1, and a text
        with too few known ones is of no field. The likelihood is the sum of the logarithms of the rates as the table
        rounds them, hence of whole numbers; of two equally likely fields the first counts.
        """
        import numpy as np

        if self._steps is None:
            lowest = np.uint8(self._lowest_step)
            self._steps = np.maximum(np.stack([self.column(field) for field in self.fields], axis=1), lowest)
        steps = self._steps
        is_known = rows >= 0
        ends = np.concatenate(([0], np.cumsum(is_known)))[starts]
        sums = np.zeros((int(ends[-1]) + 1, len(self.fields)), dtype=np.int64)
        np.cumsum(steps[rows[is_known]], axis=0, out=sums[1:])
        likeliest = np.diff(sums[ends], axis=0).argmax(axis=1)
        counts = np.bincount(likeliest[np.diff(ends) >= _MIN_WORDS], minlength=len(self.fields))
        return counts.astype(np.int64)

    def rate_in(self, mix: "FieldMix", found: TermStatistics) -> float:
        """Return the share of the papers of a mix of fields that have a term, 0 to 1."""
        products: Iterator[float] = map(mul, mix.shares, found.rates)
        return sum(products) / _RATE_UNIT

    def _decode(self, row: int) -> TermStatistics:
        columns = self._columns
        steps = [column[row] for column in self._field_columns]
        return TermStatistics(
            df=self._counts[columns["df"][row]],
            rates=tuple(map(self._rates.__getitem__, steps)),
            title_share=self._shares[columns["title"][row]],
            burst_share=self._shares[columns["burst"][row]],
            is_genre=columns["genre"][row] > 0,
            zipf=columns["zipf"][row] / 10,
            dispersion=self._rates[sorted(steps)[1]] * _DISPERSION_UNIT / _RATE_UNIT,
        )


class _Statistics(dict[int, TermStatistics]):
    """The statistics of terms that were looked up, by their number in the table; emptied when it is full."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self._background = background

    def __missing__(self, row: int) -> TermStatistics:
        if len(self) >= _MAX_CACHED:
            self.clear()
        found = self[row] = self._background._decode(row)  # noqa: SLF001 - a part of that class
        return found


@cache
def load_background() -> Background:
    """Return the table of the package, which is read once."""
    return Background(zlib.decompress((resources.files(__package__) / _FILE).read_bytes()))


class FieldMix:
    """The fields that the papers of a corpus are from, each paper counted for the most likely one."""

    __slots__ = ("_background", "_counts", "_shares")

    def __init__(self, background: Background) -> None:
        """Start without papers: all fields have equal shares."""
        self._background = background
        self._counts = [0] * len(background.fields)
        self._shares: tuple[float, ...] | None = None

    def __eq__(self, other: object) -> bool:
        """Return whether two mixes have the same counts."""
        return isinstance(other, FieldMix) and self._counts == other._counts

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def add_counts(self, counts: Iterable[int]) -> None:
        """Count more papers, given how many there are of each field."""
        self._counts = [a + b for a, b in zip(self._counts, counts, strict=True)]
        self._shares = None

    def merge(self, other: "FieldMix") -> None:
        """Add the papers of another mix, of the same table."""
        self._counts = [a + b for a, b in zip(self._counts, other._counts, strict=True)]  # noqa: SLF001 - of this class
        self._shares = None

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of each field; each has at least one paper in the count, so that no share is 0."""
        if self._shares is None:
            total = sum(self._counts) + len(self._counts)
            self._shares = tuple((count + 1) / total for count in self._counts)
        return self._shares


Value = Any
"""A number, or an array of those of many terms."""

USUAL_TITLE_SHARE, USUAL_BURST_SHARE = 0.15, 0.3
MIN_RATIO, MAX_RATIO = 0.2, 1.5  # of each share to the usual one


def topical_factor(title_share: Value, burst_share: Value) -> Value:
    """Return a factor of about 1 for an ordinary topic, less for a setting or a habit of prose; of numbers or arrays.

    >>> float(topical_factor(USUAL_TITLE_SHARE, USUAL_BURST_SHARE))
    1.0
    """
    import numpy as np

    ratios = title_share / USUAL_TITLE_SHARE, burst_share / USUAL_BURST_SHARE
    of_title, of_burst = (np.clip(ratio, MIN_RATIO, MAX_RATIO) for ratio in ratios)
    return np.sqrt(of_title * of_burst)
