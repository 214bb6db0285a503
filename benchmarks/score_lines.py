"""Join the verdicts of readers with the systems that drew the lines: shares, intervals, agreement.

    python benchmarks/score_lines.py keys/*.json --a VERDICTS.jsonl ... [--b VERDICTS.jsonl ...]

The keys are those of `draw_lines.py`; a verdict is `{"key": …, "verdict": "sensible" | "coincidental" | "wrong"}`.
"linked" is the share of the papers with 900 characters that have a line. Shares are means of the readers; the halves of
a listing count equally, and so do the listings of a group. Intervals of 95 %: Wilson's for shares, 2,000 bootstraps
within listing and half for the lead over the cosine. The agreement of two readers is in percent, and Cohen's kappa.
"""

import argparse
import json
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

VERDICTS = ("sensible", "coincidental", "wrong")
N_BOOTSTRAPS = 2_000
_Z = 1.96
_BASELINES = ("cosine", "random")

Shares = tuple[float, ...]  # of the verdicts, and of the lines that all readers call sensible


class Judged(NamedTuple):
    """A line with the shares of its verdicts."""

    listing: str
    half: str
    shares: Shares


Table = dict[str, list[Judged]]


def read_verdicts(paths: Iterable[Path]) -> dict[str, int]:
    """Return the verdicts of one reader, as indices of `VERDICTS`, by key; the first letter of each is enough."""
    found: dict[str, int] = {}
    for path in paths:
        for line in filter(str.strip, path.read_text(encoding="utf-8").splitlines()):
            row = json.loads(line)
            found[row["key"]] = [verdict[0] for verdict in VERDICTS].index(row["verdict"].strip().lower()[0])
    return found


def find_interval(share: float, n: int) -> tuple[float, float]:
    """Return Wilson's interval of a share of `n`."""
    if not n:
        return 0.0, 1.0
    middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    width = _Z * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
    return middle - width, middle + width


def find_agreement(pairs: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return the share of equal verdicts, and Cohen's kappa."""
    if not pairs:
        return 0.0, 0.0
    same = sum(one == other for one, other in pairs) / len(pairs)
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(first[verdict] * second[verdict] for verdict in first) / len(pairs) ** 2
    return same, (same - chance) / (1 - chance) if chance < 1 else 1.0


def average(rows: Iterable[Judged]) -> Shares:
    """Return the mean shares of lines: halves count equally in a listing, and listings in a group."""
    cells: dict[tuple[str, str], list[Shares]] = defaultdict(list)
    for row in rows:
        cells[row.listing, row.half].append(row.shares)
    listings: dict[str, list[Shares]] = defaultdict(list)
    for (listing, _), some in sorted(cells.items()):
        listings[listing].append(_mean(some))
    return _mean([_mean(halves) for halves in listings.values()])


def _mean(rows: Sequence[Shares]) -> Shares:
    if not rows:
        return (0.0,) * (len(VERDICTS) + 1)
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def find_lead(ours: Sequence[Judged], theirs: Sequence[Judged]) -> tuple[float, float, float]:
    """Return the difference of the sensible shares of two systems, and its interval."""
    rng = random.Random(11)  # noqa: S311 - not security-relevant
    cells = []
    for rows in (ours, theirs):
        of_system: dict[tuple[str, str], list[Judged]] = defaultdict(list)
        for row in rows:
            of_system[row.listing, row.half].append(row)
        cells.append(list(of_system.values()))
    differences = []
    for _ in range(N_BOOTSTRAPS):
        one, other = (average(rng.choice(cell) for cell in system for _ in cell)[0] for system in cells)
        differences.append(one - other)
    differences.sort()
    cut = N_BOOTSTRAPS // 40
    return average(ours)[0] - average(theirs)[0], differences[cut], differences[-cut - 1]


def report(title: str, table: Table, figures: Sequence[Mapping[str, Mapping[str, float]]]) -> None:
    """Print the table of a listing or a group."""
    print(f"\n{title}")
    columns = ("sensible/coincidental/wrong %", "95 % of sensible", "heavier", "lighter", "lines a paper", "linked")
    print(f"  {'':<12}{'n':>4}  {columns[0]}{''.join(f'{one:>{len(one) + 2}}' for one in columns[1:])}")
    for system in sorted(table, key=lambda name: (name in _BASELINES, name)):
        rows = table[system]
        shares = average(rows)
        low, high = find_interval(shares[0], len(rows))
        heavy, light = (average(row for row in rows if row.half == half)[0] for half in ("heavy", "light"))
        per_paper, linked = (_average_figure(figures, system, name) for name in ("per_paper", "linked_900"))
        cells = "/".join(f"{100 * share:.0f}" for share in shares[: len(VERDICTS)])
        interval = f"{100 * low:.0f} to {100 * high:.0f}"
        halves = f"{heavy:>9.0%}{light:>9.0%}"
        print(f"  {system:<12}{len(rows):>4}  {cells:>29}{interval:>18}{halves}{per_paper:>15.2f}{linked:>8.0%}")
    for system in sorted(table.keys() - set(_BASELINES)):
        if "cosine" in table:
            lead, low, high = (100 * value for value in find_lead(table[system], table["cosine"]))
            print(f"  {system} ahead of the cosine: {lead:+.1f} points (95 %: {low:+.0f} to {high:+.0f})")


def _average_figure(figures: Sequence[Mapping[str, Mapping[str, float]]], system: str, name: str) -> float:
    known = [one[system][name] for one in figures if system in one]
    return sum(known) / max(1, len(known))


def read_key(
    path: Path, readers: Sequence[Mapping[str, int]]
) -> tuple[str, Mapping[str, Mapping[str, float]], Table, dict[str, tuple[int, ...]]]:
    """Return a listing's name, the figures of its systems, their lines, and the verdicts on each line by key."""
    record = json.loads(path.read_text(encoding="utf-8"))
    name = record["name"]
    table: Table = defaultdict(list)
    verdicts: dict[str, tuple[int, ...]] = {}
    n_missing = 0
    for drawn in record["draws"]:
        given = tuple(reader[drawn["key"]] for reader in readers if drawn["key"] in reader)
        if len(given) < len(readers):
            n_missing += 1
            continue
        verdicts[drawn["key"]] = given
        shares = (*(given.count(i) / len(given) for i in range(len(VERDICTS))), float(not any(given)))
        table[drawn["system"]].append(Judged(name, drawn["half"], shares))
    if n_missing:
        print(f"{path}: {n_missing} lines left out: a reader has not judged them", file=sys.stderr)
    return name, record["systems"], table, verdicts


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Score lines that readers judged.")
    parser.add_argument("keys", type=Path, nargs="+", help="keys/NAME.json of draw_lines.py")
    parser.add_argument("--a", type=Path, nargs="+", required=True, help="verdicts of one reader")
    parser.add_argument("--b", type=Path, nargs="+", help="verdicts of another reader")
    parser.add_argument("--groups", nargs="+", default=[], metavar="GROUP=NAME,NAME", help="groups of listings")
    options = parser.parse_args(arguments)
    readers = [read_verdicts(paths) for paths in (options.a, options.b) if paths]
    tables: dict[str, Table] = {}
    figures: dict[str, Mapping[str, Mapping[str, float]]] = {}
    verdicts: dict[str, dict[str, tuple[int, ...]]] = {}
    for path in options.keys:
        name, figures[name], tables[name], verdicts[name] = read_key(path, readers)
    groups = {name: [name] for name in tables}
    for group in options.groups:
        name, _, members = group.partition("=")
        groups[name] = [member for member in members.split(",") if member in tables]
    if len(tables) > 1:
        groups["all"] = list(tables)
    for name, members in groups.items():
        merged: Table = defaultdict(list)
        for member in members:
            for system, rows in tables[member].items():
                merged[system] += rows
        report(f"{name} ({', '.join(members)})" if members != [name] else name, merged, [figures[m] for m in members])
        if options.b:
            pairs = [(one, other) for member in members for one, other in verdicts[member].values()]
            same, kappa = find_agreement(pairs)
            print(f"  agreement of the readers on {len(pairs)} lines: {same:.0%}, kappa {kappa:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
