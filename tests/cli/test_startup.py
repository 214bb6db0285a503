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

# What the help of no command needs: settings are made when a command runs.
NOT_FOR_HELP = {
    "http.client",
    "http.cookiejar",
    "importlib.metadata",
    "json",
    "logging",
    "msgspec",
    "networkx",
    "numpy",
    "papertrace.cli.terminal.console",
    "papertrace.enrich.settings",
    "papertrace.model.papers.paper",
    "papertrace.pipeline.papers",
    "platformdirs",
    "requests",
    "ssl",
    "tempfile",
    "threading",
    "urllib.request",
}


@functools.cache
def modules_of(*arguments: str) -> frozenset[str]:
    """Return the modules that a new interpreter imports to run the program, besides those it imports anyway."""
    report = "import sys\nmodules = ' '.join(sorted(sys.modules))\nprint('\\n' + modules)"
    program = f"import atexit, sys\nsys.argv[1:] = {list(arguments)!r}\natexit.register(lambda: exec({report!r}))\n"
    run = "from papertrace.cli import entry_point\nentry_point()"
    return _modules_after(program + run) - _modules_after(program)


def _modules_after(program: str) -> frozenset[str]:
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return frozenset(run.stdout.splitlines()[-1].split())


def of_papertrace(modules: frozenset[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "papertrace"}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_the_program_answers_with_its_parser_alone(option: str) -> None:
    assert of_papertrace(modules_of(option)) == PARSER_ALONE
    assert modules_of(option) & SLOW == set()


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "audit"])
def test_the_help_of_a_command_imports_neither_its_work_nor_its_settings(command: str) -> None:
    assert modules_of(command, "--help") & NOT_FOR_HELP == set()


def test_the_help_of_an_audit_imports_no_network() -> None:
    assert (
        modules_of("audit", "--help") & {"http.client", "http.cookiejar", "requests", "ssl", "urllib.request"} == set()
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_help_imports_no_other_command(command: str) -> None:
    own = load_command(command).run.__module__

    assert {name for name in modules_of(command, "--help") if name.startswith("papertrace.cli.commands.")} == {own}


def test_the_formats_are_listed_without_importing_their_readers_and_writers() -> None:
    found = of_papertrace(modules_of("formats"))

    assert {name for name in found if name.startswith("papertrace.listings.")} == {"papertrace.listings.formats"}
    forms = ("papertrace.reports.markup", "papertrace.reports.programs", "papertrace.reports.text")
    assert {name for name in found if name.startswith(("papertrace.export.", *forms))} == set()
    assert found & NOT_FOR_HELP == set()


def test_a_page_is_built_without_the_libraries_that_its_parts_come_from(tmp_path: Path) -> None:
    listing = tmp_path / "papers.bib"
    listing.write_text("@article{a, title = {Sparse Graphs}, year = {2024}}\n", encoding="utf-8")

    found = modules_of("build", str(listing), "-o", str(tmp_path / "out"), "--to", "html,graphml", "-q")

    assert (tmp_path / "out" / "papers.html").is_file()
    assert {"IPython", "jinja2", "pyvis", "requests", "urllib.request"} & found == set()


def test_importing_the_library_imports_none_of_its_modules() -> None:
    found = _modules_after("import papertrace, sys; print(*sys.modules)") - _modules_after(
        "import sys; print(*sys.modules)"
    )

    assert of_papertrace(found) == {"papertrace", "papertrace.late_imports"}
    assert found & SLOW == set()


@pytest.mark.parametrize("package", [papertrace, audit, listings, model], ids=lambda package: package.__name__)
def test_every_public_name_of_a_package_can_be_imported(package: ModuleType) -> None:
    assert [name for name in package.__all__ if not hasattr(package, name)] == []


def test_a_name_that_a_package_lacks_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'papertrace' has no attribute 'nothing'"):
        getattr(papertrace, "nothing")  # noqa: B009 - a type checker refuses the attribute


def test_completion_shows_all_public_names() -> None:
    program = "import papertrace; print(set(papertrace.__all__) <= set(dir(papertrace)))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert run.stdout == "True\n"


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
