"""Measure how fast JSON Lines and lists in Markdown are read, and that memory does not grow with JSON Lines.

    python benchmarks/bench_reading.py [--records 10000 100000 1000000] [--format arxiv-json openalex …]

Each row is a separate process, so that its peak memory is its own. The records are generated from a seed; the file is
written to a temporary folder and removed. The first row is a lower bound: the decoder alone, line by line, or the
parser of Markdown. Seconds are of CPU, which other programs slow down less than they do the clock.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_WORDS = [
    "sparse",
    "grid",
    "kernel",
    "model",
    "learns",
    "weaves",
    "nets",
    "fast",
    "memory",
    "graph",
    "code",
    "data",
    "we",
    "show",
    "that",
    "it",
    "holds",
]
_DECODER_ALONE = "decoder alone"
_MARKDOWN = "awesome-list"
_KIB = 1024
# The maximum extra memory of a million records over ten thousand: slack of the allocator, but no room for records.
_FLAT_MIB = 16.0


def _prose(rng: random.Random, n_words: int) -> list[str]:
    return rng.choices(_WORDS, k=n_words)


def _arxiv(rng: random.Random, number: int) -> dict[str, object]:
    return {
        "id": f"{number // 100_000 % 90 + 10:02}{number % 12 + 1:02}.{number % 100_000:05}",
        "submitter": "Jane Doe",
        "authors": "Jane Doe, Richard Roe and Ann Poe",
        "title": " ".join(_prose(rng, 9)),
        "comments": f"9 pages. Code: https://example.org/code/{number}",
        "doi": f"10.1000/bench.{number}",
        "categories": "cs.DC",
        "abstract": " ".join(_prose(rng, 160)) + "\n",
        "versions": [{"version": "v1", "created": "Mon, 3 Jun 2024 19:18:42 GMT"}],
        "update_date": "2024-06-05",
        "authors_parsed": [["Doe", "Jane", ""], ["Roe", "Richard", ""], ["Poe", "Ann", ""]],
    }


def _openalex(rng: random.Random, number: int) -> dict[str, object]:
    index: dict[str, list[int]] = {}
    for position, word in enumerate(_prose(rng, 160)):
        index.setdefault(word, []).append(position)
    return {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/10.1000/bench.{number}",
        "title": " ".join(_prose(rng, 9)),
        "publication_date": "2024-06-05",
        "authorships": [{"author": {"display_name": "Jane Doe"}}],
        "abstract_inverted_index": index,
        "referenced_works": [f"https://openalex.org/W{rng.randrange(number + 1)}" for _ in range(20)],
    }


def _semantic_scholar(rng: random.Random, number: int) -> dict[str, object]:
    return {
        "paperId": f"{number:040x}",
        "externalIds": {"DOI": f"10.1000/bench.{number}", "CorpusId": number},
        "title": " ".join(_prose(rng, 9)),
        "abstract": " ".join(_prose(rng, 160)),
        "year": 2024,
        "authors": [{"authorId": "1", "name": "Jane Doe"}],
        "references": [{"paperId": f"{rng.randrange(number + 1):040x}", "externalIds": None} for _ in range(20)],
    }


def _item(rng: random.Random, number: int) -> str:
    heading = f"\n## {' '.join(_prose(rng, 2)).title()}\n\n" if number % 40 == 0 else ""
    title = " ".join(_prose(rng, 9)).capitalize()
    pdf = f"https://arxiv.org/pdf/{number // 100_000 % 90 + 10:02}{number % 12 + 1:02}.{number % 100_000:05}"
    links = f"[[code]](https://example.org/code/{number}) [[pdf]]({pdf})"
    return f"{heading}- [{title}](https://doi.org/10.1000/bench.{number}), Jane Doe, Richard Roe, *ICML* 2024. {links}"


GENERATORS: dict[str, Callable[[random.Random, int], dict[str, object] | str]] = {
    "arxiv-json": _arxiv,
    "openalex": _openalex,
    "semantic-scholar": _semantic_scholar,
    _MARKDOWN: _item,
}


def write_listing(path: Path, format_name: str, n_records: int) -> None:
    """Write a listing of generated records; the same arguments give the same bytes."""
    rng = random.Random(20240605)  # noqa: S311 - not security-relevant
    with path.open("w", encoding="utf-8") as stream:
        for number in range(n_records):
            record = GENERATORS[format_name](rng, number)
            stream.write((record if isinstance(record, str) else json.dumps(record)) + "\n")


def _decode(path: Path) -> Iterator[object]:
    import msgspec
    import pyromark

    with path.open("rb") as stream:
        if path.suffix == ".md":
            text = stream.read().decode()
            yield from (one for one in pyromark.events(text) if one == {"Start": "Item"})
            return
        yield from map(msgspec.json.decode, stream)


def read(path: Path, reader: str) -> None:
    """Read a listing in this process and print records, seconds and peak memory in MiB, as JSON."""
    from papertrace.listings import read_listing

    started = time.process_time()
    found: Iterator[object] = _decode(path) if reader == _DECODER_ALONE else read_listing(path)
    n_records = sum(1 for _ in found)
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KIB
    print(json.dumps({"n_records": n_records, "seconds": seconds, "peak_mib": peak}))


def _measure(path: Path, reader: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--read", str(path), "--reader", reader]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def main() -> None:
    """Measure every format at every size and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--format", nargs="+", choices=GENERATORS, default=list(GENERATORS))
    parser.add_argument(
        "--folder", type=Path, help="folder for the generated file (default: the system's temporary folder)"
    )
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--reader", default="", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.read:
        read(arguments.read, arguments.reader)
        return
    print(f"{'format':<18}{'reader':<15}{'records':>10}{'MB':>8}{'s':>8}{'records/s':>11}{'MB/s':>7}{'peak MiB':>10}")
    for format_name in arguments.format:
        peaks: list[float] = []
        for n_records in sorted(arguments.records):
            with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
                path = Path(folder) / ("records.md" if format_name == _MARKDOWN else "records.jsonl")
                write_listing(path, format_name, n_records)
                size = path.stat().st_size / 1e6
                for reader in (_DECODER_ALONE, "papertrace"):
                    row = _measure(path, reader)
                    assert row["n_records"] == n_records, (reader, row)
                    speed = f"{n_records / row['seconds']:>11,.0f}{size / row['seconds']:>7.0f}"
                    head = f"{format_name:<18}{reader:<15}{n_records:>10,}{size:>8.0f}{row['seconds']:>8.1f}"
                    print(f"{head}{speed}{row['peak_mib']:>10.1f}", flush=True)
                peaks.append(row["peak_mib"])
        is_flat = peaks[-1] - peaks[0] < _FLAT_MIB
        # A list is judged as a whole, and so are the parts of one that is too long.
        assert is_flat or format_name == _MARKDOWN, f"{format_name}: memory grows with the listing: {peaks} MiB"


if __name__ == "__main__":
    main()
