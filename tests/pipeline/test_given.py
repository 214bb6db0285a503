"""What is not a paper is refused with the call that reads papers."""

from collections.abc import Callable
from pathlib import Path

import pytest

import papertrace

PAPER = papertrace.Paper(id="p", title="Fold", abstract="", entries=())
TAKERS: list[Callable[..., object]] = [papertrace.build_graph, papertrace.show, papertrace.to_pandas]


@pytest.mark.parametrize("take", TAKERS)
@pytest.mark.parametrize("path", ["papers.bib", Path("papers.bib")])
def test_a_path_is_answered_with_the_call_that_reads_it(take: Callable[..., object], path: str | Path) -> None:
    with pytest.raises(TypeError, match=r"takes papers, not .*; papertrace\.extract_papers\(\['papers\.bib'\]\) reads"):
        take(path)


@pytest.mark.parametrize("take", TAKERS)
@pytest.mark.parametrize("given", [3, None, ["Fold"], [PAPER, {"title": "Fold"}]])
def test_anything_else_is_no_paper(take: Callable[..., object], given: object) -> None:
    with pytest.raises(TypeError, match=rf"^{take.__name__} takes papers, not "):
        take(given)


def test_papers_of_any_iterable_are_taken() -> None:
    assert list(papertrace.build_graph(paper for paper in [PAPER])) == ["p"]


@pytest.mark.parametrize("given", [None, 3, PAPER, [PAPER], [b"https://a.test"]])
def test_what_is_no_link_is_not_audited(given: object) -> None:
    with pytest.raises(TypeError, match=r"^audit_links takes .*; papertrace\.collect_links\(\['papers\.bib'\]\) reads"):
        papertrace.audit_links(given)  # type: ignore[arg-type]


def test_a_missing_file_is_raised_and_not_logged_as_well(caplog: pytest.LogCaptureFixture) -> None:
    for read in (lambda path: list(papertrace.extract_papers(path)), papertrace.collect_links, papertrace.audit_links):
        with pytest.raises(papertrace.ListingError, match=r"nowhere\.bib: no such file"):
            read(["nowhere.bib"] if read is papertrace.collect_links else "nowhere.bib")

    assert caplog.messages == []


def test_the_links_of_a_path_or_one_address_are_audited(tmp_path: Path) -> None:
    listing = tmp_path / "links.txt"
    listing.write_text("https://tool.example/\nhttps://other.example/\n", encoding="utf-8")
    nothing = papertrace.AuditSettings(exclude=("example",))

    for given in (listing, str(listing)):
        assert len(papertrace.audit_links(given, nothing).findings) == 2
    assert [one.link.url for one in papertrace.audit_links("https://tool.example/", nothing).verdicts] == [
        "https://tool.example/"
    ]
    with pytest.raises(papertrace.ListingError, match=r"nowhere\.bib"):
        papertrace.audit_links(tmp_path / "nowhere.bib")


def test_nodes_and_layers_are_named_as_on_the_command_line() -> None:
    papers = [PAPER, papertrace.Paper(id="q", title="Ice", abstract="", entries=(), authors=("Ada Ito",))]

    by_text = papertrace.build_graph(papers, nodes="papers, authors", layers="co-citation,coupling")
    by_names = papertrace.build_graph(papers, nodes=["papers", "authors"], layers=["co_citation", "coupling"])

    assert list(by_text) == list(by_names) == ["p", "q", "author:ada ito"]
    assert by_text.graph["group_by"] == "co_citation|coupling"
    for wrong in ({"nodes": "paper"}, {"layers": ["citatoin"]}):
        with pytest.raises(papertrace.SettingsError, match=r"did you mean '(papers|citation)'"):
            papertrace.build_graph(papers, **wrong)


def test_what_the_package_lists_is_public() -> None:
    assert set(dir(papertrace)) == {*papertrace.__all__, "__version__"}


@pytest.mark.parametrize("given", ["papers.bib", None, [PAPER], PAPER])
def test_what_is_no_graph_is_not_written(given: object, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"^write_graph takes a graph, not .*; papertrace\.build_graph\(papers\) makes"):
        papertrace.write_graph(given, tmp_path / "map.html")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^to_pyvis takes a graph, not "):
        papertrace.to_pyvis(given)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^write_report takes the result of audit_links, not "):
        papertrace.write_report(given, tmp_path / "audit.html")  # type: ignore[arg-type]


def test_an_unknown_notation_is_an_error_of_papertrace() -> None:
    with pytest.raises(
        papertrace.PapertraceError, match=r"^markup is 'htm', did you mean 'html'\? \(known: text, md, "
    ):
        papertrace.find_links("https://example.org/", markup="htm")
