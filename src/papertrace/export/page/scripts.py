"""The scripts of the page: ECMAScript modules, joined into one script when a page is written.

A module imports what it needs by name and exports what others need. Joining removes comments and these words and puts
all modules into one scope, each after those that it imports, so that the script needs no loader and one hash allows it.
That is the same program if no two modules declare the same name at their top level and no module imports itself through
others, which is checked. Modules are read by patterns rather than parsed, which takes milliseconds, so they must be
written as follows, and anything else is refused:

- A statement of the top level begins in the first column; what is within it is indented, except closing brackets.
- An import is `import { name, other } from "./module.js";`, on one line or several, or `import "./module.js";` for a
  module that only acts. Names are not changed by `as`.
- What is exported is a declaration: `export function`, `export class`, `export const`, `export let`.
- A declaration has one name, or a pattern of plain names: `const { a, b } = value;`, `const [a, b] = value;`.
- A module may wait by `await yieldToMain();` in the first column, and no other way. The script is an async function
  then. What listens to readers comes after all such waits, since it needs the modules that follow; `early.js` comes
  before them, and keeps what it hears for later.
- A comment on lines of its own is `// …`, or `/** … */` with each line in between beginning with `*`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import NoReturn

from papertrace.errors import ExportError

#: The module that starts the page.
ENTRY = "page.js"

#: The module that makes the page light or dark before it is painted.
THEME = "settings.js"

#: The module that draws where the papers are before the rest of a page is read.
SEEING = "first.js"

#: The module that unpacks the data of a large page and then starts one of these.
UNPACKING = "unpack.js"

_FOLDER = resources.files("papertrace.export.page") / "templates" / "scripts"

_NAME = r"[A-Za-z_$][\w$]*"
_NAMES = rf"{_NAME}(?:, {_NAME})*"
_COMMENT = re.compile(
    r"/\*\* @\w+ [^*\n]*\*/ ?"  # a type within a line
    r"|^[ \t]*(?://.*|/\*\*(?: .*\*/|\n(?:[ \t]*\*(?!/).*\n)*[ \t]*\*/)[ \t]*$)",
    re.MULTILINE,
)
_LINE = re.compile(r"\n(?!\s)(?P<word>\w*).+")  # one that begins in the first column
_ENDED = re.compile(r"(?:;|^[})\]]+)\s*(?://.*)?$")  # the end of such a line, after which its statement has ended
_MORE = re.compile(r"\n*[ \t]+\S")
_IMPORT = re.compile(
    rf'import (?:\{{\s\s*(?P<names>{_NAME}(?:,\s+{_NAME})*),?\s\}} from )?"\./(?P<module>[\w-]+\.js)";$', re.MULTILINE
)
_WAIT = re.compile(r"^await ", re.MULTILINE)
_DECLARING = frozenset({"export", "async", "function", "class", "const", "let", "var", "enum", "using"})
_DECLARATION = re.compile(
    rf"(?:(?:async )?function\*? |class )({_NAME})\b"
    rf"|(?:const|let) (?:({_NAME})(?: =|;)|\{{ ({_NAMES}) \}} = |\[({_NAMES})\] = )"
)
_VARIABLES = ("const ", "let ")
_QUOTED = re.compile(r"([\"'`])(?:[^\\]|\\.)*?\1|(?<=[(=,:] )/(?:[^/\\]|\\.)+/")  # strings, and patterns of a search
_BRACKETED = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")
_OPEN = re.compile(r"[(\[{].*")
_WORD = re.compile(r"[\w$]+")
_REFUSED = {  # by patterns that begin with fixed characters, which are quick to find
    re.compile(r"\n[ \t]*(?:/\*|\*)"): "comments are '//' or '/** */', and no other line begins so",
    re.compile(r"\n[ \t]+(?:import|export)\b"): "imports and exports begin in the first column",
    re.compile(r"import(?:\s*\(|\.meta\b)"): "modules are imported by statements only",
    re.compile(r"\n(?:await\b(?! yieldToMain\(\);\n)|(?:const|let|export)\b[^\n(]*= await\b)"): (
        "a module waits by 'await yieldToMain();' only"
    ),
}


@dataclass(slots=True)
class _Module:
    """A module: what it imports by module, what it declares, where in its text, and which of these names it exports."""

    name: str
    text: str  # after a line end, and without comments
    imports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    declared: dict[str, int] = field(default_factory=dict)
    exported: set[str] = field(default_factory=set)
    code: str = ""  # without imports and the word `export`

    def parse(self) -> None:
        """Fill the fields from the text."""
        for pattern, fact in _REFUSED.items():
            if odd := pattern.search(self.text):
                self.refuse(fact, odd.end())
        kept = []
        at = 0
        for found in _LINE.finditer(self.text):
            start, end = found.start() + 1, found.end()
            line = self.text[start:end]
            if _MORE.match(self.text, end) and _ENDED.search(line):
                self.refuse("the statement before an indented line has ended", start)
            if found["word"] == "import" or found["word"] in _DECLARING:
                kept.append(self.text[at:start])
                at = self.read_import(start) if found["word"] == "import" else self.read_declaration(start, line)
        self.code = "".join([*kept, self.text[at:]])
        self.check_use()

    def read_import(self, at: int) -> int:
        """Note what is imported, and return where the code continues."""
        found = _IMPORT.match(self.text, at)
        if found is None:
            self.refuse('imports have the form import { name } from "./module.js";', at)
        if found["module"] in self.imports:
            self.refuse(f"{found['module']} is imported twice", at)
        self.imports[found["module"]] = tuple(_WORD.findall(found["names"] or ""))
        return found.end()

    def read_declaration(self, at: int, line: str) -> int:
        """Note what is declared, and return where it begins after the word `export`."""
        statement = line.removeprefix("export ")
        found = _DECLARATION.match(statement)
        if found is None or (statement.startswith(_VARIABLES) and _has_more(statement)):
            self.refuse("a declaration has one name or a pattern of plain names, and nothing else is exported", at)
        for name in _WORD.findall(found[found.lastindex or 0]):
            if name in self.declared:
                self.refuse(f"{name!r} is declared twice", at)
            self.declared[name] = at
            if statement != line:
                self.exported.add(name)
        return at + len(line) - len(statement)

    def check_use(self) -> None:
        for module, names in self.imports.items():
            if unused := [name for name in names if not _is_in(name, self.code)]:
                self.refuse(f"{_quoted(unused)} of {module} is not used", self.text.index(f'"./{module}"'))

    def refuse(self, fact: str, at: int) -> NoReturn:
        """Raise an ExportError with the line of an index of the text."""
        message = f"{self.name}:{self.text.count(chr(10), 0, at)}: {fact}"
        raise ExportError(message)


def _has_more(statement: str) -> bool:
    """Return whether a comma outside brackets follows in the line of a declaration: another name is declared."""
    rest, n_left = _QUOTED.sub("", statement[statement.find("= ") :]), 1
    while n_left:
        rest, n_left = _BRACKETED.subn("", rest)
    return "," in _OPEN.sub("", rest).partition("//")[0]


def _is_in(name: str, code: str) -> bool:
    """Return whether a name occurs in a text as a whole word; a search is quicker than a list of all words."""
    at = code.find(name)
    while at >= 0:
        around = code[at - 1 : at] + code[at + len(name) : at + len(name) + 1]
        if not _WORD.search(around):
            return True
        at = code.find(name, at + 1)
    return False


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


def join_modules(read: Callable[[str], str], entry: str) -> str:
    """Join a module and all that it imports into one script, in strict mode and with a scope of its own.

    `read` returns the text of a module by name and raises OSError if there is none. Modules come in the order in which
    a browser would run them.

    Raises
    ------
    ExportError
        If an import names no module or nothing that it exports, is not used, or leads back to its module; if two
        modules declare the same name; if a line is not understood. The message has module and line.
    """
    modules = _in_order(read, entry)
    owners: dict[str, str] = {}
    for name, module in modules.items():
        for declared, at in module.declared.items():
            if declared in owners:
                module.refuse(f"{declared!r} is declared by {owners[declared]} too", at)
            owners[declared] = name
    code = "\n".join(module.code.strip("\n") for module in modules.values())
    begin = "(async () => {" if _WAIT.search(code) else "(() => {"
    return f'{begin}\n"use strict";\n{code}\n}})();\n'


def _in_order(read: Callable[[str], str], entry: str) -> dict[str, _Module]:
    """Return the modules by name, each after those that it imports."""
    ordered: dict[str, _Module] = {}
    path: list[str] = []

    def visit(name: str, importer: str) -> _Module:
        if name in ordered:
            return ordered[name]
        if name in path:
            circle = " → ".join([*path[path.index(name) :], name])
            message = f"{importer}: modules import one another in a circle: {circle}"
            raise ExportError(message)
        path.append(name)
        module = _parsed(read, name, importer)
        for other, names in module.imports.items():
            exported = visit(other, name).exported
            if absent := [one for one in names if one not in exported]:
                message = f"{name}: {other} does not export {_quoted(absent)}"
                raise ExportError(message)
        ordered[path.pop()] = module
        return module

    visit(entry, entry)
    return ordered


def _parsed(read: Callable[[str], str], name: str, importer: str) -> _Module:
    try:
        text = read(name)
    except OSError as error:
        message = f"{importer}: there is no module {name}"
        raise ExportError(message) from error
    # What is removed leaves its line ends, so that an error names the line of the file.
    module = _Module(name, "\n" + _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text))
    module.parse()
    return module


def read_module(name: str) -> str:
    """Return the text of a module of the page."""
    return _FOLDER.joinpath(name).read_text("utf-8")


@cache
def page_script(entry: str = ENTRY) -> str:
    """Return the script of the page, without indentation."""
    return without_indentation(join_modules(read_module, entry))


def without_indentation(script: str) -> str:
    """Return a script without indentation and empty lines.

    It must have no template literal of several lines, whose content that would change.
    """
    lines = (line.strip() for line in script.splitlines())
    return "".join(f"{line}\n" for line in lines if line)
