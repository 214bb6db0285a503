"""Candidate concepts of texts: every name, phrase and word that may be one.

This is the first of two passes. It considers single texts, without the corpus, and discards hardly anything;
`papertrace.resolve.concepts.vocabulary` counts the candidates over many texts and decides.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.counting.joining import FACTOR, Hashes, hash_whole, mix, power_of
from papertrace.counting.numbering import group_by_first, number_by_first, steps_of
from papertrace.extract.concepts.gerunds import demote_gerunds
from papertrace.extract.concepts.runs import RUN, RunTable, encode
from papertrace.extract.concepts.terms import TermFinder
from papertrace.extract.mentions.own_names import find_own_names
from papertrace.extract.text.acronyms import find_acronyms
from papertrace.extract.text.columns import TextColumns, TextReader, WordTable
from papertrace.extract.text.scripts import is_unspaced
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, tokenize
from papertrace.model.papers.candidate import (
    KINDS,
    CandidateColumns,
    CandidateKind,
    CandidateRows,
    Candidates,
    Definition,
    TokenTexts,
    join_plain,
)

Ints = NDArray[np.int64]

_NAME, _PROPER, _PHRASE, _WORD = map(KINDS.index, CandidateKind)


def _mark(letters: str) -> NDArray[np.bool_]:
    """Return which codes are these letters."""
    return np.array([chr(code) in letters for code in range(256)], dtype=np.bool_)


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
    used, token_ids = number_by_first(columns.ids, len(columns.lexicon))
    used_gaps, gap_ids = number_by_first(columns.gap_ids, len(columns.known_gaps))
    lexicon = columns.lexicon
    tokens, keys, names = ([of[i] for i in used.tolist()] for of in (lexicon.texts, lexicon.folds, lexicon.names))
    gaps = [columns.known_gaps.texts[i] for i in used_gaps.tolist()]
    table = lexicon.table.take(used)
    texts = TokenTexts(tokens, keys, names, table.hashes, token_ids, gaps, gap_ids)
    sizes = np.diff(starts)
    place = np.arange(shapes.size) - np.repeat(starts[:-1], sizes)
    papers = np.repeat(np.arange(sizes.size), sizes)
    in_titles = place < np.repeat(n_title, sizes)
    may_be_gerund = np.array([token.endswith("ing") for token in texts.tokens], dtype=np.bool_)
    for number in np.unique(papers[in_titles & may_be_gerund[token_ids]]).tolist():
        title = columns.take(2 * number)
        demote_gerunds(title)
        columns.put_shapes(2 * number, title)
    for number in np.flatnonzero(sizes == n_title).tolist():
        undecided[[starts[number] + i for i in _find_undecided(columns.take(2 * number))]] = True
    encoded = encode(columns)
    letters = np.frombuffer(encoded.encode(), dtype=np.uint8)[1::2]
    are_words = _ORDINARY[letters]
    # What a title prints counts only where there is no abstract.
    is_counted = ~in_titles | np.repeat(sizes == n_title, sizes)
    found = _find_spans(encoded, in_titles)
    if finder:
        found = _add_terms(found, finder, columns, texts, are_words)
    codes, surfaces = _number_spans(found, texts, table)
    occurrences, rows, n = group_by_first(codes ^ mix(papers[found.begins].astype(np.uint64)))
    final = np.bincount(rows, weights=found.finals, minlength=n.size) > 0
    further = _find_further(surfaces, found.begins, occurrences, rows)
    found = found.take(occurrences)
    whose, in_title = papers[found.begins], in_titles[found.begins]
    # A title capitalises everything, so that a capitalised word is a word there rather than a name.
    is_proper = np.flatnonzero(found.kinds == _PROPER)
    folds = table.folds[token_ids]
    wanted = np.isin(folds, folds[found.begins[is_proper]]) & are_words
    of_papers = papers * (int(folds.max(initial=0)) + 1) + folds
    distinct, firsts, n_as_words = np.unique(of_papers[wanted], return_index=True, return_counts=True)
    at = np.searchsorted(distinct, of_papers[found.begins[is_proper]])
    in_title[is_proper] = in_titles[np.flatnonzero(wanted)[firsts[at]]]
    n[is_proper] = np.maximum(n[is_proper], n_as_words[at])
    joined, hashes, are_plain = _hash_spans(found, texts, table)
    return CandidateColumns(
        rows=CandidateRows(
            texts=texts,
            kinds=found.kinds,
            begins=found.begins,
            sizes=found.sizes,
            further=further,
            n=n,
            in_title=in_title,
            first=place[found.begins],
            final=final,
            are_plain=are_plain,
            hashes=hashes,
            papers=whose,
        ),
        joined=joined,
        meant=[],
        starts=np.searchsorted(whose, np.arange(starts.size)).tolist(),
        are_words=are_words,
        word_starts=starts.tolist(),
        n_title=n_title.tolist(),
        lower=_PLAIN[letters] & is_counted,
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


class _Spans(NamedTuple):
    """Occurrences of candidates in order of their first token, `begins`, each of `sizes` tokens."""

    begins: Ints
    sizes: Ints
    kinds: NDArray[np.uint8]
    finals: NDArray[np.bool_]

    def take(self, chosen: Ints) -> "_Spans":
        taken: list[Any] = [column[chosen] for column in self]
        return _Spans(*taken)


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


def _find_spans(encoded: str, in_titles: NDArray[np.bool_]) -> _Spans:
    """Return the occurrences of candidates in the runs of encoded texts."""
    table = _SEEN.table
    parts = RUN.split(encoded)
    ends = np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)))
    runs = list(map(table.__getitem__, parts[1::2]))
    of_runs, bounds = np.array(runs, dtype=np.int64), np.array(table.ends)
    sizes = bounds[of_runs + 1] - bounds[of_runs]
    rows = np.repeat(bounds[of_runs] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
    first = np.repeat(ends[:-1:2] // 2, sizes)
    offsets, lasts = (np.array(column)[rows] for column in (table.begins, table.lasts))
    kinds, finals = (np.frombuffer(bytes(column), dtype=np.uint8)[rows] for column in (table.kinds, table.finals))
    # A title capitalises everything.
    kept = np.flatnonzero((kinds != _PROPER) | ~in_titles[first])
    return _Spans((first + offsets)[kept], (lasts - offsets)[kept], kinds[kept], finals[kept] > 0)


def _number_spans(found: _Spans, texts: TokenTexts, table: WordTable) -> tuple[Hashes, Hashes]:
    """Return a number for the key of each span and one for its spelling, which are those of no other in these texts."""
    keys, surfaces = np.zeros((2, found.begins.size), dtype=np.uint64)
    n_words = int(max(table.folds.max(initial=0), table.names.max(initial=0))) + 1
    words, tokens, gaps = (
        mix(np.arange(1, n + 1, dtype=np.uint64) << np.uint64(shift))
        for n, shift in ((n_words, 0), (len(texts.tokens), 20), (len(texts.gaps), 40))
    )
    is_name = (found.kinds == _NAME) | (found.kinds == _PROPER)
    for at, places in steps_of(found.begins, found.sizes):
        ids = texts.ids[places]
        keys[at] = keys[at] * FACTOR + words[np.where(is_name[at], table.names[ids], table.folds[ids])]
        surfaces[at] = (surfaces[at] * FACTOR + gaps[texts.gap_ids[places]] * (surfaces[at] > 0)) * FACTOR + tokens[ids]
    return mix(keys), mix(surfaces)


def _hash_spans(found: _Spans, texts: TokenTexts, table: WordTable) -> tuple[Hashes, Hashes, NDArray[np.bool_]]:
    """Return the hashes of keys without blanks and of identities, as far as these are known: of phrases in lower case.

    These are the third result. A key with capitals contains an acronym.
    """
    joined, before = np.zeros((2, found.begins.size), dtype=np.uint64)
    n_before, n = np.zeros((2, found.begins.size), dtype=np.int64)
    is_lower, is_cased = found.kinds == _PHRASE, np.zeros(found.begins.size, dtype=np.bool_)
    is_sure = is_lower.copy()
    for at, places in steps_of(found.begins, found.sizes):
        ids = texts.ids[places]
        before[at], n_before[at] = joined[at], n[at]
        joined[at] = joined[at] * power_of(table.sizes[ids]) + table.hashes[ids]
        n[at] += table.sizes[ids]
        is_lower[at] &= table.are_lower[ids]
        is_cased[at] |= table.are_cased[ids]
        is_sure[at] &= table.are_ascii[ids]
    is_plain = is_lower & is_cased
    last = texts.ids[found.begins + found.sizes - 1]
    hashes = mix(before * power_of(table.stem_sizes[last]) + table.stems[last])
    unsure = np.flatnonzero(is_plain & ~(is_sure & (n_before >= table.n_before[last])))
    keys = texts.find_keys(found.begins[unsure], found.sizes[unsure], found.kinds[unsure])
    hashes[unsure] = hash_whole(list(map(join_plain, keys)))
    return mix(joined), np.where(is_plain, hashes, np.uint64(0)), is_plain


def _find_further(surfaces: Hashes, begins: Ints, first: Ints, rows: Ints) -> dict[int, list[int]]:
    """Return the first token of each further spelling of rows in order, given the numbers of all spellings."""
    at = np.flatnonzero(surfaces != surfaces[first][rows])
    firsts, _, _ = group_by_first(surfaces[at] ^ mix(rows[at].astype(np.uint64)))
    found: dict[int, list[int]] = {}
    for row, begin in zip(rows[at[firsts]].tolist(), begins[at[firsts]].tolist(), strict=True):
        found.setdefault(row, []).append(begin)
    return found


def _add_terms(
    found: _Spans, finder: TermFinder, columns: TextColumns, texts: TokenTexts, are_words: NDArray[np.bool_]
) -> _Spans:
    """Add those terms of a user that are not candidates already, after the candidates of their papers."""
    starts = columns.ends[::2]
    words = np.flatnonzero(are_words)
    papers, of_words = (np.searchsorted(starts, at, side="right") - 1 for at in (found.begins, words))
    noted = set(zip(papers.tolist(), texts.find_keys(*found[:3]), strict=True))
    noted.update(zip(of_words.tolist(), map(texts.keys.__getitem__, texts.ids[words].tolist()), strict=True))
    rows: list[tuple[int, int, int]] = []
    whose: list[int] = []
    for number, low in enumerate(columns.ends[:-1].tolist()):
        tokens = columns.take(number)
        for key, first, last in finder.find(tokens):
            if (number // 2, key) not in noted:
                kind = _PHRASE if " " in key else _NAME if tokens.shapes[first] is Shape.SHAPED else _WORD
                rows.append((low + first, last + 1 - first, kind))
                whose.append(number // 2)
    begins, sizes, kinds = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    order = np.argsort(np.concatenate((papers, np.array(whose, dtype=np.int64))), kind="stable")
    return _Spans(
        np.concatenate((found.begins, begins))[order],
        np.concatenate((found.sizes, sizes))[order],
        np.concatenate((found.kinds, kinds.astype(np.uint8)))[order],
        np.concatenate((found.finals, np.ones(len(rows), dtype=np.bool_)))[order],
    )


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
