"""What commands import before they work: as little as makes the program start quickly."""

import functools
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import papertrace
from papertrace import audit, listings, model
from papertrace.cli.commands import COMMANDS, load_command

PARSER_ALONE = {
    "papertrace",
    "papertrace.cli",
    "papertrace.cli.commands",
    "papertrace.cli.main",
    "papertrace.cli.terminal",
    "papertrace.cli.terminal.help",
    "papertrace.cli.terminal.status",
    "papertrace.late_imports",
}

# Modules of the standard library that take a tenth of the start of Python or more.
SLOW = {"dataclasses", "importlib.metadata", "inspect", "json", "logging", "pathlib", "shutil", "tempfile", "typing"}

# What no help needs: to import any of these takes longer than a help may take.
NOT_FOR_AUDIT = {
    "IPython",
    "bs4",
    "graspologic_native",
    "http.client",
    "http.cookiejar",
    "idna",
    "markdown_it",
    "msgspec",
    "multiprocessing",
    "networkx",
    "numpy",
    "platformdirs",
    "pyromark",
    "pyspark",
    "pyvis",
    "requests",
    "scipy",
    "sqlite3",
    "ssl",
    "tqdm",
    "urllib.request",
    "yaml",
}

# What the help of no other command needs: settings are made when it runs.
NOT_FOR_HELP = {
    "importlib.metadata",
    "json",
    "logging",
    "papertrace.cli.terminal.console",
    "papertrace.enrich.settings",
    "papertrace.model.papers.paper",
    "papertrace.pipeline.papers",
    "tempfile",
    "threading",
}

TWO_PAPERS = """@article{ada, title = {Ice cores of the north}, abstract = {We drill ice cores of the arctic.}}
@article{bob, title = {Ice cores of the south}, abstract = {We melt ice cores of the arctic.}}
"""

# In a process that has imported none of it, each command line runs in a copy of its own.
_RUN_EACH = """
import os, sys
before = set(sys.modules)
for line in sys.argv[1:]:
    if os.fork() == 0:
        sys.argv[1:] = line.split()
        try:
            from papertrace.cli import entry_point
            entry_point()
        finally:
            os.write(2, (" ".join(sorted(set(sys.modules) - before)) + chr(10)).encode())
            os._exit(0)
    os.wait()
"""


@functools.cache
def modules_of(*lines: str) -> tuple[set[str], ...]:
    """Return the modules that a new interpreter imports for each command line, besides those it imports anyway."""
    run = subprocess.run([sys.executable, "-c", _RUN_EACH, *lines], capture_output=True, text=True, check=True)
    return tuple(set(line.split()) for line in run.stderr.splitlines())


def of_papertrace(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "papertrace"}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_the_program_answers_with_its_parser_alone(option: str) -> None:
    (found,) = modules_of(option)

    assert of_papertrace(found) == PARSER_ALONE
    assert found & SLOW == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_imports_neither_its_work_nor_its_settings_nor_another_command(command: str) -> None:
    found = dict(zip(COMMANDS, modules_of(*(f"{name} --help" for name in COMMANDS)), strict=True))[command]

    # The help of an audit shows its settings.
    assert found & (NOT_FOR_AUDIT if command == "audit" else NOT_FOR_HELP | NOT_FOR_AUDIT) == set()
    commands = {name for name in found if name.startswith("papertrace.cli.commands.")}
    assert commands == {load_command(command).run.__module__}


def test_the_formats_are_listed_without_importing_their_readers_and_writers() -> None:
    (modules,) = modules_of("formats")
    found = of_papertrace(modules)

    assert {name for name in found if name.startswith("papertrace.listings.")} == {"papertrace.listings.formats"}
    forms = ("papertrace.reports.markup", "papertrace.reports.programs", "papertrace.reports.text")
    assert {name for name in found if name.startswith(("papertrace.export.", *forms))} == set()
    assert found & NOT_FOR_HELP == set()


def test_a_page_is_built_without_the_libraries_that_its_parts_come_from(tmp_path: Path) -> None:
    listing = tmp_path / "papers.bib"
    listing.write_text(TWO_PAPERS, encoding="utf-8")

    (found,) = modules_of(f"build {listing} -o {tmp_path}/out --to html,svg,graphml,csv,gexf -q")

    assert (tmp_path / "out" / "papers.graphml").read_text(encoding="utf-8").count("<edge ") == 1
    assert {"IPython", "jinja2", "networkx", "pandas", "pyvis", "requests", "scipy", "urllib.request"} & found == set()


def imported_by(statement: str) -> set[str]:
    """Return the modules that a statement imports in a new interpreter."""
    program = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_importing_the_library_imports_none_of_its_modules() -> None:
    found = imported_by("import papertrace")

    assert of_papertrace(found) == {"papertrace", "papertrace.late_imports"}
    assert found & SLOW == set()


def test_the_settings_of_the_library_need_no_heavy_library() -> None:
    assert imported_by("from papertrace import AuditSettings, EnrichSettings, GraphSettings") & NOT_FOR_AUDIT == set()


@pytest.mark.parametrize("package", [papertrace, audit, listings, model], ids=lambda package: package.__name__)
def test_every_public_name_of_a_package_can_be_imported(package: ModuleType) -> None:
    assert [name for name in package.__all__ if not hasattr(package, name)] == []


def test_a_name_that_a_package_lacks_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'papertrace' has no attribute 'nothing'"):
        getattr(papertrace, "nothing")  # noqa: B009 - a type checker refuses the attribute


def test_the_width_of_the_terminal_is_that_of_the_standard_library(monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    from papertrace.cli.terminal import help as help_texts

    for columns in ("120", "0", "", "-3", "wide"):
        monkeypatch.setenv("COLUMNS", columns)
        assert help_texts.find_terminal_width() == shutil.get_terminal_size().columns, columns


def test_the_program_of_a_module_is_that_of_the_command_line() -> None:
    run = subprocess.run([sys.executable, "-m", "papertrace", "--version"], capture_output=True, text=True, check=True)

    assert run.stdout == f"papertrace {papertrace.__version__}\n"
    assert Path(papertrace.__file__).name == "__init__.py"
