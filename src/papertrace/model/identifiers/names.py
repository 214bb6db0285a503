"""The identifiers of a paper in both registries, their canonical forms, and the URLs that contain them."""

import re
from dataclasses import dataclass
from urllib.parse import quote

from papertrace.model.addresses import unwrap_address
from papertrace.model.identifiers.arxiv import arxiv_of_address, arxiv_of_doi, may_contain_arxiv, parse_arxiv
from papertrace.model.identifiers.doi import decode, doi_of_address, lower_doi, parse_doi
from papertrace.model.values import quick_init

MAX_ADDRESS = 2_000
_END_OF_PATH = re.compile(r"\?|#(?!\Z)")
_OF_SERVICES = ("openalex", "s2", "pmid", "acl")
_ADDRESSES = {
    "arxiv": "https://arxiv.org/abs/",
    "doi": "https://doi.org/",
    "openalex": "https://openalex.org/",
    "s2": "https://www.semanticscholar.org/paper/",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/",
    "acl": "https://aclanthology.org/",
}
# Characters that a path may contain unencoded: `pchar` of RFC 3986.
_SAFE_IN_PATH = "/:;,.()@!$&'*=~-_"


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class Identifiers:
    """The identifiers of a paper: an arXiv id without its version, a lower-case DOI, and those of services.

    `versions` are the names of other versions: the DOI of the preprint, where `doi` is that of the article. They and
    the ids of services (OpenAlex, Semantic Scholar, PubMed, the ACL anthology) are only known of papers that services
    have been asked about.
    """

    arxiv: str | None = None
    doi: str | None = None
    openalex: str | None = None
    s2: str | None = None
    pmid: str | None = None
    acl: str | None = None
    versions: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is any identifier."""
        return bool(self.arxiv or self.doi)

    def __repr__(self) -> str:
        """Return the arXiv id and the DOI, and the others that are known."""
        more = [f", {name}={getattr(self, name)!r}" for name in (*_OF_SERVICES, "versions") if getattr(self, name)]
        return f"Identifiers(arxiv={self.arxiv!r}, doi={self.doi!r}{''.join(more)})"

    def or_else(self, other: "Identifiers") -> "Identifiers":
        """Return these identifiers, with missing ones taken from another value."""
        return Identifiers(
            arxiv=self.arxiv or other.arxiv,
            doi=self.doi or other.doi,
            openalex=self.openalex or other.openalex,
            s2=self.s2 or other.s2,
            pmid=self.pmid or other.pmid,
            acl=self.acl or other.acl,
            versions=tuple(sorted({*self.versions, *other.versions})),
        )

    def all_names(self) -> tuple[str, ...]:
        """Return all identifiers as lists of references print them, those of services and versions last.

        >>> Identifiers(doi="10.1000/abc", openalex="W1", versions=("doi:10.1101/x",)).all_names()
        ('doi:10.1000/abc', 'openalex:W1', 'doi:10.1101/x')
        """
        of_services = ((registry, getattr(self, registry)) for registry in _OF_SERVICES)
        return (*self.names(), *(f"{registry}:{name}" for registry, name in of_services if name), *self.versions)

    def names(self) -> tuple[str, ...]:
        """Return the identifiers as lists of references print them, the best first.

        >>> Identifiers(arxiv="2401.00001", doi="10.1000/abc").names()
        ('arxiv:2401.00001', 'doi:10.1000/abc')
        """
        named = (("arxiv", self.arxiv), ("doi", self.doi))
        return tuple(f"{registry}:{name}" for registry, name in named if name)

    def stand_in(self, text: str) -> bool:
        """Return whether a text is nothing but one of these identifiers or the address of one, and so no title.

        >>> found = Identifiers(arxiv="2401.00001", doi="10.1000/abc")
        >>> [found.stand_in(text) for text in ("arXiv:2401.00001v2", "https://doi.org/10.1000/ABC", "On Abc", "")]
        [True, True, False, False]
        """
        text = text.strip()
        if not text or len(text) > MAX_ADDRESS:
            return False
        if normalise_identifier(text) in self.all_names():
            return True
        meant = identify_address(text).or_else(normalise_identifiers(parse_arxiv(text), parse_doi(text)))
        return not set(meant.names()).isdisjoint(self.all_names())

    def addresses(self) -> tuple[str, ...]:
        """Return the URL of each of `names`.

        >>> Identifiers(doi="10.1000/a<1:b>").addresses()
        ('https://doi.org/10.1000/a%3C1:b%3E',)
        """
        return tuple(filter(None, map(address_of, self.names())))


def address_of(name: str) -> str:
    """Return the URL of the work that a list of references names, an empty text if the registry has none.

    >>> address_of("openalex:W1"), address_of("doi:10.1000/a b"), address_of("work:x")
    ('https://openalex.org/W1', 'https://doi.org/10.1000/a%20b', '')
    """
    registry, _, value = name.partition(":")
    # A lone surrogate, which an answer in JSON may contain, cannot be encoded.
    path = quote(value, safe=_SAFE_IN_PATH, errors="replace")
    return _ADDRESSES[registry] + path if registry in _ADDRESSES else ""


def normalise_identifiers(arxiv: str | None, doi: str | None) -> Identifiers:
    """Return identifiers in canonical form; malformed ones are kept as they are.

    A DOI registered by arXiv also yields the arXiv id.

    >>> normalise_identifiers(None, "10.48550/arXiv.2401.00001").arxiv
    '2401.00001'
    """
    doi = (parse_doi(doi) or doi) if doi else None
    arxiv = (parse_arxiv(arxiv) or arxiv) if arxiv else None
    return Identifiers(arxiv=arxiv or (arxiv_of_doi(doi) if doi else None), doi=doi)


def normalise_identifier(name: str) -> str:
    """Return the canonical form of an identifier in a list of references; other registries' are kept as they are.

    >>> normalise_identifier("arXiv:math.GT/0309136v1"), normalise_identifier("s2:1a")
    ('arxiv:math/0309136', 's2:1a')
    >>> normalise_identifier("DOI:10.48550/arXiv.2401.00001")
    'arxiv:2401.00001'
    """
    registry, colon, rest = name.strip().partition(":")
    match colon and registry.lower():
        case "arxiv":
            return f"arxiv:{parse_arxiv(rest) or rest}"
        case "doi":
            doi = parse_doi(rest) or lower_doi(rest.strip())
            return f"arxiv:{arxiv}" if (arxiv := arxiv_of_doi(doi)) else f"doi:{doi}"
        case _:
            return name


def may_contain_identifier(text: str) -> bool:
    """Return whether a text may contain an arXiv id or a DOI: a cheap substring test that rules out most texts."""
    return "10." in text or may_contain_arxiv(text)


def identify_address(url: str) -> Identifiers:
    """Return the arXiv id or the DOI in the URL of a paper's page; absent ones are None.

    A URL without a host is relative to the site that a page was saved from: `/papers/2401.00001`.

    >>> identify_address("https://huggingface.co/papers/2401.00001v2").arxiv
    '2401.00001'
    >>> identify_address("https://dl.acm.org/doi/abs/10.1145/1234567.7654321").doi
    '10.1145/1234567.7654321'
    >>> identify_address("https://github.com/acme/fastmm")
    Identifiers(arxiv=None, doi=None)
    """
    url = unwrap_address(url.strip()[:MAX_ADDRESS])
    path = decode(_END_OF_PATH.split(url, maxsplit=1)[0])
    if re.search(r"\s", path):
        return Identifiers()
    if arxiv := arxiv_of_address(path):
        return Identifiers(arxiv=arxiv)
    return normalise_identifiers(None, doi_of_address(url, path))
