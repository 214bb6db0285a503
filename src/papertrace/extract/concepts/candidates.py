"""Candidate concepts of texts: every name, phrase and word that may be one.

This is the first of two passes. It considers single texts, without the corpus, and discards hardly anything;
`papertrace.resolve.concepts.vocabulary` counts the candidates over many texts and decides.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from operator import mul
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.counting.numbering import Numbers, group_by_first, number_by_first
from papertrace.extract.concepts.gerunds import demote_gerunds
from papertrace.extract.concepts.runs import RUN, RunTable, encode
from papertrace.extract.concepts.terms import TermFinder
from papertrace.extract.mentions.own_names import find_own_names
from papertrace.extract.text.acronyms import find_acronyms
from papertrace.extract.text.columns import TextColumns, TextReader
from papertrace.extract.text.folding import fold_word
from papertrace.extract.text.scripts import is_unspaced
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, tokenize
from papertrace.model.papers.candidate import (
    KINDS,
    CandidateColumns,
    CandidateKind,
    Candidates,
    Definition,
    join_plain,
)

Ints = NDArray[np.int64]

_NAME, _PROPER, _PHRASE, _WORD = map(KINDS.index, CandidateKind)


def _mark(letters: str) -> bytes:
    """Return a table for `bytes.translate` that maps these letters to 1 and all others to 0."""
    return bytes(chr(code) in letters for code in range(256))


_ORDINARY = _mark(f"{Shape.PLAIN}{Shape.CAPITAL}{Shape.SUFFIX}")
_PLAIN = _mark(Shape.PLAIN)

MAX_CHARACTERS = 40_000
"""Twenty times a long abstract. Phrases are compared pairwise, so that the cost grows with the square of the length."""

MAX_UNSPACED = 10_000
"""The same for a text in Chinese or Japanese, which says as much in a quarter of the characters."""


def find_candidates(title: str, abstract: str, finder: TermFinder | None = None) -> Candidates:
    """Return the candidate concepts of one paper, as `find_all_candidates` does.

    >>> found = find_candidates("A KV cache", "We shrink the key-value (KV) cache in FlashAttention-2.")
    >>> [item.key for item in found.items]
    ['KV', 'KV cache', 'key value', 'FlashAttention', 'FlashAttention 2']
    """
    return find_all_candidates([(title, abstract)], finder)[0]


def find_all_candidates(
    papers: Iterable[tuple[str, str]],
    finder: TermFinder | None = None,
    on_text: Callable[[TextColumns], None] | None = None,
) -> CandidateColumns:
    """Return the candidate concepts of papers, given the title and the abstract of each.

    Candidates are names (tokens of unusual shape and their compounds), capitalised words inside sentences,
    phrases of two to five words without a stop word inside (except "of" and the inner words of a compound such as
    "text-to-image"), and single words. They are not judged here. An empty text has no candidates; only the first
    `MAX_CHARACTERS` of a text are read, since anything longer is not an abstract. The terms of `finder` are
    candidates wherever they occur, whatever words they consist of. `on_text` is called with the tokens of all texts.
    """
    facts = _Facts()
    if _SEEN.table.is_full:
        _SEEN.table = RunTable()
    columns = _SEEN.reader.read(facts.clean(papers))
    if on_text is not None:
        on_text(columns)
    ends, shapes = columns.ends, columns.shapes
    starts, n_title = ends[::2], np.diff(ends)[::2]
    undecided = np.zeros(shapes.size, dtype=np.bool_)
    bounds = (starts[:-1].tolist(), ends[1::2].tolist(), starts[1:].tolist())
    for number, (low, middle, high) in enumerate(zip(*bounds, strict=True)):
        if any(text.endswith("ing") for text in columns.texts[low:middle]):
            title = columns.take(2 * number)
            demote_gerunds(title)
            columns.put_shapes(2 * number, title)
        if middle == high:
            undecided[[low + i for i in _find_undecided(columns.take(2 * number))]] = True
    encoded = encode(columns)
    letters = encoded[1::2].encode()
    folds = columns.folds
    # A text times 1 is the text itself, and times 0 it is empty.
    words = list(map(mul, folds, letters.translate(_ORDINARY)))
    sizes = np.diff(starts)
    place = np.arange(shapes.size) - np.repeat(starts[:-1], sizes)
    in_titles = place < np.repeat(n_title, sizes)
    # What a title prints counts only where there is no abstract.
    is_counted = ~in_titles | np.repeat(sizes == n_title, sizes)
    found = _find_occurrences(encoded, columns, folds, in_titles)
    if finder:
        found = _add_terms(found, finder, columns, words)
    used, token_ids = number_by_first(columns.ids, len(columns.lexicon))
    lexicon = columns.lexicon
    whose = np.repeat(np.arange(sizes.size), sizes)[found.begins]
    numbers = Numbers()
    codes = np.fromiter(map(numbers.__getitem__, found.keys), np.int64, len(found.keys))
    occurrences, rows, n = group_by_first(codes + whose * max(1, len(numbers)))
    keys = [found.keys[i] for i in occurrences.tolist()]
    kinds, whose, first = found.kinds[occurrences], whose[occurrences], found.begins[occurrences]
    in_title = in_titles[first]
    # A title capitalises everything, so that a capitalised word is a word there rather than a name.
    own, paper = words, -1
    is_proper = np.flatnonzero(kinds == _PROPER)
    for row, its_paper in zip(is_proper.tolist(), whose[is_proper].tolist(), strict=True):
        if its_paper != paper:
            paper = its_paper
            own = words[starts[paper] : starts[paper + 1]]
        fold = fold_word(keys[row])
        in_title[row] = own.index(fold) < n_title[paper]
        n[row] = max(n[row], own.count(fold))
    return CandidateColumns(
        keys=keys,
        kinds=kinds,
        surfaces=_collect_surfaces(found.surfaces, occurrences, rows),
        n=n,
        in_title=in_title,
        first=place[first],
        final=np.bincount(rows, weights=found.finals, minlength=n.size) > 0,
        # A key with capitals contains an acronym.
        identities=[
            join_plain(key) if is_phrase and key.islower() else ""
            for key, is_phrase in zip(keys, (kinds == _PHRASE).tolist(), strict=True)
        ],
        starts=np.searchsorted(whose, np.arange(starts.size)).tolist(),
        tokens=[lexicon.texts[i] for i in used.tolist()],
        token_keys=[lexicon.folds[i] for i in used.tolist()],
        token_ids=token_ids,
        are_words=np.frombuffer(letters.translate(_ORDINARY), dtype=np.bool_),
        word_starts=starts.tolist(),
        n_title=n_title.tolist(),
        lower=np.frombuffer(letters.translate(_PLAIN), dtype=np.bool_) & is_counted,
        undecided=undecided,
        definitions=facts.definitions,
        own_names=facts.own_names,
    )


class _Seen:
    """What remembers tokens and runs from call to call."""

    def __init__(self) -> None:
        self.reader = TextReader()
        self.table = RunTable()


_SEEN = _Seen()


class _Occurrences(NamedTuple):
    """Occurrences of candidates in order of their first token, `begins`."""

    keys: list[str]
    surfaces: list[str]
    begins: Ints
    kinds: NDArray[np.uint8]
    finals: NDArray[np.bool_]


class _Facts:
    """What is found in each text by itself."""

    def __init__(self) -> None:
        self.definitions: list[tuple[Definition, ...]] = []
        self.own_names: list[frozenset[str]] = []

    def clean(self, papers: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Yield the clean titles and abstracts of papers by turns, and note the definitions and names in them."""
        for title, abstract in papers:
            limit = MAX_UNSPACED if is_unspaced(title) or is_unspaced(abstract) else MAX_CHARACTERS
            clean_title, clean_abstract = clean_text(title[:limit]), clean_text(abstract[:limit])
            if clean_title.isupper():
                clean_title = clean_title.lower()
            yield clean_title
            yield clean_abstract
            acronyms = find_acronyms(clean_abstract)
            self.definitions.append(
                tuple(
                    dict.fromkeys(
                        Definition(short, long)
                        for acronym in (*find_acronyms(clean_title), *acronyms)
                        if (short := key_of(acronym.short)) and (long := key_of(acronym.long)) and short != long
                    )
                )
            )
            # A capitalised word is a candidate as printed: "Splitwise" must not become "Splitwize".
            names = find_own_names(title, abstract, acronyms)
            self.own_names.append(frozenset([form for name in names for form in (key_of(name), name)]))


def _find_occurrences(
    encoded: str, columns: TextColumns, folds: list[str], in_titles: NDArray[np.bool_]
) -> _Occurrences:
    """Return the occurrences of candidates in the runs of encoded texts."""
    table = _SEEN.table
    runs, firsts = array("q"), array("q")
    for run in RUN.finditer(encoded):
        runs.append(table[run.group()])
        firsts.append(run.start())
    of_runs, bounds = np.array(runs, dtype=np.int64), np.array(table.ends)
    sizes = bounds[of_runs + 1] - bounds[of_runs]
    rows = np.repeat(bounds[of_runs] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
    first = np.repeat(np.array(firsts, dtype=np.int64) // 2, sizes)
    begins, ends = (first + np.array(column)[rows] for column in (table.begins, table.lasts))
    kinds, finals = (np.frombuffer(bytes(column), dtype=np.uint8)[rows] for column in (table.kinds, table.finals))
    # A title capitalises everything.
    kept = np.flatnonzero((kinds != _PROPER) | ~in_titles[begins])
    begins, kinds = begins[kept], kinds[kept]
    names = list(map(columns.lexicon.names.__getitem__, columns.ids.tolist()))
    sources, parts, join = (names, names, folds), columns.parts, " ".join
    spans = list(zip(begins.tolist(), ends[kept].tolist(), strict=True))
    return _Occurrences(
        [join(sources[kind][i:j]) for kind, (i, j) in zip(kinds.tolist(), spans, strict=True)],
        ["".join(parts[2 * i + 1 : 2 * j]) for i, j in spans],
        begins,
        kinds,
        finals[kept] > 0,
    )


def _add_terms(found: _Occurrences, finder: TermFinder, columns: TextColumns, words: list[str]) -> _Occurrences:
    """Add those terms of a user that are not candidates already, after the candidates of their papers."""
    ends = columns.ends[::2].tolist()
    papers = np.searchsorted(columns.ends[::2], found.begins, side="right") - 1
    noted = set(zip(papers.tolist(), found.keys, strict=True))
    noted.update((paper, key) for paper, (low, high) in enumerate(pairwise(ends)) for key in words[low:high])
    keys, surfaces = list(found.keys), list(found.surfaces)
    begins, kinds, whose = [], [], []
    for number, low in enumerate(columns.ends[:-1].tolist()):
        tokens = columns.take(number)
        for key, first, last in finder.find(tokens):
            if (number // 2, key) not in noted:
                keys.append(key)
                surfaces.append(tokens.surface(first, last))
                begins.append(low + first)
                whose.append(number // 2)
                kinds.append(_PHRASE if " " in key else _NAME if tokens.shapes[first] is Shape.SHAPED else _WORD)
    order = np.argsort(np.concatenate((papers, np.array(whose, dtype=np.int64))), kind="stable")
    places = order.tolist()
    return _Occurrences(
        [keys[i] for i in places],
        [surfaces[i] for i in places],
        np.concatenate((found.begins, np.array(begins, dtype=np.int64)))[order],
        np.concatenate((found.kinds, np.array(kinds, dtype=np.uint8)))[order],
        np.concatenate((found.finals, np.ones(len(begins), dtype=np.bool_)))[order],
    )


def _collect_surfaces(surfaces: list[str], first: Ints, rows: Ints) -> list[tuple[str, ...]]:
    """Return the spellings of each row in order of first occurrence, given those of each occurrence."""
    found: list[tuple[str, ...]] = [(surfaces[i],) for i in first.tolist()]
    is_repeated = np.ones(rows.size, dtype=np.bool_)
    is_repeated[first] = False
    more: dict[int, dict[str, None]] = {}
    for i, row in zip(np.flatnonzero(is_repeated).tolist(), rows[is_repeated].tolist(), strict=True):
        more.setdefault(row, dict.fromkeys(found[row]))[surfaces[i]] = None
    for row, spellings in more.items():
        found[row] = tuple(spellings)
    return found


def _find_undecided(title: Tokens) -> list[int]:
    """Return the places of the words that a title would print with a capital whether they are names or not.

    These are all words of a title that capitalises most of them, otherwise the first one and those after a colon.
    """
    _, _, shapes, parts = title
    capitals = [i for i, shape in enumerate(shapes) if shape is Shape.CAPITAL]
    first = [i for i in capitals if not i or not parts[2 * i].isspace()]
    capitalises_most = len(capitals) - len(first) > shapes.count(Shape.PLAIN)
    return capitals if capitalises_most else first


def key_of(text: str) -> str:
    """Return the key of a candidate with this spelling: its tokens in normal form.

    >>> [key_of(text) for text in ("Key-Value caches", "SSMs", "Mixture of Experts", "FlashAttention-2")]
    ['key value cache', 'SSM', 'mixture of expert', 'FlashAttention 2']
    """
    return " ".join(tokenize(clean_text(text)).folds)
