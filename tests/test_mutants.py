"""The tool that counts the mutants that tests notice: its table, its list of equivalent mutants, its figures."""

import ast
import gc
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path
from typing import NoReturn

import pytest
from tools import mutants, mutants_plugin
from tools.mutants import Area, Mutant

from papertrace.web import queues as host_queues

ASKED = ("classify", "guard", "schedule", "concepts", "mending", "keyed", "backbone", "urls")


def mutant(status: str, *, before: str = "a = 1", after: str = "a = 2") -> Mutant:
    return Mutant(name="m.x_f__mutmut_1", function="m.f", before=before, after=after, status=status)


@pytest.mark.parametrize("name", mutants.read_areas())
def test_the_modules_and_tests_of_an_area_exist(name: str) -> None:
    area = mutants.read_areas()[name]

    assert all((mutants.ROOT / module).is_file() for module in mutants.find_modules(area))
    assert all((mutants.ROOT / test).exists() for test in area.tests)
    assert area.sample > 50


def test_the_areas_that_were_asked_for_are_there() -> None:
    assert set(ASKED) <= set(mutants.read_areas())


def test_a_pattern_without_modules_is_an_error() -> None:
    area = Area(name="x", modules=("src/papertrace/files.py", "src/none/*.py"), tests=(), sample=1)

    with pytest.raises(FileNotFoundError, match=r"^no module matches src/none/\*\.py of the area x$"):
        mutants.find_modules(area)


def test_a_survivor_counts_unless_it_is_listed_as_equivalent() -> None:
    area = Area(name="x", modules=(), tests=(), sample=9)
    tried = [mutant("killed"), mutant("timeout"), mutant("survived"), mutant("no tests", after="a = 3")]

    plain = mutants.score(area, tried, n_made=9, equivalent=())
    listed = mutants.score(area, tried, n_made=9, equivalent=[("m.f", "a = 1", "a = 2")])

    assert (plain.n_killed, plain.n_equivalent, plain.share) == (2, 0, 0.5)
    assert (listed.n_killed, listed.n_equivalent, listed.share) == (2, 1, 2 / 3)
    assert [one.after for one in listed.survivors] == ["a = 3"]


def test_an_area_without_mutants_has_none_that_survive() -> None:
    assert mutants.score(Area(name="x", modules=(), tests=(), sample=9), [], n_made=0, equivalent=()).share == 0


def test_equivalent_mutants_are_of_code_that_is_still_there_and_have_a_reason() -> None:
    def source_of(function: str) -> str:
        parts = function.split(".")
        paths = {n: (mutants.ROOT / "src" / Path(*parts[:n])).with_suffix(".py") for n in range(len(parts), 0, -1)}
        return " ".join(next(path for path in paths.values() if path.is_file()).read_text(encoding="utf-8").split())

    reasons = mutants.read_equivalent()
    assert [one for one in reasons if " ".join(one[1].split()) not in source_of(one[0])] == []
    assert [one for one in reasons if one[1] == one[2] or not reasons[one]] == []


def test_functions_of_a_module_are_found_with_their_text_but_not_their_names() -> None:
    functions = dict(mutants.read_functions(getsource(host_queues)))

    assert {"put", "take", "promote_due", "ready_at"} <= set(functions)
    assert functions["closed_reason"].lstrip().startswith("def (self, host: str)")
    ast.parse(f"def f{functions['closed_reason'].lstrip().removeprefix('def ')}")


def test_the_first_run_collects_no_garbage_and_notes_all_tests_of_a_function_that_none_called_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = pytest.importorskip("mutmut.state", reason="mutmut needs fork")
    noted = state.MutmutState(current_function_hashes={"m.x_f": "1", "m.x_g": "2"})
    noted.duration_by_test |= {"one": 1.0, "other": 2.0}
    noted.tests_by_mangled_function_name["m.x_f"].add("one")
    monkeypatch.setattr(state, "_state", noted)
    monkeypatch.setenv("MUTANT_UNDER_TEST", "stats")

    run = mutants_plugin.pytest_runtestloop()
    next(run)
    assert not gc.isenabled()
    assert list(run) == []

    assert gc.isenabled()
    assert noted.tests_by_mangled_function_name == {"m.x_f": {"one"}, "m.x_g": {"one", "other"}}


def test_later_runs_collect_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUTANT_UNDER_TEST", "papertrace.m.x_f__mutmut_1")

    run = mutants_plugin.pytest_runtestloop()
    next(run)

    assert gc.isenabled()


@pytest.fixture
def handler_of_sigterm() -> Iterator[None]:
    """Ignore the signal where nothing handles it, and restore what was there before."""
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("handler_of_sigterm")
def test_the_copy_of_the_checkout_is_removed_when_the_tool_is_told_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = []

    def stopped_run(_area: Area, *, folder: Path, **_options: object) -> NoReturn:
        copies.append(folder)
        assert folder.is_dir()
        signal.raise_signal(signal.SIGTERM)
        pytest.fail("the tool went on")

    monkeypatch.setattr(mutants, "run", stopped_run)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["mutants.py", "guard"])

    with pytest.raises(SystemExit) as ended:
        mutants.main()

    assert ended.value.code == 128 + signal.SIGTERM
    assert len(copies) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes and groups of processes of POSIX")
def test_what_tries_mutants_ends_when_the_tool_is_told_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    script = f"exec 3> {pipe}; (sleep 2; echo alive >&3) & echo started; wait"

    def interrupted(process: subprocess.Popen[str]) -> NoReturn:
        assert process.stdout
        assert process.stdout.readline() == "started\n"
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", interrupted)
    with os.fdopen(reader) as said:
        with pytest.raises(KeyboardInterrupt):
            mutants.run_group(["sh", "-c", script], folder=tmp_path, environment=os.environ)

        assert said.read() == ""  # Reading ends when the last process that could write has ended.
