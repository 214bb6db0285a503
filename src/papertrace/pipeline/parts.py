"""Parts of a corpus as bytes: papers that follow one another, and what was found in them."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from papertrace.model import Paper
from papertrace.model.papers.candidate import CandidateColumns
from papertrace.model.terms import WordColumns
from papertrace.spool import Codec, pack, unpack

Frame = bytes | memoryview
_LENGTH = 8

_NUMBER: Codec[int] = Codec(int)
TEXTS: Codec[list[str]] = Codec(list[str])
"""The form of texts, such as the identities of all candidates."""
_CITED: Codec[list[list[str]]] = Codec(list[list[str]])
_PAPER: Codec[Paper] = Codec(Paper)


class Part:
    """Papers that follow one another in a corpus, and what was found in them.

    One paper at a time is decoded, so that chunks may be large.
    """

    __slots__ = ("_found", "_identities", "_papers")

    def __init__(self, papers: Frame, found: Frame = b"", identities: Frame = b"") -> None:
        """Take what `pack_papers` and `pack_found` packed, and the identities as `TEXTS` does."""
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
        return TEXTS.decode(self._papers[1])

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
        words: WordColumns | None = unpack(self._found[2])
        return words


def pack_papers(first: int, papers: Sequence[Paper]) -> bytes:
    """Return papers as bytes, given the number of the first one."""
    abstracts = TEXTS.encode([paper.abstract for paper in papers])
    return join_frames([_NUMBER.encode(first), abstracts, join_frames(map(_PAPER.encode, papers))])


def pack_found(candidates: CandidateColumns, cited: list[list[str]], words: WordColumns | None) -> bytes:
    """Return what was found in papers as bytes."""
    return join_frames([pack_candidates(candidates), _CITED.encode(cited), pack(words)])


def pack_candidates(candidates: CandidateColumns) -> bytes:
    """Return candidates as bytes, which do not depend on the order of sets."""
    return pack((replace(candidates, own_names=[]), list(map(sorted, candidates.own_names))))


def unpack_candidates(packed: Frame, identities: Frame = b"") -> CandidateColumns:
    """Return what `pack_candidates` packed, with identities that are known once the meanings of acronyms are."""
    candidates: CandidateColumns
    candidates, own_names = unpack(packed)
    return replace(
        candidates,
        own_names=list(map(frozenset, own_names)),
        identities=TEXTS.decode(identities) if identities else candidates.identities,
    )


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
