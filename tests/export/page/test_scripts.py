"""The scripts of the page: how modules are joined, and what is refused because it would be another program."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.case_tables import cases

from papertrace.errors import ExportError
from papertrace.export.page import scripts
from papertrace.export.page.scripts import (
    ENTRY,
    SEEING,
    THEME,
    UNPACKING,
    join_modules,
    page_script,
    read_module,
)

FOLDER = Path(scripts.__file__).parent / "templates" / "scripts"


def join(**modules: str) -> str:
    """Join modules by name, of which the first one imports the others."""

    def read(name: str) -> str:
        try:
            return modules[name.removesuffix(".js")]
        except KeyError as error:
            raise FileNotFoundError(name) from error

    return join_modules(read, f"{next(iter(modules))}.js")


def refusal(**modules: str) -> str:
    with pytest.raises(ExportError) as raised:
        join(**modules)
    return str(raised.value)


def body(script: str) -> list[str]:
    """Return the lines of a joined script without those around the modules."""
    lines = [line for line in script.splitlines() if line]
    assert (lines[:2], lines[-1]) == (["(() => {", '"use strict";'], "})();")
    return lines[2:-1]


def test_module_without_imports_becomes_a_strict_script_with_a_scope_of_its_own() -> None:
    assert join(page="start();\n") == '(() => {\n"use strict";\nstart();\n})();\n'


def test_imports_and_the_word_export_are_removed() -> None:
    script = join(
        page='// The page.\n\nimport { one, two } from "./model.js";\n\none(two);\n',
        model="export const two = 2;\n\nexport function one(n) {\n  return n;\n}\n",
    )

    assert body(script) == ["const two = 2;", "function one(n) {", "  return n;", "}", "one(two);"]


def test_a_module_comes_after_those_that_it_imports_and_comes_once() -> None:
    script = join(
        page='import { b } from "./b.js";\nimport { a } from "./a.js";\n\nstart(a, b);\n',
        a="export const a = 1;\n",
        b='import { a } from "./a.js";\n\nexport const b = a + 1;\n',
    )

    assert body(script) == ["const a = 1;", "const b = a + 1;", "start(a, b);"]


def test_order_is_that_of_the_imports_where_nothing_else_decides() -> None:
    modules = {"one": "export const one = 1;\n", "two": "export const two = 2;\n"}

    forth = join(
        page='import { one } from "./one.js";\nimport { two } from "./two.js";\n\nstart(one, two);\n', **modules
    )
    back = join(
        page='import { two } from "./two.js";\nimport { one } from "./one.js";\n\nstart(one, two);\n', **modules
    )

    assert body(forth)[:2] == ["const one = 1;", "const two = 2;"]
    assert body(back)[:2] == ["const two = 2;", "const one = 1;"]


def test_module_that_only_acts_is_imported_without_names() -> None:
    script = join(page='import "./picture.js";\n\nstart();\n', picture='listen("save");\n')

    assert body(script) == ['listen("save");', "start();"]


def test_names_of_an_import_may_stand_on_several_lines() -> None:
    script = join(
        page='import {\n  one, two,\n  three,\n} from "./model.js";\n\nstart(one, two, three);\n',
        model="const { one, two } = data;\nexport const [three] = data.list;\n".replace("const {", "export const {"),
    )

    assert body(script) == ["const { one, two } = data;", "const [three] = data.list;", "start(one, two, three);"]


def test_script_is_an_async_function_if_a_module_waits() -> None:
    page = 'import { yieldToMain } from "./pause.js";\n\nstart();\nawait yieldToMain();\ngo();\n'
    waiting = join(page=page, pause="export async function yieldToMain() {}\n")
    other = join(page="start();\nasync function go() {\n  await start();\n}\n")

    assert waiting.startswith("(async () => {\n")
    assert "\nstart();\nawait yieldToMain();\ngo();\n" in waiting
    assert other.startswith("(() => {\n")


def test_what_listens_to_readers_comes_after_the_last_wait() -> None:
    before, _, after = join_modules(read_module, ENTRY).rpartition("\nawait yieldToMain();\n")

    listens = re.compile(r"^\S.*addEventListener", re.MULTILINE)
    assert listens.search(after)
    assert not listens.search(before)


@pytest.mark.parametrize(
    "declaration",
    ["const shown = 1;", "let shown = 1;", "let shown;", "function shown() {}", "async function shown() {}",
     "function* shown() {}", "class shown {}", "const { other, shown } = data;", "const [shown, other] = data;"],
)  # fmt: skip
def test_every_kind_of_declaration_is_exported(declaration: str) -> None:
    script = join(page='import { shown } from "./model.js";\n\nstart(shown);\n', model=f"export {declaration}\n")

    assert body(script) == [declaration, "start(shown);"]


@pytest.mark.parametrize(
    "comment",
    ["// one line", "/** one line */", "/**\n * several\n *\n * lines\n */", "/** @type {Map<string, number>} */"],
    ids=["line", "block of one line", "block", "type"],
)
@pytest.mark.parametrize("indented", ["", "  "], ids=["at the top level", "within a function"])
def test_comments_are_removed(comment: str, indented: str) -> None:
    inner = "\n".join(indented + line for line in comment.split("\n"))

    script = join(page=f"function start() {{\n{inner if indented else ''}\n  go();\n}}\n{'' if indented else inner}\n")

    assert body(script) == ["function start() {", "  go();", "}"]


def test_types_within_a_line_are_removed_and_other_comments_stay() -> None:
    script = join(page='const box = /** @type {HTMLElement} */ (find("#map")); // the map /* here */\n')

    assert body(script) == ['const box = (find("#map")); // the map /* here */']


def test_an_import_that_names_no_module_is_refused() -> None:
    assert refusal(page='import { one } from "./modle.js";\n\none();\n') == "page.js: there is no module modle.js"


def test_modules_that_import_one_another_in_a_circle_are_refused_with_the_circle() -> None:
    said = refusal(
        page='import { a } from "./a.js";\n\na();\n',
        a='import { b } from "./b.js";\n\nexport const a = () => b();\n',
        b='import { c } from "./c.js";\n\nexport const b = () => c();\n',
        c='import { a } from "./a.js";\n\nexport const c = () => a();\n',
    )

    assert said == "c.js: modules import one another in a circle: a.js → b.js → c.js → a.js"


def test_a_module_that_imports_itself_is_refused() -> None:
    said = refusal(page='import { one } from "./page.js";\n\nexport const one = () => one();\n')

    assert said == "page.js: modules import one another in a circle: page.js → page.js"


@cases("declaration")
def test_a_name_that_two_modules_declare_is_refused(declaration: str) -> None:
    said = refusal(
        page=f'import {{ two }} from "./model.js";\n\n{declaration}\ntwo();\n',
        model="const one = 1;\nexport const two = one;\n",
    )

    assert said == "page.js: 'one' is declared by model.js too"


def test_a_name_that_a_module_imports_and_declares_is_refused() -> None:
    said = refusal(page='import { one } from "./model.js";\n\nconst one = 2;\n', model="export const one = 1;\n")

    assert said == "page.js: 'one' is declared by model.js too"


def test_a_name_within_a_function_may_be_that_of_another_module() -> None:
    script = join(
        page='import "./model.js";\n\nfunction start() {\n  const one = 2;\n  return one;\n}\n',
        model="const one = 1;\n",
    )

    assert "  const one = 2;" in body(script)


@cases("line")
def test_what_cannot_be_joined_is_refused_with_its_module(line: str) -> None:
    said = refusal(page=f"// The page.\n\n{line}\n", model="export const one = 1;\n")

    assert said.startswith("page.js: not a line of a module that can be joined: ")


def test_every_script_of_the_folder_is_in_the_page() -> None:
    """A module that none imports would be dead code."""
    read = set()  # all scripts have some

    def remember(name: str) -> str:
        read.add(name)
        return read_module(name)

    for entry in (ENTRY, SEEING, THEME, UNPACKING):
        join_modules(remember, entry)

    assert sorted(read) == sorted(path.name for path in FOLDER.glob("*.js"))


def test_no_template_literal_of_the_scripts_spans_lines() -> None:
    """Without its indentation it would say something else."""
    in_pattern = re.compile(r"\(/\[\S*?`\S*?/gi?,")  # a regular expression with a backtick
    odd = [line for line in join_modules(read_module, ENTRY).splitlines() if in_pattern.sub("", line).count("`") % 2]

    assert odd == []


def test_indentation_and_empty_lines_are_left_out_of_the_page() -> None:
    assert not re.search(r"^(?:\s|$)", page_script().removesuffix("\n"), re.MULTILINE)


def test_script_of_the_page_is_one_that_engines_read(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on the PATH")
    script = tmp_path / "page.js"
    script.write_text(page_script(ENTRY), encoding="utf-8")

    done = subprocess.run([node, "--check", script], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
