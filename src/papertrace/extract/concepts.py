"""Candidates for concepts: names, phrases and words of a text that may be terms.

A text is encoded as two letters per token, one for the gap before it and one for its shape, so that one regular
expression splits it into runs, and the letters of a run determine the candidates in it.

This is the first of two passes. It considers single texts, without the corpus, and discards hardly anything;
`papertrace.resolve.concepts.vocabulary` counts the candidates over many texts and decides.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.background import load_background
from papertrace.counting import FACTOR, Hashes, group_by_first, hash_whole, mix, number_by_first, power_of, steps_of
from papertrace.errors import TermsError
from papertrace.extract.mentions.own_names import find_own_names
from papertrace.extract.text.columns import BLANK, HYPHEN, NO_GAP, TextColumns, TextReader, WordTable, mark_letters
from papertrace.extract.text.folding import ARTICLES, SUFFIXES, VERB_OPENERS, find_word_starts, is_japanese, is_unspaced
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, find_acronyms, tokenize
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
from papertrace.model.papers.facts import Form, Terms

MAX_WORDS = 5

MAX_HALF_WORDS = 2 * MAX_WORDS - 2
"""The length of a phrase of Chinese characters, of which two count as a word: from two to eight."""

_NAME, _PROPER, _PHRASE = CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.PHRASE

_TEXT, _OPENING_HYPHEN = "D", "H"  # before the first token of a text
_NOTHING = "c"  # for tokens that nothing divides, though they are no characters of one word
_ENDED_SUFFIX = "Z"  # a suffix after its hyphen: ends a run, whose last phrase is not final before it
_OPENING = "ABCDH"
# With one group, `split` returns what is between the runs, and these, alternately.
RUN = re.compile(
    r"((?:[a-zA-H][PKXNY]|[^hH]U)"
    r"(?:[shwv][PKXNY]|[swv]U"
    r"|hT(?=[hbB])"  # "text-to-image": a stop word between two hyphens
    r"|[swv]O(?=[swaA])|hO(?=[swaAhbB]))+"  # "mixture of experts"
    rf"(?:h[T{_ENDED_SUFFIX}])?"  # "making" in "tangible sense-making", "based" in "gaze tracking-based"
    r"|[a-zA-H][XK])"
)


class _RunSpan(NamedTuple):
    """A candidate in a run: its tokens from `start` to before `end`, and whether it ends at a boundary of the run."""

    start: int
    end: int
    kind: CandidateKind
    final: bool


class RunTable(dict[str, int]):
    """The candidates in runs, numbered by their letters: hardly any run of a text has letters not seen before.

    The candidates in run `number` are the rows from `ends[number]` to before `ends[number + 1]` of the other columns.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ends: array[int] = array("q", [0])
        self.begins: array[int] = array("q")
        self.lasts: array[int] = array("q")
        self.kinds: bytearray = bytearray()
        self.finals: bytearray = bytearray()

    def __missing__(self, run: str) -> int:
        """Find the candidates in a run with new letters."""
        for span in _find_run_spans(run):
            self.begins.append(span.start)
            self.lasts.append(span.end)
            self.kinds.append(KINDS.index(span.kind))
            self.finals.append(span.final)
        self.ends.append(len(self.begins))
        number = self[run] = len(self.ends) - 2
        return number

    @property
    def is_full(self) -> bool:
        """Whether there is so much in the table that another one is to be begun."""
        return len(self.begins) > _MAX_SPANS


_MAX_SPANS = 1 << 18


def encode(columns: TextColumns) -> str:
    """Return texts as two letters for each token: one for the gap before it and one for its shape."""
    gaps, shapes = columns.gaps.copy(), columns.shapes.copy()
    is_opening = np.zeros(gaps.size + 1, dtype=np.bool_)
    is_opening[columns.ends[:-1]] = True
    is_opening = is_opening[:-1]
    is_divided = (gaps == ord(NO_GAP)) & ~is_opening
    for number in np.unique(np.searchsorted(columns.ends, np.flatnonzero(is_divided), side="right") - 1).tolist():
        low, high = columns.ends[number : number + 2].tolist()
        letters = list(map(chr, gaps[low:high].tolist()))
        _join_characters(letters, columns.take(number))
        gaps[low:high] = np.frombuffer("".join(letters).encode(), dtype=np.uint8)
    gaps[gaps == ord(NO_GAP)] = ord(_NOTHING)
    gaps[is_opening] = np.where(gaps[is_opening] == ord(HYPHEN), ord(_OPENING_HYPHEN), ord(_TEXT))
    is_hyphen = (gaps == ord(HYPHEN)) | (gaps == ord(_OPENING_HYPHEN))
    is_suffix = shapes == ord(Shape.SUFFIX)
    # "Based" is a stop word as well as a suffix.
    stops = np.flatnonzero((gaps == ord(HYPHEN)) & (shapes == ord(Shape.STOP)))
    folds = columns.lexicon.folds
    is_suffix[stops] = [folds[number] in SUFFIXES for number in columns.ids[stops].tolist()]
    shapes[is_hyphen & is_suffix] = ord(_ENDED_SUFFIX)
    encoded = np.empty(2 * gaps.size, dtype=np.uint8)
    encoded[::2], encoded[1::2] = gaps, shapes
    return encoded.tobytes().decode("ascii")


def _join_characters(gaps: list[str], tokens: Tokens) -> None:
    """Encode the gaps of no width around Chinese characters: a hyphen within a word, a blank where words may meet."""
    texts, _, shapes, parts = tokens
    n = len(texts)
    japanese = is_japanese("".join(texts))
    is_quoted = 2 * sum(map(is_unspaced, texts)) < n  # A library is not loaded for a few characters in another text.
    i = 0
    while i < n:
        j = i + 1
        while j < n and not parts[2 * j] and is_unspaced(texts[j]) and is_unspaced(texts[j - 1]):
            j += 1
        is_cut = j > i + 1 and not is_quoted
        starts = find_word_starts("".join(texts[i:j]), japanese=japanese) if is_cut else None
        offset = len(texts[i])
        for k in range(i + 1, j):
            gaps[k] = BLANK if starts is None or offset in starts else HYPHEN
            offset += len(texts[k])
        if j < n and not parts[2 * j] and Shape.CHARACTER in (shapes[j - 1], shapes[j]):
            gaps[j] = BLANK  # between a character and a word of another script
        i = j


def _find_run_spans(run: str) -> Iterator[_RunSpan]:
    """Yield the candidates in a run, given its letters: for each token itself, then the phrases that begin with it."""
    is_before_suffix = run[-1] == _ENDED_SUFFIX
    if is_before_suffix:
        run = run[:-2]
    shapes, hyphenated = run[1::2], [gap in "hH" for gap in run[::2]]
    opens = run[0] in _OPENING
    end = len(shapes)
    # Without a library that cuts words, characters form phrases anywhere; only a whole run is one by itself.
    is_uncut = Shape.CHARACTER in shapes and not any(hyphenated)
    for i, shape in enumerate(shapes):
        if shape in (Shape.STOP, Shape.OF):
            continue
        if shape == Shape.SHAPED:
            yield _RunSpan(i, i + 1, _NAME, final=True)
        elif shape == Shape.CAPITAL and (i or not opens) and _is_separate(shapes, hyphenated, i):
            yield _RunSpan(i, i + 1, _PROPER, final=True)
        # "Space model" is not a part of "state-space model", but "MoE model" is a part of "non-MoE model".
        if i + 1 == end or (shape != Shape.SHAPED and hyphenated[i]):
            continue
        for j in _phrase_ends(shapes, hyphenated, i):
            kind = _kind_of(shapes, hyphenated, i, j)
            at_end = not is_before_suffix if j == end else shapes[j] in (Shape.STOP, Shape.OF)
            final = kind is _NAME or at_end
            yield _RunSpan(i, j, kind, final=final and not (i and is_uncut))


def _phrase_ends(shapes: str, hyphenated: list[bool], i: int) -> Iterator[int]:
    """Yield the exclusive end of each phrase that begins at token `i`."""
    bridges = 0
    end = len(shapes)
    half_words = 1 if shapes[i] == Shape.CHARACTER else 2
    if shapes[i] == Shape.NUMBER and not hyphenated[i + 1]:
        return  # "8-bit" is a word, "8 bits" is a count.
    for j in range(i + 1, min(end, i + 2 * MAX_WORDS)):
        shape = shapes[j]
        half_words += 1 if shape == Shape.CHARACTER else 2
        if half_words > (MAX_HALF_WORDS if shape == Shape.CHARACTER else 2 * MAX_WORDS):
            return
        if shape in (Shape.STOP, Shape.OF):
            bridges += 1
            continue
        if bridges > 1 or (shape == Shape.NUMBER and not hyphenated[j]):
            return
        if j + 1 == end or not hyphenated[j + 1]:
            yield j + 1


def _is_separate(shapes: str, hyphenated: list[bool], i: int) -> bool:
    """Return whether a capitalised word is a name by itself rather than a part of one ("Ladder Residual")."""
    after = shapes[i + 1 : i + 2]
    if hyphenated[i] or (after and hyphenated[i + 1] and after not in (Shape.NUMBER, Shape.SHAPED)):
        return False
    return after != Shape.CAPITAL and not (i and shapes[i - 1] == Shape.CAPITAL)


def _kind_of(shapes: str, hyphenated: list[bool], i: int, j: int) -> CandidateKind:
    """Return whether a compound is one name (Mamba-2, DeepSeek-V3, Megatron-LM) or a phrase."""
    inside = shapes[i:j]
    if shapes[i] == Shape.NUMBER or not all(hyphenated[i + 1 : j]) or any(shape in inside for shape in "PTO"):
        return _PHRASE
    return _NAME if Shape.SHAPED in inside or Shape.NUMBER in inside else _PHRASE


_DASHES = (" -", " \u2014")  # An en dash is a hyphen in a clean text.
_NOUNS = (Shape.PLAIN, Shape.CAPITAL, Shape.SHAPED, Shape.NUMBER)


def demote_gerunds(title: Tokens) -> None:
    """Treat the gerunds of a title that are verbs as stop words, so that no phrase contains them.

    A gerund is a verb at the beginning of the title or after a colon or dash, before an article or "its", and after a
    preposition such as "by", an adverb, or another verb with "and" between them. In the last three cases it is none if
    the background knows it with the next word ("for programming languages").
    """
    verbs: set[int] = set()
    for i, text in enumerate(title.texts):
        if text.endswith("ing") and title.parts[2 * i + 2][:1] == " " and _is_verb(title, i, verbs):
            title.shapes[i] = Shape.STOP
            verbs.add(i)


def _is_verb(title: Tokens, i: int, verbs: set[int]) -> bool:
    """Return whether the gerund at `i`, before a blank, is a verb; `verbs` are those before it."""
    _, folds, _, parts = title
    gap = parts[2 * i].rstrip()
    if gap.endswith(":") or (not gap and not i) or gap in _DASHES:
        return True
    if i + 1 == len(folds) or parts[2 * i + 2] != " ":
        return False
    if folds[i + 1] in ARTICLES:
        return bool(gap) or title.shapes[i - 1] not in _NOUNS  # "Load Balancing a Cluster" has a name
    return not gap and _opens_verb(title, i - 1, verbs) and _has_object(title, i)


def _opens_verb(title: Tokens, i: int, verbs: set[int]) -> bool:
    """Return whether a gerund after the word at `i` may be a verb."""
    word = title.folds[i]
    return word in VERB_OPENERS or word.endswith("ly") or (word == "and" and i - 1 in verbs)


def _has_object(title: Tokens, i: int) -> bool:
    """Return whether the gerund at `i` is before a noun that is no part of the same name, or before another gerund."""
    texts, folds, shapes, _ = title
    if folds[i + 1] == "and":
        return any(text.endswith("ing") for text in texts[i + 2 : i + 3])
    return shapes[i + 1] in _NOUNS and f"{folds[i]} {folds[i + 1]}" not in load_background()


_SEPARATOR = re.compile(r"\t+| = ")
_INSIDE = re.compile(r"[\s/-]*\Z")  # the possible gaps between two words of one term


def parse_synonyms(lines: Iterable[str], source: str) -> tuple[tuple[Form, ...], ...]:
    r"""Parse the groups of a thesaurus: one per line, forms separated by tabs or ` = `, the preferred form first.

    Blank lines and lines that begin with `#` are ignored.

    >>> [[form.text for form in group] for group in parse_synonyms(["KV cache = key-value store\tKVC\n"], "s.txt")]
    [['KV cache', 'key-value store', 'KVC']]

    Raises
    ------
    TermsError
        If a line has only one form, a form contains no word, or a form is in two groups.
    """
    groups: list[tuple[Form, ...]] = []
    seen: dict[str, int] = {}
    for number, line in _lines(lines):
        forms = [_form(text, source, number) for text in _SEPARATOR.split(line) if text.strip()]
        if len(forms) == 1:
            message = f"{source}:{number}:1: '{line}' has no synonym; add one after it, separated by ' = ' or a tab"
            raise TermsError(message)
        for form in forms:
            if seen.setdefault(form.key, number) != number:
                message = (
                    f"{source}:{number}:1: '{form.text}' is already in line {seen[form.key]}; keep it in one group only"
                )
                raise TermsError(message)
        groups.append(tuple(dict.fromkeys(forms)))
    return tuple(groups)


def parse_terms(lines: Iterable[str], source: str) -> tuple[Form, ...]:
    """Parse the terms of a list, one per line; blank lines and lines that begin with `#` are ignored.

    Raises
    ------
    TermsError
        If a line contains no word.
    """
    return tuple(dict.fromkeys(_form(line, source, number) for number, line in _lines(lines)))


def _lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix("\ufeff").strip()
        if text and not text.startswith("#"):
            yield number, text


def _form(text: str, source: str, number: int) -> Form:
    text = " ".join(text.split())
    key = " ".join(tokenize(clean_text(text)).folds)
    if not any(character.isalnum() for character in key):
        message = f"{source}:{number}:1: '{text}' contains no word; write one term per line"
        raise TermsError(message)
    return Form(text, key)


class TermFinder:
    """A finder of the user's terms in texts, including those that the search for candidates would reject."""

    __slots__ = ("_by_first",)

    def __init__(self, terms: Terms) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        keys = {form.key for group in (*terms.synonyms, terms.vocabulary) for form in group}
        for key in sorted(keys, key=lambda key: (-key.count(" "), key)):
            words = tuple(key.split(" "))
            self._by_first.setdefault(words[0], []).append(words)

    def __bool__(self) -> bool:
        """Return whether there is anything to find."""
        return bool(self._by_first)

    def find(self, tokens: Tokens) -> Iterator[tuple[str, int, int]]:
        """Yield the key and the first and last token index of every occurrence, longest first at each token."""
        folds, parts = tokens.folds, tokens.parts
        for i, fold in enumerate(folds):
            for words in self._by_first.get(fold, ()):
                last = i + len(words) - 1
                if tuple(folds[i : last + 1]) == words and all(
                    _INSIDE.match(parts[2 * k]) for k in range(i + 1, last + 1)
                ):
                    yield " ".join(words), i, last


Ints = NDArray[np.int64]

_NAME_KIND, _PROPER_KIND, _PHRASE_KIND, _WORD_KIND = map(KINDS.index, CandidateKind)


_ORDINARY = mark_letters(f"{Shape.PLAIN}{Shape.CAPITAL}{Shape.SUFFIX}")
_PLAIN = mark_letters(Shape.PLAIN)

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
    is_proper = np.flatnonzero(found.kinds == _PROPER_KIND)
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
    kept = np.flatnonzero((kinds != _PROPER_KIND) | ~in_titles[first])
    return _Spans((first + offsets)[kept], (lasts - offsets)[kept], kinds[kept], finals[kept] > 0)


def _number_spans(found: _Spans, texts: TokenTexts, table: WordTable) -> tuple[Hashes, Hashes]:
    """Return a number for the key of each span and one for its spelling, which are those of no other in these texts."""
    keys, surfaces = np.zeros((2, found.begins.size), dtype=np.uint64)
    n_words = int(max(table.folds.max(initial=0), table.names.max(initial=0))) + 1
    words, tokens, gaps = (
        mix(np.arange(1, n + 1, dtype=np.uint64) << np.uint64(shift))
        for n, shift in ((n_words, 0), (len(texts.tokens), 20), (len(texts.gaps), 40))
    )
    is_name = (found.kinds == _NAME_KIND) | (found.kinds == _PROPER_KIND)
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
    is_lower, is_cased = found.kinds == _PHRASE_KIND, np.zeros(found.begins.size, dtype=np.bool_)
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
                kind = (
                    _PHRASE_KIND if " " in key else _NAME_KIND if tokens.shapes[first] is Shape.SHAPED else _WORD_KIND
                )
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
