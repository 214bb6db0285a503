"""How often a corpus has what: one tally for each identity, countable in parts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from papertrace.model.candidate import Candidate, CandidateKind, Candidates
from papertrace.resolve.acronyms import AcronymTable
from papertrace.resolve.identities import identify

_KIND_ORDER = (CandidateKind.PHRASE, CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.WORD)


@dataclass(slots=True)
class Tally:
    """Count what a corpus does with one identity."""

    kind: CandidateKind
    key: str
    df: int = 0
    title_df: int = 0
    n: int = 0
    surfaces: dict[str, int] = field(default_factory=dict)  # a Counter for each of many tallies costs too much


@dataclass(slots=True)
class Counts:
    """Hold the counts of a corpus or of a part of it; `add` another part in any order."""

    n_papers: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    lower_words: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Counts") -> None:
        """Add the counts of another part of the same corpus, made with the same acronym table."""
        self.n_papers += other.n_papers
        self.lower_words.update(other.lower_words)
        for identity, theirs in other.tallies.items():
            ours = self.tallies.get(identity)
            if ours is None:
                self.tallies[identity] = ours = Tally(theirs.kind, theirs.key)
            ours.kind, ours.key = _better((ours.kind, ours.key), (theirs.kind, theirs.key))
            ours.df += theirs.df
            ours.title_df += theirs.title_df
            ours.n += theirs.n
            for surface, n in theirs.surfaces.items():
                ours.surfaces[surface] = ours.surfaces.get(surface, 0) + n


def _better(one: tuple[CandidateKind, str], other: tuple[CandidateKind, str]) -> tuple[CandidateKind, str]:
    """Choose between two forms of an identity: phrases first, more words first, then the alphabet."""
    return min(one, other, key=lambda form: (_KIND_ORDER.index(form[0]), -form[1].count(" "), form[1]))


def count_candidates(papers: Iterable[Candidates], acronyms: AcronymTable) -> Counts:
    """Count papers, titles and spellings of every identity."""
    return count_groups((paper, identify(paper, acronyms)) for paper in papers)


def count_groups(papers: Iterable[tuple[Candidates, Mapping[str, list[Candidate]]]]) -> Counts:
    """Count papers whose candidates are grouped by identity already."""
    counts = Counts()
    tallies = counts.tallies
    for paper, groups in papers:
        counts.n_papers += 1
        counts.lower_words.update(paper.lower_words)
        for identity, group in groups.items():
            first = group[0]
            tally = tallies.get(identity)
            if tally is None:
                tally = tallies[identity] = Tally(first.kind, first.key)
            tally.df += 1
            for item in group:
                if item.key != tally.key or item.kind is not tally.kind:
                    tally.kind, tally.key = _better((tally.kind, tally.key), (item.kind, item.key))
                tally.n += item.n
                surfaces = tally.surfaces
                for surface in item.surfaces:
                    surfaces[surface] = surfaces.get(surface, 0) + 1
            tally.title_df += first.in_title if len(group) == 1 else any(item.in_title for item in group)
    return counts
