"""The scripts of the page: ECMAScript modules, joined into one script when a page is written.

A module imports what it needs by name and exports what others need. Joining removes comments and these words and puts
all modules into one scope, each after those that it imports, so that the script needs no loader and one hash allows it.
That is the same program if no two modules declare the same name at their top level and no module imports itself through
others, which is checked. TypeScript checks in a test that what is imported is exported and used. Modules are read by
patterns, which takes milliseconds, so they are written as follows:

- A statement of the top level begins in the first column; what is within it is indented, except closing brackets.
- An import is `import { name, other } from "./module.js";`, on one line or several, or `import "./module.js";` for a
  module that only acts. What is exported is a declaration of plain names.
- A module may wait by `await yieldToMain();` in the first column. The script is an async function then. What listens to
  readers comes after all such waits, since it needs the modules that follow; `screen.js` comes before them, and keeps
  what it hears for later.
- A comment on lines of its own is `// …`, or `/** … */` with each line in between beginning with `*`; one within a line
  is a type, `/** @type {…} */`.
"""

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import NoReturn

from papertrace.errors import ExportError

# The modules that start a script.
ENTRY = "page.js"
THEME = "settings.js"  # makes the page light or dark before it is painted
SEEING = "first.js"  # draws where the papers are before the rest of a page is read
UNPACKING = "unpack.js"  # unpacks the data of a large page and then starts its scripts

_FOLDER = resources.files("papertrace.export.page") / "templates" / "scripts"

_COMMENT = re.compile(
    r"/\*\* @\w+ [^*\n]*\*/ ?"  # a type within a line
    r"|^[ \t]*(?://.*|/\*\*(?: .*\*/|\n(?:[ \t]*\*(?!/).*\n)*[ \t]*\*/)[ \t]*$)",
    re.MULTILINE,
)
_IMPORT = re.compile(r'^import (?:\{[\w$,\s]+\} from )?"\./(?P<module>[\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
_DECLARATION = re.compile(
    r"^(?:(?:async )?function\*? |class |const |let |var )(?:([\w$]+)|[\[{] ?([\w$]+(?:, [\w$]+)*) ?[\]}])",
    re.MULTILINE,
)
_NOT_JOINED = re.compile(r"^\s*(?:import|export)\b.*|\bimport(?: ?\(|\.meta\b).*|^\s*(?:/\*|\*).*", re.MULTILINE)
_WAIT = re.compile(r"^await ", re.MULTILINE)


def join_modules(read: Callable[[str], str], entry: str) -> str:
    """Join a module and all that it imports into one script, in strict mode and with a scope of its own.

    `read` returns the text of a module by name and raises OSError if there is none. Modules come in the order in which
    a browser would run them.

    Raises
    ------
    ExportError
        If an import names no module or leads back to its module, if two modules declare the same name, or if a line is
        left that cannot be joined. The message names the module.
    """
    joined: dict[str, str] = {}
    owners: dict[str, str] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = " → ".join((*path[path.index(name) :], name))
            _refuse(path[-1], f"modules import one another in a circle: {circle}")
        if name in joined:
            return
        try:
            text = _COMMENT.sub("", read(name))
        except OSError:
            _refuse(path[-1] if path else name, f"there is no module {name}")
        for found in _IMPORT.finditer(text):
            visit(found["module"], (*path, name))
        code = joined[name] = _EXPORT.sub("", _IMPORT.sub("", text)).strip("\n")
        if odd := _NOT_JOINED.search(code):
            _refuse(name, f"not a line of a module that can be joined: {odd[0].strip()}")
        for found in _DECLARATION.finditer(code):
            for declared in (found[1] or found[2]).split(", "):
                if owners.setdefault(declared, name) != name:
                    _refuse(name, f"{declared!r} is declared by {owners[declared]} too")

    visit(entry, ())
    code = "\n".join(joined.values())
    begin = "(async () => {" if _WAIT.search(code) else "(() => {"
    return f'{begin}\n"use strict";\n{code}\n}})();\n'


def _refuse(module: str, fact: str) -> NoReturn:
    message = f"{module}: {fact}"
    raise ExportError(message)


def read_module(name: str) -> str:
    """Return the text of a module of the page."""
    return _FOLDER.joinpath(name).read_text("utf-8")


@cache
def page_script(entry: str = ENTRY) -> str:
    """Return the script of the page, without indentation and empty lines.

    It must have no template literal of several lines, whose content that would change.
    """
    lines = (line.strip() for line in join_modules(read_module, entry).splitlines())
    return "".join(f"{line}\n" for line in lines if line)
