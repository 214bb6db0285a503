"""Features of atoms: what each is by itself and beside its neighbours.

A feature has a name, `kind=a`, by which the chains know its weight. Here features are numbers of such names, in columns
over all atoms of a document, so that arrays are added and compared, not strings; training asks for the names.
"""

import gzip
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.late_imports import compile_on_use
from papertrace.listings.learned.blocks import Block
from papertrace.word_lists import read_tables

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

OFFSETS = (-2, -1, 1, 2)
"""Where the neighbours of an atom stand that have a say in it."""

_WORDS = read_tables(__package__ or "", "words.toml")
FUNCTION_WORDS = frozenset(_WORDS["function"].split())
_HEADING_WORDS = frozenset(_WORDS["headings"].split())
_LABELS = frozenset(_WORDS["labels"].split("|"))
_VENUES = _WORDS["venues"].replace("\n", "")
# The signs that names of venues begin with are looked at first: most words begin with none of them.
INITIALS_OF_VENUES = "".join(sorted({name[0] for name in _VENUES.split("|")}))
VENUE = compile_on_use(rf"\b(?=[{INITIALS_OF_VENUES}])(?:{_VENUES})\b")
_WORDS_OF_VENUES = frozenset(name for name in _VENUES.split("|") if name.isalnum())
_NAME = compile_on_use(
    r"(?:[A-Z][\w'’-]*\.?,? ){1,3}(?:(?:van|von|de|der|la|den|di|da|al|el|ben) )*[A-Z][\w'’-]+(?:,? (?:and|&) .*)?$"  # noqa: RUF001 - as printed
    r"|(?:[A-Z]\.?[- ]?){1,3}$|(?:and )?(?:[A-Z]\.[- ]?){1,3} ?[A-Z][\w'’-]+$|[A-Z][\w'’-]+ [A-Z]{1,3}$"  # noqa: RUF001 - as printed
)
_WORD = compile_on_use(r"[^\W_]+")
_RAW_WORD = compile_on_use(r"\w+")
_ASCII_WORD = compile_on_use("[a-z]+")
_LETTERS = compile_on_use(r"([^\W\d_]+)")
_REPEATED = compile_on_use(r"(\b\w+)( \1)+")
DIGITS = compile_on_use(r"\d+")
_TWO_DIGITS = compile_on_use(r"\b(?:19|20)?\d\d\b")
_NUMBERS = compile_on_use(r"[\d\W]+")
_BEGIN_PAGES = frozenset("pPvVnNiI")
_PAGES = compile_on_use(r"(?:pp?|pages?|vol|no|volume|number|issue)\b\.? ?\d*", re.IGNORECASE)
_ET_AL = compile_on_use(r"\bet\.? al")
_IN = compile_on_use(r"in:? [A-Z]", re.IGNORECASE)
_ENDS_IN = compile_on_use(r"\bin:? $", re.IGNORECASE)
_OPENING, _CLOSING = frozenset("([{（【"), frozenset(")]}）】")  # noqa: RUF001 - as printed
_QUOTES, _ENDS_OF_QUOTATIONS = frozenset('"“”„«»‘’「」『』《》'), frozenset("”’」』》")  # noqa: RUF001 - as printed
_OF_NEIGHBOURS = (
    "kind=",
    "n=",
    "s+n=",
    "label",
    "year",
    "venue",
    "longest",
    "etal",
    "caps=",
    "host=",
    "name",
    "num",
    "v+n=",
    "quote=",
)
_OF_FAR_NEIGHBOURS = "slnk"

_N_WORDS = (1, 2, 3, 4, 6, 9, 13, 20, 40)
_SCORES = (-2, -1, -0.3, 0.3, 1, 2)
_MAX_PAIRED = 1 << 62


class Numbering(dict[Any, int]):
    """Numbers of keys, from 0, in the order in which they are first asked for."""

    def __missing__(self, key: object) -> int:
        """Give a new key the next number."""
        number = self[key] = len(self)
        return number


@dataclass(frozen=True, slots=True)
class Features:
    """The features of the atoms of blocks: a row of `numbers` a kind of feature, a column an atom.

    A number is the index of a name; 0 is that of none. The block at `i` has the atoms from `starts[i]` to before
    `starts[i + 1]`. What an atom has is told of its neighbours as well, up to `reach` of its number away.
    """

    names: Sequence[str]
    reach: Ints
    numbers: Ints
    starts: Ints

    def names_of(self, block: int) -> list[list[str]]:
        """Return the names of the features of each atom of a block, with those of its neighbours: `-1:kind=a`."""
        own = self.numbers[:, self.starts[block] : self.starts[block + 1]].T.tolist()
        found = [[self.names[number] for number in numbers if number] for numbers in own]
        for index, names in enumerate(found):
            for offset in OFFSETS:
                if 0 <= index + offset < len(own):
                    of_neighbour = own[index + offset]
                    names += [f"{offset}:{self.names[one]}" for one in of_neighbour if self.reach[one] >= abs(offset)]
        return found


class Columns:
    """Columns of features that are being found; a column of texts or blocks is spread over their atoms by `at`."""

    def __init__(self, starts: Ints) -> None:
        self._starts = starts
        self._numbering = Numbering()
        self._numbering[""]  # is 0
        self._columns: list[Ints] = []

    def add(self, names: Iterable[str], at: Ints | None = None) -> None:
        """Add a column of names; an empty one is no feature."""
        numbering = self._numbering
        self._add(np.array([numbering[name] for name in names], np.int64), at)

    def add_where(self, name: str, is_so: NDArray[np.bool_], at: Ints | None = None) -> None:
        """Add a column of one name, where it is so."""
        self._add(self._numbering[name] * is_so, at)

    def add_bins(
        self,
        form: str,
        *measures: tuple[NDArray[Any], Sequence[float]],
        at: Ints | None = None,
        where: NDArray[np.bool_] | None = None,
    ) -> None:
        """Add a column of measures, each of which is the number of the first edge that is not below it in `form`."""
        code: Any = 0
        for values, edges in measures:
            code = code * (len(edges) + 1) + np.searchsorted(edges, values)
        names = _name_bins(form, *(len(edges) + 1 for _, edges in measures))
        column = np.array([self._numbering[name] for name in names], np.int64)[code]
        self._add(column if where is None else column * where, at)

    def _add(self, column: Ints, at: Ints | None) -> None:
        self._columns.append(column if at is None else column[at])

    def close(self, reach_of: Callable[[str], int]) -> Features:
        """Return the features, given how far the one of a name is told."""
        names = list(self._numbering)
        reach = np.array([reach_of(name) for name in names], np.int64)
        return Features(names, reach, np.array(self._columns), self._starts)


@lru_cache(maxsize=512)
def _name_bins(form: str, *n_bins: int) -> list[str]:
    return [form.format(*one) for one in product(*map(range, n_bins))]


def spread(starts: Ints) -> Ints:
    """Return of each part that begins at `starts` its number, for each of its elements."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


@dataclass(frozen=True, slots=True)
class Coded:
    """What each atom has of one kind: the index of its value among the different ones."""

    values: Sequence[str]
    of_atoms: Ints

    def spread(self, measure: Callable[[str], Any]) -> NDArray[Any]:
        """Return a measure of the value of each atom, taken once of each value."""
        return np.array([measure(value) for value in self.values])[self.of_atoms]


def code(values: Iterable[str]) -> Coded:
    """Return values as indices of the different ones, in the order in which they are first met."""
    numbering = Numbering()
    of_atoms = np.array([*map(numbering.__getitem__, values)], np.int64)
    return Coded([*numbering], of_atoms)


def pair(*columns: Ints) -> Ints:
    """Return a number for each row of columns of numbers from 0, the same for the same rows."""
    paired, size = columns[0], int(columns[0].max()) + 1
    for column in columns[1:]:
        n = int(column.max()) + 1
        if size * n >= _MAX_PAIRED:
            paired = np.unique(paired, return_inverse=True)[1]
            size = int(paired.max()) + 1
        paired, size = paired * n + column, size * n
    return paired


class Atoms:
    """The atoms of the blocks of a document, each with at least one, in columns."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        atoms = [atom for block in blocks for atom in block.atoms]
        self.starts: Ints = np.cumsum([0, *(len(block.atoms) for block in blocks)])
        self.block_of: Ints = spread(self.starts)
        self.index: Ints = np.arange(len(atoms)) - self.starts[self.block_of]  # in its block
        self.texts: Coded = code([atom.text for atom in atoms])
        self.kinds: Coded = code([atom.kind for atom in atoms])
        self.hosts: Coded = code([atom.host for atom in atoms])
        self.befores: Coded = code([atom.before for atom in atoms])
        self.afters: Coded = code([atom.after for atom in atoms])
        self.names: Coded = code([atom.name for atom in atoms])
        self.run: Ints = np.array([atom.run for atom in atoms], np.int64)
        self.cell: Ints = np.array([atom.cell for atom in atoms], np.int64)
        self.line: Ints = np.array([atom.line for atom in atoms], np.int64)
        self.lengths: Ints = self.texts.spread(len)
        begins = np.ones(len(atoms) + 1, np.bool_)
        begins[1:-1] = self.run[1:] != self.run[:-1]
        begins[self.starts] = True
        # The index of the first atom of each run of each block, and the number of all atoms.
        self.runs: Ints = np.flatnonzero(begins)
        self.begins_run: NDArray[np.bool_] = begins[:-1]


@lru_cache(maxsize=1)
def _read_odds() -> Mapping[str, Sequence[float]]:
    """Return the log odds of words, of a title against a name and of a venue against a title."""
    packed = (resources.files(__package__ or "") / "models" / "words.json.gz").read_bytes()
    return json.loads(gzip.decompress(packed))  # type: ignore[no-any-return]


def fold_words(text: str) -> list[str]:
    """Return the words of a text without case and accents."""
    if not text.isascii():
        text = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return _WORD.findall(text.lower())


class _Text(NamedTuple):
    """What a text is, wherever it stands: its words, of which `n_known` have odds, with the sums of these."""

    n_words: int
    n_known: int
    title: float
    venue: float
    n_function: int
    capitals: float
    shape: str
    first: str
    is_in: bool
    flags: tuple[bool, ...]


_FLAGS = ("name", "label", "year", "digits", "num", "pages", "etal", "venue", "lower", "url", "cjk")


@lru_cache(maxsize=16_384)
def _describe_text(text: str) -> _Text:
    raw = _RAW_WORD.findall(text)
    is_plain = text.isascii() and "_" not in text
    words = [word.lower() for word in raw] if is_plain else fold_words(text)
    odds = _read_odds()
    known = [one for one in map(odds.get, words) if one]
    first, has_digit = text[:1], DIGITS.search(text) is not None
    is_year = len(text) == 4 and text[:2] in ("19", "20") and text.isdecimal()  # noqa: PLR2004 - digits
    return _Text(
        len(words),
        len(known),
        sum([title for title, _ in known]),
        sum([venue for _, venue in known]),
        sum(map(FUNCTION_WORDS.__contains__, words)),
        sum([word[0].isupper() for word in raw]) / max(1, len(raw)),
        _shape(text),
        words[0] if words and words[0] in FUNCTION_WORDS else "",
        words == ["in"] or (first in ("i", "I") and _IN.match(text) is not None),
        (
            (first.isupper() or text.startswith("and ")) and _NAME.match(text) is not None,
            is_label(text),
            is_year,
            has_digit and not is_year and _TWO_DIGITS.search(text) is not None,
            _NUMBERS.fullmatch(text) is not None,
            first in _BEGIN_PAGES and _PAGES.match(text) is not None,
            " al" in text and _ET_AL.search(text) is not None,
            # What is no single word among the names of venues has one of two signs.
            not _WORDS_OF_VENUES.isdisjoint(raw) or (("&" in text or "-" in text) and VENUE.search(text) is not None),
            first.islower(),
            "http:" in text or "https:" in text or "www." in text,
            not is_plain and any("\u4e00" <= sign <= "\u9fff" for sign in text),
        ),
    )


def is_label(text: str) -> bool:
    """Return whether a text is nothing but a word with which lists label links and fields."""
    return text.strip().lower() in _LABELS


def _shape(text: str) -> str:
    parts = _LETTERS.split(text[:40])
    parts[1::2] = [
        "x" if word.islower() else "A" if word.isupper() and len(word) > 1 else "Xx" if word[0].isupper() else "x"
        for word in parts[1::2]
    ]
    return _shorten("".join(parts))


@lru_cache(maxsize=16_384)
def _shorten(shape: str) -> str:
    return _REPEATED.sub(r"\1+", DIGITS.sub("9", shape))[:12]


@lru_cache(maxsize=4096)
def _kind_of_delimiter(text: str) -> str:
    """Return the class of a delimiter, so that one never seen resembles its like."""
    bare = text.strip("_\\n")
    if text in "^$":
        return "E"  # as of nothing at all
    if not bare:
        return "S"
    if bare in (".", ",", ":", ";", "-", '"'):
        return bare
    if bare[0] in "([{":
        return "O"
    if bare[0] in ")]}":
        return "C"
    return "W" if bare.isalpha() else "P_" if text[0] == "_" else "P"


def find_features(blocks: Sequence[Block], atoms: Atoms | None = None) -> Features:
    """Return the features of the atoms of the blocks of a document, each with at least one atom."""
    atoms = atoms or Atoms(blocks)
    starts, block_of, index = atoms.starts, atoms.block_of, atoms.index
    columns = Columns(starts)
    texts = [_describe_text(text) for text in atoms.texts.values]
    _add_texts(columns, texts, atoms.texts.of_atoms)
    _add_runs(columns, atoms, texts)

    # What stands around an atom, of which a list has few forms.
    tags = code(block.tag for block in blocks)
    headers = code(
        block.header[atom.cell] if atom.cell < len(block.header) else ""
        for block in (blocks if any(block.header for block in blocks) else ())
        for atom in block.atoms
    )
    coded = (atoms.kinds, atoms.hosts, atoms.befores, atoms.afters)
    numbers = [one.of_atoms for one in coded] + [tags.of_atoms[block_of], headers.of_atoms]
    values = [one.values for one in (*coded, tags, headers)]
    if not headers.values:
        numbers[-1], values[-1] = np.zeros(len(block_of), np.int64), [""]
    _, firsts, at = np.unique(pair(*numbers), return_index=True, return_inverse=True)
    looks = [
        [of_kind[number] for of_kind, number in zip(values, row, strict=True)]
        for row in zip(*(column[firsts].tolist() for column in numbers), strict=True)
    ]
    rows = [(*look, _kind_of_delimiter(look[2]), _kind_of_delimiter(look[3])) for look in looks]
    for form in (
        "kind={0}",
        "host={1}",
        "bef={2}",
        "aft={3}",
        "pb={6}",
        "pa_={7}",
        "pb+pa={6}{7}",
        "kind+bef+aft={0}{2}{3}",
        "tag+kind={4}{0}",
        "col={5}",
    ):
        columns.add((form.format(*row) for row in rows), at)
    columns.add_bins("pos={}", (index, range(5)))
    columns.add_bins("end={}", (starts[block_of + 1] - starts[block_of] - 1 - index, range(4)))
    columns.add_bins("runpos={}", (atoms.run, range(4)))
    columns.add_bins("line={}", (atoms.line, range(4)))
    columns.add_bins("cell={}", (atoms.cell, range(4)))
    asks = atoms.texts.spread(lambda text: text[-1:] == "?") | atoms.afters.spread(lambda after: after[:1] == "?")
    columns.add_where("question", asks)
    columns.add_where("BOS", index == 0)
    columns.add_where("EOS", np.isin(np.arange(len(index)), starts[1:] - 1))
    _add_gaps(columns, blocks, np.array([text.is_in for text in texts])[atoms.texts.of_atoms])
    _add_blocks(columns, blocks, block_of)
    return columns.close(_reach_of)


def _reach_of(name: str) -> int:
    return name.startswith(_OF_NEIGHBOURS) and 1 + (name[0] in _OF_FAR_NEIGHBOURS)


def _add_texts(columns: Columns, texts: Sequence[_Text], at: Ints) -> None:
    """Add the features of texts, wherever they stand."""
    n = np.array([text.n_words for text in texts])
    n_known = np.array([text.n_known for text in texts])
    title = np.array([text.title for text in texts]) / np.maximum(n_known, 1)
    venue = np.array([text.venue for text in texts]) / np.maximum(n_known, 1)
    capitals = np.array([text.capitals for text in texts])
    columns.add_bins("n={}", (n, _N_WORDS), at=at)
    columns.add_bins("caps={}", (capitals, (0.01, 0.35, 0.65, 0.99)), at=at)
    columns.add_bins("fun={}", (np.array([text.n_function for text in texts]), (0, 1, 2, 4)), at=at)
    columns.add_bins("s={}", (title, (-3, -2, -1, -0.3, 0.3, 1, 2, 3)), at=at)
    columns.add_bins("v={}", (venue, _SCORES), at=at)
    columns.add_bins("cov={}", (n_known / np.maximum(n, 1), (0.01, 0.5, 0.9)), at=at)
    columns.add_bins("s+n={}+{}", (title, (-2, -0.5, 0.5, 1.5)), (n, (1, 2, 4, 8, 20)), at=at)
    columns.add_bins("v+n={}+{}", (venue, (-1, -0.2, 0.5, 1.5)), (n, (1, 3, 6, 12)), at=at)
    columns.add(("shape=" + text.shape for text in texts), at)
    columns.add(("first=" + text.first for text in texts), at)
    flags = np.array([text.flags for text in texts])
    for name, is_so in zip(_FLAGS, flags.T, strict=True):
        columns.add_where(name, is_so, at)
    columns.add_bins("name{}", (title, (-2, -0.5, 0.5)), at=at, where=flags[:, _FLAGS.index("name")])
    columns.add_bins("venue+n{}", (n, (2, 5, 10)), at=at, where=flags[:, _FLAGS.index("venue")])


def _add_runs(columns: Columns, atoms: Atoms, texts: Sequence[_Text]) -> None:
    """Add what the run of each atom is, where the atom stands in it, and whether either is the longest of the block."""
    runs, starts = atoms.runs, atoms.starts
    at = spread(runs)
    n_words, n_known, title = (
        np.add.reduceat(np.array([text[field] for text in texts])[atoms.texts.of_atoms], runs[:-1])
        for field in range(3)
    )
    columns.add_bins("rn={}", (n_words, _N_WORDS), at=at)
    columns.add_bins("rs={}", (title / np.maximum(n_known, 1), _SCORES), at=at)
    kinds, n = atoms.kinds.of_atoms[runs[:-1]].tolist(), np.searchsorted((2, 4, 6, 9, 20), n_words).tolist()
    columns.add((f"kind+n={atoms.kinds.values[kind]}{one}" for kind, one in zip(kinds, n, strict=True)), at)
    order = np.arange(len(at))
    is_first, is_last = order == runs[at], order == runs[at + 1] - 1
    places = np.where(is_first & is_last, 0, np.where(is_first, 1, np.where(is_last, 2, 3)))
    columns.add(("rpos=1", "rpos=f", "rpos=l", "rpos=m"), places)

    longest = np.isin(order, _find_largest(atoms.lengths, starts))
    longest_run = np.isin(np.arange(len(runs) - 1), _find_largest(n_words, np.searchsorted(runs, starts)))[at]
    columns.add_where("longest", longest)
    columns.add_where("longestrun", longest_run)
    columns.add_where("longest2", longest & longest_run)


def _find_largest(values: Ints, starts: Ints) -> Ints:
    """Return the index of the first of the largest values of each part."""
    parts = spread(starts)
    largest = np.flatnonzero(values == np.maximum.reduceat(values, starts[:-1])[parts])
    return largest[np.unique(parts[largest], return_index=True)[1]]


def _add_gaps(columns: Columns, blocks: Sequence[Block], are_in: NDArray[np.bool_]) -> None:
    """Add how many brackets are open at each atom, its place in a quotation, and whether it is or follows an `in`."""
    depths: list[int] = []
    quoted: list[int] = []  # 0 outside, 1 the first atom of a quotation, 2 a further one
    says_in: list[bool] = []
    for block in blocks:
        text, end, depth, place = block.text, 0, 0, 0
        for atom in block.atoms:
            step, ends_in, quotes = _read_gap(text[end : atom.start])
            end = atom.end
            if step:
                depth = max(0, depth + step)
            place = min(2, place + 1) if place else 0
            for sign in quotes:
                place = 0 if place else int(sign not in _ENDS_OF_QUOTATIONS)
            depths.append(depth)
            quoted.append(place)
            says_in.append(ends_in)
    columns.add_bins("depth={}", (np.array(depths), range(2)))
    columns.add(("", "quote=1", "quote=2"), np.array(quoted))
    columns.add_where("in", are_in | np.array(says_in))


@lru_cache(maxsize=4096)
def _read_gap(text: str) -> tuple[int, bool, str]:
    """Return how many more brackets a text opens than it closes, whether it ends in `in`, and its quotes."""
    step = sum([(sign in _OPENING) - (sign in _CLOSING) for sign in text])
    return step, _ENDS_IN.search(text) is not None, "".join(filter(_QUOTES.__contains__, text))


def _add_blocks(columns: Columns, blocks: Sequence[Block], at: Ints) -> None:
    """Add what the block of each atom is, what heading stands above, and the blocks before and after it."""
    paths = [block.path.partition(".")[0] for block in blocks]
    n_links = [len(block.links) for block in blocks]
    columns.add(("path=" + path[-12:] for path in paths), at)
    columns.add_bins("nth={}", (np.array([block.nth for block in blocks]), range(3)), at=at)
    columns.add_bins("links={}", (np.array(n_links), range(3)), at=at)
    of_heads = {head: sorted(set(_ASCII_WORD.findall(head)) & _HEADING_WORDS) for head in {one.head for one in blocks}}
    for nth in range(max(map(len, of_heads.values()))):
        names = {head: "head=" + words[nth] if nth < len(words) else "" for head, words in of_heads.items()}
        columns.add((names[block.head] for block in blocks), at)
    above = (f"prevtag={path[-6:]}{min(2, n)}" for path, n in zip(paths[:-1], n_links[:-1], strict=True))
    columns.add(["", *above], at)
    firsts = [block.atoms[0] for block in blocks[1:]]
    below = (
        "nexttag=" + path[-6:] + first.kind + ("L" if is_label(first.text) else "")
        for path, first in zip(paths[1:], firsts, strict=True)
    )
    columns.add([*below, "nexttag=$"], at)
