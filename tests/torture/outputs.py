"""Hostile texts through every exporter and every report, read back by readers that are not ours.

A text may come from a listing or from a server, so an attacker may have written it. It must come back as it was, but
for the characters that a format cannot hold, and must not become anything else: an element, a column, a formula.
"""

import csv
import io
import json
import re
import tempfile
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

import networkx as nx
from lxml import etree, html
from tests.torture.tally import Tally

from papertrace.export import WRITERS
from papertrace.model import (
    Ask,
    AuditResult,
    Finding,
    Link,
    LinkKind,
    Method,
    Observation,
    Occurrence,
    Outcome,
    Span,
    Verdict,
)
from papertrace.reports import REPORTS, Report

FRAGMENTS = (
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\uff1d1", "::error::x", "##[error]x", "%0A::warning::x"),
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</script>", "<!--", "-->", "]]>", "<![CDATA[", "<"),
    *(
        '"',
        "'",
        '" onmouseover="alert(1)',
        "&",
        "&amp;",
        "&lt;b&gt;",
        "&#0;",
        "&#x3c;",
        "javascript:alert(1)",
        "`",
        "|",
    ),
    *(
        "[a](javascript:x)",
        "![a](//x)",
        "a\n- b",
        "\r\n",
        "\n\n# h",
        "\\",
        "\\u0041",
        "\\n",
        ",",
        ";",
        "\x00",
        "\x1b[2J",
    ),
    *("\x7f", "\x85", "\u2028", "\u2029", "\u202e", "\u2066", "\ufeff", "\ufffe", "\ud800", "\udfff", "\U0001f469"),
    *(
        "\u200d",
        "e\u0301",
        "\u05d0",
        "\u4e2d\u6587",
        "{{7*7}}",
        "{% x %}",
        "${x}",
        "$(x)",
        "`x`",
        "..\\..",
        "../../x",
        "%s%n",
    ),
    *("null", "NaN", "Infinity", "1e999", "0", "-0.0", "true", " ", "  ", "\t", "plain words", "A paper of 2024"),
)
BATCH = 25
"""The number of texts that are written together."""
_INVALID_IN_XML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_UNSAFE = "//script | //img | //iframe | //object | //form | //base | //embed | //svg//*[not(self::rect)]"


def hostile_text(rng: Random) -> str:
    """Return a text of up to six pieces, each of which some format or program takes for something else."""
    return "".join(rng.choice(FRAGMENTS) for _ in range(rng.randint(1, 6)))


def torture_exporters(n_texts: int, seed: int) -> Tally:
    """Write graphs of hostile texts with every writer, and read them back."""
    rng = Random(seed)  # noqa: S311 - not for security
    tally = Tally(name="exporters")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(0, n_texts, BATCH):
            texts = [hostile_text(rng) for _ in range(min(BATCH, n_texts - number))]
            tally.n_trials += len(texts)
            graph = _graph(texts)
            for writer in WRITERS:
                if writer.name == "png" and number % (40 * BATCH):  # slow, and the SVG has the same texts
                    continue
                path = Path(folder) / f"map{writer.suffix}"
                _try(tally, writer.suffix, partial(writer.write, graph, path, title=texts[0]), texts)
                if path.exists() and writer.suffix in READ_BACK:
                    _try(tally, writer.suffix, partial(READ_BACK[writer.suffix], path, texts, tally), texts)
                path.unlink(missing_ok=True)
    return tally


def torture_reports(n_texts: int, seed: int) -> Tally:
    """Write reports of hostile texts in every form, and read them back."""
    rng = Random(seed)  # noqa: S311 - not for security
    tally = Tally(name="reports")
    for number in range(0, n_texts, BATCH):
        texts = [hostile_text(rng) for _ in range(min(BATCH, n_texts - number))]
        tally.n_trials += len(texts)
        result = AuditResult(findings=tuple(_finding(rng, text) for text in texts))
        for report in REPORTS:
            _try(tally, report.name, partial(_check_report, report, result, texts, tally), texts)
    return tally


def _check_report(report: Report, result: AuditResult, texts: Sequence[str], tally: Tally) -> None:
    written = "".join(report.generate(result))
    written.encode()
    if "\x1b" in written or "\x00" in written:
        tally.lose(f"{report.name}: a control character reaches the terminal", written.encode())
    READ_REPORT[report.name](written, texts, tally)


def _try(tally: Tally, name: str, work: Callable[[], object], texts: Sequence[str]) -> None:
    try:
        work()
    except Exception as error:  # noqa: BLE001 - any is what is looked for
        frame = traceback.extract_tb(error.__traceback__)[-1]
        data = json.dumps(texts).encode()
        tally.crash(f"{name}: {type(error).__name__} at {frame.filename}:{frame.lineno}: {str(error)[:200]!a}", data)


def _graph(texts: Sequence[str]) -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph(n_papers=len(texts), title=texts[0])
    for number, text in enumerate(texts):
        graph.add_node(
            f"paper {number}",
            kind="paper",
            label=text,
            title=text,
            url=f"https://example.org/{number}",
            authors=(text, "A. Author"),
            venue=text,
            year=2020 + number % 5,
            community=number % 3,
            community_label=text,
            x=float(number % 7),
            y=float(number // 7),
            size=9.0,
            color="#0072b2",
        )
    for number, text in enumerate(texts[1:], start=1):
        graph.add_edge(
            f"paper {number - 1}",
            f"paper {number}",
            key=f"e{number}",
            kind="concept",
            weight=1.0 + number,
            label=text,
            evidence=text,
            edge_key=f"e{number}",
        )
    return graph


def _fit(text: str) -> str:
    """Return what a format based on XML can hold of a text."""
    return _INVALID_IN_XML.sub("", text)


def _expect(tally: Tally, what: str, found: Sequence[object], texts: Sequence[str]) -> None:
    for one, text in zip(found, texts, strict=True):
        if one != text:
            tally.lose(f"{what}: {text!a} comes back as {one!a}", text.encode("utf-8", "surrogatepass"))


def _in_cell(text: str) -> str:
    guarded = f"'{text}" if text.startswith(_FORMULA) else text
    return guarded.replace("\r\n", "\n").replace("\r", "\n")


def _read_graphml(path: Path, texts: Sequence[str], tally: Tally) -> None:
    import igraph

    nodes = nx.read_graphml(path, force_multigraph=True).nodes
    _expect(
        tally, "GraphML in networkx", [nodes[f"paper {n}"].get("label", "") for n in range(len(texts))], _fitted(texts)
    )
    read = igraph.Graph.Read_GraphML(str(path))
    _expect(tally, "GraphML in igraph", read.vs["label"], _fitted(texts))
    _expect(tally, "evidence in igraph", read.es["evidence"], _fitted(texts[1:]))


def _read_gexf(path: Path, texts: Sequence[str], tally: Tally) -> None:
    nodes = nx.read_gexf(path).nodes
    _expect(tally, "GEXF in networkx", [nodes[f"paper {n}"]["venue"] for n in range(len(texts))], _fitted(texts))


def _read_json(path: Path, texts: Sequence[str], tally: Tally) -> None:
    nodes = json.loads(path.read_text("utf-8"))["nodes"]
    _expect(tally, "JSON", [node["label"] for node in nodes], _fitted(texts))


def _read_cytoscape(path: Path, texts: Sequence[str], tally: Tally) -> None:
    nodes = nx.cytoscape_graph(json.loads(path.read_text("utf-8"))).nodes
    _expect(tally, "Cytoscape", [nodes[f"paper {n}"]["venue"] for n in range(len(texts))], _fitted(texts))


def _read_vosviewer(path: Path, texts: Sequence[str], tally: Tally) -> None:
    items = json.loads(path.read_text("utf-8"))["network"]["items"]
    if len(items) != len(texts):
        tally.lose(f"VOSviewer: {len(items)} items of {len(texts)}", path.read_bytes())


def _read_nodes(path: Path, texts: Sequence[str], tally: Tally) -> None:
    import pandas as pd

    table = pd.read_csv(path, keep_default_na=False, dtype=str)
    _expect(tally, "CSV in pandas", list(table["label"]), [_in_cell(text) for text in _fitted(texts)])


def _read_edges(path: Path, texts: Sequence[str], tally: Tally) -> None:
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    _expect(tally, "CSV of edges", [row["evidence"] for row in rows], [_in_cell(text) for text in _fitted(texts[1:])])


def _read_parquet(path: Path, texts: Sequence[str], tally: Tally) -> None:
    from pyarrow import parquet

    table = parquet.read_table(path)
    is_of_nodes = "venue" in table.column_names
    name = "venue" if is_of_nodes else "evidence"
    _expect(tally, f"Parquet ({name})", table.column(name).to_pylist(), _fitted(texts if is_of_nodes else texts[1:]))


def _read_svg(path: Path, _: Sequence[str], tally: Tally) -> None:
    root = etree.fromstring(path.read_bytes())
    names = {etree.QName(element).localname for element in root.iter() if isinstance(element.tag, str)}
    attributes = {str(name) for element in root.iter() for name in element.attrib}
    if names & {"script", "foreignObject", "image", "iframe"} or any(name.startswith("on") for name in attributes):
        tally.lose(f"SVG: a text becomes an element ({sorted(names)})", path.read_bytes())


def _read_html(path: Path, _: Sequence[str], tally: Tally) -> None:
    found = html.document_fromstring(path.read_bytes())
    shape = (len(found.xpath("//script")), len(found.xpath("//img|//iframe|//object|//base|//embed")))
    attributes = sorted(
        {str(name) for element in found.iter() for name in element.attrib if str(name).startswith("on")}
    )
    if shape != _shape_of_page() or attributes:
        tally.lose(f"page: a text becomes an element ({shape}, {attributes})", path.read_bytes())


_PLAIN_SHAPE: list[tuple[int, int]] = []


def _shape_of_page() -> tuple[int, int]:
    """Return the numbers of scripts and of embedded things in a page with harmless texts."""
    if not _PLAIN_SHAPE:
        writer = next(writer for writer in WRITERS if writer.name == "html")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "plain.html"
            writer.write(_graph(["plain"] * BATCH), path)
            found = html.document_fromstring(path.read_bytes())
        _PLAIN_SHAPE.append(
            (len(found.xpath("//script")), len(found.xpath("//img|//iframe|//object|//base|//embed"))),
        )
    return _PLAIN_SHAPE[0]


def _fitted(texts: Sequence[str]) -> list[str]:
    return [_fit(text) for text in texts]


READ_BACK: dict[str, Callable[[Path, Sequence[str], Tally], None]] = {
    ".graphml": _read_graphml,
    ".gexf": _read_gexf,
    ".json": _read_json,
    ".cyjs": _read_cytoscape,
    ".vosviewer.json": _read_vosviewer,
    ".nodes.csv": _read_nodes,
    ".edges.csv": _read_edges,
    ".nodes.parquet": _read_parquet,
    ".edges.parquet": _read_parquet,
    ".svg": _read_svg,
    ".html": _read_html,
}


def _finding(rng: Random, text: str) -> Finding:
    url = rng.choice((f"https://example.org/{text}", text, "https://example.org/a"))
    link = Link(raw=url, url=url, span=Span(text, 3, 7), kind=LinkKind.PAGE)
    return Finding(
        verdict=Verdict(
            link=link,
            outcome=Outcome.DEAD,
            reason=f"404 Not Found {text}",
            seen=(Observation(ask=Ask(method=Method.HEAD, url=url), final_url=url, status=404),),
            new_url=url,
            checked_at="2026-01-05T12:00:00Z",
        ),
        occurrences=(Occurrence(id=text, title=text, source=text, line=3, column=7, raw=url, year=2024),),
    )


def _read_report_csv(written: str, texts: Sequence[str], tally: Tally) -> None:
    rows = list(csv.reader(io.StringIO(written, newline="")))
    if len(rows) != len(texts) + 1 or len({len(row) for row in rows}) != 1:
        tally.lose(f"csv: {len(rows)} rows of {len(texts) + 1}", written.encode())
    if [cell for row in rows for cell in row if cell.startswith(_FORMULA)]:
        tally.lose("csv: a cell is a formula", written.encode())


def _read_report_jsonl(written: str, texts: Sequence[str], tally: Tally) -> None:
    records = [json.loads(line) for line in written.split("\n")[:-1]]
    if sum("outcome" in record for record in records) != len(texts):
        tally.lose("jsonl: a finding is missing", written.encode())


def _read_report_sarif(written: str, texts: Sequence[str], tally: Tally) -> None:
    (run,) = json.loads(written)["runs"]
    if len(run["results"]) < len(texts):
        tally.lose("sarif: a result is missing", written.encode())


def _read_report_junit(written: str, texts: Sequence[str], tally: Tally) -> None:
    suites = etree.fromstring(written.encode())
    allowed = {"testsuites", "testsuite", "testcase", "failure", "skipped", "system-out"}
    if len(suites.findall(".//testcase")) < len(texts) or {element.tag for element in suites.iter()} - allowed:
        tally.lose("junit: a case is missing, or a text is an element", written.encode())


def _read_report_markdown(written: str, _: Sequence[str], tally: Tally) -> None:
    from markdown_it import MarkdownIt

    _check_markup("markdown", MarkdownIt("commonmark", {"html": True}).enable("table").render(written), tally)


def _read_report_html(written: str, _: Sequence[str], tally: Tally) -> None:
    _check_markup("html", written, tally)


def _check_markup(name: str, markup: str, tally: Tally) -> None:
    document = html.document_fromstring(markup)
    attributes = {str(attribute).lower() for element in document.iter() for attribute in element.attrib}
    targets = [str(href).lower() for href in document.xpath("//@href | //@src")]
    if document.xpath(_UNSAFE) or any(one.startswith("on") for one in attributes):
        tally.lose(f"{name}: a text becomes an element", markup.encode())
    if any(target.startswith(("javascript:", "vbscript:")) for target in targets):
        tally.lose(f"{name}: a text becomes a script", markup.encode())


def _read_report_lines(written: str, texts: Sequence[str], tally: Tally) -> None:
    commands = [line for line in written.splitlines() if line.lstrip().startswith(("::", "##"))]
    if len(commands) != len(texts) or len(written.splitlines()) != len(texts) + 1:
        tally.lose("github: a text becomes a command", written.encode())


def _read_report_text(written: str, _: Sequence[str], tally: Tally) -> None:
    if [line for line in written.splitlines() if line.lstrip().startswith(("::", "##["))]:
        tally.lose("text: a text becomes a command", written.encode())


READ_REPORT: dict[str, Callable[[str, Sequence[str], Tally], None]] = {
    "csv": _read_report_csv,
    "jsonl": _read_report_jsonl,
    "sarif": _read_report_sarif,
    "junit": _read_report_junit,
    "markdown": _read_report_markdown,
    "html": _read_report_html,
    "github": _read_report_lines,
    "text": _read_report_text,
}
