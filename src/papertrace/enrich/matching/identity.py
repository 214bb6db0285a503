"""Which names are names of one work.

Services name works by different identifiers and say that some are the same: a record with a DOI and an arXiv id, a
preprint of an article. Names are joined by what they say, except where that would give one work two articles or two
preprints of arXiv: some records bear identifiers of other works.
"""

from collections.abc import Iterable, Iterator, Sequence

# Prefixes of DOIs under which servers of preprints register: bioRxiv and medRxiv, SSRN, Research Square, Preprints.org,
# ChemRxiv, OSF, Authorea, TechRxiv, EarthArXiv, ESSOAr, SciELO, arXiv; and Zenodo and figshare, where authors deposit
# copies.
PREPRINT_PREFIXES = (
    "10.1101/",
    "10.64898/",
    "10.2139/ssrn",
    "10.21203/rs",
    "10.20944/preprints",
    "10.26434/chemrxiv",
    "10.31219/osf",
    "10.31234/osf",
    "10.31235/osf",
    "10.22541/au",
    "10.36227/techrxiv",
    "10.31223/",
    "10.1002/essoar",
    "10.1590/scielopreprints",
    "10.48550/arxiv",
    "10.5281/zenodo",
    "10.6084/m9.figshare",
)
_RANKS = ("doi", "arxiv", "openalex", "s2", "pmid", "acl", "work")


def is_preprint(name: str) -> bool:
    """Return whether a name is that of a preprint: an arXiv id, or the DOI of a server of preprints.

    >>> is_preprint("arxiv:2401.00001"), is_preprint("doi:10.1101/2020.01.01.1"), is_preprint("doi:10.1000/1")
    (True, True, False)
    """
    return name.startswith("arxiv:") or name.removeprefix("doi:").startswith(PREPRINT_PREFIXES)


def rank_name(name: str) -> tuple[int, int, str]:
    """Return the key that sorts names of one work, the best first: article before preprint, DOI, arXiv, the others.

    >>> sorted(["s2:1", "openalex:W1", "arxiv:2401.00001", "doi:10.1101/1", "doi:10.9/x"], key=rank_name)[:3]
    ['doi:10.9/x', 'doi:10.1101/1', 'arxiv:2401.00001']
    """
    registry = name.partition(":")[0]
    rank = _RANKS.index(registry) if registry in _RANKS else len(_RANKS)
    return rank, int(is_preprint(name)), name


class Identities:
    """Names joined to works; a union-find structure that refuses contradictions.

    >>> identities = Identities()
    >>> identities.join(["openalex:W1", "doi:10.9/x"])
    >>> identities.join(["openalex:W1", "doi:10.9/y"])  # refused: two articles
    >>> identities.join(["doi:10.9/y", "arxiv:2401.00001"])
    >>> identities.best("openalex:W1"), identities.best("arxiv:2401.00001")
    ('doi:10.9/x', 'doi:10.9/y')
    """

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}

    def join(self, names: Sequence[str]) -> None:
        """Join names of one work, those that contradict none of the names joined so far."""
        first = names[0] if names else ""
        for other in names[1:]:
            self._join_two(first, other)

    def find(self, name: str) -> str:
        """Return the name that represents a work."""
        while (parent := self._parent.get(name, name)) != name:
            self._parent[name] = self._parent.get(parent, parent)
            name = parent
        return name

    def names(self, name: str) -> list[str]:
        """Return all names of the work that has a name, the best first."""
        return sorted(self._members.get(self.find(name), [name]), key=rank_name)

    def best(self, name: str) -> str:
        """Return the best name of a work: the DOI of the article, else an arXiv id, else that of a service."""
        return min(self._members.get(self.find(name), [name]), key=rank_name)

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the names of each work that has several, the best first."""
        for members in self._members.values():
            yield sorted(members, key=rank_name)

    def _join_two(self, one: str, other: str) -> None:
        one, other = self.find(one), self.find(other)
        if one == other:
            return
        members, others = self._members.get(one, [one]), self._members.get(other, [other])
        if contradict([*members, *others]):
            return
        root, leaf = (one, other) if len(members) >= len(others) else (other, one)
        self._parent[leaf] = root
        self._members.pop(leaf, None)
        self._members[root] = [*members, *others]


def contradict(names: Iterable[str]) -> bool:
    """Return whether names cannot be of one work: two articles, or two papers of arXiv.

    >>> contradict(["doi:10.9/x", "doi:10.1101/1", "arxiv:2401.00001"]), contradict(["doi:10.9/x", "doi:10.9/y"])
    (False, True)
    """
    names = set(names)
    articles = [name for name in names if name.startswith("doi:") and not is_preprint(name)]
    return len(articles) > 1 or sum(name.startswith("arxiv:") for name in names) > 1
