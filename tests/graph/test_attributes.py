from collections.abc import Callable
from dataclasses import replace

import pytest

from papertrace.graph.attributes import edge_attributes, main_url, paper_attributes
from papertrace.model import Concept, Edge, EdgeKind, Identifiers, Link, LinkKind, LinkRole, Paper
from papertrace.model.papers.facts import Affiliation

MakePaper = Callable[..., Paper]
MakeLink = Callable[..., Link]


def test_year_that_is_not_printed_is_absent(make_paper: MakePaper) -> None:
    assert "year" not in paper_attributes(make_paper("a", date="--05-19"))
    assert paper_attributes(make_paper("a", date="2025-05-19"))["year"] == 2025


def test_lists_are_joined_and_a_bar_inside_an_item_is_no_separator(make_paper: MakePaper) -> None:
    attributes = paper_attributes(make_paper("a", "x|y", "z", authors=("A. One", "B. | Two")))
    assert attributes["concepts"] == "X/Y|Z"
    assert attributes["authors"] == "A. One|B. / Two"


def test_label_is_the_whole_title_on_one_line(make_paper: MakePaper) -> None:
    assert paper_attributes(make_paper("a", title="Atlas:\n <b>all</b>\tof it"))["label"] == "Atlas: <b>all</b> of it"
    assert paper_attributes(make_paper("a", title=""))["label"] == "a"


def test_attributes_of_facts_are_missing_where_they_are_not_known(make_paper: MakePaper) -> None:
    affiliations = (
        Affiliation(institution="Harbour Institute", country="NO"),
        Affiliation(institution="Tide College"),
        Affiliation(institution="Ferry | School", country="FR"),
        Affiliation(institution="Harbour Institute", city="Bergen", country="NO"),
    )
    known = make_paper("a", affiliations=affiliations, funding=("Tide Fund", "Ice Council"), language="no")
    expected = {
        "language": "no",
        "institutions": "Harbour Institute|Tide College|Ferry / School",
        "countries": "NO|FR",
        "country": "NO",
        "funding": "Tide Fund|Ice Council",
    }
    bare, full = map(paper_attributes, (make_paper("a"), known))

    assert bare.keys().isdisjoint(expected)
    assert {name: full[name] for name in expected} == expected


def test_formulas_are_shown_in_plain_characters(make_paper: MakePaper) -> None:
    concept = Concept(key="pi0", label=r"$\pi_0$")
    attributes = paper_attributes(replace(make_paper("a", title=r"$\mathcal{O}(n^{2})$ Ferries"), concepts=(concept,)))
    assert (attributes["label"], attributes["concepts"]) == ("O(n²) Ferries", "π₀")


def test_repositories_are_named_with_their_host_and_without_those_of_others(
    make_paper: MakePaper, make_link: MakeLink
) -> None:
    links = (
        make_link("https://github.com/acme/other", LinkRole.OTHER),
        make_link("https://gitlab.com/group/sub/tool", LinkRole.UNKNOWN),
        make_link("https://github.com/acme/own"),
    )
    attributes = paper_attributes(make_paper("a", links=links))
    assert attributes["repositories"] == "github.com/acme/own|gitlab.com/group/sub/tool"


@pytest.mark.parametrize(
    ("urls", "identifiers", "expected"),
    [
        pytest.param((), Identifiers(), "", id="nothing known"),
        pytest.param((), Identifiers(doi="10.1000/x"), "https://doi.org/10.1000/x", id="DOI"),
        pytest.param((), Identifiers(arxiv="2501.1", doi="10.1000/x"), "https://arxiv.org/abs/2501.1", id="arXiv"),
        pytest.param(
            (("https://acme.example.org/page", "project_page"), ("https://github.com/acme/tool", "repository")),
            Identifiers(arxiv="2501.1"),
            "https://github.com/acme/tool",
            id="its code before its page",
        ),
        pytest.param((("https://example.org/x", "page"),), Identifiers(), "https://example.org/x", id="any page"),
        pytest.param((("javascript:alert(1)//example.org/x", "page"),), Identifiers(), "", id="a script"),
    ],
)
def test_address_of_a_paper(
    make_paper: MakePaper,
    make_link: MakeLink,
    urls: tuple[tuple[str, str], ...],
    identifiers: Identifiers,
    expected: str,
) -> None:
    links = tuple(make_link(url, kind=LinkKind(kind)) for url, kind in urls)
    assert main_url(make_paper("a", links=links, identifiers=identifiers)) == expected


def test_directed_edge_says_where_it_leads() -> None:
    edge = Edge(source="b", target="a", kind=EdgeKind.MENTION, weight=1.23456, evidence=("We | beat it.",))
    assert edge_attributes(edge, "e7") == {
        "kind": "mention",
        "weight": 1.2346,
        "label": "We | beat it.",
        "interaction": "mention",
        "evidence": "We / beat it.",
        "edge_key": "e7",
        "tail": "b",
        "head": "a",
    }


def test_undirected_edge_has_neither_tail_nor_head() -> None:
    edge = Edge(source="a", target="b", kind=EdgeKind.CONCEPT, weight=1.0, evidence=("x",))
    assert edge_attributes(edge, "e0").keys().isdisjoint({"tail", "head"})


def test_formulas_of_reasons_are_shown_in_plain_characters() -> None:
    edge = Edge(source="a", target="b", kind=EdgeKind.CONCEPT, weight=1.0, evidence=(r"$\beta$-divergence",))
    assert edge_attributes(edge, "e0")["evidence"] == "β-divergence"


def test_edge_label_holds_the_first_reasons_that_fit() -> None:
    edge = Edge(source="a", target="b", kind=EdgeKind.CONCEPT, weight=1.0, evidence=("x" * 30, "y" * 28, "z" * 10))
    assert edge_attributes(edge, "e0")["label"] == f"{'x' * 30}, {'y' * 28}"
    long = Edge(source="a", target="b", kind=EdgeKind.MENTION, weight=1.0, evidence=("word " * 100,))
    assert len(str(edge_attributes(long, "e0")["label"])) <= 60
