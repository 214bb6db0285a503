"""Bibliographies in XML."""

import pytest
from tests.folders import CASES

from papertrace.listings.bibliographies import xml_elements
from papertrace.listings.bibliographies.xml_bibliography import parse
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"


def read(name: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse((FOLDER / name).read_text("utf-8").split("\n"), name))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def test_endnote_gives_titles_people_and_facts() -> None:
    (first, second), problems = read("endnote.xml")

    assert not problems
    assert (first.title, first.authors, first.date) == ("Lanterns for Deep Grids", ("Jane Doe", "R. Roe"), "2019-03-04")
    assert (first.venue, first.publisher, first.type, first.volume, first.first_page, first.keywords) == (
        *("Journal of Lanterns", "Example Press", "Journal Article", "7", "12"),
        ("lanterns", "grids"),
    )
    assert first.abstract == "We light a grid & measure it."
    assert first.identifiers.doi == "10.1000/lanterns.1"
    assert [target.raw for target in first.targets] == [
        "https://example.org/lanterns",
        "https://example.org/lanterns.pdf",
    ]
    assert (second.title, second.type, second.date) == ("Harbours of Slow Light", "Book", "2003")


def test_pubmed_gives_its_own_doi_and_not_that_of_a_reference() -> None:
    (first, second), _ = read("pubmed.xml")

    assert (first.title, first.date) == ("Pruning with Malus in view.", "2020-02")
    assert first.authors == ("Ann B Poe", "Orchard Group")
    assert first.identifiers.doi == "10.1000/orchard.2"
    assert (first.abstract, first.keywords, first.index_keywords) == ("We prune. Trees grow.", ("pruning",), ("Trees",))
    assert (second.title, second.identifiers.doi) == ("Clay & its uses", None)


def test_zotero_gives_items_and_no_attachments() -> None:
    (first, second), problems = read("zotero.rdf")

    assert (first.title, first.venue, first.authors, first.date) == (
        "Tides under Glass",
        "Tidal Letters",
        ("Bo Moe",),
        "2018-06",
    )
    assert (first.identifiers.doi, [one.raw for one in first.targets]) == (
        "10.1000/tides.9",
        ["https://example.org/tides"],
    )
    assert (second.title, second.venue) == ("Dunes that Walk", "A Book of Sand")
    assert all(problem.harmless for problem in problems)


def test_dblp_gives_titles_without_the_final_stop_and_names_without_numbers() -> None:
    (first, second), _ = read("dblp.xml")

    assert (first.title, first.authors) == ("Counting k-Cliques at Sea", ("Jane Doe", "Jürgen Roe"))
    assert (first.identifiers.doi, first.first_page, first.type) == ("10.1000/sea.5", "1", "inproceedings")
    assert (second.title, second.venue, second.volume) == ("Ropes", "J. Ropes", "3")


@pytest.mark.parametrize(
    ("bad", "fact"),
    [
        ("<record><titles></record>", "malformed XML on line 1"),
        ("<record><titles></titles></record>", "without a title"),
        ("<record><x>&undefined;</x></record>", "malformed XML"),
    ],
)
def test_a_broken_record_costs_no_other(bad: str, fact: str) -> None:
    good = "<record><titles><title>Good One</title></titles></record>"
    items = list(parse([f"<xml><records>{good}{bad}{good}</records></xml>"], "x.xml"))

    assert [item.title for item in items if isinstance(item, Entry)] == ["Good One", "Good One"]
    (problem,) = [item for item in items if isinstance(item, Problem)]
    assert fact in problem.message


def test_of_records_that_are_no_xml_only_they_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_elements, "_MAX_RECORD_CHARS", 60)
    lines = ["</record><record/>", "<record>A\ud800</record>", "<record>A<b></record>", f"<record>{'x' * 70}", "<x>"]

    *problems, last = xml_elements.split_xml([*lines, "<record><record/>A</record><record>"], "a.xml", "record")

    assert [str(one).partition(" (")[0] for one in problems if isinstance(one, Problem)] == [
        "a.xml:2:1: unsafe XML",
        "a.xml:3:1: malformed XML on line 3",
        "a.xml:4:1: the record has no end; left out",
    ]
    assert [one.span.line for one in problems if not isinstance(one, Problem)] == [6]
    assert str(last) == "a.xml:6:28: the record has no end; left out"


def test_an_element_inside_another_of_its_name_is_part_of_it() -> None:
    text = "<dblp><article key='a'><title>Sand</title><article><title>Salt</title></article></article></dblp>"
    entries = [item for item in parse([text], "a.xml") if isinstance(item, Entry)]

    assert [entry.title for entry in entries] == ["Sand"]


def test_notes_and_containers_of_zotero_are_no_papers() -> None:
    head = "<rdf:RDF xmlns:rdf='r' xmlns:z='http://www.zotero.org/namespaces/export#' xmlns:bib='b' xmlns:dc='d'>"
    note = "<bib:Memo><z:itemType>note</z:itemType><dc:title>Remember</dc:title></bib:Memo>"
    book = "<bib:Book><dc:title>A Book of Sand</dc:title></bib:Book>"
    paper = "<bib:Article><z:itemType>journalArticle</z:itemType><dc:title>Dunes</dc:title></bib:Article>"
    entries = [item for item in parse([head, note, book, paper, "</rdf:RDF>"], "a.rdf") if isinstance(item, Entry)]

    assert [entry.title for entry in entries] == ["Dunes"]
