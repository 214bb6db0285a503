"""Count what papertrace and other programs read of the same exports: records, and how many have which fact.

    python benchmarks/bench_exports.py FILE_OR_FOLDER … [--peers FOLDER] [--only NAME] [--facts]

Each program reads each file in a process and an environment of its own (`export_readers`), which is made from PyPI in a
temporary folder or in the given one, which is kept. For each file and program a row has the CPU seconds of the whole
process and its peak memory in MB, the number of records, how many of them have each fact, and in brackets the number of
references. A dash says that the program does not read the format, or fails; why is printed below the table.

Below that stands what another program reads and papertrace does not: facts of records with the same title, by numbers
of records, with `--facts` each of them with its value. The exit status is 1 if there are any.

Not all that is asked of a program is what it is for: bibtexparser and rispy give back the fields of a file, and leave
what they mean to who calls them. pybibx is run without what its statistics need, and without the statistics.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.export_readers import FACTS, READERS  # noqa: E402 - the path comes first

OURS = "papertrace"
PEERS: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "pybibx": (("pybibx",), ("numpy", "pandas", "chardet")),
    "bibtexparser": (("bibtexparser>=2.0.0b1",), ("pylatexenc",)),
    "litstudy": (("litstudy",), ("bibtexparser<2", "unidecode", "pandas", "numpy")),
    "metaknowledge": (("metaknowledge",), ("networkx",)),
    "rispy": (("rispy",), ()),
}
"""What is installed for each program: itself, without what it depends on, and what of that its readers import."""

FORMATS: Mapping[str, frozenset[str]] = {
    "pybibx": frozenset({".bib", ".csv", ".txt", ".nbib"}),
    "bibtexparser": frozenset({".bib"}),
    "litstudy": frozenset({".bib", ".ris", ".csv"}),
    "metaknowledge": frozenset({".txt", ".csv", ".nbib", ".isi"}),
    "rispy": frozenset({".ris", ".txt"}),
}
"""The endings of files that a program may read; whether it does, it says itself."""

_KEYWORDS = frozenset({"keywords", "index"})
_MARKUP = re.compile(r"<[^<>]{1,40}>|&lt;.{1,40}?&gt;|\\text[a-z]{2,10}|\\[A-Za-z]\b|&\w{2,6};|\W|_")
Record = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a program read of a file, or why it did not, and what that cost."""

    records: Sequence[Record]
    failure: str
    cpu_s: float
    peak_mb: float


def install(name: str, folder: Path) -> Path:
    """Return the interpreter of a program's environment, which is made unless it exists."""
    python = folder / name / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder / name], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--pre"]
        program, needed = PEERS[name]
        subprocess.run([*pip, "--no-deps", *program], check=False)
        if needed:
            subprocess.run([*pip[:-1], *needed], check=False)
    return python


def read(name: str, python: Path, path: Path) -> Reading:
    """Return what a program reads of a file."""
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [python, ROOT / "benchmarks" / "export_readers.py", name, path],
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=said,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]) if name == OURS else ""},
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        said.seek(0)
        lines = said.read().decode(errors="replace").strip().splitlines()
        records = [json.loads(line) for line in printed]
    failure = lines[-1][:160] if process.returncode and lines else "" if records else "no record"
    return Reading(
        records=[] if failure else records,
        failure=failure,
        cpu_s=usage.ru_utime + usage.ru_stime,
        peak_mb=usage.ru_maxrss / 1024,
    )


def missing(ours: Sequence[Record], theirs: Sequence[Record]) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield facts that another program reads and papertrace does not: fact, title and values.

    Records are the same by their titles, in order where several have one; "title" stands for records that papertrace
    does not have. What has no title is not compared.
    """
    by_title: dict[str, list[Record]] = defaultdict(list)
    for record in reversed(ours):
        by_title[_fold(record)].append(record)
    for record in theirs:
        if not record.get("title"):
            continue
        same = by_title.get(_fold(record))
        if not same:
            yield "title", record["title"][0], [str(dict(record))]
            continue
        own = same.pop() if len(same) > 1 else same[0]
        for fact, values in record.items():
            # Some programs have all keywords in one list, whoever assigned them.
            if fact not in own and not (fact in _KEYWORDS and not own.keys().isdisjoint(_KEYWORDS)):
                yield fact, record["title"][0], values


def _fold(record: Record) -> str:
    title = _MARKUP.sub("", next(iter(record.get("title", ())), ""))
    return normalize("NFKD", title).encode("ascii", "ignore").decode().casefold()[:60]


def cells(reading: Reading) -> Iterator[str]:
    """Yield the counts of a row."""
    yield f"{reading.cpu_s:.1f}"
    yield f"{reading.peak_mb:.0f}"
    if reading.failure:
        yield "-"
        return
    yield str(len(reading.records))
    for fact in FACTS:
        n = sum(fact in record for record in reading.records)
        n_values = sum(len(record.get(fact, ())) for record in reading.records)
        yield f"{n} ({n_values})" if fact == "references" and n else str(n or ".")


def _line(name: str, row: Sequence[str]) -> str:
    heads = ("CPU s", "MB", "records", *FACTS)
    widths = (max(len(head), 13 if head == "references" else 4) + 2 for head in heads)
    return f"{name:<14}" + "".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=False))


def compare(path: Path, pythons: Mapping[str, Path], *, with_facts: bool) -> int:
    """Print what programs read of a file; return how many facts of records papertrace lacks beside them."""
    print(f"\n{path.name}\n{_line('', ('CPU s', 'MB', 'records', *FACTS))}")
    ours = read(OURS, pythons[OURS], path)
    print(_line(OURS, list(cells(ours))), flush=True)
    failures, lacks = {OURS: ours.failure} if ours.failure else {}, Counter[str]()
    for name, python in pythons.items():
        if name == OURS or path.suffix.lower() not in FORMATS[name]:
            continue
        if not python.exists():
            print(f"{name:<14}  not installed, skipped")
            continue
        theirs = read(name, python, path)
        print(_line(name, list(cells(theirs))), flush=True)
        if theirs.failure:
            failures[name] = theirs.failure
        for fact, title, values in missing(ours.records, theirs.records):
            lacks[f"{fact} of {name}"] += 1
            if with_facts:
                print(f"    {name}: {fact} of {title[:60]!r}: {'; '.join(values)[:200]}")
    for name, failure in failures.items():
        print(f"  {name} does not read it: {failure}")
    if lacks:
        print("  papertrace lacks " + ", ".join(f"{what} {n}" for what, n in lacks.most_common()))
    return lacks.total()


def main() -> int:
    """Print the tables; return 1 if another program reads anything that papertrace does not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+", type=Path, metavar="FILE_OR_FOLDER")
    parser.add_argument("--peers", type=Path, help="folder with an environment for each program, which is kept")
    parser.add_argument("--only", action="append", choices=list(PEERS), help="a program to run; repeatable")
    parser.add_argument("--facts", action="store_true", help="print each fact that papertrace lacks, with its value")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.peers or Path(temporary)).resolve()
        pythons = {OURS: Path(sys.executable)}
        pythons |= {name: install(name, folder) for name in READERS if name in (arguments.only or PEERS)}
        files = [
            file
            for path in arguments.inputs
            for file in (sorted(path.iterdir()) if path.is_dir() else [path])
            if file.is_file()
        ]
        n_lacking = sum([compare(file, pythons, with_facts=arguments.facts) for file in files])
    print(f"\nfacts of records that another program reads and papertrace does not: {n_lacking}")
    return int(n_lacking > 0)


if __name__ == "__main__":
    sys.exit(main())
