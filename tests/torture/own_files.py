"""Damaged files that the program has written, or that a user gives it beside the listings, and whole runs of papers."""

import itertools
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from tests.made_up import generate_papers
from tests.torture.seeds import specimens
from tests.torture.tally import Tally
from tests.torture.target import Target

from papertrace import build_graph, extract_papers, read_terms
from papertrace.errors import ListingError, TermsError
from papertrace.export import WRITERS
from papertrace.export.page.packing import pack_page, unzip_values, zip_values
from papertrace.model import AuditResult, Finding, Link, LinkKind, Occurrence, Outcome, Paper, Problem, Span, Verdict
from papertrace.pipeline.earlier import read_earlier
from papertrace.pipeline.history import read_baseline, read_history
from papertrace.pipeline.papers import generate_extracted, read_stored_papers
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
                whole = path.read_bytes()
                if writer.suffix == ".html":
                    yield from _pages(whole.decode())
                    continue
                is_binary = writer.suffix not in {".json", ".cyjs"}
                read = _reading_of_earlier(path.name)
                yield Target(f"earlier {writer.suffix}", (whole,), read, ListingError, is_binary=is_binary)
    report = "".join(next(one for one in REPORTS if one.name == "jsonl").generate(_audit_of(papers)))
    yield Target("verdicts", (report.encode(),), _read_report, ListingError)
    yield Target("synonyms", (_SYNONYMS,), _reading_of_terms("synonyms"), TermsError)
    yield Target("vocabulary", (_VOCABULARY,), _reading_of_terms("vocabulary"), TermsError)


def find_runs() -> Iterator[Target]:
    """Yield the extraction of papers from damaged listings, with their graph."""
    yield Target("papers", specimens(), _extract, ListingError)


def _pages(page: str) -> Iterator[Target]:
    """Yield a page with plain data and one with packed data, of which values and bytes are damaged before it is packed.

    The rest of a page, such as its scripts, is not read.
    """
    data = page.partition('<script type="application/json" id="data">')[2].partition("</script>")[0]
    yield Target("earlier .html", (data.encode(),), _reading_of_page(_with_plain_data), ListingError)
    packed = pack_page(json.loads(data))
    parts = {"places": json.loads(packed.places), "lines": list(unzip_values(packed.data))}
    seeds = (json.dumps(parts).encode(), f"{packed.places}\n{packed.data}".encode())
    yield Target("earlier packed .html", seeds, _reading_of_page(_with_packed_data), ListingError)


def _with_plain_data(data: str) -> str:
    return f'<script type="application/json" id="data">{data}</script>'


def _with_packed_data(data: str) -> str:
    """Return a page with packed data, given its parts as JSON, or its blocks, one a line."""
    places, _, packed = data.partition("\n")
    with suppress(ValueError, KeyError, TypeError):
        parts = json.loads(data)
        packed = zip_values(*parts["lines"])
        places = json.dumps(parts["places"])
    texts = {"places": places, "packed": packed}
    return "".join(f'<script type="text/plain" id="{name}">{text}</script>' for name, text in texts.items())


def _reading_of_page(embed: Callable[[str], str]) -> Callable[[bytes, Path, Tally], None]:
    def read(data: bytes, folder: Path, _: Tally) -> None:
        path = folder / "papers.html"
        path.write_text(embed(data.decode("utf-8", "replace")), encoding="utf-8")
        read_earlier(path)

    return read


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
    read_history([path], [paper], _ignore)


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
