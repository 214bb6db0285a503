"""How many papers of made-up listings are identified, and how many of their citations found, from services on loopback.

    python benchmarks/bench_enrich_library.py [--seed 1] [--vocabulary engineering] [--wrong]

Prints by listing and kind how many papers are identified, wrongly identified and not; of the citations among all listed
papers those found, those wrong; how many of forty traps are right; and how true the suggestions are. `--wrong` names
what is missed. The world (`benchmarks/library_world.py`) is generated from the seed and the vocabulary.
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.services.enriched import settings_for  # noqa: E402 - after the path
from tests.services.server import Services  # noqa: E402

import papertrace  # noqa: E402
from benchmarks.library_world import N_CITATIONS, VOCABULARIES, Item, Library  # noqa: E402
from papertrace import Paper  # noqa: E402
from papertrace.model.papers.facts import EnrichmentReport, MissingWork  # noqa: E402

FORMATS = {"systems.txt": "title-list", "titles.txt": "title-list", "traps.txt": "title-list"}


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--vocabulary", default="engineering", choices=list(VOCABULARIES))
    parser.add_argument("--wrong", action="store_true", help="name what is missed or wrong")
    arguments = parser.parse_args()
    library = Library(arguments.seed, arguments.vocabulary)
    with tempfile.TemporaryDirectory() as name, Services(library) as services:
        paths = library.listings.write(Path(name))
        listed = [path for name, path in paths.items() if not name.startswith(("systems", "traps"))]
        identified: Counter[str] = Counter()
        for listing, path in paths.items():
            found, _ = enrich([path], services)
            by_kind = score(library, library.listings.items[listing], path, found, is_loud=arguments.wrong)
            total = sum(by_kind.values(), Counter())
            identified += total if path in listed else Counter()
            print(f"{listing}: {show(total)}")
            print("".join(f"  {kind}: {show(counts)}\n" for kind, counts in by_kind.items()), end="")
        print(f"identified in all of three listings: {show(identified)}")
        found, report = enrich(listed, services)
        score_citations(library, paths, found, is_loud=arguments.wrong)
        score_suggestions(
            library, found, papertrace.suggest_works(found, citing=report.citing), is_loud=arguments.wrong
        )
    return 0


def enrich(paths: list[Path], services: Services) -> tuple[list[Paper], EnrichmentReport]:
    """Return the papers of some listings with what the services know."""
    reports: list[EnrichmentReport] = []
    papers = [
        paper
        for path in paths
        for paper in papertrace.extract_papers([path], format_name=FORMATS.get(path.name), on_problem=lambda _: None)
    ]
    found = papertrace.enrich_papers(
        papers,
        settings_for(services),
        with_citing=len(paths) > 1,
        on_report=reports.append,
        on_problem=lambda _: None,
    )
    return found, reports[0]


def score(
    library: Library, items: list[Item], path: Path, papers: list[Paper], *, is_loud: bool
) -> dict[str, Counter[str]]:
    """Return for each kind of item how many are right, wrong and missed."""
    by_line = papers_by_line(path, papers)
    found: dict[str, Counter[str]] = {}
    line = 3 if path.suffix == ".md" else 1
    for item in items:
        paper = by_line.get(line)
        verdict = judge(library, item, paper)
        found.setdefault(item.kind, Counter())[verdict] += 1
        if is_loud and verdict != "right":
            names = paper.identifiers.all_names() if paper else None
            print(f"    {verdict}: {item.text!r}\n      {paper and paper.title!r} {names}\n      {item.work}")
        line += item.text.count("\n") + 1
    return found


def papers_by_line(path: Path, papers: list[Paper]) -> dict[int, Paper]:
    """Return the papers by the lines of their entries in a listing."""
    return {entry.span.line: paper for paper in papers for entry in paper.entries if entry.span.source == str(path)}


def judge(library: Library, item: Item, paper: Paper | None) -> str:
    """Return whether a paper is what the item is of: right, wrong or missed."""
    if paper is None:
        return "missed"
    names = set(paper.identifiers.all_names()) if paper.added is not None else set()
    if item.work is None:
        return "wrong" if names else "right"
    own = library.names_of(item.work)
    printed = {name for name in names if name.partition(":")[2] in item.text}
    if names - own - printed or names & set(item.not_these):
        return "wrong"
    if not names & own:
        return "right" if item.is_open else "missed"
    titles = {item.work.title, *item.work.titles.values()}
    is_titled = paper.title in titles or item.text.startswith(("@", "-")) or len(paper.title.split()) > 1
    return "right" if is_titled and not paper.title.startswith(("arxiv:", "doi:")) else "missed"


def score_citations(library: Library, paths: dict[str, Path], papers: list[Paper], *, is_loud: bool) -> None:
    """Print how many citations among the listed papers are found, and how many that are found are not true."""
    numbers = numbers_of(library, paths, papers)
    told = {
        (numbers[paper.id], numbers[name])
        for paper in papers
        if paper.id in numbers
        for name in paper.references
        if name in numbers
    }
    own = {work.number for work in library.own}
    true = {pair for pair in library.true_pairs if set(pair) <= own}
    tellable = {pair for pairs in library.cites.values() for pair in pairs} & true
    print(
        f"citations: {len(told & true)} of {N_CITATIONS} found ({len(tellable)} told by a service), "
        f"{len(told - true)} wrong"
    )
    lost = Counter(
        "+".join(
            library.styles[pair] if service == "crossref" else service
            for service, pairs in library.cites.items()
            if pair in pairs
        )
        for pair in tellable - told
    )
    print("".join(f"  lost: {n} by {way}\n" for way, n in lost.most_common()), end="")
    if is_loud:
        for name, pairs in (("wrong", told - true), ("lost", tellable - told)):
            for citing, cited in sorted(pairs)[:40]:
                ways = [service for service, of_service in library.cites.items() if (citing, cited) in of_service]
                print(f"    {name}: {library.works[citing].title} ({citing}) cites {library.works[cited]}, by {ways}")


def numbers_of(library: Library, paths: dict[str, Path], papers: list[Paper]) -> dict[str, int]:
    """Return the number of the work that each listed paper is, by the line that prints it."""
    found = {}
    for listing in ("ids.txt", "papers.bib", "titles.txt"):
        by_line, line = papers_by_line(paths[listing], papers), 1
        for item in library.listings.items[listing]:
            if line in by_line and item.work is not None:
                found[by_line[line].id] = item.work.number
            line += item.text.count("\n") + 1
    return found


def score_suggestions(library: Library, papers: list[Paper], suggested: list[MissingWork], *, is_loud: bool) -> None:
    """Print whether the works suggested are not listed, not deleted and each once, and their counts and order true."""
    owners = {name: work for work in library.works for name in library.names_of(work)}
    own, told = {work.number for work in library.own}, {pair for pairs in library.cites.values() for pair in pairs}
    cited_by = Counter(cited for citing, cited in told if citing in own)
    cites = Counter(citing for citing, cited in told if cited in own)
    drawn = Counter(name for paper in papers for name in set(paper.references))
    kinds: Counter[str] = Counter()
    seen: set[int] = set()
    for one in suggested:
        work = owners.get(one.name) or next(
            (work for work in library.works if work.title and one.title.startswith(work.title)), None
        )
        if work is None:
            kinds["unknown"] += 1
            if is_loud:
                print(f"    unknown: {one}")
            continue
        if is_loud and (
            work.number in own or work.is_deleted or work.number in seen or one.n_citing != cited_by[work.number]
        ):
            print(f"    {cited_by[work.number]} {cites[work.number]}: {one} is {work}")
        kinds["listed"] += work.number in own
        kinds["deleted"] += work.is_deleted
        kinds["twice"] += work.number in seen
        seen.add(work.number)
        kinds["cited by as many as told"] += one.n_citing == cited_by[work.number]
        kinds["counts too high"] += one.n_citing > cited_by[work.number] or one.n_cited > cites[work.number]
        kinds["counts as drawn"] += one.n_citing == drawn[one.name]
        kinds["without title"] += not one.title
    is_ordered = [(-one.n_citing - one.n_cited, not one.title, one.title) for one in suggested]
    wanted = {n for n in {*cited_by, *cites} if cited_by[n] + cites[n] > 1 and n not in own}
    wanted = {n for n in wanted if not library.works[n].is_deleted}
    print(
        f"suggested: {len(suggested)} ({len(wanted - seen)} of {len(wanted)} lacking), in order: "
        f"{is_ordered == sorted(is_ordered)}; " + ", ".join(f"{kind} {n}" for kind, n in kinds.items())
    )


def show(counts: Counter[str]) -> str:
    """Return counts as a text."""
    others = ", ".join(f"{counts[kind]} {kind}" for kind in ("wrong", "missed") if counts[kind])
    return f"{counts['right']} of {sum(counts.values())}" + (f" ({others})" if others else "")


if __name__ == "__main__":
    sys.exit(main())
