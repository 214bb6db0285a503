"""The commands that read and tell of papers: `extract`, `enrich`, `suggest`, `describe`, `explain`, `review`."""

import argparse
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from papertrace.cli.options import (
    ENGINE,
    FORMAT,
    GENERAL,
    INPUT,
    KEYS_NOTE,
    OUTPUT,
    OUTPUT_FILE,
    SERVICES,
    TERMS,
    Command,
    Group,
    Option,
    find_given,
    make_verdicts,
)
from papertrace.cli.settings import read_engine_settings
from papertrace.cli.steps import enrich, read_papers
from papertrace.cli.terminal.output import check_inputs, check_output, refuse_to_overwrite, write_output
from papertrace.cli.terminal.status import ExitStatus
from papertrace.cli.values import parse_whole_number
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from papertrace.cli.terminal.console import Console
    from papertrace.graph.tables import Row
    from papertrace.model import Paper


_N_SHOWN = 10
_SUFFIXES = (".bib", ".csv", ".html", ".json", ".jsonl", ".md", ".nbib", ".org", ".ris", ".rst", ".tsv", ".txt", ".xml")


class _Names(argparse.Action):
    """Tells papers from listings: what exists is a listing."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        """Set both; the default listings stay where none is named."""
        del parser, option_string
        names = [str(value) for value in values or ()]
        listings = [name for name in names if name == "-" or _exists(name)]
        namespace.papers = [name for name in names if name not in listings]
        namespace.listings = listings or list(self.default)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # a title may be longer than the name of any file
        return False


def _is_name_of_file(name: str) -> bool:
    """Return whether a word ends as the files of listings do, and is neither a part of a title nor a DOI."""
    from papertrace.model.identifiers import parse_doi

    return Path(name).suffix.lower() in _SUFFIXES and not any(map(str.isspace, name)) and parse_doi(name) is None


EXTRACT_OUTPUT = Group(
    "output",
    (
        OUTPUT_FILE,
        Option(
            "--explain PAPER",
            "Show why PAPER, given by its id, its title or a part that no other title has, has its concepts, "
            "instead of the papers",
        ),
    ),
)
ENRICH_OUTPUT = Group(
    "output",
    (
        OUTPUT_FILE,
        Option(
            "--verdicts FILE",
            "Ask for the code of papers whose link to it is dead, too; FILE is a store of "
            "papertrace audit --store, or its report with --format jsonl",
            Path,
            harmless=True,
        ),
    ),
)
SUGGEST_OUTPUT = Group(
    "output",
    (
        Option("-o --output FILE", "Write to FILE instead of standard output; as BibTeX if it ends in .bib", Path),
        Option(
            "--top N",
            "Number of works to suggest (default: {default})",
            parse_whole_number,
            25,
            harmless=True,
        ),
        Option(
            "--cited-only",
            "Only suggest works that the papers cite, and do not ask for works that cite them",
            kept_as="with_citing",
            action="store_false",
            harmless=True,
        ),
    ),
)
TABLES = Group(
    "output",
    (
        Option("-o --output DIR", "Write the tables to DIR instead of printing them", Path, harmless=True),
        Option(
            "--tables NAMES",
            "Tables to make, separated by commas (default: all; -o shows their names)",
            harmless=True,
        ),
        Option(
            "--top N",
            f"Number of rows of each table (default: {_N_SHOWN} where they are printed, all with -o)",
            parse_whole_number,
            harmless=True,
        ),
    ),
)
NAMES = Group(
    "input",
    (
        Option(
            "listings PAPER",
            "Id of a paper, its title, or a part that no other title has, for one paper or two; what is a file, a "
            "folder or - is a listing to read (default: the bundled sample)",
            default=[],
            nargs="+",
            action=_Names,
            harmless=True,
        ),
        *FORMAT,
    ),
)
COMPARISON = Group(
    "comparison",
    (
        Option(
            "--before FILE",
            "The list as it was, a file or a folder; can be given several times (default: all of the list is new)",
            Path,
            [],
            repeats=True,
            harmless=True,
        ),
        make_verdicts("Say what audits found"),
    ),
)


def run_extract(arguments: argparse.Namespace) -> ExitStatus:
    """Extract the listings and return the exit status."""
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import PapertraceError
    from papertrace.pipeline.explaining import explain
    from papertrace.pipeline.papers import JoinCounts, generate_extracted
    from papertrace.reports.explanation import generate_explanation
    from papertrace.reports.summary import describe_merging

    refuse_to_overwrite(arguments.listings, arguments.output)
    if arguments.explain is not None and (unused := find_given(arguments, ENGINE)):
        message = f"{unused}: --explain handles one paper, in this process; leave {unused} out"
        raise PapertraceError(message)
    engine = read_engine_settings(arguments)
    counts = JoinCounts()
    with open_console(arguments) as console:
        papers, terms = read_papers(arguments, console, engine=engine)
        if arguments.explain is None:
            pieces = generate_extracted(counts.watch(papers))
        else:
            explanation = explain(
                arguments.listings,
                arguments.explain,
                format_name=arguments.format_name,
                terms=terms,
                on_problem=console.add_problem,
                on_progress=console.show_progress,
            )
            pieces = generate_explanation(explanation)
        first = next(pieces, "")  # By then all listings are read; the rest is written as it is generated.
        console.finish()
        write_output(chain([first], pieces), arguments.output)
        if counts.n_papers < counts.n_entries:
            console.write_note(f"papertrace: {describe_merging(counts.n_papers, counts.n_entries, counts.joined)}")
    return console.judge(ExitStatus.CLEAN)


def run_enrich(arguments: argparse.Namespace) -> ExitStatus:
    """Enrich the papers of the listings, write them or suggest works that they lack, and return the exit status."""
    from papertrace.cli.terminal.console import open_console
    from papertrace.pipeline.enriching import suggest_works
    from papertrace.pipeline.papers import generate_extracted
    from papertrace.reports.enrichment import generate_missing_bibtex, generate_missing_table

    check_output(arguments.output)
    refuse_to_overwrite(arguments.listings, arguments.output)
    with open_console(arguments) as console:
        papers, terms = read_papers(arguments, console)
        found = enrich(papers, arguments, console, terms=terms)
        if found is None:
            return console.judge(ExitStatus.CLEAN)
        enriched, report = found
        pieces, note = generate_extracted(enriched), ""
        if arguments.suggests:
            works = suggest_works(enriched, citing=(*report.citing, *report.cited), n_most=arguments.top)
            is_bibtex = arguments.output is not None and arguments.output.suffix == ".bib"
            pieces = generate_missing_bibtex(works) if is_bibtex else generate_missing_table(works)
            note = "" if works else "papertrace: no work is known that papers of the list cite, or that cites them"
        console.finish()
        write_output(pieces, arguments.output)
        if note:
            console.write_note(note)
    return console.judge(ExitStatus.CLEAN)


def run_describe(arguments: argparse.Namespace) -> ExitStatus:
    """Print or write the tables and return the exit status."""
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import check_choice, name_extra
    from papertrace.graph.tables import TABLES
    from papertrace.pipeline.papers import keep_papers
    from papertrace.pipeline.studies import describe_papers, write_tables
    from papertrace.reports.tables import format_table, is_installed

    given = arguments.tables
    names = list(TABLES) if given is None else [name.strip().replace("-", "_") for name in given.split(",")]
    for name in names:  # before papers are read
        check_choice("--tables", name.replace("_", "-"), [known.replace("_", "-") for known in TABLES])
    with open_console(arguments) as console:
        papers, _ = read_papers(arguments, console, outputs=arguments.output)
        tables = describe_papers(keep_papers(papers), names)
        n_rows = arguments.top or (_N_SHOWN if arguments.output is None else None)
        cut = {name: _cut(name, rows, n_rows) for name, rows in tables.items()}
        console.finish()
        if arguments.output is None:
            texts = (format_table(rows, "md", name) + "\n" for name, rows in cut.items() if rows)
            write_output(texts, None)
        else:
            written = write_tables(cut, arguments.output)
            names = [path.stem for path in written if path.suffix == ".csv"]
            print(f"wrote to {arguments.output}, each as .csv, .md and .tex: {' '.join(names)}")
            if pictures := [path.name for path in written if path.suffix == ".svg"]:
                print(f"pictures: {' '.join(pictures)}")
            if not is_installed():
                console.write_note(f"papertrace: no pictures without matplotlib ({name_extra('charts')})")
        if empty := [name.replace("_", " ") for name, rows in tables.items() if not rows]:
            console.write_note(f"papertrace: nothing is known for {', '.join(empty)}")
    return console.judge(ExitStatus.CLEAN)


def _cut(name: str, rows: "list[Row]", n_rows: int | None) -> "list[Row]":
    """Return the rows of a table that say most: the last years, the years of references that are the highest peaks.

    Of other tables these are the first ones.
    """
    if name == "overview" or n_rows is None:
        return rows
    if name == "reference_years" and (peaks := [row for row in rows if row["peak"] == "yes"]):
        highest = sorted(peaks, key=lambda row: -float(row["deviation"] or 0))[:n_rows]
        return [row for row in peaks if row in highest]
    return rows[-n_rows:] if name in {"years", "reference_years"} else rows[:n_rows]


def run_explain(arguments: argparse.Namespace) -> ExitStatus:
    """Explain the paper or the pair and return the exit status."""
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import PapertraceError
    from papertrace.pipeline.explaining import explain_merging, explain_pair
    from papertrace.pipeline.papers import sample_path
    from papertrace.pipeline.reading import read_terms
    from papertrace.reports.explanation import generate_merging, generate_pair

    check_inputs(Path(name) for name in arguments.papers if _is_name_of_file(name))
    if len(arguments.papers) not in (1, 2):
        said = f"{', '.join(arguments.papers)}: no files" if arguments.papers else "no paper is named"
        message = f"{said}; name one paper or two, by id or title, and listings that exist"
        raise PapertraceError(message)
    with open_console(arguments) as console:
        if not arguments.listings:
            console.write_note("papertrace: no listing given, so this is about the bundled sample")
        terms = read_terms(synonyms=arguments.synonyms, vocabulary=arguments.vocabulary, ignored=arguments.ignored)
        sources = arguments.listings or [sample_path()]
        if len(arguments.papers) == 1:
            merging = explain_merging(
                sources,
                arguments.papers[0],
                format_name=arguments.format_name,
                on_problem=console.add_problem,
                on_progress=console.show_progress,
            )
            pieces = generate_merging(merging)
        else:
            pair = explain_pair(
                sources,
                *arguments.papers,
                format_name=arguments.format_name,
                terms=terms,
                on_problem=console.add_problem,
                on_progress=console.show_progress,
            )
            pieces = generate_pair(pair)
        console.finish()
        write_output(pieces, None)
    return console.judge(ExitStatus.CLEAN)


def run_review(arguments: argparse.Namespace) -> ExitStatus:
    """Write the comment and return the exit status."""
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import ListingError
    from papertrace.pipeline.history import review_papers
    from papertrace.reports.markup import generate_review

    check_output(arguments.output)
    refuse_to_overwrite([*arguments.listings, *arguments.before], arguments.output)
    with open_console(arguments) as console:
        try:
            before = _read(arguments.before, arguments, console) if arguments.before else []
        except ListingError as error:  # A list that had no paper yet is no list.
            if not all(path.exists() for path in arguments.before):
                raise
            console.write_note(f"papertrace: {error}; all papers count as added")
            before = []
        now = _read(arguments.listings, arguments, console)
        review = review_papers(before, now, verdicts=arguments.verdicts or ())
        console.finish()
        write_output(generate_review(review), arguments.output)
    return console.judge(ExitStatus.CLEAN)


def _read(listings: "Sequence[Path]", arguments: argparse.Namespace, console: "Console") -> "list[Paper]":
    from papertrace.pipeline.papers import extract_papers

    return list(
        extract_papers(
            listings,
            format_name=arguments.format_name,
            follow_links=arguments.follow_links,
            on_problem=console.add_problem,
            on_progress=console.show_progress,
        )
    )


COMMANDS = {
    "extract": Command(
        description="Extract papers, their links and their concepts as JSON Lines.\n\n"
        "Reads listings, merges the entries of one paper, and writes one JSON object per paper and line: title, "
        "authors, identifiers, links, concepts, mentions of other papers, and what the paper says about its code. "
        "Does not use the network.",
        arguments="LISTING...",
        examples=(
            ("Write the papers of two listings to one file", "papertrace extract papers.bib README.md -o papers.jsonl"),
            ("Print the titles of the papers in a saved page", "papertrace extract page.html | jq -r .title"),
            ("Show why a paper has its concepts", "papertrace extract papers.bib --explain 'Attention is'"),
        ),
        groups=(INPUT, EXTRACT_OUTPUT, TERMS, ENGINE, GENERAL),
        run=run_extract,
    ),
    "enrich": Command(
        description="Add what services know about papers: reference lists, identifiers, venues.\n\n"
        "Reads listings as papertrace extract does, looks the papers up by identifier, else by title, and writes them "
        "with the facts that the listings do not print, each with its source and date. What a listing prints is kept; "
        "conflicts and works that are only similar are reported. The output is a listing like any other: papertrace "
        "build draws its citations. An interrupted run continues from the store and asks nothing twice.",
        arguments="LISTING...",
        examples=(
            ("Add citations to a bibliography, and draw them", "papertrace enrich papers.bib -o papers.jsonl"),
            ("", "papertrace build papers.jsonl"),
            ("Show what would be asked", "papertrace enrich --dry-run papers.bib"),
            ("Ask two services only", "papertrace enrich --services openalex,crossref papers.bib -o papers.jsonl"),
        ),
        notes=KEYS_NOTE,
        groups=(INPUT, ENRICH_OUTPUT, SERVICES, TERMS, GENERAL),
        run=run_enrich,
        sets=(("suggests", False),),
    ),
    "suggest": Command(
        description="Suggest works that a list lacks: those that its papers cite, or that cite them.\n\n"
        "Asks services for the reference lists of the papers, as papertrace enrich does, and for works that cite them. "
        "Prints the works outside of the list with most citations from and to it: title and year, the reason "
        "with all citations that are known, the identifier, and the authors, separated by tabs.",
        arguments="LISTING...",
        examples=(
            ("Print what a bibliography lacks", "papertrace suggest papers.bib"),
            ("Write the ten most cited works as a listing", "papertrace suggest papers.bib --top 10 -o missing.bib"),
        ),
        notes=KEYS_NOTE,
        groups=(INPUT, SUGGEST_OUTPUT, SERVICES, TERMS, GENERAL),
        run=run_enrich,
        sets=(("suggests", True),),
    ),
    "describe": Command(
        description="Describe the papers of listings by tables, as a bibliometric study does.\n\n"
        "Counts papers, citations and h-index by year, author, institution, country, venue and keyword, references by "
        "year of publication with its peaks, the productivity of authors (Lotka), core venues (Bradford), bursts of "
        "citations and the main path. Prints the beginning of each table as Markdown; with -o writes all of each as "
        "CSV, Markdown and LaTeX, and pictures as SVG if matplotlib is installed. Does not use the network.",
        arguments="LISTING...",
        examples=(
            ("Print the tables of an export", "papertrace describe scopus.csv"),
            ("Write tables and pictures to a folder", "papertrace describe scopus.csv -o study"),
            ("Print the authors of the most papers", "papertrace describe scopus.csv --tables authors --top 20"),
        ),
        groups=(INPUT, TABLES, TERMS, GENERAL),
        run=run_describe,
    ),
    "explain": Command(
        description="Show of which entries a paper is made, or why two papers are linked or not.\n\n"
        "For one paper, prints its entries, by what each is the same paper, and which papers with the same identifier "
        "or title have stayed apart, and why. For two, prints the concepts that they share, what each adds to the "
        "evidence, how similar their texts are, and the edges between them in the graph that papertrace build makes "
        "with its default options. Does not use the network.",
        arguments="PAPER [PAPER] [LISTING...]",
        examples=(
            ("Show which entries are one paper", "papertrace explain arxiv:1706.03762 papers.bib README.md"),
            ("Explain a pair of the bundled sample", "papertrace explain CodeMonkeys ParaThinker"),
            ("Name one paper by its id", "papertrace explain arxiv:1706.03762 'Effective Approaches' papers.bib"),
        ),
        groups=(NAMES, TERMS, GENERAL),
        run=run_explain,
        sets=(("papers", []),),
    ),
    "review": Command(
        description="Compare a list with the list as it was, and write what a change adds as a comment in Markdown.\n\n"
        "Says which new papers the list has already, which claim code without a link, and with the verdicts of an "
        "audit which new links are dead or have moved and which repositories are archived. Does not use the network; "
        "the exit status is 0 whatever is found.",
        arguments="[--before FILE] LISTING...",
        examples=(
            ("Compare with the last commit", "git show HEAD:README.md > before.md"),
            ("", "papertrace review --before before.md README.md"),
            ("Also say which new links are dead", "papertrace audit README.md --also jsonl=audit.jsonl"),
            ("", "papertrace review --before before.md --verdicts audit.jsonl -o comment.md README.md"),
        ),
        groups=(INPUT, COMPARISON, OUTPUT, GENERAL),
        run=run_review,
    ),
}
