"""Keyphrases of one paper: its candidates ranked by how much they say of it, single words included.

Concepts are chosen to link papers; keyphrases to describe one, so that what only one paper has is welcome here.
The score is that of tf-idf (Spärck Jones 1972) with three corrections: phrases are rarer than words for the
sole reason that they are longer, titles say what matters, and so do first sentences.
"""

import math
from dataclasses import dataclass

from papertrace.model.candidate import Candidate, CandidateKind, Candidates
from papertrace.resolve.concepts.general import HEADS, MODIFIERS, OPENERS, PROPER_STOPS
from papertrace.resolve.concepts.identities import identify
from papertrace.resolve.concepts.scoring import STOPS, Reason, is_general_phrase
from papertrace.resolve.concepts.tallies import Counts, Tally
from papertrace.resolve.concepts.vocabulary import Vocabulary

TITLE = 2.0
WORD_WEIGHT = 0.55
NAME_WEIGHT = 0.8
LENGTH_WEIGHTS = {2: 1.0, 3: 0.8, 4: 0.5, 5: 0.4}
POOL = 4  # candidates looked at for each one returned
REPEATED = 0.65  # what a phrase is worth whose words are all taken
FREQUENCY = 0.9
RARITY = 0.9
HALF_LIFE = 300.0  # words from the beginning after which a place counts half
TERMHOOD = 1.2  # what each e-fold of papers adds to a phrase: chance does not repeat itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyphrase:
    """Hold one keyphrase of a paper: its identity, its commonest spelling in the corpus, its score (over 0)."""

    identity: str
    label: str
    score: float


def rank_keyphrases(paper: Candidates, counts: Counts, vocabulary: Vocabulary, limit: int = 10) -> list[Keyphrase]:
    """Return at most `limit` keyphrases of a paper by falling score, then identity.

    `counts` and `vocabulary` are those of a corpus that has the paper; nothing is learnt from keyphrases that
    authors gave. Each phrase taken makes others with the same words worth less, so that five phrases are not
    five cuts of one.
    """
    scored: list[tuple[float, str, str, frozenset[str]]] = []
    for identity, group in identify(paper, vocabulary.acronyms, frozenset(paper.words.keys) - {""}).items():
        if _is_general(identity, group[0]) or vocabulary.refused.get(identity) is Reason.SUBSUMED:
            continue
        tally = counts.tally(identity, group)
        score = _score(group, sum(item.n for item in group), tally.df, counts.n_papers)
        scored.append((score, identity, _spell(tally), frozenset(tally.key.casefold().split(" "))))
    scored.sort(key=lambda entry: (-entry[0], entry[1]))
    phrases: list[Keyphrase] = []
    pool = scored[: POOL * limit]
    used: set[str] = set()
    while pool and len(phrases) < limit:
        best = min(pool, key=lambda e: (-_discount(e[0], e[3], used), e[1]))
        pool.remove(best)
        phrases.append(Keyphrase(identity=best[1], label=best[2], score=round(_discount(best[0], best[3], used), 6)))
        used |= best[3]
    return phrases


def _spell(tally: Tally) -> str:
    """Return the commonest spelling, of several words where there is one: authors write acronyms out."""
    n_spaces = min(tally.key.count(" "), 1)
    spellings = [s for s in tally.surfaces if s.count(" ") + s.count("-") >= n_spaces] or list(tally.surfaces)
    return min(spellings, key=lambda s: (-tally.surfaces[s], s))


def _discount(score: float, words: frozenset[str], used: set[str]) -> float:
    return score * float(REPEATED ** (len(words & used) / len(words)))


def _is_general(identity: str, item: Candidate) -> bool:
    lower = identity.casefold()
    if lower in STOPS or lower in PROPER_STOPS:
        return True
    if item.kind is CandidateKind.PHRASE:
        return is_general_phrase(item.key.split(" "))
    return len(lower) <= 2 or lower in HEADS or lower in MODIFIERS or lower in OPENERS  # noqa: PLR2004


def _score(group: list[Candidate], n: int, df: int, n_papers: int) -> float:
    item = group[0]
    idf = math.log((n_papers + 1) / df)
    if item.kind is CandidateKind.PHRASE:
        weight = LENGTH_WEIGHTS[item.key.count(" ") + 1]
    else:
        weight = WORD_WEIGHT if item.kind is CandidateKind.WORD else NAME_WEIGHT
    title = TITLE if any(part.in_title for part in group) else 1.0
    place: float = 0.5 ** (min(part.first for part in group) / HALF_LIFE)
    shared = 1.0 + TERMHOOD * math.log(df) if item.kind is CandidateKind.PHRASE else 1.0
    return float(n**FREQUENCY * idf**RARITY) * weight * title * place * shared
