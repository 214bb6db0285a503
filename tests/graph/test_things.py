"""What papers name: authors, venues and others, and authors and venues as nodes."""

from collections.abc import Callable
from pathlib import Path

from tests.folders import CASES

import papertrace
from papertrace.graph.build import build_graph
from papertrace.graph.settings import GraphSettings
from papertrace.graph.things import collect_things, read_cited_works
from papertrace.model import Paper
from papertrace.model.papers.facts import Affiliation
from papertrace.model.papers.paper import Added

MakePaper = Callable[..., Paper]
ADA = ("Ada Ito", "0000-0000-0000-0001")
OTHER_ADA = ("Ada Ito", "0000-0000-0000-0002")


def test_papers_without_authors_give_none(make_paper: MakePaper) -> None:
    assert collect_things([make_paper("a")], "authors") == []


def test_one_full_name_is_one_author_and_says_so(make_paper: MakePaper) -> None:
    (author,) = collect_things(
        [make_paper("a", authors=("Ada Ito",)), make_paper("b", authors=("ITO, Ada",))], "authors"
    )

    assert (author.label, author.identity, list(author.holders)) == ("Ada Ito", "name", [0, 1])


def test_two_ids_of_one_name_are_two_authors(make_paper: MakePaper) -> None:
    papers = [
        make_paper("a", authors=("Ada Ito",), added=Added(orcids=(ADA,))),
        make_paper("b", authors=("Ada Ito",), added=Added(orcids=(OTHER_ADA,))),
        make_paper("c", authors=("Ada Ito",)),
    ]

    found = collect_things(papers, "authors")

    assert [(author.identity, list(author.holders)) for author in found] == [
        ("name", [2]),
        ("orcid", [0]),
        ("orcid", [1]),
    ]


def test_a_name_with_one_id_is_that_person_everywhere(make_paper: MakePaper) -> None:
    papers = [make_paper("a", authors=("Ada Ito",), added=Added(orcids=(ADA,))), make_paper("b", authors=("Ada Ito",))]

    (author,) = collect_things(papers, "authors")

    assert (author.key, list(author.holders)) == ("orcid:0000-0000-0000-0001", [0, 1])


def test_spellings_of_a_venue_are_one(make_paper: MakePaper) -> None:
    papers = [make_paper("a", venue="J. Grids"), make_paper("b", venue="J GRIDS"), make_paper("c", venue="")]

    (venue,) = collect_things(papers, "venues")

    assert (venue.label, list(venue.holders)) == ("J. Grids", [0, 1])


def test_authors_and_venues_are_linked_to_their_papers(make_paper: MakePaper) -> None:
    papers = [
        make_paper("a", authors=("Ada Ito", "Max Weber"), venue="J. Grids"),
        make_paper("b", authors=("Ada Ito",)),
    ]

    graph = build_graph(papers, GraphSettings(nodes=("papers", "authors", "venues")))

    assert set(graph.neighbors("author:ada ito")) == {"a", "b"}
    assert set(graph.neighbors("venue:j grids")) == {"a"}
    assert graph.graph["n_nodes_author"] == 2
    kinds = {facts["kind"] for *_, facts in graph.edges(data=True)}
    assert kinds == {"authorship", "publication"}


def test_the_figures_of_a_graph_without_such_nodes_stay(make_paper: MakePaper) -> None:
    graph = build_graph([make_paper("a", authors=("Ada Ito",), venue="J. Grids")])

    assert not {name for name in graph.graph if "author" in name or "publication" in name}


def test_an_author_without_a_letter_is_nobody(make_paper: MakePaper) -> None:
    assert collect_things([make_paper("a", authors=("\u2014", "Ada Ito", "..."))], "authors")[0].label == "Ada Ito"
    assert len(collect_things([make_paper("a", authors=("\u2014", "Ada Ito", "..."))], "authors")) == 1


def test_things_are_told_apart_by_letters_and_keep_the_first_spelling(make_paper: MakePaper) -> None:
    papers = [make_paper("a", keywords=("Deep Learning", "ice")), make_paper("b", keywords=("deep-learning",))]

    found = collect_things(papers, "keywords")

    assert [(one.label, list(one.holders)) for one in found] == [("Deep Learning", [0, 1]), ("ice", [0])]


def test_institutions_and_countries_are_those_of_the_affiliations(make_paper: MakePaper) -> None:
    papers = [make_paper("a", affiliations=(Affiliation(institution="Harbour Institute", country="NO"),))]

    assert [one.label for kind in ("institutions", "countries") for one in collect_things(papers, kind)] == [
        "Harbour Institute",
        "NO",
    ]


def test_a_cited_work_is_described_by_the_paper_or_by_the_reference(make_paper: MakePaper) -> None:
    names = ("a", "doi:10.1000/x", "work:saar-1971-tides", "doi:10.1000/y")
    papers = [
        make_paper("a", authors=("Ada Ito",), date="2020-05-19"),
        make_paper(
            "b",
            references=names,
            cited=(("doi:10.1000/x", "Ropes (1999)"),),
            cited_authors=(("doi:10.1000/x", "Roe R (1999)"), ("doi:10.1000/y", "NOVAK P (1989)")),
        ),
    ]

    none, found = read_cited_works(papers)

    assert none == []
    assert found == [
        ("a", "Title of a (2020)", "Ada Ito", 2020),
        ("doi:10.1000/x", "Ropes (1999)", "Roe R", 1999),
        ("work:saar-1971-tides", "work:saar-1971-tides", "Saar", 1971),
        ("doi:10.1000/y", "NOVAK P (1989)", "NOVAK P", 1989),
    ]


def test_first_authors_of_references_survive_the_extracted_form(tmp_path: Path) -> None:
    papers = list(papertrace.extract_papers([CASES / "studies" / "harbour.csv"]))
    papertrace.write_papers(papers, tmp_path / "papers.jsonl")

    labels = [one.label for one in collect_things(papers, "cited_authors")]

    assert labels == ["Diaz M.", "Ito A.", "Kim S.", "Lindqvist B.", "Novak P.", "Okoye C.", "Saar T.L.", "Weber M."]
    read = list(papertrace.read_papers(tmp_path / "papers.jsonl"))
    assert [one.cited_authors for one in read] == [one.cited_authors for one in papers]
    again = papertrace.extract_papers([tmp_path / "papers.jsonl"])
    assert [one.label for one in collect_things(list(again), "cited_authors")] == labels
