"""The types of the page's scripts, checked by TypeScript in its strictest mode."""

import subprocess
from pathlib import Path

from tests.folders import ROOT
from tests.npm import TYPESCRIPT, installed_packages, node

from papertrace.model.papers.facts import DEFINED

SCRIPTS = ROOT / "src" / "papertrace" / "export" / "page" / "templates" / "scripts"
CONFIGURATION = Path(__file__).with_name("tsconfig.json")


def check(configuration: Path) -> tuple[int, str]:
    compiler = installed_packages(TYPESCRIPT) / "typescript" / "bin" / "tsc"
    command = [node(), str(compiler), "--project", str(configuration), "--pretty", "false"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_scripts_of_the_page_have_no_error_of_types() -> None:
    assert check(CONFIGURATION) == (0, "")


def test_facts_of_papers_have_the_types_that_their_definitions_say() -> None:
    """Facts that have rows are shown whatever they are; the others are those that scripts know by their names."""
    declared = (SCRIPTS / "types.d.ts").read_text("utf-8").partition("interface Paper {\n")[2].partition("\n}")[0]
    types = {str: "string", int: "number", tuple: "string[]"}

    lines = {f"  {fact.page}?: {types[fact.kind]};" for fact in DEFINED if fact.page and not fact.has_row}
    assert lines <= set(declared.splitlines())


def test_a_wrong_type_in_a_script_is_found(tmp_path: Path) -> None:
    """The check above could not fail if it read no file."""
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    (scripts / "model.js").write_text(
        "/** @param {number} n */\nexport const twice = (n) => 2 * n;\n", encoding="utf-8"
    )
    (scripts / "page.js").write_text(
        'import { thrice, twice } from "./model.js";\n\ntwice("2");\nthrice(announce);\n', encoding="utf-8"
    )
    text = CONFIGURATION.read_text("utf-8").replace("../../src/papertrace/export/page/templates/scripts", "scripts")
    configuration = tmp_path / "tsconfig.json"
    configuration.write_text(text, encoding="utf-8")

    status, said = check(configuration)

    assert status != 0
    found = [line.partition(": ")[2].partition(": ")[0] for line in said.splitlines()]
    assert found == ["error TS2305", "error TS2345", "error TS2304"]  # no such export, wrong argument, undeclared
