"""Results that outlive the process, in the folder of `--work-dir`."""

import importlib.metadata
import os
import random
import re
import subprocess
import sys
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine import functions
from tests.folders import ROOT

from papertrace.engine import open_engine, stored
from papertrace.engine.stored import MAX_DAYS_UNUSED, _digest_value, name_version, read_result
from papertrace.errors import EngineError

_MAX_SECONDS = 60
_CHUNKS = [str(number).encode() for number in range(20)]
_PROGRAM = """
import sys
from pathlib import Path
root, name, calls, work = sys.argv[1:]
sys.path.insert(0, root)
from tests.engine.functions import count_and_add
from papertrace.engine import open_engine
with open_engine(name, work_dir=Path(work)) as engine:
    first = list(engine.map(count_and_add, [str(number).encode() for number in range(60)], (Path(calls), 1_000)))
    second = list(engine.map(count_and_add, first, (Path(calls), 10_000)))
    print(b" ".join(engine.map(count_and_add, second, (Path(calls), 100_000))).decode())
"""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return tmp_path / "new" / "work"


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    folder = tmp_path / "calls"
    folder.mkdir()
    return folder


def run(work: Path, calls: Path, *amounts: int, name: str = "inline") -> list[bytes]:
    """Add amounts to the chunks, one after another, and return the results."""
    with open_engine(name, work_dir=work) as engine:
        kept = list(engine.map(functions.count_and_add, _CHUNKS, (calls, amounts[0])))
        for amount in amounts[1:-1]:
            kept = list(engine.map(functions.count_and_add, kept, (calls, amount)))
        return list(engine.map(functions.count_and_add, kept, (calls, amounts[-1])))


def test_a_second_run_computes_nothing(work: Path, calls: Path) -> None:
    first = run(work, calls, 100, 1_000)
    n_calls = len(list(calls.iterdir()))
    second = run(work, calls, 100, 1_000)

    assert first == second == [str(number + 1_100).encode() for number in range(20)]
    assert n_calls == len(list(calls.iterdir())) == 40


def test_another_option_repeats_only_what_depends_on_it(work: Path, calls: Path) -> None:
    run(work, calls, 100, 1_000, 10_000)
    other = run(work, calls, 100, 2_000, 10_000)

    assert other == [str(number + 12_100).encode() for number in range(20)]
    assert len(list(calls.iterdir())) == 20 + 2 * 40


def test_a_new_chunk_is_computed_and_the_others_are_not(work: Path, calls: Path) -> None:
    with open_engine("inline", work_dir=work) as engine:
        list(engine.map(functions.count_and_add, _CHUNKS, (calls, 100)))
        more = [*_CHUNKS[:7], b"77", *_CHUNKS[7:], b"78"]

        results = list(engine.map(functions.count_and_add, more, (calls, 100)))

    assert results == [str(int(chunk) + 100).encode() for chunk in more]
    assert len(list(calls.iterdir())) == 22


def test_equal_values_have_one_digest_in_every_process() -> None:
    code = (
        "from papertrace.engine.stored import _digest_value\n"
        "words = {f'word {number}' for number in range(99)}\n"
        "pairs = frozenset((word, number) for word in words for number in range(3))\n"
        "print(_digest_value((words, {'a': pairs}, *('x' * number for number in (1, 1, 300)))).hex())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "123"
    }

    assert len(digests) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param({"a"}, {"b"}, id="elements"),
        pytest.param({"ab"}, {"a", "b"}, id="numbers of elements"),
        pytest.param(frozenset(), frozenset({""}), id="no element and an empty one"),
        pytest.param({"a\0b"}, {"a", "b"}, id="an element that looks like two"),
        pytest.param({"a", "b\0c"}, {"a\0b", "c"}, id="ends of elements"),
        pytest.param({"a", "b"}, ["a", "b"], id="kinds"),
        pytest.param({1}, {2}, id="whole numbers"),
        pytest.param({1}, {1, 2}, id="numbers of whole numbers"),
        pytest.param({(1, "a")}, {(1, "b")}, id="parts of elements"),
        pytest.param((), None, id="nothing"),
    ],
)
def test_unequal_values_have_digests_of_their_own(one: object, other: object) -> None:
    assert _digest_value(one) != _digest_value(other)


def test_engines_use_the_results_of_one_another(work: Path, calls: Path) -> None:
    assert run(work, calls, 100, 1_000) == run(work, calls, 100, 1_000, name="processes")
    assert len(list(calls.iterdir())) == 40


@pytest.mark.slow
def test_a_run_killed_at_ten_moments_goes_on_and_gives_the_same(work: Path, calls: Path) -> None:
    moments = sorted(random.Random(14).sample(range(1, 170), 10))  # noqa: S311 - no secret
    for turn, moment in enumerate(moments):
        command = [sys.executable, "-c", _PROGRAM, ROOT, ("inline", "processes")[turn % 2], calls, work]
        program = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL)
        deadline_s = time.monotonic() + _MAX_SECONDS
        while len(list(calls.iterdir())) < moment and program.poll() is None and time.monotonic() < deadline_s:
            time.sleep(0.001)
        program.kill()
        program.wait()
    n_calls = len(list(calls.iterdir()))
    assert moments[-1] <= n_calls
    command = [sys.executable, "-c", _PROGRAM, ROOT, "inline", calls, work]
    last = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)

    assert last.stdout.split() == [str(number + 111_000) for number in range(60)]
    # Of what was computed, only what was in progress when a run was killed is computed again.
    assert len(list(calls.iterdir())) <= 180 + 10 * 3
    assert list(work.rglob("*.tmp")) == []


def test_a_failure_names_the_chunk_of_the_caller(work: Path) -> None:
    with open_engine("inline", work_dir=work) as engine:
        list(engine.map(functions.refuse_bad, [b"a", b"b"]))
        with pytest.raises(EngineError, match=r"^chunk 4 of refuse_bad: ValueError: a bad chunk") as caught:
            list(engine.map(functions.refuse_bad, [b"a", b"c", b"b", b"bad"]))

    assert caught.value.chunk == 3


def test_a_damaged_result_is_noticed_and_computed_again_by_the_next_run(work: Path, calls: Path) -> None:
    expected = run(work, calls, 100, 1_000)
    damaged = [path for path in work.glob(".results-*/*") if read_result(path) in {b"107", b"1107"}]
    for path in damaged:
        path.write_bytes(path.read_bytes()[:-1] + b"8")
    assert len(damaged) == 2
    with pytest.raises(EngineError, match="is damaged; run the same command again"):
        run(work, calls, 100, 1_000)

    assert run(work, calls, 100, 1_000) == expected
    assert len(list(calls.iterdir())) == 42


def test_results_of_another_version_are_not_used_and_are_removed(
    work: Path, calls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(work, calls, 100, 1_000)
    monkeypatch.setattr(stored, "name_version", lambda: "another")
    run(work, calls, 100, 1_000)

    assert len(list(calls.iterdir())) == 80
    assert [path.name for path in work.glob(".results-*")] == [".results-another"]


def test_results_that_no_run_uses_are_removed_and_others_are_not(work: Path, calls: Path) -> None:
    run(work, calls, 100, 1_000)
    old_s = time.time() - (MAX_DAYS_UNUSED - 1) * 86_400
    for file in work.glob(".results-*/*"):
        os.utime(file, (old_s, old_s))
    run(work, calls, 100, 2_000)  # This uses the first half.
    for file in work.glob(".results-*/*"):
        used_s = file.stat().st_mtime - 2 * 86_400
        os.utime(file, (used_s, used_s))
    open_engine("inline", work_dir=work).close()

    assert len(list(work.glob(".results-*/*"))) == 40


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Yield the versions of packages that seem to be installed."""
    installed = dict.fromkeys(stored.DISTRIBUTIONS, "1.0")

    def find(name: str) -> str:
        if name not in installed:
            raise importlib.metadata.PackageNotFoundError(name)
        return installed[name]

    monkeypatch.setattr(importlib.metadata, "version", find)
    stored.read_versions.cache_clear()
    yield installed
    stored.read_versions.cache_clear()


@pytest.mark.parametrize("name", stored.DISTRIBUTIONS)
def test_the_name_of_a_version_depends_on_those_of_packages(versions: dict[str, str], name: str) -> None:
    names = {name_version()}
    for version in ("2.0", None):
        stored.read_versions.cache_clear()
        if version is None:
            del versions[name]
        else:
            versions[name] = version
        names.add(name_version())

    assert len(names) == 3


def test_the_name_of_a_version_depends_on_unicode(versions: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    before = name_version()
    monkeypatch.setattr(unicodedata, "unidata_version", "99.0")
    assert name_version() == before  # Versions are read once in a process.
    stored.read_versions.cache_clear()

    assert name_version() != before
    assert set(versions.values()) == {"1.0"}


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_folders_are_made_for_the_user_alone(work: Path, calls: Path) -> None:
    run(work, calls, 100, 1_000)

    made = [work, *work.glob(".results-*")]
    assert [path.stat().st_mode & 0o777 for path in made] == [0o700, 0o700]


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
@pytest.mark.parametrize("name", [".", ".results-*"], ids=["work folder", "results"])
def test_a_folder_that_everybody_may_write_to_is_refused(work: Path, calls: Path, name: str) -> None:
    run(work, calls, 100, 1_000)
    (folder,) = work.glob(name) if "*" in name else [work]
    folder.chmod(0o703)

    fact = (
        rf"^{re.escape(str(folder))}: everybody may write to it, .*; choose a --work-dir to which only you may write$"
    )
    with pytest.raises(EngineError, match=fact):
        run(work, calls, 100, 1_000)
    folder.chmod(0o770)
    run(work, calls, 100, 1_000)
    assert len(list(calls.iterdir())) == 40


@pytest.mark.skipif(sys.platform == "win32", reason="owners of POSIX")
def test_a_folder_of_another_user_is_refused(work: Path, calls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(work, calls, 100, 1_000)
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)

    fact = rf"^{re.escape(str(work))}: belongs to another user, .*; choose another --work-dir$"
    with pytest.raises(EngineError, match=fact):
        run(work, calls, 100, 1_000)
