"""The structure of the project: tables match folders, public names exist."""

import ast
import fnmatch
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASES, ROOT

import papertrace
from papertrace.audit.probers import PROBERS, Prober
from papertrace.audit.registries import ARCHIVES, REGISTRIES, Archive
from papertrace.audit.registry import Registry
from papertrace.documents.reading import DOCUMENTS
from papertrace.enrich.services import ALL_SERVICES
from papertrace.enrich.settings import ENDPOINTS
from papertrace.enrich.sources import SOURCES
from papertrace.export import WRITERS
from papertrace.listings import READERS
from papertrace.reports import REPORTS

PACKAGE = ROOT / "src" / "papertrace"

# For each table: the functions in its rows, and the names by which a module of the folder is known to need a row.
TABLES: dict[str, tuple[Iterable[Callable[..., object]], tuple[str, ...]]] = {
    "listings": ([reader.parse for reader in READERS], ("parse", "recognise")),
    "documents": ([one.parse for one in DOCUMENTS], ("parse*",)),
    "export": ([writer.load() for writer in WRITERS], ("write_*",)),
}


def defined_in(path: Path) -> set[str]:
    """Return the names of functions and values at the top level of a module."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)])
                | ast.AnnAssign(target=ast.Name(id=name))
            ):
                found.add(name)
    return found


@pytest.mark.parametrize("folder", TABLES)
def test_a_table_has_a_row_for_every_module_of_its_folder(folder: str) -> None:
    functions, marks = TABLES[folder]
    in_table = {function.__module__ for function in functions}

    modules = {
        ".".join(("papertrace", *path.relative_to(PACKAGE).with_suffix("").parts))
        for path in (PACKAGE / folder).rglob("[!_]*.py")
        if all(fnmatch.filter(defined_in(path), mark) for mark in marks)
    }

    assert modules
    assert modules <= in_table


def test_every_form_of_a_result_is_in_the_table_of_reports() -> None:
    modules = {report.module for report in REPORTS}
    functions = [
        node
        for module in sorted(modules)
        for node in ast.parse((PACKAGE / "reports" / f"{module}.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("generate_")
    ]
    of_results = {
        one.name for one in functions if [arg.arg for arg in (*one.args.args, *one.args.kwonlyargs)] == ["result"]
    }

    assert modules
    assert of_results == {f"generate_{report.name}" for report in REPORTS}


def test_every_service_of_the_table_has_an_endpoint_and_is_asked_by_default() -> None:
    assert sorted(ALL_SERVICES) == sorted(ENDPOINTS) == sorted(SOURCES)


@pytest.mark.parametrize(
    ("page", "names"),
    [
        pytest.param("formats.md", [writer.name for writer in WRITERS], id="forms"),
        pytest.param("enrich.md", list(SOURCES), id="services"),
    ],
)
def test_the_tables_of_the_documentation_name_every_part(page: str, names: list[str]) -> None:
    rows = [line for line in (ROOT / "docs" / page).read_text(encoding="utf-8").split("\n") if line.startswith("| `")]

    assert [name for name in names if not any(f"`{name}`" in row.split(" | ")[0] for row in rows)] == []


@pytest.mark.parametrize("table", [PROBERS, REGISTRIES, ARCHIVES], ids=["probers", "registries", "archives"])
def test_a_row_goes_by_its_name(table: Mapping[str, Prober | Registry | Archive]) -> None:
    assert [row.name for row in table.values()] == list(table)


@pytest.mark.parametrize("name", papertrace.__all__)
def test_public_names_exist_and_say_what_they_are(name: str) -> None:
    public = getattr(papertrace, name)
    assert public.__doc__
    assert isinstance(public, type) or ">>> " in public.__doc__, f"{name} has no example that runs"


def test_a_user_is_shown_public_names_only() -> None:
    assert dir(papertrace) == sorted([*papertrace.__all__, "__version__"])


@cases("name")
def test_the_promised_functions_are_public(name: str) -> None:
    assert name in papertrace.__all__


def test_no_function_has_the_name_of_a_package() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}

    assert packages & set(papertrace.__all__) == set()


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in sorted(PACKAGE.rglob("*.py"))
        if not path.read_text(encoding="utf-8").startswith(('"""', 'r"""'))
    ]

    assert silent == []


def test_the_version_is_that_of_the_package() -> None:
    assert papertrace.__version__ == metadata.version("papertrace")


def test_the_docstring_of_a_class_is_a_noun_phrase() -> None:
    verbs = {"Hold", "Be", "Say", "Tell", "Know", "Read", "Write", "Return", "Raise", "Count", "Keep", "Give", "Take"}
    opened = {
        f"{path.relative_to(ROOT)}: {node.name}": (ast.get_docstring(node) or "").split(maxsplit=1)[:1]
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }

    assert [name for name, words in opened.items() if verbs.intersection(words)] == []


def test_every_table_of_plain_cases_has_rows_and_the_test_of_its_name() -> None:
    found, unread = 0, []
    for path in sorted(CASES.rglob("*.toml")):
        module = ROOT / "tests" / path.relative_to(CASES).with_name(f"test_{path.stem}.py")
        text = module.read_text("utf-8") if module.exists() else ""
        if "@cases(" in text:
            tests = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
            named = {node.name for node in tests if any("cases(" in ast.unparse(one) for one in node.decorator_list)}
            tables = tomllib.loads(path.read_text("utf-8"))
            found += len(tables)
            unread += [
                f"{path.name}: {name}" for name, rows in tables.items() if not rows or f"test_{name}" not in named
            ]

    assert found
    assert unread == []
