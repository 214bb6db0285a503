"""Compare the search for URLs with other packages in one run: speed on real text, hard cases, hostile text.

    python benchmarks/bench_urls.py [--shared FOLDER] [--runs 5]

The folder (default: `PAPERTRACE_SHARED`, else `../shared`) contains `seeds/` and `gold/`. Every package gets the same
texts: all titles and abstracts of the real listings, one by one. A speed is the median of the runs, in megabytes of
UTF-8 per second. In the hard cases, URLs are compared as sets of identities, so that a missing scheme or a trailing
slash does not count. The packages are in the dependency group `bench`; those that are not installed are left out.
"""

import argparse
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import papertrace
from papertrace.extract.urls.repair import url_identity

ROOT = Path(__file__).resolve().parent.parent
Finder = Callable[[str, str], list[str]]
"""A function from a text and its notation to the URLs found; most packages ignore the notation."""

SLOW = ("urlextract", "twitter-text-parser")  # measured in a single run
FLOOR_MB_S = 20
TIMES_LINKIFY = 20
HOSTILE = ("(", ".", "/", "@", "http://", "{", "-")
HOSTILE_S = 1.0


def ours(text: str, notation: str) -> list[str]:
    """Find URLs with papertrace."""
    return [link.url for link in papertrace.find_links(text, notation)]


def _linkify() -> Finder:
    linkify = importlib.import_module("linkify_it").LinkifyIt()
    return lambda text, _: [match.url for match in linkify.match(text) or ()]


def _urlextract() -> Finder:
    extractor = importlib.import_module("urlextract").URLExtract()
    return lambda text, _: list(extractor.find_urls(text))


def _twitter_text() -> Finder:
    extract_urls = importlib.import_module("twitter_text").extract_urls
    return lambda text, _: list(extract_urls(text))


def _bare_expression() -> Finder:
    import re

    address = re.compile(r"https?://[^\s<>\"]+")
    return lambda text, _: address.findall(text)


PEERS: dict[str, Callable[[], Finder]] = {
    "papertrace": lambda: ours,
    "linkify-it-py": _linkify,
    "urlextract": _urlextract,
    "twitter-text-parser": _twitter_text,
    r"https?://[^\s<>\"]+": _bare_expression,
}


def peers() -> Iterator[tuple[str, Finder]]:
    """Yield the installed packages, ours first."""
    for name, make in PEERS.items():
        try:
            yield name, make()
        except ImportError:
            print(f"{name}: not installed (pip install --group bench), left out", file=sys.stderr)


def megabytes_a_second(find: Finder, texts: Sequence[str], runs: int) -> float:
    """Return the median speed over several runs, after a warm-up."""
    size = sum(len(text.encode()) for text in texts) / 1e6
    speeds = []
    for number in range(runs + 1):
        began = time.perf_counter()
        for text in texts:
            find(text, "text")
        if number:
            speeds.append(size / (time.perf_counter() - began))
    return median(speeds)


def n_right(find: Finder, cases: Sequence[dict[str, Any]]) -> int:
    """Return the number of cases in which exactly the right URLs are found."""
    return sum(_identities(find(case["text"], case["format"])) == _identities(case["urls"]) for case in cases)


def _identities(urls: Sequence[str]) -> set[str]:
    return {url_identity(url if "://" in url else f"https://{url}") for url in urls}


def main() -> int:
    """Print the tables; return 1 if a figure misses its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = Path(os.environ.get("PAPERTRACE_SHARED", ROOT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=default, help="folder with seeds/ and gold/")
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    texts = [
        text
        for path in sorted((arguments.shared / "seeds").iterdir())
        for entry in papertrace.read_listing(path)
        for text in (entry.title, entry.abstract)
    ]
    gold = (arguments.shared / "gold" / "url_hard.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in gold]
    speeds: dict[str, float] = {}
    print(f"{'':<24}{'MB/s':>9}{'ours is':>10}{'hard cases solved, of ' + str(len(cases)):>28}")
    for name, find in peers():
        speeds[name] = megabytes_a_second(find, texts, arguments.runs if name not in SLOW else 1)
        times = f"{speeds['papertrace'] / speeds[name]:.1f} x"
        print(f"{name:<24}{speeds[name]:>9.2f}{times:>10}{n_right(find, cases):>28}", flush=True)
    print("\n1 MB of one piece repeated, s")
    slowest = 0.0
    for piece in HOSTILE:
        began = time.perf_counter()
        papertrace.find_links(piece * (1_000_000 // len(piece)))
        slowest = max(slowest, took := time.perf_counter() - began)
        print(f"{piece:<24}{took:>9.3f}")
    good = speeds["papertrace"] >= FLOOR_MB_S and slowest < HOSTILE_S
    if "linkify-it-py" in speeds:
        good &= speeds["papertrace"] >= TIMES_LINKIFY * speeds["linkify-it-py"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
