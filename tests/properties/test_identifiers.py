"""Properties of identifiers: each has one canonical form, on which everything that reads it agrees."""

from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st
from tests.origin.cases import link

from papertrace.audit.registries import doi_of, identifier_of
from papertrace.extract.links import find_citations
from papertrace.listings.keyed import bibtex
from papertrace.model import Entry, Identifiers
from papertrace.model.identifiers import (
    find_arxiv_ids,
    find_dois,
    identify_address,
    normalise_identifier,
    normalise_identifiers,
    parse_arxiv,
    parse_doi,
)
from papertrace.records.values import make_identifiers, make_reference

MONTHS = st.integers(1, 12).map("{:02}".format)
NEW = st.builds("{:02}{}.{}".format, st.integers(7, 30), MONTHS, st.from_regex(r"[0-9]{4,5}", fullmatch=True))
ARCHIVES = st.sampled_from(["cs", "math", "hep-th", "cond-mat", "acc-phys", "physics"])
CLASSES = st.sampled_from(["", ".LG", ".GT", ".stat-mech", ".mes-hall", ".AG"])
NUMBERS = st.builds("{:02}{}{:03}".format, st.sampled_from([91, 99, 0, 6]), MONTHS, st.integers(0, 999))
VERSIONS = st.sampled_from(["", "v1", "v12"])
# An id in canonical form, and as printed: with a subject class, a version, capitals.
ARXIV = st.one_of(
    st.builds(lambda name, version: (name, name + version), NEW, VERSIONS),
    st.builds(
        lambda archive, of, number, version: (f"{archive}/{number}", f"{archive}{of}/{number}{version}"),
        ARCHIVES,
        CLASSES,
        NUMBERS,
        VERSIONS,
    ),
    st.builds(
        lambda archive, number: (f"{archive}/{number}", f"{archive.upper()}/{number}"),
        ARCHIVES,
        NUMBERS,
    ),
)
REGISTRANTS = st.from_regex(r"10\.[1-9][0-9]{3,5}(?:\.[1-9][0-9]?){0,2}", fullmatch=True)
SUFFIXES = st.one_of(
    st.from_regex(r"[A-Za-z0-9](?:[A-Za-z0-9._;:/-]{0,20}[A-Za-z0-9])?", fullmatch=True),
    st.from_regex(r"S[0-9]{4}-[0-9]{4}\([0-9]{2}\)[0-9]{5}-[0-9X]", fullmatch=True),
    st.from_regex(
        r"\(SICI\)[0-9]{4}-[0-9X]{4}\([0-9]{6}\)[0-9]{2}:[0-9]<[0-9]{3}::AID-[A-Z]{3}[0-9]>3\.0\.CO;2-[A-Z0-9#]",
        fullmatch=True,
    ),
    st.from_regex(r"[0-9]{4}-[0-9]{4}\([0-9]{4}\)[0-9]{2}\[[0-9]{4}:[A-Z]{3,6}\]2\.0\.CO;2", fullmatch=True),
)
# What publishers append to a DOI is not part of it.
DOIS = st.builds("{}/{}".format, REGISTRANTS, SUFFIXES).filter(
    lambda doi: [found.name for found in find_dois(doi)] == [doi.lower()] and arxiv_of(doi) is None
)
PIECES = st.sampled_from(
    [
        *[
            "10.1000/",
            "10.48550/arXiv.",
            "abc",
            "2401.00001",
            "math.GT/0309136",
            "v2",
            "arXiv:",
            "doi:",
            "%2F",
            "%25",
            "<1::AID-X>",
            "https://doi.org/",
            ".pdf",
            "/full",
        ],
        *"%[]()/.,;?#&= İΣ",
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map("".join))


def arxiv_of(doi: str) -> str | None:
    return normalise_identifiers(None, doi).arxiv


def in_bibtex(fields: str) -> Identifiers:
    (entry,) = (item for item in bibtex.parse([f"@article{{a, title = {{Fold}}, {fields}}}"], "a.bib"))
    assert isinstance(entry, Entry)
    return entry.identifiers


@given(ARXIV)
def test_everything_that_reads_an_arxiv_id_agrees(spellings: tuple[str, str]) -> None:
    name, printed = spellings
    address = f"https://arxiv.org/abs/{printed}"
    assert {
        parse_arxiv(printed),
        parse_arxiv(f"arXiv:{printed}"),
        normalise_identifier(f"arXiv:{printed}").removeprefix("arxiv:"),
        normalise_identifier(f"doi:10.48550/arXiv.{printed}").removeprefix("arxiv:"),
        identify_address(address).arxiv,
        identify_address(f"https://arxiv.org/pdf/{quote(printed, safe='')}.pdf").arxiv,
        identify_address(f"https://doi.org/10.48550/arXiv.{printed}").arxiv,
        make_identifiers(arxiv=(printed,)).arxiv,
        make_identifiers(arxiv=(address,)).arxiv,
        in_bibtex(f"eprint = {{{printed}}}").arxiv,
        in_bibtex(f"url = {{{address}}}").arxiv,
        in_bibtex(f"journal = {{arXiv preprint arXiv:{printed}}}").arxiv,
        parse_arxiv(identifier_of(link(address))),
    } == {name}
    assert {
        make_reference(arxiv=printed),
        *find_citations(f"We extend arXiv:{printed}."),
        *find_citations(f"We extend {address}, which folds."),
        *find_citations(f"We extend https://doi.org/10.48550/arXiv.{printed}."),
    } == {f"arxiv:{name}"}


@given(DOIS, st.sampled_from([str, str.lower, str.upper]))
def test_everything_that_reads_a_doi_agrees(doi: str, spell: type[str]) -> None:
    name, printed = doi.lower(), spell(doi)
    address = f"https://doi.org/{quote(printed, safe='/')}"
    assert {
        parse_doi(printed),
        parse_doi(f"doi:{printed}"),
        normalise_identifier(f"DOI:{printed}").removeprefix("doi:"),
        identify_address(address).doi,
        identify_address(f"https://dx.doi.org/{quote(printed, safe='')}").doi,
        identify_address(f"https://example.org/doi/full/{quote(printed)}/pdf").doi,
        make_identifiers(doi=(printed,)).doi,
        make_identifiers(doi=(address,)).doi,
        in_bibtex(f"doi = {{{printed}}}").doi,
        in_bibtex(f"url = {{{address}}}").doi,
        doi_of(link(address)),
        *(identify_address(one).doi for one in Identifiers(doi=name).addresses()),
    } == {name}
    assert {
        make_reference(doi=printed),
        *find_citations(f"We extend {printed}."),
        *find_citations(f"We extend ({address}), which folds."),
    } == {f"doi:{name}"}


@given(TEXTS)
def test_a_name_that_was_read_is_read_again_as_it_is(text: str) -> None:
    for name in (parse_arxiv(text), *(found.name for found in find_arxiv_ids(text))):
        assert name is None or parse_arxiv(name) == name
    for found in find_dois(text):
        assert parse_doi(found.name) == found.name
    doi = parse_doi(text)
    assert doi is None or parse_doi(doi) == doi
    assert normalise_identifier(normalise_identifier(text)) == normalise_identifier(text)
    ids = identify_address(text)
    assert normalise_identifiers(ids.arxiv, ids.doi) == ids
    for name in find_citations(text):
        assert normalise_identifier(name) == name


@given(TEXTS)
def test_what_is_found_in_a_text_stands_there(text: str) -> None:
    for found in (*find_arxiv_ids(text), *find_dois(text)):
        assert 0 <= found.start < found.end <= len(text)
        assert found.name.rpartition("/")[2][:4].lower() in text[found.start : found.end].lower() or "%" in text
