"""Change one thing at a time in a module, run the module's own tests, and count the changes that they notice.

    python tools/mutants.py [AREA ...] [--sample N] [--seed N] [--processes N] [--survivors] [--keep FOLDER]

Areas, their modules and tests are in `mutants.toml`; mutmut makes the mutants and runs the tests, in a copy of the
checkout. Of an area with more mutants than its `sample`, as many are drawn at random, always the same for one seed.
Mutants that no test can notice, because the program behaves the same, are listed in `mutants_equivalent.toml` with the
reason, and do not count. Exit status: 1 if an area is below its share, else 0.
"""

import argparse
import ast
import difflib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
AREAS = ROOT / "tools" / "mutants.toml"
EQUIVALENT = ROOT / "tools" / "mutants_equivalent.toml"
COPIED = ("src", "tests", "cassettes", "docs", "graphs", "pyproject.toml", "README.md", "CHANGELOG.md", "action.yml")
PLUGIN = "mutants_plugin"
KILLED = frozenset({"killed", "timeout", "segfault", "caught by type check"})
MIN_SHARE = 0.85


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """Modules whose mutants are counted together, and the tests that should notice them."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    sample: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A change to one function: the lines that it removes and adds, and what the tests made of it."""

    name: str
    function: str
    before: str
    after: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The mutants of one area: how many exist, and which of those that were tried survive."""

    area: str
    n_made: int
    n_tried: int
    n_equivalent: int
    survivors: tuple[Mutant, ...]

    @property
    def n_killed(self) -> int:
        """The number of mutants that the tests noticed."""
        return self.n_tried - self.n_equivalent - len(self.survivors)

    @property
    def share(self) -> float:
        """The share of mutants noticed, of those that can be; 0 if there are none."""
        return self.n_killed / max(1, self.n_tried - self.n_equivalent)


def read_areas(path: Path = AREAS) -> dict[str, Area]:
    """Return the areas by name."""
    return {
        name: Area(
            name=name, modules=tuple(row["modules"]), tests=tuple(row["tests"]), sample=row.get("sample", sys.maxsize)
        )
        for name, row in tomllib.loads(path.read_text(encoding="utf-8")).items()
    }


def read_equivalent(path: Path = EQUIVALENT) -> dict[tuple[str, str, str], str]:
    """Return the reasons why mutants cannot be noticed, by function, lines removed and lines added."""
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return {(row["function"], row["before"], row["after"]): row["reason"] for row in rows}


def score(area: Area, mutants: Sequence[Mutant], *, n_made: int, equivalent: Iterable[tuple[str, str, str]]) -> Score:
    """Return the score of an area: a mutant that survives counts unless it is listed as equivalent."""
    listed = frozenset(equivalent)
    alive = [mutant for mutant in mutants if mutant.status not in KILLED]
    survivors = tuple(one for one in alive if (one.function, one.before, one.after) not in listed)
    return Score(
        area=area.name,
        n_made=n_made,
        n_tried=len(mutants),
        n_equivalent=len(alive) - len(survivors),
        survivors=survivors,
    )


def find_modules(area: Area) -> list[Path]:
    """Return the files of an area's modules, relative to the checkout, in order."""
    found = {pattern: sorted(ROOT.glob(pattern)) for pattern in area.modules}
    if missing := [pattern for pattern, paths in found.items() if not paths]:
        message = f"no module matches {', '.join(missing)} of the area {area.name}"
        raise FileNotFoundError(message)
    return [path.relative_to(ROOT) for paths in found.values() for path in paths if path.name != "__init__.py"]


def names_of_mutants(modules: Iterable[Path]) -> list[str]:
    """Return the names of all mutants that mutmut makes of some modules, in order."""
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    return [
        get_mutant_name(module, name)
        for module in modules
        for name in mutate_file_contents(str(module), (ROOT / module).read_text(encoding="utf-8")).mutant_names
    ]


def copy_checkout(folder: Path, area: Area, modules: Sequence[Path]) -> None:
    """Copy what the tests need, with the configuration of mutmut for one area."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy2(source, folder / name)
    shutil.copy2(ROOT / "tools" / f"{PLUGIN}.py", folder)
    configuration = {
        "source_paths": ["src"],
        "only_mutate": [str(module) for module in modules],
        "also_copy": [f"{PLUGIN}.py", *(name for name in COPIED if name not in ("src", "tests"))],
        "pytest_add_cli_args": ["-m", "not slow", "-p", PLUGIN, "-p", "no:cacheprovider", "-p", "no:xdist"],
        "pytest_add_cli_args_test_selection": list(area.tests),
        "use_git_change_detection": False,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in configuration.items()]
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as stream:
        stream.write("\n".join(["", "[tool.mutmut]", *lines, ""]))


def read_mutants(folder: Path, names: Iterable[str], modules: Iterable[Path]) -> Iterator[Mutant]:
    """Yield the mutants of a finished run, with what they change."""
    from mutmut.stats import status_by_exit_code

    statuses: dict[str, str] = {}
    sources: dict[str, str] = {}
    for module in modules:
        mutated = folder / "mutants" / module
        codes = json.loads(mutated.with_name(f"{mutated.name}.meta").read_text(encoding="utf-8"))["exit_code_by_key"]
        statuses |= {name: status_by_exit_code[code] for name, code in codes.items()}
        prefix = ".".join(module.with_suffix("").parts[1:])
        sources |= {f"{prefix}.{name}": text for name, text in read_functions(mutated.read_text(encoding="utf-8"))}
    for name in names:
        original = sources[f"{name.rpartition('__mutmut_')[0]}__mutmut_orig"]
        before, after = find_change(original, sources[name])
        yield Mutant(name=name, function=function_of(name), before=before, after=after, status=statuses[name])


def read_functions(source: str) -> Iterator[tuple[str, str]]:
    """Yield the names and the bodies of all functions of a module, without decorators."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
            yield node.name, "\n".join(lines[node.lineno - 1 : node.end_lineno]).replace(node.name, "", 1)


def find_change(original: str, changed: str) -> tuple[str, str]:
    r"""Return the lines that are only in the first text and those only in the second, without indentation.

    >>> find_change("def f():\n    return 1", "def f():\n    return 2")
    ('return 1', 'return 2')
    """
    lines = [line for line in difflib.ndiff(original.splitlines(), changed.splitlines()) if line.strip()]
    removed, added = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return removed, added


def function_of(name: str) -> str:
    """Return the function that a mutant changes.

    >>> function_of("papertrace.web.guard.x_refusal__mutmut_3"), function_of("papertrace.a.xǁGuardǁ_refusal__mutmut_1")
    ('papertrace.web.guard.refusal', 'papertrace.a.Guard._refusal')
    """
    module, _, mangled = name.rpartition("__mutmut_")[0].rpartition(".")
    return f"{module}.{mangled.removeprefix('xǁ').removeprefix('x_').replace('ǁ', '.')}"


def run_group(
    command: Sequence[str], *, folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; if that is interrupted, kill it and all processes that it started.

    Otherwise the forks that try mutants would go on in a folder that is being removed.
    """
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            output, errors = process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def stop(number: int, _frame: object) -> NoReturn:
    """Exit as a signal demands, but only after the temporary files have been removed."""
    sys.exit(128 + number)


def run(area: Area, *, sample: int | None, seed: int, n_processes: int, folder: Path) -> Score:
    """Make the mutants of an area in a folder, run its tests on them, and return the score."""
    modules = find_modules(area)
    names = names_of_mutants(modules)
    size = min(len(names), area.sample if sample is None else sample)
    drawn = sorted(random.Random(seed).sample(names, size))  # noqa: S311 - not for security
    copy_checkout(folder, area, modules)
    environment = os.environ | {"PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    environment.setdefault("PAPERTRACE_SHARED", str(ROOT.parent / "shared"))
    if not Path(environment["PAPERTRACE_SHARED"]).is_dir():
        del environment["PAPERTRACE_SHARED"]
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(n_processes), *drawn]
    ended = run_group(command, folder=folder, environment=environment)
    if ended.returncode:
        sys.exit(f"{area.name}: mutmut failed\n{ended.stdout[-2000:]}\n{ended.stderr[-8000:]}")
    mutants = list(read_mutants(folder, drawn, modules))
    return score(area, mutants, n_made=len(names), equivalent=read_equivalent())


def main() -> int:
    """Run the areas, print their scores, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", help="areas or patterns of their names; all by default")
    parser.add_argument("--sample", type=int, help="the largest number of mutants of each area, instead of its own")
    parser.add_argument("--seed", type=int, default=20240605)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="mutants that are tried at once")
    parser.add_argument("--survivors", action="store_true", help="print the mutants that survive")
    parser.add_argument("--keep", type=Path, help="keep the mutants in this folder, which must not exist")
    arguments = parser.parse_args()
    areas = read_areas()
    chosen = [name for name in areas if not arguments.areas or any(fnmatch(name, one) for one in arguments.areas)]
    if not chosen:
        parser.error(f"no such area (known: {', '.join(areas)})")
    print(f"{'area':<16} {'mutants':>8} {'tried':>6} {'equivalent':>10} {'killed':>7} {'share':>6}")
    signal.signal(signal.SIGTERM, stop)
    is_low = False
    for name in chosen:
        with tempfile.TemporaryDirectory() as temporary:
            folder = arguments.keep / name if arguments.keep else Path(temporary) / "checkout"
            folder.mkdir(parents=True)
            result = run(
                areas[name],
                sample=arguments.sample,
                seed=arguments.seed,
                n_processes=arguments.processes,
                folder=folder,
            )
        print(
            f"{name:<16} {result.n_made:>8} {result.n_tried:>6} {result.n_equivalent:>10} {result.n_killed:>7}"
            f" {result.share:>6.0%}",
            flush=True,
        )
        if arguments.survivors:
            for mutant in result.survivors:
                print(f"  {mutant.function} ({mutant.status})\n    - {mutant.before}\n    + {mutant.after}")
        is_low |= result.share < MIN_SHARE
    return 1 if is_low else 0


if __name__ == "__main__":
    sys.exit(main())
