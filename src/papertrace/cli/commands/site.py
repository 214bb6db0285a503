"""`papertrace site`: from listings to a folder of pages for a static host."""

import argparse
from pathlib import Path

from papertrace.cli.arguments import add_general, add_input, add_terms, add_verdicts, read_papers
from papertrace.cli.engines import add_engine_options, read_engine_options
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.status import ExitStatus
from papertrace.cli.values import parse_number
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from papertrace.pipeline.site import WrittenSite

LOOPBACK = "127.0.0.1"


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
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
    )
    add_input(parser, default_sample=True)
    group = parser.add_argument_group("output")
    folder = Path("site")
    group.add_argument(
        "-o",
        "--output",
        type=Path,
        default=folder,
        metavar="DIR",
        help=f"Write the site to DIR, which is created if necessary (default: {folder})",
    )
    add_verdicts(group, "Show the health of links and what changed")
    group.add_argument(
        "--since",
        type=Path,
        metavar="FILE",
        help="Show which papers are new since an earlier site; FILE is its papers.graphml, or another graph",
    )
    group.add_argument(
        "--title",
        metavar="TEXT",
        help="Title of the site (default: the first heading of a listing in Markdown, else the names of the listings)",
    )
    group.add_argument(
        "--base-url", metavar="URL", help="Where the site will be, for sitemap.xml, feed.xml and previews of links"
    )
    group.add_argument("--licence", metavar="NAME", help="Licence of the list, such as CC0-1.0, or its address")
    group.add_argument(
        "--serve", action="store_true", help=f"Then show the site at {LOOPBACK}, to this machine alone, until Ctrl-C"
    )
    group.add_argument(
        "--port", type=_parse_port, default=8000, metavar="N", help="Port of --serve; 0 is any (default: 8000)"
    )
    add_terms(parser)
    add_engine_options(parser)
    add_general(parser)
    parser.set_defaults(run=run)


def _parse_port(text: str) -> int:
    return int(parse_number(text, lambda value: value in range(65_536), "a port from 0 to 65535"))


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Write the site of the listings, show it if that is asked for, and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console

    engine = read_engine_options(arguments)
    with open_console(arguments) as console:
        papers, _ = read_papers(arguments, console, outputs=arguments.output, engine=engine)
        written = pipeline.write_site(
            pipeline.keep_papers(papers),
            arguments.output,
            verdicts=arguments.verdicts or (),
            since=arguments.since,
            engine=engine,
            title=arguments.title,
            base_url=arguments.base_url or "",
            licence=arguments.licence or "",
            on_problem=console.add_problem,
            on_progress=console.show_progress,
        )
        console.close_progress()
        console.report_problems()
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

    Raises
    ------
    PapertraceError
        If the port cannot be used.
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
