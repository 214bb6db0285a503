"""The labels of the atoms of a document by two chains, and where its titles stand.

The list is judged as a whole: most entries of a place have a title, so the rest are read with other odds; places that
look like papers but hold few titles are read again; titles are distinct; two links are two titles; brackets stay whole.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise

import numpy as np

from papertrace.listings.fields import is_abstract
from papertrace.listings.learned.blocks import SCHOLARLY, Block
from papertrace.listings.learned.chain import Chain, Places, select_atoms
from papertrace.listings.learned.features import Atoms, Floats, Ints, find_features, is_label
from papertrace.word_lists import read_tables

Span = tuple[int, int]
"""The first and the last atom of a title."""

_PAIRS = {")": "(", "]": "[", "}": "{", "】": "【", "》": "《", "」": "「", "』": "『", "”": "“", "）": "（"}  # noqa: RUF001 - as printed
_OPENING = frozenset(_PAIRS.values())
_HALF = re.compile(rf'[{re.escape("".join([*_PAIRS, *_OPENING]))}"]')
_MAY_BE_HALF = re.compile(r'[()\[\]"“”]')
_PERSONAL = frozenset(["blog", "video", "anchor"])
_OTHER_PLACES = frozenset(["anchor", "git", "video", "blog"])
_YEAR_OR_HANDLE = re.compile(r"\s*[(（\[](?:[^()（）\[\]]{0,40}\b(?:19|20)\d\d|@[^()\[\]]{0,80})[)）\]]?$")  # noqa: RUF001 - as printed
_IDENTIFIER = re.compile(
    r"(?:doi:?\s?)?10\.\d{4,9}/\S+|(?:arxiv:\s?)?\d{4}\.\d{4,5}(?:v\d+)?|https?://\S+", re.IGNORECASE
)
_MIN_ENTRIES, _MIN_SHARE, _MIN_CHANCE, _MIN_CHANCE_OF_PERSONAL = 5, 0.6, 0.08, 0.5
_FIRST_BIAS, _BIASES, _LAST_BIAS = 0.4, (1.5, 3.0), 2.0  # the first: labelled lists hold more other matter than most
_MIN_WORDS_READ_AGAIN, _MIN_SHARE_DISTINCT = 4.5, 0.9
_LONG, _MIN_WORDS = 5, 3
_MAX_REPEATS, _MAX_WORDS_OF_A_LABEL = 2, 4
# Log odds of names and venues beyond those of the lists that were trained on, where fewer are told: of 0, 0.5 and 1 the
# best for the titles and fields of 109 lists labelled by hand.
_ODDS = {"A": 0.5, "V": 0.5}
_MIN_TITLES, _MIN_SHARE_OF_TITLES, _MIN_SHARE_OF_KIND = 3, 0.2, 0.2
_MIN_SHARE_OF_PARTS = 0.8
ADDRESS = re.compile(r"https?://\S+")
_NAMES_OF_TITLES = frozenset(read_tables(__package__ or "", "words.toml")["classes"]["title"].split())


@dataclass(slots=True)
class TaggedBlock:
    """A block, the labels of its atoms, their chances to be of a title, and the atoms of its titles."""

    block: Block
    labels: list[str]
    chances: list[float]
    titles: list[Span] = field(default_factory=list)

    def title_text(self, span: Span) -> str:
        """Return the text of a title."""
        start, end = title_bounds(self.block, span)
        return self.block.text[start:end]


@lru_cache(maxsize=1)
def _chains() -> tuple[Chain, Chain]:
    return Chain("pass1.npz"), Chain("pass2.npz")


class _Reading:
    """The blocks of a document with what two chains make of them, also with other odds for titles (`bias`)."""

    def __init__(self, blocks: Sequence[Block], chains: tuple[Chain, Chain]) -> None:
        self._blocks, (self._first, self._second) = blocks, chains
        atoms = Atoms(blocks)
        features = find_features(blocks, atoms)
        self._starts = features.starts
        self._of_first, self._of_second = (
            chain.score(features) + np.array([_ODDS.get(label, 0.0) for label in chain.labels]) for chain in chains
        )
        self._chances = self._first.tag(self._of_first, self._starts).chances
        self._places = Places(blocks, atoms)
        self._scores = self._of_second + self._second.score(self._places.find_features(self._chances))

    def tag(self, blocks: Sequence[int], bias: float = 0.0) -> list[TaggedBlock]:
        """Return what the second chain makes of some blocks."""
        atoms, starts = select_atoms(self._starts, blocks)
        return self._tag(blocks, self._scores[atoms], starts, bias)

    def tag_again(self, blocks: Sequence[int], bias: float) -> list[TaggedBlock]:
        """Return what the second chain makes of some blocks that the first has judged with other odds as well."""
        atoms, starts = select_atoms(self._starts, blocks)
        self._chances[atoms] = self._first.tag(self._of_first[atoms], starts, bias).chances
        of_places = self._second.score(self._places.find_features(self._chances, blocks))
        return self._tag(blocks, self._of_second[atoms] + of_places, starts, bias / 2)

    def _tag(self, blocks: Sequence[int], scores: Floats, starts: Ints, bias: float) -> list[TaggedBlock]:
        tagged = self._second.tag(scores, starts, bias)
        chances = tagged.chances[:, 0].tolist()
        bounds = pairwise(starts.tolist())
        return [
            TaggedBlock(self._blocks[index], labels, chances[start:end], _find_titles(self._blocks[index], labels))
            for index, labels, (start, end) in zip(blocks, tagged.labels, bounds, strict=True)
        ]


def tag_blocks(blocks: Sequence[Block], chains: tuple[Chain, Chain] | None = None) -> list[TaggedBlock]:
    """Return the blocks of a document, each with at least one atom, with their labels and titles.

    `chains` are others than those of the package, as training measures them.
    """
    if not blocks:
        return []
    reading = _Reading(blocks, chains or _chains())
    found = reading.tag(range(len(blocks)), _FIRST_BIAS)
    _read_again(found, reading)
    _drop_prose(found)
    _vote(found)
    _widen_named(found)
    _drop_parts(found)
    counts, titled = _count_by_path(found)
    missing = [
        index
        for index, one in enumerate(found)
        if not one.titles
        and counts[one.block.path] >= _MIN_ENTRIES
        and titled[one.block.path] >= _MIN_SHARE * counts[one.block.path]
    ]
    for index, again in zip(missing, reading.tag(missing, _LAST_BIAS) if missing else [], strict=True):
        again.titles = [span for span in again.titles if len(again.title_text(span).split()) >= _MIN_WORDS]
        if len(again.titles) == 1:
            found[index] = again
    _keep_distinct(found)
    return found


def _count_by_path(found: Sequence[TaggedBlock]) -> tuple[Counter[str], Counter[str]]:
    """Return the numbers of blocks by their paths, and of those with titles."""
    return Counter(one.block.path for one in found), Counter(one.block.path for one in found if one.titles)


def _find_titles(block: Block, labels: Sequence[str]) -> list[Span]:
    found: list[Span] = []
    index = 0
    while index < len(labels):
        if labels[index].endswith("-T"):
            last = index
            while last + 1 < len(labels) and labels[last + 1] == "I-T" and not _begins_another_link(block, last):
                last += 1
            found.append(_balance(block, index, _without_year(block, index, last)))
            index = last
        index += 1
    return found


def _begins_another_link(block: Block, index: int) -> bool:
    """Return whether another link begins after an atom, with text between: two links are two titles."""
    atom, after = block.atoms[index], block.atoms[index + 1]
    are_links = "a" in atom.kind and "a" in after.kind and after.run > atom.run + 1
    return are_links and block.text[atom.end : after.start].strip(" ") != ""


def title_bounds(block: Block, span: Span) -> tuple[int, int]:
    """Return the offsets of a title, with the bracket or quote at its edge whose other half it holds."""
    text = block.text
    start, end = block.atoms[span[0]].start, block.atoms[span[1]].end
    if not _MAY_BE_HALF.search(text, start, end):
        return start, end + (text[end : end + 1] in ("?", "!") and end < len(text))
    for opening, closing in ("()", "[]"):
        inside = text[start:end]
        n_open, n_closed = inside.count(opening), inside.count(closing)
        if n_closed > n_open and text[start - 1 : start] == opening:
            after = text.index(closing, start) + 1
            start -= not text[after : after + 1].isspace()
        if n_open > n_closed and text[end : end + 1] == closing:
            end += 1
    for opening, closing in ('""', "“”"):
        inside = text[start:end]
        is_half = inside.count(closing) % 2 if opening == closing else inside.count(closing) > inside.count(opening)
        if is_half and text[start - 1 : start] == opening and not inside.endswith(closing):
            start -= 1
    return start, end + (text[end : end + 1] in ("?", "!") and end < len(text))


def _balance(block: Block, first: int, last: int) -> Span:
    """Return a title cut so that it holds no half of a pair of brackets or quotes; the longer side stays."""
    start, end = title_bounds(block, (first, last))
    stack: list[tuple[str, int]] = []
    loose: list[int] = []
    for match in _HALF.finditer(block.text, start, end):
        sign, at = match[0], match.start()
        if sign in _OPENING:
            stack.append((sign, at))
        elif sign == '"':
            if stack and stack[-1][0] == '"':
                stack.pop()
            else:
                stack.append((sign, at))
        elif stack and stack[-1][0] == _PAIRS[sign]:
            stack.pop()
        else:
            loose.append(at)
    if not (stack or loose):
        return first, last
    atoms = block.atoms[first : last + 1]
    starts, ends = [atom.start for atom in atoms], [atom.end for atom in atoms]
    n_words = [0, *accumulate(len(atom.text.split()) for atom in atoms)]
    low, high = 0, len(atoms)
    for at in sorted([*loose, *(at for _, at in stack)]):
        end, start = min(high, bisect_right(ends, at)), max(low, bisect_right(starts, at))
        n_left, n_right = n_words[max(end, low)] - n_words[low], n_words[high] - n_words[min(start, high)]
        if n_left > n_right or (start >= high and end > low):
            high = end
        elif start < high:
            low = start
    return first + low, first + high - 1


def _without_year(block: Block, first: int, last: int) -> int:
    """Return the last atom of a title without a bracket that holds a year or a handle: `(WAVES 2018)`, `(@roe)`."""
    start = block.atoms[first].start
    text = block.text[start : block.atoms[last].end]
    bracket = max(text.rfind("("), text.rfind("（"), text.rfind("["))  # noqa: RUF001 - as printed
    found = _YEAR_OR_HANDLE.match(text, bracket) if bracket > 0 else None
    while found and last > first and block.atoms[last].start > start + found.start():
        last -= 1
    return last


def _read_again(found: list[TaggedBlock], reading: _Reading) -> None:
    """Read with other odds what stands at places that look like papers, but hold few titles."""
    again = _find_doubtful(found)
    for bias in _BIASES:
        if not again:
            return
        new = dict(zip(again, reading.tag_again(again, bias), strict=True))
        by_path: dict[str, list[int]] = defaultdict(list)
        for index in again:
            by_path[found[index].block.path].append(index)
        again = []
        for same in by_path.values():
            if _is_convincing([new[index] for index in same]):
                for index in same:
                    found[index] = new[index]
            else:
                again += same
        again.sort()


def _is_convincing(read: Sequence[TaggedBlock]) -> bool:
    """Return whether what was read with other odds are titles: distinct, of several words, in most blocks.

    Where most blocks link to papers, titles may be short.
    """
    n_linked = sum(any(atom.host in SCHOLARLY for atom in one.block.atoms) for one in read)
    n_words = _MIN_WORDS if n_linked >= _MIN_SHARE * len(read) else _MIN_WORDS_READ_AGAIN
    titles = [one.title_text(span) for one in read for span in one.titles]
    return (
        len({title.lower() for title in titles}) >= _MIN_SHARE_DISTINCT * len(titles)
        and sum(bool(one.titles) for one in read) >= _MIN_SHARE * len(read)
        and sum(len(title.split()) for title in titles) >= n_words * len(titles)
    )


def _find_doubtful(found: Sequence[TaggedBlock]) -> list[int]:
    """Return the blocks of places with few titles, half of which have authors, venues, years or links of papers."""
    counts, titled = _count_by_path(found)
    few = {path for path, n in counts.items() if n > 1 and titled[path] < _MIN_SHARE * n}
    evidence: Counter[str] = Counter()
    for index, one in enumerate(found):
        path, atoms = one.block.path, one.block.atoms
        if path not in few:
            continue
        is_long = any(
            len(atom.text.split()) >= _LONG and "a" in atom.kind and atom.host not in _OTHER_PLACES for atom in atoms
        )
        is_evident = is_long or _says_paper(one) or _is_said_below(found, index)
        evidence[path] += is_evident and any(len(atom.text.split()) >= _MIN_WORDS for atom in atoms)
    return [
        index
        for index, one in enumerate(found)
        if (path := one.block.path) in few and evidence[path] * 2 >= counts[path] and one.block.tag != "h1"
    ]


def _says_paper(one: TaggedBlock) -> bool:
    """Return whether a block has authors, a venue, a year or the link of a paper."""
    return bool({"A", "V", "Y"}.intersection(one.labels)) or any(atom.host in SCHOLARLY for atom in one.block.atoms)


def _is_said_below(found: Sequence[TaggedBlock], index: int) -> bool:
    """Return whether one of the next two blocks, of another place and without a title, tells of a paper."""
    path = found[index].block.path
    for below in range(index + 1, min(index + 3, len(found))):
        if found[below].block.path == path:
            return False
        if not found[below].titles and _says_paper(found[below]):
            return True
    return False


def _drop_prose(found: Sequence[TaggedBlock]) -> None:
    """Drop the titles of abstracts: of paragraphs of sentences without marks, links and names, beside other titles."""
    prose = [one for one in found if one.titles and _is_prose(one)]
    n_others = sum(bool(one.titles) for one in found) - len(prose)
    if n_others >= max(_MIN_TITLES, _MIN_SHARE_OF_TITLES * len(prose)):
        for one in prose:
            one.titles = []


def _is_prose(one: TaggedBlock) -> bool:
    block = one.block
    is_marked = any(block.atoms[first].kind != "text" for first, _ in one.titles)
    return not (is_marked or block.links or {"A", "V"}.intersection(one.labels)) and is_abstract(
        ADDRESS.sub("", block.text)
    )


def _drop_parts(found: Sequence[TaggedBlock]) -> None:
    """Drop the titles of places that show nothing of a paper and hold what follows each title of another place."""
    counts: Counter[str] = Counter()
    following: Counter[str] = Counter()
    evident: Counter[str] = Counter()
    for above, one in pairwise(found):
        path = one.block.path
        counts[path] += bool(one.titles)
        following[path] += bool(one.titles and above.titles and above.block.path != path)
        evident[path] += bool(one.titles and (one.block.links or _says_paper(one)))
    are_parts = {
        path
        for path, n in counts.items()
        if n >= _MIN_TITLES and following[path] >= _MIN_SHARE_OF_PARTS * n and evident[path] <= _MIN_SHARE_OF_TITLES * n
    }
    for above, one in pairwise(found):
        if one.block.path in are_parts and above.titles and not one.block.is_heading:
            one.titles = []


def _vote(found: Sequence[TaggedBlock]) -> None:
    """Give a title to the blocks without one where most blocks of the place have one, if one is likely enough.

    It is shown as other titles of the place are: linked, in bold, as plain text.
    """
    counts, titled = _count_by_path(found)
    kinds = Counter((one.block.path, one.block.atoms[first].kind) for one in found for first, _ in one.titles[:1])
    for one in found:
        path, atoms = one.block.path, one.block.atoms
        if one.titles or counts[path] < _MIN_ENTRIES or titled[path] < _MIN_SHARE * counts[path]:
            continue
        least_of_kind = _MIN_SHARE_OF_KIND * titled[path]
        chances = [
            chance if kinds[path, atom.kind] >= least_of_kind else 0.0
            for chance, atom in zip(one.chances, atoms, strict=True)
        ]
        first = last = max(range(len(chances)), key=chances.__getitem__)
        top = chances[first]
        if top < (_MIN_CHANCE_OF_PERSONAL if atoms[first].host in _PERSONAL else _MIN_CHANCE):
            continue
        run, least = atoms[first].run, _MIN_SHARE * top
        while first > 0 and atoms[first - 1].run == run and chances[first - 1] >= least:
            first -= 1
        while last + 1 < len(chances) and atoms[last + 1].run == run and chances[last + 1] >= least:
            last += 1
        one.titles = [(first, last)]


def _widen_named(found: Sequence[TaggedBlock]) -> None:
    """Make a title of all that an element prints whose class says that it is one, but for labels and links around it.

    Names in italics and subtitles behind stops are of the title there.
    """
    for one in found:
        block, atoms = one.block, one.block.atoms
        name = block.path.rpartition(".")[2]
        if (
            not one.titles
            or name == block.path
            or name.replace("-", "_").rpartition("_")[2].lower() not in _NAMES_OF_TITLES
        ):
            continue
        # One that says more than a title, as `entry-title` may, has names, a venue or a year of its own.
        upright = Counter(label for label, atom in zip(one.labels, atoms, strict=True) if "i" not in atom.kind)
        if upright["Y"] or upright["A"] + upright["V"] > 1:
            continue
        is_linked, last = "a" in atoms[one.titles[0][0]].kind, len(atoms) - 1
        first = next((at for at in range(one.titles[0][0]) if not is_label(atoms[at].text)), one.titles[0][0])
        while last > one.titles[-1][1] and (("a" in atoms[last].kind) != is_linked or is_label(atoms[last].text)):
            last -= 1
        if all(("a" in atom.kind) == is_linked for atom in atoms[first : last + 1]):
            one.titles = [_balance(block, first, _without_year(block, first, last))]


def _keep_distinct(found: Sequence[TaggedBlock]) -> None:
    """Drop what stands in three entries or more, labels alone, and identifiers beside a title of their block."""
    counts = Counter(one.title_text(span).lower() for one in found for span in one.titles)
    for one in found:
        kept = []
        for span in one.titles:
            title = one.title_text(span)
            is_distinct = counts[title.lower()] <= _MAX_REPEATS or len(title.split()) > _MAX_WORDS_OF_A_LABEL
            stands_in = len(one.titles) > 1 and _IDENTIFIER.fullmatch(title) is not None
            if title and is_distinct and not stands_in and not is_label(title):
                kept.append(span)
        one.titles = kept
