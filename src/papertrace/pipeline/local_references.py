"""References of documents to files beside them and to their own headings, looked up on disk."""

import os
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from papertrace.model import Link, LinkKind, Outcome, Verdict
from papertrace.model.document import DocumentLink, PlaceName

_LINES = re.compile(r"L(\d{1,9})(?:C\d+)?(?:-L?\d+(?:C\d+)?)?")
_PREFIX = "user-content-"
_MAX_DOCUMENTS = 500
_MAX_LOOK_UPS = 20_000
_NAMED = (".md", ".markdown", ".html", ".htm", ".rst")


class LocalReferences:
    """What the references of documents lead to, each document read once.

    A reference may leave the folder of its document, but not the repository: the nearest folder above that holds
    `.git`, or where there is none the current folder, if the document is in it.
    """

    def __init__(self) -> None:
        self._names: dict[str, frozenset[str] | None] = {}
        self._root_of = lru_cache(_MAX_DOCUMENTS)(_root)
        self._look_up = lru_cache(_MAX_LOOK_UPS)(_look_up)

    def remember(self, path: str | Path, names: set[str]) -> None:
        """Keep the names of the places of a document that was read."""
        self._names[_key(path)] = frozenset(name.casefold() for name in names)

    def judge(self, path: str | Path, source: str, reference: DocumentLink) -> Verdict:
        """Return whether there is a file, and a heading, where a reference leads to."""
        raw = (reference.address or reference.raw).strip()
        file, _, fragment = raw.partition("#")
        file = unquote(file.partition("?")[0])
        fragment = unquote(fragment)
        if str(path) == "-":
            return _verdict(reference, raw, Outcome.SKIPPED, "relative, and standard input is in no folder")
        if file.startswith(("/", "\\")) or Path(file).is_absolute() or "\0" in file:
            return _verdict(reference, raw, Outcome.SKIPPED, "an absolute path: what it leads to depends on the server")
        folder = Path(path).parent
        target = Path(os.path.normpath(folder / file)) if file else Path(path)
        shown = f"{target.as_posix()}{'#' + fragment if fragment else ''}" if file else f"{source}#{fragment}"
        is_inside, is_there = self._look_up(target, self._root_of(folder))
        if not is_inside:
            return _verdict(reference, shown, Outcome.SKIPPED, "leads out of the repository")
        if not is_there:
            return _verdict(reference, shown, Outcome.DEAD, "no such file")
        return self._judge_fragment(reference, shown, target, fragment)

    def _judge_fragment(self, reference: DocumentLink, shown: str, target: Path, fragment: str) -> Verdict:
        if not fragment:
            return _verdict(reference, shown, Outcome.ALIVE, "the file is there")
        if target.is_dir() or _LINES.fullmatch(fragment) or target.suffix.lower() not in _NAMED:
            return _verdict(reference, shown, Outcome.ALIVE, "the file is there; its fragment is not checked")
        names = self._names_of(target)
        if names is None:
            return _verdict(reference, shown, Outcome.ALIVE, "the file is there; its headings cannot be read")
        wanted = fragment.casefold()
        if wanted in {"top", ""} or wanted in names or wanted.removeprefix(_PREFIX) in names or ":~:" in fragment:
            return _verdict(reference, shown, Outcome.ALIVE, "the heading is there")
        return _verdict(reference, shown, Outcome.DEAD, "no such heading")

    def _names_of(self, target: Path) -> frozenset[str] | None:
        from papertrace.documents.reading import read_pieces
        from papertrace.errors import DocumentError

        key = _key(target)
        if key not in self._names:
            if len(self._names) >= _MAX_DOCUMENTS:
                self._names.pop(next(iter(self._names)))
            try:
                _, pieces = read_pieces(target, str(target))
                names = frozenset(piece.name.casefold() for piece in pieces if isinstance(piece, PlaceName))
            except DocumentError:
                self._names[key] = None
            else:
                self._names[key] = names
        return self._names[key]


def _verdict(reference: DocumentLink, shown: str, outcome: Outcome, reason: str) -> Verdict:
    link = Link(raw=reference.raw, url=shown, span=reference.span, kind=LinkKind.PAGE)
    return Verdict(link=link, outcome=outcome, reason=reason)


def _root(folder: Path) -> Path:
    absolute = folder.resolve()
    for one in (absolute, *absolute.parents):
        if (one / ".git").exists():
            return one
    here = Path.cwd()
    return here if _is_below(absolute, here) else absolute


def _look_up(target: Path, root: Path) -> tuple[bool, bool]:
    """Return whether a file is in the repository, and whether it is there."""
    try:
        return _is_below(target, root), target.exists()
    except (OSError, ValueError):  # A name that is too long, or that no file may have.
        return True, False


def _is_below(path: Path, root: Path) -> bool:
    """Return whether a path is in a folder, also where a symbolic link on its way leads out of it."""
    lexical = Path(os.path.normpath(Path.cwd() / path))
    resolved = path.resolve()
    return (lexical.is_relative_to(root) or lexical.is_relative_to(root.resolve())) and resolved.is_relative_to(
        root.resolve()
    )


def _key(path: str | Path) -> str:
    return os.path.realpath(path)
