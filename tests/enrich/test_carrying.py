"""What an earlier run added is kept where the answers of this run lack it."""

from dataclasses import replace

import pytest
from tests.case_tables import cases

from papertrace.enrich.combine import carry_on
from papertrace.model import Entry, Identifiers, Span
from papertrace.model.papers.facts import CodeCandidate
from papertrace.model.papers.paper import Added

EARLIER, TODAY = "openalex 2026-01-01", "openalex 2026-02-01"
BY_CROSSREF = "crossref 2026-01-01"
BARE = Entry(title="Tides", abstract="", span=Span("openalex", 1), end_line=1, added=Added())
FULL = Entry(
    title="Tides",
    abstract="We weigh tides.",
    span=Span("openalex", 1),
    end_line=1,
    authors=("Ann Doe",),
    date="2020-02-03",
    venue="Harbour Letters",
    volume="3",
    first_page="7",
    keywords=("tides",),
    n_citations=3,
    identifiers=Identifiers(doi="10.5555/tides", openalex="W1"),
    references=("doi:10.5555/ropes",),
    aliases=("openalex:W1",),
    added=Added(
        sources=tuple((name, EARLIER) for name in ("abstract", "authors", "doi", "references", "urls", "venue")),
        urls=("https://example.org/tides.pdf",),
        is_open_access=True,
        code=(CodeCandidate(url="https://github.com/acme/tides", source=EARLIER),),
        orcids=(("Ann Doe", "0000-0000-0000-0001"),),
    ),
    cited=(("doi:10.5555/ropes", "Ropes"),),
)


def facts(entry: Entry | None) -> Added:
    assert entry is not None
    assert entry.added is not None
    return entry.added


@pytest.mark.parametrize("entry", [None, BARE, FULL], ids=["nothing", "bare", "full"])
def test_a_run_beside_nothing_is_itself(entry: Entry | None) -> None:
    assert carry_on(entry, None) == entry
    assert carry_on(None, entry) == entry


@pytest.mark.parametrize("entry", [BARE, FULL], ids=["bare", "full"])
def test_the_same_answers_again_change_nothing(entry: Entry) -> None:
    assert carry_on(entry, entry) == entry


def test_a_run_without_answers_takes_nothing_back() -> None:
    kept = carry_on(BARE, FULL)

    assert kept is not None
    names = ("abstract", "authors", "date", "venue", "volume", "keywords", "n_citations", "identifiers", "references")
    assert [getattr(kept, name) for name in names] == [getattr(FULL, name) for name in names]
    assert kept.aliases == FULL.aliases
    assert facts(kept) == facts(FULL)


def test_a_new_answer_wins_with_its_own_source() -> None:
    new = replace(BARE, abstract="We weigh new tides.", n_citations=5, added=Added(sources=(("abstract", TODAY),)))

    kept = carry_on(new, FULL)

    assert kept is not None
    assert (kept.abstract, kept.n_citations, kept.authors) == ("We weigh new tides.", 5, FULL.authors)
    assert dict(facts(kept).sources)["abstract"] == TODAY
    assert dict(facts(kept).sources)["authors"] == EARLIER


@cases("source, venue, volume", named=True)
def test_facts_of_the_publication_are_kept_or_replaced_together(source: str, venue: str, volume: str | None) -> None:
    kept = carry_on(replace(BARE, venue="WAVES", added=Added(sources=(("venue", source),))), FULL)

    assert kept is not None
    assert (kept.venue, kept.volume) == (venue, volume)


def test_a_new_answer_that_tells_as_much_of_the_publication_wins() -> None:
    new = replace(BARE, venue="WAVES", volume="8", first_page="1", added=Added(sources=(("venue", BY_CROSSREF),)))

    kept = carry_on(new, FULL)

    assert kept is not None
    assert (kept.venue, kept.volume, kept.first_page) == ("WAVES", "8", "1")


def test_addresses_of_both_runs_are_united_unless_one_service_tells_them_again() -> None:
    new = "https://example.org/new.pdf"
    again, other = (Added(sources=(("urls", source),), urls=(new,)) for source in (TODAY, BY_CROSSREF))

    assert facts(carry_on(replace(BARE, added=again), FULL)).urls == (new,)
    assert facts(carry_on(replace(BARE, added=other), FULL)).urls == (new, "https://example.org/tides.pdf")


def test_references_of_both_runs_are_united_and_name_both_services() -> None:
    new = replace(
        BARE, references=("doi:10.5555/salt", "doi:10.5555/ropes"), added=Added(sources=(("references", BY_CROSSREF),))
    )

    kept = carry_on(new, FULL)

    assert kept is not None
    assert kept.references == ("doi:10.5555/salt", "doi:10.5555/ropes")
    assert dict(facts(kept).sources)["references"] == f"{BY_CROSSREF}, {EARLIER}"


@cases("source, urls", named=True)
def test_repositories_are_replaced_by_those_that_their_service_names_now(source: str, urls: list[str]) -> None:
    new = replace(BARE, added=Added(code=(CodeCandidate(url="https://github.com/acme/new", source=source),)))

    assert [one.url for one in facts(carry_on(new, FULL)).code] == urls


def test_an_entry_that_tells_of_no_added_facts_is_not_united() -> None:
    printed = replace(BARE, added=None)

    assert carry_on(printed, FULL) == printed
    assert carry_on(BARE, replace(FULL, added=None)) == BARE


@pytest.mark.parametrize(
    ("new", "expected", "source"),
    [(None, True, EARLIER), (False, False, TODAY)],
    ids=["not told now", "told otherwise"],
)
def test_open_access_is_carried_on_with_its_source(new: bool | None, expected: bool, source: str) -> None:  # noqa: FBT001
    earlier = replace(FULL, added=replace(facts(FULL), sources=(("is_open_access", EARLIER),)))
    told = () if new is None else (("is_open_access", TODAY),)

    kept = facts(carry_on(replace(BARE, added=Added(sources=told, is_open_access=new)), earlier))

    assert kept.is_open_access is expected
    assert dict(kept.sources)["is_open_access"] == source
