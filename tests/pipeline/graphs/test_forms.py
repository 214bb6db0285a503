"""What each form of a drawing is given, and what a drawing says of the run."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.pipeline.graphs.papers import PAPERS, CountingEngine

from papertrace.errors import ExportError, ListingError
from papertrace.export import Writer
from papertrace.export.files.tables import TabulatedGraph
from papertrace.graph.settings import GraphSettings
from papertrace.model import Link, LinkKind, LinkRole, Outcome, Paper, Problem, RepoRef, Span, Verdict
from papertrace.model.summary import Drawing
from papertrace.pipeline import drawing
from papertrace.pipeline.drawing import Outputs, draw
from papertrace.pipeline.earlier import EarlierPapers
from papertrace.pipeline.reading import title_papers
from papertrace.pipeline.steps import Progress

if TYPE_CHECKING:
    import networkx as nx

CODE = "https://github.com/acme/{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptForm(Writer):
    """A form that keeps what it is given; `error` is raised then."""

    module: str = ""
    function: str = ""
    error: Exception | None = None
    given: list[dict[str, Any]] = field(default_factory=list)

    def write(
        self,
        graph: "nx.Graph[str] | TabulatedGraph",
        path: Path,
        *,
        papers: Sequence[Paper] = (),
        verdicts: Iterable[Verdict] = (),
        title: str = "papertrace",
        color_by: str | None = None,
        size_by: str | None = None,
    ) -> None:
        """Keep the arguments."""
        assert isinstance(graph, TabulatedGraph)
        columns = graph.columns
        nodes = dict(zip(columns.ids, columns.nodes.rows(), strict=True))
        kept = {"papers": papers, "verdicts": verdicts, "title": title, "color_by": color_by, "size_by": size_by}
        self.given.append({"nodes": nodes, "path": path, "papers": papers} | kept)
        if self.error:
            raise self.error


def with_code(paper: Paper, name: str) -> Paper:
    repository = RepoRef("github.com", "acme", name)
    url = CODE.format(name)
    link = Link(
        raw=url,
        url=url,
        span=Span("a.txt", 1),
        kind=LinkKind.REPOSITORY,
        role=LinkRole.OWN,
        repository=repository,
    )
    return replace(paper, links=(link,))


LISTED = tuple(with_code(paper, name) for paper, name in zip(PAPERS, ("alpha", "beta", "gamma"), strict=True))


def audit(path: Path, day: str = "", **outcomes: str) -> Path:
    """Write the report of an audit of some repositories, with a line that is no verdict at its end."""
    lines = [
        {"url": CODE.format(name), "outcome": outcome, "reason": "seen", "checked_at": day or None}
        for name, outcome in outcomes.items()
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines) + "no verdict\n", "utf-8")
    return path


def draw_forms(folder: Path, *forms: Writer, papers: Sequence[Paper] = LISTED, **options: Any) -> Drawing:  # noqa: ANN401
    """Draw some papers in forms that write nothing."""
    files = tuple((form, folder / f"papers{form.suffix}") for form in forms)
    return draw(papers, Outputs(folder=folder, files=files), **options)


def form(name: str = "kept", **facts: Any) -> KeptForm:  # noqa: ANN401 - any field of a form
    return KeptForm(name=name, suffix=f".{name}", **facts)


def test_a_form_gets_the_graph_the_papers_and_what_its_marks_say(tmp_path: Path) -> None:
    kept = form(shows_papers=True)

    draw_forms(tmp_path, kept, color_by="year", size_by="citations")

    (given,) = kept.given
    assert {"p1", "p2", "p3"} <= given["nodes"].keys()
    assert given["papers"] == LISTED
    assert (given["path"], given["verdicts"]) == (tmp_path / "papers.kept", ())
    assert (given["color_by"], given["size_by"]) == ("year", "citations")
    assert given["title"] == title_papers(LISTED)


@pytest.mark.parametrize(
    ("shows_papers", "title", "expected"),
    [(True, "Tusks", "Tusks"), (False, "Tusks", ""), (False, None, "")],
    ids=["given", "not shown", "neither given nor shown"],
)
def test_a_title_is_for_forms_that_show_one(
    title: str | None, expected: str, tmp_path: Path, *, shows_papers: bool
) -> None:
    kept = form(shows_papers=shows_papers)

    draw_forms(tmp_path, kept, title=title)

    assert kept.given[0]["title"] == expected


def test_the_engine_that_is_given_links_the_papers(tmp_path: Path) -> None:
    kept = form()
    with CountingEngine() as engine:
        draw_forms(tmp_path, kept, engine=engine)

        assert engine.n_maps > 0


def test_the_outcomes_of_an_audit_are_those_of_papers_and_repositories(tmp_path: Path) -> None:
    kept = form()
    problems: list[Problem] = []

    found = draw_forms(
        tmp_path,
        kept,
        verdicts=[audit(tmp_path / "now.jsonl", alpha="dead", beta="alive")],
        on_problem=problems.append,
        papers=(*LISTED[:2], with_code(PAPERS[2], "alpha")),
        settings=GraphSettings(nodes=("papers", "repositories")),
    )

    (given,) = kept.given
    outcomes = {node: facts.get("outcome") for node, facts in given["nodes"].items()}
    assert (outcomes["p1"], outcomes["p2"]) == ("dead", "alive")
    assert (outcomes["p3"], outcomes["repository:github.com/acme/alpha"]) == ("dead", "dead")
    assert [verdict.outcome for verdict in given["verdicts"]] == [Outcome.DEAD, Outcome.ALIVE]
    assert found.verdicts is not None
    assert (found.changes, found.n_new) == (None, None)
    assert [problem.span.source for problem in problems] == [str(tmp_path / "now.jsonl")]


def test_an_earlier_audit_says_how_code_has_changed(tmp_path: Path) -> None:
    kept = form()
    problems: list[Problem] = []

    found = draw_forms(
        tmp_path,
        kept,
        verdicts=[
            audit(tmp_path / "before.jsonl", "2026-01-01T00:00:00Z", alpha="alive", beta="dead"),
            audit(tmp_path / "now.jsonl", "2026-02-01T00:00:00Z", alpha="dead", beta="alive"),
        ],
        on_problem=problems.append,
    )

    changes = {node: facts.get("change") for node, facts in kept.given[0]["nodes"].items()}
    assert (changes["p1"], changes["p2"], changes["p3"]) == ("died", "recovered", "")
    assert found.changes == {"died": 1, "recovered": 1}
    assert {Path(problem.span.source).name for problem in problems} == {"now.jsonl", "before.jsonl"}


def test_audits_in_the_wrong_order_are_refused_by_name(tmp_path: Path) -> None:
    first = audit(tmp_path / "first.jsonl", "2026-01-01T00:00:00Z", alpha="alive")
    second = audit(tmp_path / "second.jsonl", "2026-02-01T00:00:00Z", alpha="dead")

    with pytest.raises(ListingError, match=r"second\.jsonl: was checked after .*first\.jsonl"):
        draw_forms(tmp_path, form(), verdicts=[second, first])


def test_papers_that_an_earlier_graph_lacks_are_new(tmp_path: Path) -> None:
    kept = form()

    found = draw_forms(tmp_path, kept, earlier=EarlierPapers(ids=frozenset({"p2"}), identifiers=frozenset(), titles={}))

    new = {node: facts.get("new") for node, facts in kept.given[0]["nodes"].items()}
    assert (new["p1"], new["p2"], new["p3"], found.n_new) == ("yes", "no", "yes", 2)


def test_a_form_that_fails_costs_no_other_and_what_nobody_foresaw_is_raised_after_all(tmp_path: Path) -> None:
    failure, bug = ExportError("disk full"), ValueError("a bug")
    forms = (form("first"), form("second", error=failure), form("third"))

    found = draw_forms(tmp_path, *forms)

    assert found.files == (tmp_path / "papers.first", tmp_path / "papers.third")
    assert (found.failures, found.folder) == ((failure,), tmp_path)
    last = form("last")
    with pytest.raises(ValueError, match="a bug") as caught:
        draw_forms(tmp_path, form("second", error=bug), form("other", error=TypeError("another")), last)
    assert caught.value is bug
    assert len(last.given) == 1


@pytest.mark.parametrize("error", [None, ExportError("disk full")], ids=["written", "failed"])
def test_a_picture_is_drawn_after_the_files_and_is_not_one_of_them(error: Exception | None, tmp_path: Path) -> None:
    picture, earlier = tmp_path / "elsewhere.svg", ExportError("planned in vain")
    shown: list[str] = []
    outputs = Outputs(
        folder=tmp_path,
        files=((form(), tmp_path / "papers.kept"),),
        picture=(form("svg", error=error), picture),
        failures=(earlier,),
    )

    found = draw(LISTED, outputs, on_progress=lambda progress: shown.append(progress.step))

    assert shown == ["linking", "writing papers.kept", "writing elsewhere.svg"]
    assert found.files == (tmp_path / "papers.kept",)
    assert found.picture == (None if error else picture)
    assert found.failures == ((earlier, error) if error else (earlier,))


def test_the_steps_are_shown_of_more_papers_than_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for most, is_shown in ((len(LISTED) - 1, True), (len(LISTED), False)):
        monkeypatch.setattr(drawing, "MAX_IN_MEMORY", most)
        shown: list[Progress] = []
        draw_forms(tmp_path, form(), on_progress=shown.append)

        assert shown[0] == Progress("linking")
        compared = [(one.done, one.total) for one in shown if one.step.endswith("of 7, comparing papers")]
        assert compared == ([(0, len(LISTED)), (len(LISTED), len(LISTED))] if is_shown else [])


@pytest.mark.parametrize(
    ("settings", "n_expected"),
    [(None, 1), (GraphSettings(), 1), (GraphSettings(weight="cosine"), 0)],
    ids=["by default", "texts are compared", "texts are not compared"],
)
def test_papers_without_an_abstract_are_counted_where_texts_are_compared(
    settings: GraphSettings | None, n_expected: int, tmp_path: Path
) -> None:
    untold = Paper(id="p4", title="A Note on Tusks", abstract="", entries=())

    found = draw_forms(tmp_path, form(), papers=(*LISTED, untold), settings=settings)

    assert (found.n_without_abstract, found.graph.n_papers) == (n_expected, 4)


def test_the_settings_are_those_of_the_graph(tmp_path: Path) -> None:
    assert draw_forms(tmp_path, form(), settings=GraphSettings(pruning="none")).graph.pruning == "none"


@pytest.mark.parametrize(("name", "n_notices"), [("html", 1), ("graphml", 0)])
def test_the_size_of_a_page_is_told_before_it_is_written(
    name: str, n_notices: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    notices: list[str] = []

    def describe(columns: object) -> str:
        asked.append(columns)
        return "The page is large."

    monkeypatch.setattr("papertrace.export.page.packing.describe_size", describe)
    draw_forms(tmp_path, form(name), on_notice=notices.append)

    assert notices == ["The page is large."] * n_notices
    assert None not in asked
