"""Damaged files that the program has written, or that a user gives it beside the listings, and whole runs of papers."""

import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.made_up import generate_papers
from tests.torture.seeds import specimens
from tests.torture.tally import Tally
from tests.torture.target import Target

from papertrace import build_graph, extract_papers, read_terms
from papertrace.errors import ListingError, TermsError
from papertrace.export import WRITERS
from papertrace.model import AuditResult, Finding, Link, LinkKind, Occurrence, Outcome, Paper, Problem, Span, Verdict
from papertrace.pipeline import generate_extracted, read_earlier, read_stored_papers
from papertrace.pipeline.links.verdicts import read_baseline, read_verdicts
from papertrace.reports import REPORTS

EARLIER = (".html", ".graphml", ".nodes.csv", ".json", ".cyjs")
"""The suffixes of the files of an earlier graph that `--since` reads."""
N_PAPERS = 12
_SYNONYMS = b"# forms of one meaning\nKV cache = key-value store\tKVC\nSIR = sea-ice radar\n"
_VOCABULARY = "# terms\nherd tracking\nsea-ice radar\nK\u00fcste\n\n\u6f6e\u6c50\n".encode()


def find_own_files() -> Iterator[Target]:
    """Yield the files of earlier graphs and audits, and users' lists of terms."""
    papers = generate_papers(N_PAPERS)
    graph = build_graph(papers)
    with tempfile.TemporaryDirectory() as name:
        for writer in WRITERS:
            if writer.suffix in EARLIER:
                path = Path(name) / f"papers{writer.suffix}"
                writer.write(graph, path, papers=papers if writer.shows_papers else ())
                read = _reading_of_earlier(path.name)
                read(path.read_bytes(), Path(name), Tally(name="whole"))
                seeds = (_data_of_page(path.read_bytes()),) if writer.suffix == ".html" else (path.read_bytes(),)
                yield Target(f"earlier {writer.suffix}", seeds, read, ListingError, is_binary=True)
    report = "".join(next(one for one in REPORTS if one.name == "jsonl").generate(_audit_of(papers)))
    yield Target("verdicts", (report.encode(),), _read_report, ListingError)
    yield Target("synonyms", (_SYNONYMS,), _reading_of_terms("synonyms"), TermsError)
    yield Target("vocabulary", (_VOCABULARY,), _reading_of_terms("vocabulary"), TermsError)


def find_runs() -> Iterator[Target]:
    """Yield the extraction of papers from damaged listings, with their graph."""
    yield Target("papers", specimens(), _extract, ListingError)


def _data_of_page(page: bytes) -> bytes:
    """Return the elements of a page that hold its data; damage to all the rest, such as the scripts, is not read."""
    return page[page.index(b'<script type="text/plain" id="places">') :]


def _reading_of_earlier(name: str) -> Callable[[bytes, Path, Tally], None]:
    def read(data: bytes, folder: Path, _: Tally) -> None:
        path = folder / name
        path.write_bytes(data)
        read_earlier(path)

    return read


def _audit_of(papers: list[Paper]) -> AuditResult:
    return AuditResult(
        findings=tuple(
            Finding(
                verdict=Verdict(
                    link=Link(raw=url, url=url, span=paper.entries[0].span, kind=LinkKind.PAGE),
                    outcome=outcome,
                    reason="made up",
                    checked_at="2026-01-05T12:00:00Z",
                ),
                occurrences=(Occurrence(id=paper.id, title=paper.title, source="made-up", line=1, column=1, raw=url),),
            )
            for paper, outcome in zip(papers, itertools.cycle(Outcome), strict=False)
            for url in (f"https://example.org/{paper.id}",)
        )
    )


def _read_report(data: bytes, folder: Path, _: Tally) -> None:
    path = folder / "audit.jsonl"
    path.write_bytes(data)
    read_baseline(path, _ignore)
    link = Link(raw="x", url="https://example.org/arxiv:2401.00001", span=Span("made-up", 1), kind=LinkKind.PAGE)
    paper = Paper(id="x", title="x", abstract="", entries=(), links=(link,))
    list(read_verdicts(path, [paper], _ignore))


def _reading_of_terms(kind: str) -> Callable[[bytes, Path, Tally], None]:
    def read(data: bytes, folder: Path, _: Tally) -> None:
        path = folder / f"{kind}.txt"
        path.write_bytes(data)
        read_terms(**{kind: path})

    return read


def _extract(data: bytes, folder: Path, tally: Tally) -> None:
    """Extract papers, link them, and read their extracted form back."""
    path, extracted = folder / "listing", folder / "papers.jsonl"
    path.write_bytes(data)
    papers = list(extract_papers([path], on_problem=_ignore))
    lines = list(generate_extracted(papers))
    extracted.write_text("".join(lines), encoding="utf-8")
    problems: list[Problem] = []
    again = list(generate_extracted(read_stored_papers(extracted, on_problem=problems.append)))
    if again != lines or problems:
        tally.lose("papers: the extracted form is read back as another one", data)
    if set(build_graph(papers)) != {paper.id for paper in papers}:
        tally.lose("papers: a paper is missing from the graph", data)


def _ignore(_: Problem) -> None:
    pass
