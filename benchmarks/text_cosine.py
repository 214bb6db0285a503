"""Lines by text similarity, for comparison: TF-IDF cosine over words and phrases with background frequencies.

The weight of a term in a paper is (1 + ln tf) · -ln max(its share of papers of the listing's fields, df / 3n); titles
count twice, phrases 1.3 times, and kinds of study not at all.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from papertrace.background import FieldMix, load_background
from papertrace.background.table import topical_factor
from papertrace.extract.text.folding import STOP_WORDS, fold_word

MAX_TERMS = 3
TITLE_FACTOR, PHRASE_FACTOR = 2, 1.3
UNKNOWN_SHARE = 3
MAX_WORDS = 3
_DEGREES = (4, 6, 10)  # lines that a paper may have: more only where too few lines are found
_TEX = re.compile(r"\$[^$]{0,300}\$|https?://\S+|\\[a-zA-Z]+")
_RUN = re.compile(r"[^\W\d_][^\W_]*(?:(?:[ \n]|-)[^\W_]+)*")

Pair = tuple[int, int]


class TextCosine:
    """TF-IDF vectors of papers, given as titles and abstracts."""

    def __init__(self, papers: Sequence[tuple[str, str]], *, by_topicality: bool = False) -> None:
        """Count the terms; `by_topicality` weights them by how topical they are as well."""
        background = load_background()
        mix = FieldMix(background)
        counts: list[Counter[str]] = []
        df: Counter[str] = Counter()
        self._surfaces: dict[str, Counter[str]] = defaultdict(Counter)
        for title, abstract in papers:
            found: Counter[str] = Counter()
            for factor, text in ((TITLE_FACTOR, title), (1, abstract)):
                for term, printed in find_terms(text):
                    found[term] += factor
                    self._surfaces[term][printed] += 1
            counts.append(found)
            df.update(found.keys())
            rows = np.array([background.row(term) for term in sorted(found) if " " not in term], dtype=np.int32)
            mix.add_counts(background.count_fields(rows, np.array([0, len(rows)])).tolist())
        weights: dict[str, float] = {}
        for term, n in df.items():
            known = background.find(term)
            rate = 0.0 if known is None else background.rate_in(mix, known)
            weight = max(0.0, -math.log(min(1.0, max(rate, n / (UNKNOWN_SHARE * len(papers))))))
            if known is not None and by_topicality:
                weight *= topical_factor(known.title_share, known.burst_share)
            is_genre = known is not None and known.is_genre
            weights[term] = 0.0 if is_genre else weight * (PHRASE_FACTOR if " " in term else 1.0)
        self._vectors = [_normalise(one, weights, df) for one in counts]

    def find_pairs(self) -> dict[Pair, float]:
        """Return the cosine of each pair of papers that share a term."""
        holders: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, vector in enumerate(self._vectors):
            for term, weight in vector.items():
                holders[term].append((number, weight))
        pairs: dict[Pair, float] = defaultdict(float)
        for term in sorted(holders):
            for (one, weight), (other, other_weight) in combinations(holders[term], 2):
                pairs[one, other] += weight * other_weight
        return dict(pairs)

    def explain(self, pair: Pair) -> list[str]:
        """Return the terms that contribute most to a pair, as printed; none contains another."""
        one, other = (self._vectors[number] for number in pair)
        chosen: list[str] = []
        for term in sorted(one.keys() & other.keys(), key=lambda term: (-one[term] * other[term], term)):
            if not any(f" {term} " in f" {long} " or f" {long} " in f" {term} " for long in chosen):
                chosen.append(term)
            if len(chosen) == MAX_TERMS:
                break
        return [max(sorted(self._surfaces[term].items()), key=lambda item: item[1])[0] for term in chosen]


def find_terms(text: str) -> Iterator[tuple[str, str]]:
    """Yield the terms of a text, folded and as printed: one to three words without a stop word, "of" between aside."""
    for run in _RUN.finditer(_TEX.sub(" ; ", text).replace("\n", " ")):
        parts = re.findall(r"[^ -]+|[ -]+", run.group())
        words = [fold_word(word.lower()) for word in parts[::2]]
        for i, word in enumerate(words):
            if _is_stop(word) or word[0].isdigit():
                continue
            for n in range(1, MAX_WORDS + 1):
                last = i + n - 1
                if last >= len(words):
                    break
                if _is_stop(words[last]):
                    if words[last] == "of" and last == i + 1:
                        continue
                    break
                yield " ".join(words[i : last + 1]), "".join(parts[2 * i : 2 * last + 1])


def choose_nearest(pairs: Mapping[Pair, float], n_lines: int) -> list[tuple[Pair, float]]:
    """Return lines: the heaviest pair of each paper, then the heaviest others, few for each paper."""
    order = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
    linked: set[int] = set()
    chosen: list[tuple[Pair, float]] = []
    for pair, weight in order:
        if not linked.issuperset(pair):
            chosen.append((pair, weight))
            linked.update(pair)
    del chosen[n_lines:]
    taken = {pair for pair, _ in chosen}
    degrees = Counter(number for pair in taken for number in pair)
    for limit in (*_DEGREES, len(order) + n_lines):
        for pair, weight in order:
            if len(chosen) >= n_lines:
                return chosen
            if pair not in taken and max(degrees[number] for number in pair) < limit:
                chosen.append((pair, weight))
                taken.add(pair)
                degrees.update(pair)
    return chosen


def _is_stop(word: str) -> bool:
    return word in STOP_WORDS or len(word) == 1


def _normalise(counts: Mapping[str, int], weights: Mapping[str, float], df: Mapping[str, int]) -> dict[str, float]:
    """Return the weights of a paper's terms that another paper has, in a vector of length 1 over all its terms."""
    vector = {term: (1 + math.log(n)) * weights[term] for term, n in sorted(counts.items())}
    length = math.hypot(*vector.values()) or 1.0
    return {term: weight / length for term, weight in vector.items() if weight > 0 and df[term] > 1}
