"""Measure whole runs of `papertrace extract` on generated corpora: papers per second, and constant memory.

    python benchmarks/bench_corpus.py [--records 10000 100000 1000000]

Each row is a separate process, so that its peak memory is its own. A corpus is generated from a seed: words that follow
Zipf's law, common English ones and a growing number of made-up ones (Heaps' law), in sentences with function words,
recurring phrases, acronyms with their definitions, names of systems, and a link in every fifth abstract. A million
records take about half an hour and 10 GB of disk.
"""

import argparse
import itertools
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from papertrace.background import load_background

_FUNCTION_WORDS = tuple("the of a and to in for we is with that by on as are from this can which an it".split())  # noqa: SIM905
_ONSETS = ("b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "br", "cl", "dr", "gr", "pl", "st")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "io", "ou")
_CODAS = ("", "", "n", "r", "l", "s", "t", "m", "nt", "st")
_N_COMMON = 3_000
_N_WORDS = 60_000
_N_PHRASES = 30_000
_SENTENCES, _WORDS = 8, 20
_MEBI = 1 << 20
_FLAT = 1.25
"""The maximum memory of any corpus, relative to the smallest one."""


def main() -> int:
    """Print the table; return 1 if memory grows."""
    parser = argparse.ArgumentParser(description="Measure extraction over generated corpora.")
    parser.add_argument("--records", type=int, nargs="+", default=[10_000, 100_000], help="sizes of the corpora")
    arguments = parser.parse_args()
    print(f"{'papers':>10}{'MB in':>8}{'CPU s':>9}{'papers/s':>10}{'peak MiB':>10}")
    peaks = []
    for n in sorted(arguments.records):
        with tempfile.TemporaryDirectory() as name:
            listing = Path(name) / "papers.jsonl"
            with listing.open("w", encoding="utf-8") as file:
                file.writelines(json.dumps(record) + "\n" for record in generate(n))
            seconds, peak = _measure(listing, Path(name) / "extracted.jsonl")
            size = listing.stat().st_size
        peaks.append(peak)
        print(f"{n:>10,}{size / 1e6:>8,.0f}{seconds:>9,.1f}{n / seconds:>10,.0f}{peak / _MEBI:>10,.0f}", flush=True)
    return int(peaks[-1] > _FLAT * peaks[0])


def generate(n: int, seed: int = 1) -> Iterator[dict[str, object]]:
    """Yield records in the format of arXiv's metadata; the first ones do not depend on `n`."""
    rng = random.Random(seed)  # noqa: S311 - not security-relevant
    words = _find_common_words()
    rare = sorted({_word(rng) for _ in range(_N_WORDS)}.difference(words))
    rng.shuffle(rare)
    rng.shuffle(words)
    words += rare
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(words) + 1)))
    phrases = [" ".join(rng.choices(words, k=rng.choice((2, 2, 2, 3)))) for _ in range(_N_PHRASES)]
    phrase_weights = list(itertools.accumulate(1 / (rank + 20) for rank in range(len(phrases))))
    for number in range(n):
        system = f"{rng.choice(words).title()}{rng.choice(words).title()}" if number % 2 else ""
        topics = rng.choices(phrases, cum_weights=phrase_weights, k=8)
        sentences = [
            " ".join(_sentence(rng, words, weights, topics, number)).capitalize() + "." for _ in range(_SENTENCES)
        ]
        if system:
            sentences[1] = f"We present {system}, a system for {topics[0]}."
        if number % 3 == 0:
            initials = "".join(word[0] for word in topics[1].split()).upper()
            sentences[2] = f"It does {topics[1]} ({initials}) with {topics[2]}."
        if number % 5 == 0:
            sentences.append(f"Code is at https://github.com/acme/{rng.choice(words)}-{number}.")
        title = f"{topics[0]} by {topics[1]}".title()
        yield {
            "id": f"{number // 100_000 % 90 + 10:02}{number % 12 + 1:02}.{number % 100_000:05}",
            "authors": "Jane Doe and Richard Roe",
            "title": f"{system}: {title}" if system else title,
            "abstract": " ".join(sentences),
            "categories": "cs.DC",
            "update_date": "2024-06-05",
        }


def _find_common_words() -> list[str]:
    """Return the single words that most abstracts of all fields have, sorted."""
    background = load_background()
    counts = {key: found.df for key in background if key.isalpha() and (found := background.find(key)) is not None}
    return sorted(sorted(counts, key=lambda word: (-counts[word], word))[:_N_COMMON])


def _word(rng: random.Random) -> str:
    n = rng.choice((1, 2, 2, 3, 3))
    return "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) for _ in range(n))


def _sentence(
    rng: random.Random, words: list[str], weights: list[float], topics: list[str], number: int
) -> Iterator[str]:
    """Yield the words of a sentence: runs of one to three words, separated by function words as in English."""
    ordinary = iter(rng.choices(words, cum_weights=weights, k=_WORDS))
    for index in range(_WORDS // 2):
        yield rng.choice(_FUNCTION_WORDS)
        kind = rng.random()
        if kind < 0.15:  # noqa: PLR2004 - the share of recurring phrases
            yield rng.choice(topics)
        elif kind < 0.17:  # noqa: PLR2004 - of names and misprints, which are unique to a paper
            yield f"{next(ordinary)}{number}"
        elif kind < 0.85:  # noqa: PLR2004 - of chance phrases
            yield f"{next(ordinary)} {next(ordinary)}"
        else:
            yield f"{next(ordinary)}," if index % 4 == 3 else next(ordinary)  # noqa: PLR2004


def _measure(listing: Path, output: Path) -> tuple[float, int]:
    """Return the CPU seconds and the peak memory, in bytes, of one extraction in a separate process."""
    code = (
        "import resource, sys; from papertrace.cli.main import main; status = main(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss); sys.exit(status)"
    )
    command = [sys.executable, "-c", code, "extract", str(listing), "-o", str(output), "-q"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(printed) * 1024


if __name__ == "__main__":
    sys.exit(main())
