"""Parts of a corpus as bytes: papers that follow one another, and what was found in them."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, overload

from papertrace.model import Paper
from papertrace.model.papers.candidate import CandidateColumns, Definition
from papertrace.model.terms import WordColumns
from papertrace.spool import Codec

Frame = bytes | memoryview
_LENGTH = 8

_NUMBER: Codec[int] = Codec(int)
_TEXTS: Codec[list[str]] = Codec(list[str])
_FLAGS = dict.fromkeys(("in_title", "final", "are_words", "lower", "undecided"), "bool")
_NUMBERS = {"kinds": "uint8", "n": "int64", "first": "int64", "token_ids": "int32", **_FLAGS}
_CITED: Codec[list[list[str]]] = Codec(list[list[str]])
_PAPER: Codec[Paper] = Codec(Paper)


class _PackedCandidates(NamedTuple):
    """The columns of `CandidateColumns`, those of numbers as bytes."""

    keys: list[str]
    kinds: bytes
    surfaces: list[tuple[str, ...]]
    n: bytes
    in_title: bytes
    first: bytes
    final: bytes
    identities: list[str]
    starts: list[int]
    tokens: list[str]
    token_keys: list[str]
    token_ids: bytes
    are_words: bytes
    word_starts: list[int]
    n_title: list[int]
    lower: bytes
    undecided: bytes
    definitions: list[tuple[Definition, ...]]
    own_names: list[frozenset[str]]


class _PackedWords(NamedTuple):
    """The columns of `WordColumns`, those of numbers as bytes."""

    vocabulary: list[str]
    columns: list[bytes]


_WORDS: Codec[_PackedWords] = Codec(_PackedWords)
_KINDS_OF_WORDS = ("int32", "int32", "uint8", "uint8", "int64", "int32", "int64")

_CANDIDATES: Codec[_PackedCandidates] = Codec(_PackedCandidates)


class Part:
    """Papers that follow one another in a corpus, and what was found in them.

    One paper at a time is decoded, so that chunks may be large.
    """

    __slots__ = ("_found", "_identities", "_papers")

    def __init__(self, papers: Frame, found: Frame = b"", identities: Frame = b"") -> None:
        """Take what `pack_papers`, `pack_found` and `pack_identities` packed."""
        self._papers = split_frames(papers)
        self._found = split_frames(found) if found else []
        self._identities = identities

    @property
    def first(self) -> int:
        """The number of the first paper in the corpus."""
        return _NUMBER.decode(self._papers[0])

    @property
    def abstracts(self) -> list[str]:
        """The abstract of each paper, decoded without the rest."""
        return _TEXTS.decode(self._papers[1])

    @property
    def papers(self) -> Iterator[Paper]:
        """The papers."""
        return map(_PAPER.decode, split_frames(self._papers[2]))

    @property
    def candidates(self) -> CandidateColumns:
        """The candidate concepts of the papers."""
        return unpack_candidates(self._found[0], self._identities)

    @property
    def cited(self) -> list[list[str]]:
        """The names of the works that the abstract of each paper cites."""
        return _CITED.decode(self._found[1])

    @property
    def words(self) -> WordColumns | None:
        """The words of the texts, if they were wanted."""
        return unpack_words(self._found[2]) if self._found[2] else None


def pack_papers(first: int, papers: Sequence[Paper]) -> bytes:
    """Return papers as bytes, given the number of the first one."""
    abstracts = _TEXTS.encode([paper.abstract for paper in papers])
    return join_frames([_NUMBER.encode(first), abstracts, join_frames(map(_PAPER.encode, papers))])


def pack_found(candidates: CandidateColumns, cited: list[list[str]], words: WordColumns | None = None) -> bytes:
    """Return what was found in papers as bytes."""
    packed = b"" if words is None else _WORDS.encode(_PackedWords(words[0], [column.tobytes() for column in words[1:]]))
    return join_frames([pack_candidates(candidates), _CITED.encode(cited), packed])


def unpack_words(packed: Frame) -> WordColumns:
    """Return the words that `pack_found` packed."""
    import numpy as np

    vocabulary, columns = _WORDS.decode(packed)
    return WordColumns(vocabulary, *map(np.frombuffer, columns, _KINDS_OF_WORDS))


def pack_candidates(candidates: CandidateColumns) -> bytes:
    """Return candidates as bytes."""
    columns = {name: getattr(candidates, name) for name in _PackedCandidates._fields}
    return _CANDIDATES.encode(_PackedCandidates(**columns | {name: columns[name].tobytes() for name in _NUMBERS}))


def pack_identities(identities: list[str]) -> bytes:
    """Return the identities of all candidates as bytes."""
    return _TEXTS.encode(identities)


def unpack_candidates(packed: Frame, identities: Frame = b"") -> CandidateColumns:
    """Return what `pack_candidates` packed, with what `pack_identities` did once the meanings of acronyms are known."""
    import numpy as np

    columns = _CANDIDATES.decode(packed)._asdict()
    for name, kind in _NUMBERS.items():
        columns[name] = np.frombuffer(columns[name], dtype=kind)
    if identities:
        columns["identities"] = _TEXTS.decode(identities)
    return CandidateColumns(**columns)


def join_frames(frames: Iterable[Frame]) -> bytes:
    """Return byte strings as one: their number and lengths in 64 bits each, then the strings."""
    frames = list(frames)
    return b"".join([array("Q", [len(frames), *map(len, frames)]).tobytes(), *frames])


def split_frames(joined: Frame) -> list[memoryview]:
    """Return the byte strings of `join_frames`, without copying them.

    >>> [bytes(frame) for frame in split_frames(join_frames([b"a", b"", b"bc"]))]
    [b'a', b'', b'bc']
    """
    view = memoryview(joined)
    n = array("Q", view[:_LENGTH].tobytes())[0]
    start = _LENGTH * (n + 1)
    ends = [start]
    for length in array("Q", view[_LENGTH:start].tobytes()):
        ends.append(ends[-1] + length)
    return [view[a:b] for a, b in pairwise(ends)]


class PackedTexts(Sequence[str]):
    """Texts in one array of bytes, for sending to workers: eight bytes more than its UTF-8 for each.

    >>> texts = PackedTexts(["walrus", "", "tusk"])
    >>> texts[0], texts[-1], len(texts)
    ('walrus', 'tusk', 3)
    """

    __slots__ = ("_ends", "_text")

    def __init__(self, texts: Iterable[str]) -> None:
        self._ends = array("Q", [0])
        parts = bytearray()
        for text in texts:
            parts += text.encode("utf-8", "surrogatepass")
            self._ends.append(len(parts))
        self._text = bytes(parts)

    def __len__(self) -> int:
        """Return the number of texts."""
        return len(self._ends) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        """Return a text, or several."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        return self._text[self._ends[number] : self._ends[number + 1]].decode("utf-8", "surrogatepass")
