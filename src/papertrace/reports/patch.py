"""The changes of `--fix`, as a unified diff and as lines for a terminal."""

import difflib
import os
from collections.abc import Iterator
from pathlib import Path

from papertrace.model.audit.fix import FixedFile, FixPlan, UnfixedLink

_CONTEXT_LINES = 3
NOTHING_TO_FIX = "no links to fix"


def generate_patch(plan: FixPlan) -> Iterator[str]:
    """Yield the changes as a unified diff for `git apply` or `patch -p1`, run in the current folder."""
    for file in plan.files:
        before, after = _lines(file.before.decode()), _lines(file.after.decode())
        name = _patch_name(file.path)
        for line in difflib.unified_diff(before, after, _quote(f"a/{name}"), _quote(f"b/{name}"), n=_CONTEXT_LINES):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def describe_fixed_file(file: FixedFile, *, is_written: bool) -> str:
    """Return the line on a file that was changed, or that a patch would change."""
    links = "link" if file.n_fixed == 1 else "links"
    return f"{file.path}: {file.n_fixed} {links} {'fixed' if is_written else 'to fix'}"


def describe_unfixed_link(link: UnfixedLink) -> str:
    """Return the line on a link that is left as it is."""
    raw = f"{link.raw}: " if link.raw else ""
    return f"{link.span}: {raw}left as it is: {link.reason}"


def _lines(text: str) -> list[str]:
    r"""Return the lines of a text with their ends; `\n` alone ends a line."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1].removesuffix("\n")
    return lines if lines[-1] else lines[:-1]


def _patch_name(path: Path) -> str:
    """Return the name of a file relative to the current folder, with slashes."""
    return Path(os.path.relpath(path)).as_posix() if path.is_absolute() else path.as_posix()


def _quote(name: str) -> str:
    """Return a name as git writes it in a patch: quoted where a character would end the line or the name."""
    if name.isprintable() and '"' not in name and "\\" not in name:
        return name
    return '"' + name.encode("unicode_escape").decode().replace('"', '\\"') + '"'
