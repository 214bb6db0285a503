"""References of documents to local files and to headings, looked up on disk."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from papertrace.model import Link, LinkKind, Outcome, Verdict
from papertrace.model.document import Anchor, DocumentLink, Generated, Inclusion, Mark, Part, Reference
from papertrace.pipeline.links.missing_names import judge_missing_name
from papertrace.pipeline.links.site_roots import Site, find_site

_LINE_FRAGMENT = re.compile(r"L(\d{1,9})(?:C\d+)?(?:-L?\d+(?:C\d+)?)?")
_PREFIX = "user-content-"
_MAX_DOCUMENTS = 500
_MAX_LOOK_UPS = 20_000
_WITH_ANCHORS = (".md", ".markdown", ".html", ".htm", ".rst", ".adoc", ".asciidoc", ".org")
# What programs that make sites read; they write `guide.html`, or serve it as `guide`.
_SOURCES = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".org", ".ipynb", ".qmd", ".rmd")
_PAGES = (".html", ".htm")
_ANTORA_MODULE = re.compile(r"(?:.*/)?modules/[^/]+(?=/(?:pages|partials|nav)[^/]*(?:/.*)?\.(?:adoc|asciidoc)\Z)")
# By convention, files that AsciiDoc documents include are named so; their references may lead to the whole document.
_PART = re.compile(r"(?:\A|/)(?:_[^/]*|partials/.*)\.(?:adoc|asciidoc)\Z")
_MAX_PARTS = 200
# Programs for MyST: the names in all documents below these files are those of one project.
_PROJECTS = ("myst.yml", "_toc.yml")
_HOME = re.compile(r"~[\w.-]*/")


@dataclass(frozen=True, slots=True)
class _Anchors:
    """The anchors of a document in lower case, the files that it includes, and what else its page may have."""

    names: frozenset[str]
    included: tuple[str, ...]
    is_part: bool
    has_other_names: bool
    has_other_place: bool


class LocalReferences:
    """A checker of references from documents to files and headings, which reads each document once.

    A reference may lead outside the folder of its document, but not outside the repository: the nearest folder above
    that contains `.git`, or else the current folder if the document is in it, or else the folder of the document.
    """

    def __init__(self, root: str | Path | None = None, base_url: str = "") -> None:
        """Create a checker; absolute paths are looked up below `root`, or else requested below `base_url`."""
        self._site = None if root is None else Site(program="the given root", folders=(Path(root),))
        self.base_url = base_url
        self._site_of = lru_cache(_MAX_DOCUMENTS)(lambda folder: find_site(folder, self._root_of(folder)))
        self._anchors: dict[str, _Anchors | None] = {}
        self._with_parts: dict[str, tuple[frozenset[str], bool]] = {}
        self._root_of = lru_cache(_MAX_DOCUMENTS)(_root)
        self._look_up = lru_cache(_MAX_LOOK_UPS)(_look_up)

    def add_anchors(self, path: str | Path, marks: Iterable[Mark]) -> None:
        """Remember the anchors of a document that was read, the files that it includes, and that it is a part."""
        marks = set(marks)
        names = frozenset(one.name.casefold() for one in marks if isinstance(one, Anchor))
        included = tuple(sorted(one.path for one in marks if isinstance(one, Inclusion)))
        generated = [one for one in marks if isinstance(one, Generated)]
        self._anchors[_key(path)] = _Anchors(
            names,
            included,
            is_part=Part() in marks and not _is_page(Path(path)),
            has_other_names=any(one.has_other_names for one in generated),
            has_other_place=any(one.has_other_place for one in generated),
        )

    def check(self, path: str | Path, source: str, reference: DocumentLink) -> Verdict:
        """Return the verdict on a reference: whether its file exists, and its heading in that file."""
        raw = (reference.address or reference.raw).strip()
        file, _, fragment = raw.partition("#")
        file = unquote(file.partition("?")[0])
        if str(path) == "-":
            return _verdict(reference, raw, Outcome.SKIPPED, "relative, and standard input is not in a folder")
        if file.startswith(("/", "\\")) or Path(file).is_absolute() or "\0" in file:
            return _verdict(reference, raw, *self._check_in_site(Path(path), file))
        if (reason := _reason_to_skip(Path(path), file)) is not None:
            return _verdict(reference, raw, Outcome.SKIPPED, reason)
        folder = Path(path).parent
        target = self._locate(Path(path), file) if file else Path(path)
        shown = f"{target.as_posix()}{'#' + fragment if fragment else ''}" if file else f"{source}#{fragment}"
        is_inside, exists = self._look_up(target, self._root_of(folder))
        if not is_inside:
            return _verdict(reference, shown, Outcome.SKIPPED, "outside the repository")
        if not exists:
            return _verdict(reference, shown, *self._judge_missing_file(Path(path), target, reference.reference))
        return self._check_fragment(reference, shown, target, fragment)

    def _check_in_site(self, document: Path, file: str) -> tuple[Outcome, str]:
        """Return whether a site has what is at an absolute path, as far as it is known which site that is."""
        is_path = file.startswith("/") and "\0" not in file
        site = (self._site or self._site_of(document.parent)) if is_path else None
        if site is None:
            way_out = "; --root names its folder, --base-url its address"
            return Outcome.SKIPPED, f"an absolute path, which depends on the server{way_out if is_path else ''}"
        if found := site.find(file):
            return Outcome.ALIVE, f"the file exists ({found.name} in a site of {site.program})"
        if site is self._site:
            return Outcome.DEAD, "no such file below --root"
        return Outcome.SUSPECT, f"no such file in the folders of a site of {site.program}, which may make it"

    def _judge_missing_file(self, document: Path, target: Path, reference: Reference) -> tuple[Outcome, str]:
        made_from = self._find_source(document, target)
        if made_from is not None:
            return Outcome.SUSPECT, f"no such file, but {made_from.name}, of which a site may make it"
        own = self._anchors.get(_key(document))
        if own and own.is_part:
            return Outcome.SUSPECT, "no such file, if the document is no part of one in another folder"
        if own and own.included and reference is Reference.IMAGE:
            return Outcome.SUSPECT, "no such file, unless a file that the document includes names the folder of images"
        # What names a source file means the file, but other addresses are relative to that of the page.
        if own and own.has_other_place and target.suffix.lower() not in _SOURCES:
            return Outcome.SUSPECT, "no such file, if the page that a site makes of the document is not elsewhere"
        return Outcome.DEAD, "no such file"

    def _check_fragment(self, reference: DocumentLink, shown: str, target: Path, fragment: str) -> Verdict:
        if not fragment:
            return _verdict(reference, shown, Outcome.ALIVE, "the file exists")
        if target.is_dir() or _LINE_FRAGMENT.fullmatch(fragment) or target.suffix.lower() not in _WITH_ANCHORS:
            return _verdict(reference, shown, Outcome.ALIVE, "the file exists; its fragment is not checked")
        names, is_whole = self._find_anchors(target)
        if names is None:
            return _verdict(reference, shown, Outcome.ALIVE, "the file exists; its headings cannot be read")
        # https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element: an element
        # is found by the fragment as it is written, or else by the decoded one.
        wanted = unquote(fragment).casefold()
        readings = {fragment.casefold(), wanted, wanted.removeprefix(_PREFIX)}
        if wanted in {"top", ""} or not readings.isdisjoint(names) or ":~:" in fragment:
            return _verdict(reference, shown, Outcome.ALIVE, "the heading exists")
        if target.suffix.lower() in {".html", ".htm"} and "=" in fragment:
            return _verdict(reference, shown, Outcome.ALIVE, "the file exists; its fragment is for scripts")
        own = self._read_anchors(target)
        outcome, reason = judge_missing_name(
            wanted,
            names,
            is_part=not is_whole or _PART.search(target.as_posix()) is not None,
            is_generated=own is not None and (own.has_other_names or self._is_in_project(target.parent)),
        )
        return _verdict(reference, shown, outcome, reason)

    def _is_in_project(self, folder: Path) -> bool:
        """Return whether the names of a document may be those of other documents too."""
        root, folder = self._root_of(folder), folder.resolve()
        return any(
            one.is_relative_to(root) and self._look_up(one / name, root)[1]
            for one in (folder, *folder.parents)
            for name in _PROJECTS
        )

    def _find_anchors(self, target: Path) -> tuple[frozenset[str] | None, bool]:
        """Return the anchors of a document and of the files that it includes, and whether all of these were found."""
        own = self._read_anchors(target)
        if own is None or not own.included:
            return (own.names, not own.is_part) if own else (None, False)
        key = _key(target)
        if key not in self._with_parts:
            while len(self._with_parts) >= _MAX_DOCUMENTS:
                self._with_parts.pop(next(iter(self._with_parts)))
            self._with_parts[key] = self._read_parts(target)
        return self._with_parts[key]

    def _read_parts(self, target: Path) -> tuple[frozenset[str], bool]:
        names: set[str] = set()
        waiting, read = [target], set[str]()
        is_whole = not (first := self._read_anchors(target)) or not first.is_part
        while waiting and len(read) < _MAX_PARTS:
            path = waiting.pop()
            key = _key(path)
            if key in read:
                continue
            own = self._read_anchors(path)
            read.add(key)
            for file in own.included if own else ():
                part = self._locate(path, file)
                can_be_read = "{" not in file and part.suffix.lower() in _WITH_ANCHORS
                if can_be_read and self._look_up(part, self._root_of(path.parent)) == (True, True):
                    waiting.append(part)
                else:
                    is_whole = False
            names |= own.names if own else frozenset()
            is_whole = is_whole and (own is not None or path == target)
        return frozenset(names), is_whole and not waiting

    def _locate(self, document: Path, file: str) -> Path:
        """Return the path of a file that a document refers to.

        In a module of Antora, AsciiDoc refers to pages and images from the folders of all of them
        (https://docs.antora.org/antora/latest/page/resource-id-coordinates/).
        """
        folder = document.parent
        path = Path(os.path.normpath(folder / file))
        module = _ANTORA_MODULE.match(document.as_posix())
        if module is None:
            return path
        family, dollar, name = file.rpartition("$")
        others = [f"{family}s"] if dollar else ["pages", "images"]
        paths = [path, *(Path(os.path.normpath(Path(module[0]) / one / name)) for one in others)]
        return next((one for one in paths if self._look_up(one, self._root_of(folder))[1]), path)

    def _find_source(self, document: Path, target: Path) -> Path | None:
        """Return the file of which a site would make a page that is missing, if the document is such a file too.

        Pages are linked by the name of their source, with `.html`, or without a suffix, though a name may have a stop.
        """
        own = document.suffix.lower()
        suffixes = _SOURCES if own in _SOURCES else _PAGES if own in _PAGES else ()
        names = [target.name, *([target.stem] if target.suffix.lower() in _PAGES else [])]
        files = (target.with_name(f"{name}{suffix}") for name in names if name for suffix in suffixes)
        root = self._root_of(document.parent)
        return next((one for one in files if self._look_up(one, root) == (True, True)), None)

    def _read_anchors(self, target: Path) -> "_Anchors | None":
        from papertrace.documents.reading import read_pieces
        from papertrace.errors import DocumentError

        key = _key(target)
        if key not in self._anchors:
            if len(self._anchors) >= _MAX_DOCUMENTS:
                self._anchors.pop(next(iter(self._anchors)))
            if not target.is_file():  # A pipe would never end.
                self._anchors[key] = None
                return None
            try:
                _, pieces = read_pieces(target, str(target))
                marks = {piece for piece in pieces if isinstance(piece, Mark)}
            except DocumentError:
                self._anchors[key] = None
            else:
                self.add_anchors(target, marks)
        return self._anchors[key]


def _verdict(reference: DocumentLink, shown: str, outcome: Outcome, reason: str) -> Verdict:
    link = Link(raw=reference.raw, url=shown, span=reference.span, kind=LinkKind.PAGE)
    return Verdict(link=link, outcome=outcome, reason=reason)


def _reason_to_skip(document: Path, file: str) -> str | None:
    """Return why a path cannot be looked up, if its format gives it a meaning outside of the repository."""
    if document.suffix.lower() == ".org" and _HOME.match(file):
        return "a path in a home folder"
    if "@" in file and _ANTORA_MODULE.match(document.as_posix()):
        return "a page of another version or component"
    return None


def _is_page(document: Path) -> bool:
    """Return whether a document is a page or a menu of Antora, which nothing includes, with or without a title."""
    path = document.as_posix()
    return _ANTORA_MODULE.match(path) is not None and _PART.search(path) is None


def _root(folder: Path) -> Path:
    absolute = folder.resolve()
    for one in (absolute, *absolute.parents):
        if (one / ".git").exists():
            return one
    here = Path.cwd()
    return here if _is_below(absolute, here) else absolute


def _look_up(target: Path, root: Path) -> tuple[bool, bool]:
    """Return whether a file is in the repository, and whether it exists."""
    try:
        return _is_below(target, root), target.exists()
    except (OSError, ValueError, RuntimeError):  # No valid name, too long, or links that lead to each other.
        return True, False


def _is_below(path: Path, root: Path) -> bool:
    """Return whether a path is in a folder, both as written and with symbolic links resolved."""
    lexical = Path(os.path.normpath(Path.cwd() / path))
    resolved = path.resolve()
    return (lexical.is_relative_to(root) or lexical.is_relative_to(root.resolve())) and resolved.is_relative_to(
        root.resolve()
    )


def _key(path: str | Path) -> str:
    return os.path.realpath(path)
