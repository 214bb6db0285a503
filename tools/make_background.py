"""Make the background table: in how many abstracts of which field a word or phrase occurs, and how topical it is there.

    python tools/make_background.py OUT.zlib PAPERS.jsonl [PAPERS.jsonl ...] --english UNIGRAMS BIGRAMS --exclude FILE

`read_corpora.py` writes the JSON lines; the README beside the table describes its format and names its origins. The
lines of `--exclude` are titles of papers to leave out, because listings that the table is judged by have them. The
files of `--english` have a word, or two words, and a count on each line.

Three passes bound the memory by the table instead of the corpora. First, papers are
selected: the first of each title, and of each field at most `--most`, those with the smallest digests of the titles, so
that a field's sample does not depend on the order of its papers. The second pass counts terms by their hashes only, and
writes them to a temporary file; the third reads that file and counts exactly, but only terms whose hash occurred often
enough (Park, Chen, Yu 1995). The table is exact, however many terms share a hash; the same papers give the same bytes.
"""

import argparse
import json
import math
import re
import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from heapq import heappush, heappushpop
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from papertrace.extract.text.folding import STOP_WORDS, fold_word, squash
from papertrace.files import replacing

MAX_WORDS = 3
MIN_IN_FIELD = 3  # papers: below, the rate of a field is 0
MIN_GENRE_TITLES, MIN_GENRE_SHARE = 5, 0.3
RATE_STEPS, DF_STEPS, SHARE_STEPS, SHARE_POWER = 1, 4, 31, 2

_IN_TITLE, _BURST, _TAIL_END = 1, 2, 4  # marks of a term in a paper
_RATE_UNIT = 100_000
_MAX_TAIL_WORDS = 6
_NOT_TEXT = re.compile(r"\$[^$]{0,300}\$|https?://\S+|\\[a-zA-Z]+|</?[a-zA-Z]{1,9}>")
_NOT_TEXT_START = re.compile(r"[$\\<]|http")
_RUN = re.compile(r"[^\W\d_][^\W_]*(?:[ -][^\W_]+)*")
_TAIL = re.compile(r"[:?.] ([^:?.]+)\Z")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One paper: the field that it counts for, its title and its abstract."""

    field: str
    title: str
    abstract: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The counts of terms: a row per term, and a column per field and per property that is counted over all fields."""

    rows: dict[str, int]
    papers: Mapping[str, int]
    by_field: Mapping[str, "array[int]"]
    titles: "array[int]"
    bursts: "array[int]"
    tails: "array[int]"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the table that the command line describes, and print its header and size."""
    parser = argparse.ArgumentParser(description="Make the table of how common and topical words and phrases are.")
    parser.add_argument("out", type=Path, metavar="OUT.zlib")
    parser.add_argument("papers", nargs="+", type=Path, metavar="PAPERS.jsonl")
    parser.add_argument("--english", nargs=2, type=Path, metavar=("UNIGRAMS", "BIGRAMS"), default=())
    parser.add_argument("--exclude", type=Path, metavar="FILE", help="titles of papers to leave out, one per line")
    parser.add_argument("--most", type=int, default=50_000, metavar="N", help="papers per field (default: %(default)s)")
    parser.add_argument("--min-word", type=int, default=10, metavar="N", help="papers of a word (%(default)s)")
    parser.add_argument(
        "--min-phrase", type=int, default=18, metavar="N", help="papers that have a phrase (%(default)s)"
    )
    parser.add_argument(
        "--bits", type=int, default=26, metavar="N", help="memory for hashes is 2^N bytes (%(default)s)"
    )
    parsed = parser.parse_args(arguments)
    excluded = frozenset(map(squash, parsed.exclude.read_text("utf-8").splitlines())) if parsed.exclude else frozenset()
    chosen = choose_papers(parsed.papers, most=parsed.most, excluded=excluded)
    minimum = (parsed.min_word, parsed.min_phrase)
    with TemporaryFile("w+", encoding="utf-8", newline="\n") as spool:
        counts = count_terms(parsed.papers, chosen, minimum=minimum, n_buckets=1 << parsed.bits, spool=spool)
    table = encode_table(counts, minimum=minimum, english=[read_english(path) for path in parsed.english])
    with replacing(parsed.out, way_out="choose another path") as temporary:
        temporary.write_bytes(zlib.compress(table, 9))
    print(table.partition(b"\n")[0].decode("utf-8"))
    print(f"{parsed.out}: {parsed.out.stat().st_size} bytes")
    return 0


def read_papers(paths: Iterable[Path]) -> Iterator[Paper]:
    """Yield the papers of files with one JSON object per line."""
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                yield Paper(**json.loads(line))


def choose_papers(paths: Iterable[Path], *, most: int, excluded: Collection[str]) -> frozenset[int]:
    """Return the identities of the papers to count: at most `most` per field, without the excluded titles."""
    field_of: dict[int, str] = {}
    for paper in read_papers(paths):
        if squash(paper.title) in excluded or squash(" ".join(map(_fold, _WORD.findall(paper.title)))) in excluded:
            continue
        field_of.setdefault(_identify(paper), paper.field)
    chosen: dict[str, list[int]] = {}
    for identity, field in field_of.items():
        heap = chosen.setdefault(field, [])
        if len(heap) < most:
            heappush(heap, -identity)
        else:
            heappushpop(heap, -identity)
    return frozenset(-negative for heap in chosen.values() for negative in heap)


def find_terms(text: str) -> list[str]:
    """Return the words and the phrases of two and three words of a text, in their normal form, as often as they occur.

    A phrase has no stop word except "of" between others. Formulas, addresses and markup separate phrases.

    >>> find_terms("The risks of re-identification")
    ['risk', 'risk of re', 're', 're identification', 'identification']
    """
    terms = []
    for run in _RUN.findall(_NOT_TEXT.sub(" ; ", text) if _NOT_TEXT_START.search(text) else text):
        one = two = ""  # what the next word may continue: a phrase of one word, and of two
        for written in run.replace("-", " ").split(" "):
            word, is_stop = _normalise(written)
            if is_stop:
                one, two = "", f"{one} of" if one and word == "of" else ""
                continue
            if two:
                terms.append(f"{two} {word}")
            two = f"{one} {word}" if one else ""
            if two:
                terms.append(two)
            one = "" if word[0].isdigit() else word
            if one:
                terms.append(one)
    return terms


def count_terms(
    paths: Sequence[Path], chosen: Collection[int], *, minimum: tuple[int, int], n_buckets: int, spool: IO[str]
) -> Counts:
    """Return the counts of the terms that occur in enough papers, and of some others.

    `minimum` is the number of papers that must have a word, and a phrase. `n_buckets` is a power of two; with fewer
    buckets, more terms are counted in vain. `spool` is a temporary file for the terms of each paper.
    """
    buckets = _count_hashes(paths, chosen, limit=max(minimum), n_buckets=n_buckets, spool=spool)
    rows: dict[str, int] = {}
    papers: Counter[str] = Counter()
    by_field: dict[str, array[int]] = {}
    titles, bursts, tails = array("I"), array("I"), array("I")
    spool.seek(0)
    for line in spool:
        field, *marked_terms = line[:-1].split("\t")
        papers[field] += 1
        in_field = by_field.setdefault(field, array("I"))
        for marked in marked_terms:
            term = marked[1:]
            if buckets[hash(term) & (n_buckets - 1)] < minimum[" " in term]:
                continue
            row = rows.setdefault(term, len(rows))
            marks = int(marked[0])
            _increment(in_field, row)
            for mark, column in ((_IN_TITLE, titles), (_BURST, bursts), (_TAIL_END, tails)):
                if marks & mark:
                    _increment(column, row)
    return Counts(rows=rows, papers=papers, by_field=by_field, titles=titles, bursts=bursts, tails=tails)


def _count_hashes(
    paths: Sequence[Path], chosen: Collection[int], *, limit: int, n_buckets: int, spool: IO[str]
) -> bytearray:
    """Return in how many papers terms of each hash occur, up to `limit`; write the terms of each paper to a file."""
    buckets = bytearray(n_buckets)
    for paper in _select(paths, chosen):
        in_title = find_terms(paper.title)
        n_of_term = Counter(in_title)
        n_of_term.update(find_terms(paper.abstract))
        marks = dict.fromkeys(in_title, _IN_TITLE)
        for term in _find_tail(paper.title) & marks.keys():
            marks[term] |= _TAIL_END
        spool.write(paper.field)
        for term, n in n_of_term.items():
            bucket = hash(term) & (n_buckets - 1)
            if buckets[bucket] < limit:
                buckets[bucket] += 1
            spool.write(f"\t{marks.get(term, 0) | (_BURST if n > 1 else 0)}{term}")
        spool.write("\n")
    return buckets


def encode_table(counts: Counts, *, minimum: tuple[int, int], english: Sequence[Mapping[str, float]]) -> bytes:
    """Return the table, not compressed: a line of JSON, the keys, a zero byte, and a block of bytes per column."""
    fields = sorted(counts.papers)
    df = {term: sum(_get(counts.by_field[field], row) for field in fields) for term, row in counts.rows.items()}
    keys = sorted(term for term, n in df.items() if n >= minimum[" " in term])
    rows = [counts.rows[key] for key in keys]
    columns = {
        field: bytes(_encode_rate(_get(counts.by_field[field], row), counts.papers[field]) for row in rows)
        for field in fields
    }
    columns["df"] = bytes(min(255, round(DF_STEPS * math.log2(df[key]))) for key in keys)
    for name, column in (("title", counts.titles), ("burst", counts.bursts)):
        columns[name] = bytes(_encode_share(_get(column, row) / df[key]) for key, row in zip(keys, rows, strict=True))
    columns["genre"] = bytes(_is_genre(_get(counts.tails, row), _get(counts.titles, row)) for row in rows)
    columns["zipf"] = bytes(_encode_english(key, english) for key in keys)
    header = {
        "fields": fields,
        "papers": [counts.papers[field] for field in fields],
        "rows": len(keys),
        "columns": list(columns),
        "rate_steps": RATE_STEPS,
        "df_steps": DF_STEPS,
        "share_steps": SHARE_STEPS,
        "share_power": SHARE_POWER,
    }
    return json.dumps(header).encode() + b"\n" + "\n".join(keys).encode("utf-8") + b"\0" + b"".join(columns.values())


def read_english(path: Path) -> dict[str, float]:
    """Return the occurrences of words, or pairs of words, per 10⁹, from lines that have words and a count."""
    counts: Counter[str] = Counter()
    with path.open(encoding="utf-8-sig") as lines:
        for line in lines:
            *words, count = line.split()
            counts[" ".join(map(_fold, words))] += int(count)
    total = counts.total()
    return {key: 1e9 * count / total for key, count in counts.items()}


def _select(paths: Iterable[Path], chosen: Collection[int]) -> Iterator[Paper]:
    """Yield each chosen paper once, as it is read first."""
    left = set(chosen)
    for paper in read_papers(paths):
        identity = _identify(paper)
        if identity in left:
            left.remove(identity)
            yield paper


def _identify(paper: Paper) -> int:
    """Return a number for the title, which is as good as random."""
    return int.from_bytes(blake2b(squash(paper.title).encode("utf-8"), digest_size=8).digest())


@lru_cache(maxsize=1 << 18)
def _normalise(word: str) -> tuple[str, bool]:
    """Return the normal form of a word, and whether no phrase has it."""
    folded = fold_word(word)
    return folded, len(folded) < 2 or folded in STOP_WORDS  # noqa: PLR2004 - letters of a word


def _fold(word: str) -> str:
    return _normalise(word)[0]


def _find_tail(title: str) -> set[str]:
    """Return the last words of a title after a colon, as phrases of each length: "a scoping review" and the like."""
    tail = _TAIL.search(title.rstrip(". ]"))
    if tail is None or len(tail[1].split()) > _MAX_TAIL_WORDS:
        return set()
    words = [_fold(word) for word in re.split("[ -]+", tail[1])]
    return {" ".join(words[-n:]) for n in range(1, MAX_WORDS + 1)}


def _increment(column: "array[int]", row: int) -> None:
    if row >= len(column):
        column.extend([0] * (row + 1 - len(column)))
    column[row] += 1


def _get(column: "array[int]", row: int) -> int:
    return int(column[row]) if row < len(column) else 0


def _encode_rate(n: int, n_papers: int) -> int:
    if n < MIN_IN_FIELD:
        return 0
    return max(1, round(RATE_STEPS * math.log2(_RATE_UNIT * n / n_papers)))


def _encode_share(share: float) -> int:
    """Return the step of a share; steps are finer where shares are small, as most are."""
    return round(SHARE_STEPS * math.pow(share, 1 / SHARE_POWER))


def _is_genre(n_tails: int, n_titles: int) -> bool:
    return n_tails >= MIN_GENRE_TITLES and n_tails >= MIN_GENRE_SHARE * n_titles


def _encode_english(key: str, english: Sequence[Mapping[str, float]]) -> int:
    n_words = key.count(" ") + 1
    occurrences = english[n_words - 1].get(key, 0.0) if n_words <= len(english) else 0.0
    return round(10 * math.log10(max(1.0, occurrences)))


if __name__ == "__main__":
    sys.exit(main())
