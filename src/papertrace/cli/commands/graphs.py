"""The commands that draw: `build`, `graph`, `network` and `site`."""

import argparse
from pathlib import Path

from papertrace.cli.options import (
    ENGINE,
    GENERAL,
    GRAPH,
    GRAPH_OUTPUT,
    GRAPHS,
    INPUT,
    INPUT_OR_SAMPLE,
    KEYS_NOTE,
    SERVICES,
    TERMS,
    Command,
    Group,
    Option,
    find_given,
    list_writers,
    make_verdicts,
)
from papertrace.cli.settings import read_engine_settings, read_graph_settings
from papertrace.cli.steps import enrich, read_papers
from papertrace.cli.terminal.output import check_inputs
from papertrace.cli.terminal.status import ExitStatus
from papertrace.cli.values import parse_port, parse_whole_number, split_names
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from papertrace.pipeline.drawing import Outputs
    from papertrace.pipeline.site import WrittenSite


_FEW = ("--from", "-o", "--to", "--picture", "--title", "--verdicts", "--since", "--vocabulary", "--ignore", "--enrich")
LOOPBACK = "127.0.0.1"

_ANSWERS = ("dry_run", "report", "cassette", "record")
"""Options that say what to do with the answers of services."""

ENRICHMENT = SERVICES._replace(
    title="enrichment",
    options=(
        Option(
            "--enrich",
            "Ask services for reference lists and other facts that the listings do not print (uses the network)",
        ),
        *SERVICES.options,
    ),
)

EXTRACTED = Group(
    "input",
    (Option("extracted EXTRACTED", "JSON Lines file written by papertrace extract, or - for standard input"),),
)

NETWORK = Group(
    "network",
    (
        Option(
            "--of KIND",
            "What becomes a node: authors, institutions, countries, venues, keywords, index-keywords, concepts, "
            "repositories, cited-works or cited-authors (default: {default})",
            default="authors",
            harmless=True,
        ),
        Option(
            "--by NAME",
            "What links two: together, coupling, cocitation or citation; papers makes a network of two modes "
            "(default: together; coupling for venues)",
            harmless=True,
        ),
        Option(
            "--top N",
            "Largest number of nodes, those of the most papers (default: {default})",
            parse_whole_number,
            500,
            harmless=True,
        ),
        Option("--at-least N", "Smallest number of papers (default: {default})", parse_whole_number, 1, harmless=True),
    ),
)
NETWORK_OUTPUT = Group(
    "output",
    (
        Option("-o --output DIR", "Folder of the files (default: {default})", Path, GRAPHS, harmless=True),
        Option(
            "--to FORMATS",
            "Write these formats of papertrace build, separated by commas (default: the same)",
            str,
            names=list_writers,
            harmless=True,
        ),
    ),
)

SITE = Group(
    "output",
    (
        Option(
            "-o --output DIR",
            "Write the site to DIR, which is created if necessary (default: {default})",
            Path,
            Path("site"),
            harmless=True,
        ),
        make_verdicts("Show the health of links and what changed"),
        Option(
            "--since FILE",
            "Show which papers are new since an earlier site; FILE is its papers.graphml, or another graph",
            Path,
            harmless=True,
        ),
        Option(
            "--title TEXT",
            "Title of the site (default: the first heading in Markdown or HTML, else the names of the listings)",
            harmless=True,
        ),
        Option(
            "--base-url URL",
            "Where the site will be, for sitemap.xml, feed.xml and previews of links",
            harmless=True,
        ),
        Option("--licence NAME", "Licence of the list, such as CC0-1.0, or its address", harmless=True),
        Option("--serve", f"Then show the site at {LOOPBACK}, to this machine alone, until Ctrl-C"),
        Option("--port N", "Port of --serve; 0 is any (default: {default})", parse_port, 8000),
    ),
)


def run_build(arguments: argparse.Namespace) -> ExitStatus:
    """Build the graph of listings, or of extracted papers, and return the exit status."""
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import PapertraceError
    from papertrace.graph.pairs.texts import StoredCounts
    from papertrace.pipeline.drawing import draw
    from papertrace.pipeline.earlier import read_earlier
    from papertrace.pipeline.papers import keep_papers, read_stored_papers, summarise_papers
    from papertrace.reports.summary import describe_corpus, describe_drawing

    extracted = vars(arguments).get("extracted")
    asks = extracted is None and arguments.enrich
    if extracted is None and not asks and (unused := find_given(arguments, ENRICHMENT, _ANSWERS)):
        message = f"{unused}: services are asked only with --enrich; add it, or leave {unused} out"
        raise PapertraceError(message)
    engine = read_engine_settings(arguments)
    check_inputs(arguments.verdicts)
    with open_console(arguments) as console:
        settings = read_graph_settings(arguments)
        # First, so that a wrong file is reported before papers are read.
        earlier = read_earlier(arguments.since) if arguments.since else None
        outputs = _plan_files(arguments, next(iter(arguments.listings), None) if extracted is None else extracted)
        counts = None
        if extracted is None:
            # Services may give papers another abstract.
            counts = StoredCounts() if settings.weight == "evidence" and not asks else None
            listed, terms = read_papers(arguments, console, outputs=arguments.output, engine=engine, counts=counts)
            papers = keep_papers(listed)
            if asks:
                enriched = enrich(papers, arguments, console, terms=terms)
                if enriched is None:
                    return console.judge(ExitStatus.CLEAN)
                papers, _ = enriched
        else:
            papers = read_stored_papers(extracted, on_problem=console.add_problem, on_progress=console.show_progress)
        drawing = draw(
            papers,
            outputs,
            settings=settings,
            engine=engine,
            counts=counts,
            verdicts=arguments.verdicts or (),
            earlier=earlier,
            title=arguments.title,
            color_by=arguments.color_by,
            size_by=arguments.size_by,
            on_problem=console.add_problem,
            on_progress=console.show_progress,
            on_notice=lambda notice: console.write_note(f"papertrace: {notice}"),
        )
        console.finish()
        if extracted is None and not arguments.listings:
            console.write_note("papertrace: no listing given, so this is the bundled sample")
    corpus = describe_corpus(summarise_papers(papers)) if extracted is None else ()
    for line in (*corpus, *describe_drawing(drawing, is_detailed=arguments.verbose > 0)):
        print(line)
    for failure in drawing.failures:
        console.write_line(f"papertrace: {failure}")
    status = ExitStatus.FAILED if drawing.failures else ExitStatus.CLEAN
    return console.judge(status) if extracted is None else status


def _plan_files(arguments: argparse.Namespace, listing: str | None) -> "Outputs":
    """Return the files to write; of the folder that nobody has named, those of a listing replace none that git tracks.

    Raises ExportError if they would, or no file can be written.
    """
    from papertrace.errors import ExportError
    from papertrace.files import is_tracked
    from papertrace.pipeline.drawing import plan_outputs

    outputs = plan_outputs(arguments.output, arguments.to, picture=arguments.picture)
    if listing is not None and arguments.output is GRAPHS:
        for _, path in outputs.files:
            if is_tracked(path):
                message = f"{path}: is a file that git tracks, and not of {listing}; name a folder with -o"
                raise ExportError(message)
    return outputs


def run_network(arguments: argparse.Namespace) -> ExitStatus:
    """Write the network and return the exit status."""
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import ListingError, SettingsError, check_choice
    from papertrace.graph.networks import LINKS
    from papertrace.graph.things import SINGULAR, THINGS
    from papertrace.model.text import format_count
    from papertrace.pipeline.drawing import plan_outputs
    from papertrace.pipeline.papers import keep_papers
    from papertrace.pipeline.studies import build_network, write_outputs

    # A wrong name is reported before papers are read.
    of = arguments.of.replace("-", "_")
    check_choice("--of", of.replace("_", "-"), [name.replace("_", "-") for name in THINGS])
    by = arguments.by and arguments.by.replace("-", "").replace("_", "")
    if by is not None:
        check_choice("--by", by, LINKS)
    if "citations" in split_names(arguments.to or ""):
        message = "--to citations: is the graph of papers that cite one another; papertrace build writes it"
        raise SettingsError(message)
    outputs = plan_outputs(arguments.output, arguments.to, stem=of)
    with open_console(arguments) as console:
        papers, _ = read_papers(arguments, console, outputs=arguments.output)
        network = build_network(keep_papers(papers), of, by, top=arguments.top, at_least=arguments.at_least)
        if not network:
            papers_read = format_count(network.graph["n_papers"], "paper")
            # Authors who are cited together stand in reference lists.
            has = "has references" if network.graph["of"].startswith("cited") else f"names any {of.replace('_', ' ')}"
            fact = f"none of {papers_read} {has}: nothing to link"
            message = f"{fact}; papertrace describe shows what is known"
            raise ListingError(message)
        failures = write_outputs(network, outputs, title=of.replace("_", " ").capitalize())
        console.finish()
        for failure in failures:
            console.write_line(f"papertrace: {failure}")
    facts = network.graph
    left_out = f", {facts['n_left_out']} left out" if facts["n_left_out"] else ""
    communities = format_count(facts["n_communities"], "community", "communities")
    things = format_count(facts["n_things"], SINGULAR[of].replace("_", " "), of.replace("_", " "))
    # Authors who are cited together are linked as cited authors whom papers name together.
    way = by or facts["by"]
    how = "papers in common" if way == "together" else way
    print(f"{things} of {format_count(facts['n_papers'], 'paper')}{left_out}")
    print(f"{format_count(facts['n_edges'], 'link')} by {how}; {communities}")
    print(f"wrote to {outputs.folder}: {' '.join(path.name for _, path in outputs.files if path.exists())}")
    return ExitStatus.FAILED if failures else console.judge(ExitStatus.CLEAN)


def run_site(arguments: argparse.Namespace) -> ExitStatus:
    """Write the site of the listings, show it if that is asked for, and return the exit status."""
    from papertrace.cli.terminal.console import open_console
    from papertrace.graph.pairs.texts import StoredCounts
    from papertrace.pipeline.earlier import read_earlier
    from papertrace.pipeline.papers import keep_papers
    from papertrace.pipeline.site import write_site

    engine = read_engine_settings(arguments)
    check_inputs(arguments.verdicts)
    # First, so that a wrong file is reported before papers are read.
    earlier = read_earlier(arguments.since) if arguments.since else None
    counts = StoredCounts()
    with open_console(arguments) as console:
        papers, _ = read_papers(arguments, console, outputs=arguments.output, engine=engine, counts=counts)
        written = write_site(
            keep_papers(papers),
            arguments.output,
            verdicts=arguments.verdicts or (),
            since=earlier,
            engine=engine,
            counts=counts,
            title=arguments.title,
            base_url=arguments.base_url or "",
            licence=arguments.licence or "",
            on_problem=console.add_problem,
            on_progress=console.show_progress,
        )
        console.finish()
        if not arguments.listings:
            console.write_note("papertrace: no listing given, so this is the bundled sample")
        if not arguments.verdicts:
            console.write_note("papertrace: without --verdicts the site does not say which links are dead")
    for line in describe_site(written):
        print(line)
    if arguments.serve:
        serve(arguments.output, arguments.port)
    return console.judge(ExitStatus.CLEAN)


def describe_site(written: "WrittenSite") -> list[str]:
    """Return the lines on a site that was written."""
    from papertrace.model.text import format_count
    from papertrace.reports.outcomes import ORDER, name_outcome

    counts = [f"{written.outcomes[one]:,} {name_outcome(one)}" for one in ORDER if written.outcomes[one]]
    links = [f"{format_count(written.outcomes.total(), 'link')}: {', '.join(counts)}"] if counts else []
    changed = f"{written.n_changed:,} changed" + (f", {written.n_removed:,} removed" if written.n_removed else "")
    what = f"{format_count(written.n_papers, 'paper')} in {format_count(written.n_files, 'file')}"
    return [*links, f"wrote to {written.folder}: {what}, {changed}; open {written.folder / 'index.html'}"]


def serve(folder: Path, port: int) -> None:
    """Show a folder on the loopback interface until the process is interrupted; port 0 is any that is free.

    Raises PapertraceError if the port cannot be used.
    """
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    from papertrace.errors import PapertraceError

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Write nothing for each request."""

    try:
        server = ThreadingHTTPServer((LOOPBACK, port), partial(Handler, directory=str(folder)))
    except OSError as error:
        message = f"--port {port}: cannot be used ({error.strerror}); name another one, or 0 for any that is free"
        raise PapertraceError(message) from error
    with server:
        print(f"http://{LOOPBACK}:{server.server_port}/ (Ctrl-C ends it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


COMMANDS = {
    "build": Command(
        description="Map the papers of listings as a page, a picture and a graph.\n\n"
        "Reads papers from bibliographies, awesome-lists, saved web pages and exports of paper services, merges the "
        "entries of one paper, extracts links and concepts, and links papers that share concepts or code or mention "
        "one another. This is papertrace extract and papertrace graph in one step; it does not use the network unless "
        "--enrich asks services for citations.",
        arguments="[LISTING...]",
        examples=(
            ("Map the bundled sample and open graphs/papers.html", "papertrace build"),
            ("Map a bibliography and an awesome-list together", "papertrace build papers.bib README.md"),
            ("Write files for Gephi and VOSviewer to maps/", "papertrace build -o maps --to gexf,vosviewer papers.bib"),
            ("Show in the map which links are dead", "papertrace build --verdicts audit.jsonl papers.bib"),
            ("Show what died and recovered", "papertrace build --verdicts may.jsonl --verdicts june.jsonl papers.bib"),
            ("Show which papers are new", "papertrace build --since may/papers.graphml papers.bib"),
            ("Map who cites whom, as services know it", "papertrace build --enrich papers.bib"),
        ),
        notes=KEYS_NOTE,
        groups=(INPUT_OR_SAMPLE, GRAPH_OUTPUT, TERMS, GRAPH, ENRICHMENT, ENGINE, GENERAL),
        run=run_build,
        few=_FEW,
    ),
    "graph": Command(
        description="Build the graph of papers that papertrace extract has written.\n\n"
        "Links papers that share concepts or code or mention one another, and writes the same files as papertrace "
        "build. Extracting once and building often is faster when only the graph options change. Keep the "
        "abstracts in the file: the texts of the papers are compared, and without abstracts only titles are.",
        arguments="EXTRACTED",
        examples=(
            ("Extract papers, then build their graph", "papertrace extract papers.bib -o papers.jsonl"),
            ("", "papertrace graph papers.jsonl"),
            ("Add the concepts and repositories as nodes", "papertrace graph papers.jsonl --nodes papers,concepts"),
        ),
        groups=(EXTRACTED, GRAPH_OUTPUT, GRAPH, ENGINE, GENERAL),
        run=run_build,
    ),
    "network": Command(
        description="Build a network of authors, institutions, countries, venues, keywords or concepts.\n\n"
        "Two of them are linked by the papers that name both, the works that papers of both cite, the papers that cite "
        "both, or citations from one to the other; their number is the weight. Nodes have papers, citations, h-index "
        "and years. Writes the same forms as papertrace build. Does not use the network.",
        arguments="LISTING...",
        examples=(
            ("Who writes with whom", "papertrace network scopus.csv --of authors"),
            (
                "Keywords of the same papers, for VOSviewer",
                "papertrace network scopus.csv --of keywords --to vosviewer",
            ),
            ("Authors who are cited together", "papertrace network scopus.csv --of authors --by cocitation"),
            ("Papers and their concepts, two modes", "papertrace network scopus.csv --of concepts --by papers"),
        ),
        groups=(INPUT, NETWORK, NETWORK_OUTPUT, TERMS, GENERAL),
        run=run_network,
    ),
    "site": Command(
        description="Write a list of papers as a site: map, table, health of links, what changed, feed and badge.\n\n"
        "The folder works on any static host, and from a disk. It has a page for each paper, community, author and "
        "venue, and the data to download. Files that did not change are left as they are. Does not use the network; "
        "links are checked by papertrace audit.",
        arguments="[LISTING...]",
        examples=(
            ("Write the site of a list to site/ and look at it", "papertrace site README.md --serve"),
            ("Check the links first, and keep what was found", "papertrace audit --store links.sqlite README.md"),
            ("", "papertrace site --verdicts links.sqlite README.md"),
            ("Also say which papers are new", "papertrace site --since site/papers.graphml README.md"),
        ),
        groups=(INPUT_OR_SAMPLE, SITE, TERMS, ENGINE, GENERAL),
        run=run_site,
    ),
}
