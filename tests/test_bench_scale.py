"""The parts of `benchmarks/bench_scale.py`: its corpora, its accounts of processes, its arithmetic."""

import hashlib
import json
import os
import sys
from itertools import islice
from pathlib import Path

import pytest
from benchmarks.abstracts import make_records, read_records, write_corpus
from benchmarks.bench_scale import Row, describe, describe_digests, find_differing
from benchmarks.naive import find_terms, link
from benchmarks.processes import Cost, measure

DIGEST_OF_60 = "267bf14363e5e43468dfa6266a6afb9d008bd1f068290e3ea4c42ea9257efa84"


def _cost(cpu_s: float, *peaks_mb: float, status: int = 0) -> Cost:
    return Cost(status=status, cpu_s=cpu_s, wall_s=cpu_s, peaks_mb=peaks_mb or (100.0,))


def _row(n_papers: int, step: str, state: str, *seconds: float, digests: dict[str, str] | None = None) -> Row:
    costs = [_cost(one) for one in seconds]
    return Row(n_papers=n_papers, step=step, state=state, costs=costs, digests=digests or {})


def test_made_up_abstracts_have_the_same_bytes_on_every_machine(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"

    assert write_corpus(path, make_records(60)) == 60
    assert hashlib.sha256(path.read_bytes()).hexdigest() == DIGEST_OF_60


def test_a_longer_corpus_begins_with_a_shorter_one() -> None:
    assert list(islice(make_records(200), 50)) == list(make_records(50))


def test_made_up_papers_mention_one_another_as_rarely_as_real_ones() -> None:
    records = list(make_records(600))
    systems = [str(one["title"]).partition(":")[0] for one in records if ":" in str(one["title"])]

    n_mentions = sum("outperforms" in str(one["abstract"]) for one in records)

    assert len(set(systems)) == len(systems) == 300
    assert 600 / 60 <= n_mentions <= 600 / 20


def test_identifiers_of_made_up_papers_differ() -> None:
    assert len({record["id"] for record in make_records(500)}) == 500


def test_real_records_are_read_from_several_formats_and_once_each(tmp_path: Path) -> None:
    path = tmp_path / "real.jsonl"
    lines = [
        {"title": "A\n  Title", "abstract": "One."},
        {"title": "Other", "summary": "Two."},
        {"title": "A Title", "abstract": "Three."},
        {"title": "No Abstract"},
        ["not a record"],
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    found = [(record["title"], record["abstract"]) for record in read_records([path])]

    assert found == [("A Title", "One."), ("Other", "Two.")]


def test_the_cpu_of_processes_that_outlive_their_parents_is_counted(tmp_path: Path) -> None:
    busy = "import time\nwhile time.process_time() < 0.5: pass"
    orphan = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {busy!r}])"

    cost = measure([sys.executable, "-c", orphan], os.environ, tmp_path)

    assert cost.status == 0
    assert cost.cpu_s >= 0.5


def test_the_memory_of_each_process_is_listed(tmp_path: Path) -> None:
    large = "import time; kept = bytearray(80_000_000); time.sleep(0.4)"
    pair = f"import subprocess, sys; kept = bytearray(40_000_000); subprocess.run([sys.executable, '-c', {large!r}])"

    cost = measure([sys.executable, "-c", pair], os.environ, tmp_path)

    assert [round(peak / 40) for peak in cost.peaks_mb] == [2, 1]
    assert cost.sum_mb == sum(cost.peaks_mb)


def test_a_command_that_fails_has_its_status(tmp_path: Path) -> None:
    assert measure([sys.executable, "-c", "raise SystemExit(3)"], os.environ, tmp_path).status == 3


def test_a_row_is_compared_by_the_medians_of_its_runs() -> None:
    rows = [
        _row(1_000, "naive", "naive", 9.0, 10.0, 11.0),
        _row(1_000, "extract", "before", 2.0, 4.0, 50.0),
        _row(1_000, "extract", "workers 1", 1.0, 2.0, 30.0),
        _row(1_000, "graph", "workers 1", 3.0),
    ]

    assert describe(rows[2], rows).split()[5:] == ["2.00", "0.50", "x", "0.20", "x", "100"]
    assert describe(rows[3], rows).split()[5:] == ["3.00", "0.50", "x", "100"]


def test_growth_is_for_ten_times_the_papers() -> None:
    rows = [_row(1_000, "extract", "now", 2.0), _row(10_000, "extract", "now", 24.0), _row(40_000, "graph", "now", 1.0)]

    assert "12.0 x" in describe(rows[1], rows)
    assert " x" not in describe(rows[2], rows)


def test_a_failed_run_is_marked_and_not_compared_with() -> None:
    failed = Row(n_papers=10_000, step="naive", state="naive", costs=[_cost(1.0, status=1)])

    assert describe(failed, [failed]).endswith("FAILED")
    assert " x" not in describe(_row(10_000, "extract", "now", 2.0), [failed])


def test_files_that_depend_on_the_number_of_workers_are_found() -> None:
    rows = [
        _row(1_000, "graph", "before", 1.0, digests={"a": "0"}),
        _row(1_000, "graph", "workers 1", 1.0, digests={"a": "1"}),
        _row(1_000, "graph", "workers 2", 1.0, digests={"a": "2"}),
        _row(1_000, "graph", "workers 3", 1.0, digests={"a": "1"}),
        _row(2_000, "graph", "workers 2", 1.0, digests={"a": "2"}),
    ]

    assert [(row.n_papers, row.state) for row in find_differing(rows)] == [(1_000, "workers 2")]
    assert [line.split(maxsplit=3)[2:] for line in describe_digests(rows[:4])] == [
        ["0", "before"],
        ["1", "workers 1, workers 3"],
        ["2", "workers 2"],
    ]


@pytest.mark.parametrize("missing", ["c.csv", "a.csv"])
def test_a_file_that_one_number_of_workers_does_not_write_is_a_difference(missing: str) -> None:
    files = {"a.csv": "1", "c.csv": "2"}
    fewer = {name: digest for name, digest in files.items() if name != missing}
    rows = [_row(9, "graph", "workers 1", 1.0, digests=files), _row(9, "graph", "workers 2", 1.0, digests=fewer)]

    assert find_differing(rows) == [rows[1]]


def test_the_plain_script_links_papers_that_share_terms() -> None:
    texts = ("sparse graphs of papers", "sparse graphs of links", "dense matrices here")
    papers = [{"id": str(n), "title": "", "abstract": text} for n, text in enumerate(texts)]

    assert sorted(link(papers).edges) == [("0", "1")]
    assert next(iter(find_terms(["one two one two", "three"])))[:3] == ["one", "one two", "two"]
