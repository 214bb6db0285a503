"""The house itself: tables match folders, importing is cheap, public names exist."""

import ast
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import papertrace

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "papertrace"

# Each of these costs more to import than `--help` may take altogether.
HEAVY = {
    "IPython",
    "bs4",
    "graspologic_native",
    "markdown_it",
    "msgspec",
    "networkx",
    "numpy",
    "pyvis",
    "requests",
    "scipy",
    "sqlite3",
    "tqdm",
    "yaml",
}


# The file with the table of each folder, and what names of a module begin with that belongs there.
TABLES = {
    "listings": ("formats.py", ("parse", "recognise")),
    "export": ("__init__.py", ("write_",)),
    "audit/probers": ("__init__.py", ("PROBER",)),
    "reports": ("formats.py", ("generate_{stem}",)),
}
NO_ROWS = {"extracted"}  # the form of papers: `REPORTS` holds those of audits


def defined_in(path: Path) -> set[str]:
    """Return the names of functions and values at the top of a module."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
    return found


def imported_by(path: Path) -> set[str]:
    """Return the last part of every name and module that a module imports, wherever it does, or names as `module=`."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    named = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg == "module"]
    return (
        {(node.module or "").rpartition(".")[2] for node in imports}
        | {alias.name for node in imports for alias in node.names}
        | {value.value for value in named if isinstance(value, ast.Constant) and isinstance(value.value, str)}
    )


@pytest.mark.parametrize("folder", TABLES)
def test_a_table_has_a_row_for_every_module_of_its_folder(folder: str) -> None:
    table, marks = TABLES[folder]
    modules = {
        path.stem
        for path in (PACKAGE / folder).glob("[!_]*.py")
        if all(any(name.startswith(mark.format(stem=path.stem)) for name in defined_in(path)) for mark in marks)
    }

    # What another module of the folder builds on is a piece of it, and no form of its own.
    pieces = set().union(*(imported_by(PACKAGE / folder / f"{module}.py") for module in modules))

    assert modules
    assert modules - NO_ROWS - imported_by(PACKAGE / folder / table) - pieces == set()


def modules_after(code: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter holds after running some code."""
    report = "; import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", code + report], capture_output=True, text=True, check=True)
    return set(run.stdout.split("\n")[-2].split())


def test_the_parser_of_all_commands_needs_no_heavy_library() -> None:
    assert modules_after("from papertrace.cli.main import make_parser; make_parser().format_help()") & HEAVY == set()


def test_importing_the_library_needs_no_heavy_library() -> None:
    assert modules_after("import papertrace") & HEAVY == set()


@pytest.mark.parametrize("name", papertrace.__all__)
def test_public_names_exist_and_say_what_they_are(name: str) -> None:
    assert getattr(papertrace, name).__doc__


@pytest.mark.parametrize(
    "name", ["read_listing", "find_links", "extract", "build_graph", "audit"], ids=lambda name: f"{name} is public"
)
def test_the_promised_functions_are_public(name: str) -> None:
    assert name in papertrace.__all__


def test_functions_named_like_stages_stay_functions_when_the_stages_are_imported() -> None:
    code = (
        "import papertrace, papertrace.audit.guard, papertrace.extract.links; "
        "assert callable(papertrace.extract) and callable(papertrace.audit)"
    )

    assert modules_after(code)


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in sorted(PACKAGE.rglob("*.py"))
        if not path.read_text(encoding="utf-8").startswith(('"""', 'r"""'))
    ]

    assert silent == []


def test_the_version_is_that_of_the_package() -> None:
    assert papertrace.__version__ == metadata.version("papertrace")
