"""Enriching 215 made-up papers from a loopback server that speaks as the services do, with forty planted traps.

    python benchmarks/bench_enrich.py [--kills 10]

Prints requests and seconds of a cold and a warm run, how many citations among the papers are found of those that are
true and that some service knows, how many are wrong, and how many identifiers of other works papers got. Then an
enrichment is killed at random moments and resumed: nothing whose answer was stored may be asked twice, and the output
must be that of an undisturbed run. The server answers in milliseconds, so that the seconds are our own.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.services.enriched import citations, numbers_of, settings_for, write_listing  # noqa: E402 - after the path
from tests.services.killed import killed  # noqa: E402
from tests.services.server import Services  # noqa: E402
from tests.services.world import World, true_numbers  # noqa: E402

import papertrace  # noqa: E402
from papertrace.pipeline.papers import generate_extracted  # noqa: E402


def main() -> int:
    """Print the figures and return 1 if a citation or an identifier is wrong, or something was asked twice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10)
    kills = parser.parse_args().kills
    world = World()
    with tempfile.TemporaryDirectory() as name, Services(world) as services:
        folder = Path(name)
        papers = write_listing(world, folder / "made-up.bib")
        outputs = []
        for run in ("cold", "warm"):
            services.log.clear()
            started = time.monotonic()
            found = papertrace.enrich_papers(papers, settings_for(services), store=folder / "facts.sqlite")
            outputs.append("".join(generate_extracted(found)))
            seconds = time.monotonic() - started
            asked = ", ".join(f"{service} {n}" for service, n in sorted(services.n_requests().items()))
            print(f"{run}: {len(services.log)} requests in {seconds:.1f} s" + (f" ({asked})" if asked else ""))
            if run == "cold":
                n_requests = len(services.log)
        told, tellable = citations(world, found), world.tellable()
        n_wrong = len(told - world.edges())
        print(f"citations: {len(told)} found of {len(tellable)} that a service knows, {n_wrong} wrong")
        n_ids = count_wrong_identifiers(world, found)
        print(f"identifiers of other works: {n_ids}; same bytes when warm: {outputs[0] == outputs[1]}")
        services.delay_s = 0.005
        n_twice = n_other = 0
        for seed in range(kills):
            place = folder / str(seed)
            place.mkdir()
            ended = killed(folder / "made-up.bib", place, services, seed=seed, n_requests=n_requests)
            n_twice, n_other = n_twice + ended.n_twice, n_other + (ended.output != outputs[0])
            print(f"  killed after {ended.n_before} requests: {ended.n_twice} asked twice")
        print(f"{kills} kills: {n_twice} asked twice, {n_other} outputs that differ")
    return int(bool(n_wrong or n_ids or n_twice or n_other or outputs[0] != outputs[1]))


def count_wrong_identifiers(world: World, papers: list[papertrace.Paper]) -> int:
    """Return how many identifiers papers have that belong to other works and that the listing does not print."""
    owners, numbers = true_numbers(world.works), numbers_of(world, papers)
    printed = {f"doi:{one.doi}" for one in world.listed} | {f"arxiv:{one.arxiv}" for one in world.listed}
    return sum(
        name in owners and owners[name] != numbers[paper.id] and name not in printed
        for paper in papers
        for name in paper.identifiers.all_names()
    )


if __name__ == "__main__":
    sys.exit(main())
