"""The links of documents and papers: addresses in markup and text, references to files and headings.

Addresses that cannot be requested get their verdicts here, and references are looked up on disk. What a program may
add to a document or a site is taken into account: a missing name is then no proof, and absolute paths
(`/img/logo.png`) lead to the folders that a program makes a site of. The program is recognised by its configuration in
a folder above the document. Folders are those of its defaults, and what the configuration says of its own: the folder
of documents, and the path below which the site is published.
"""

import os
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from papertrace.late_imports import compile_on_use
from papertrace.model import Claim, Link, LinkKind, Outcome, Paper, Problem, Span, Target, Verdict, hide_userinfo
from papertrace.model.document import (
    Anchor,
    DocumentLink,
    Generated,
    Inclusion,
    LeftOut,
    Mark,
    Part,
    Passage,
    Reference,
)
from papertrace.model.papers.paper import Markup
from papertrace.spool import Spool

_MAX_TABLES = 8
_NON_WORD = compile_on_use(r"[\W_]+")
_LEADING_NUMBER = compile_on_use(r"^\d+")
# Stops and colons are in names that a program gives to what it documents (`acme.tools.Saw`, `fig:map`), or that authors
# give, but none keeps them of a heading.
_GIVEN_NAME = compile_on_use(r"[^\W\d]\w*[.:][\w.:-]*\w")


def judge_missing_name(
    wanted: str, names: frozenset[str], *, is_part: bool, is_generated: bool = False
) -> tuple[Outcome, str]:
    """Return the verdict on an anchor that a document does not have.

    `is_part` if there is more of the document, `is_generated` if a program makes a page of it with more than its text.
    """
    if alike := _find_alike(wanted, names):
        return Outcome.SUSPECT, f"no such heading; GitHub calls it #{alike}, other programs may not"
    if is_part:
        return Outcome.SUSPECT, "no such heading in this part of the document"
    if is_generated:
        return Outcome.SUSPECT, "no such heading in the text, which a program extends"
    if _GIVEN_NAME.fullmatch(wanted):
        return (
            Outcome.SUSPECT,
            "no such name in the text; it is not that of a heading, but may be one that a program gives",
        )
    return Outcome.DEAD, "no such heading"


def _find_alike(wanted: str, names: frozenset[str]) -> str:
    """Return the name that has the same letters and digits, but for a number that only one has at its start, or "".

    >>> _find_alike("1-install_it", frozenset(["install-it"])), _find_alike("2-install", frozenset(["1-install"]))
    ('install-it', '')
    """
    letters = _letters(wanted)
    alike = _by_letters(names)
    if found := alike.get(letters):
        return found
    without = _LEADING_NUMBER.sub("", letters)
    found = alike.get(without, "")
    return found if _letters(found) == without else ""


@lru_cache(_MAX_TABLES)
def _by_letters(names: frozenset[str]) -> Mapping[str, str]:
    """Return the first name for each sequence of letters, with a number at the start and without one."""
    alike: dict[str, str] = {}
    for name in sorted(names):
        alike.setdefault(_letters(name), name)
    for letters, name in [*alike.items()]:
        alike.setdefault(_LEADING_NUMBER.sub("", letters), name)
    alike.pop("", None)
    return alike


def _letters(name: str) -> str:
    return _NON_WORD.sub("", unicodedata.normalize("NFKD", name))


_MAX_CONFIGURATION = 200_000
_SETTINGS = compile_on_use(
    r"^[ \t]{0,8}[\"']?(?P<name>docs_dir|contentDir|staticDir|srcDir|source_dir|src"
    r"|site_url|baseURL|base_url|baseUrl|baseurl|base)"
    r"[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?P<value>[^\s\"',#]{1,300})",
    re.MULTILINE,
)
_FOLDERS = frozenset(("docs_dir", "contentDir", "staticDir", "srcDir", "source_dir", "src"))
# The configurations of programs for sites (name, folders of what they serve at the root of a site).
_PROGRAMS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("MkDocs", r"mkdocs\.ya?ml", ("docs",)),
    ("Hugo", r"hugo\.(?:toml|ya?ml|json)|config\.toml", ("content", "static", "assets")),
    ("Docusaurus", r"docusaurus\.config\.[cm]?[jt]s", ("static", "src/pages", ".", "docs", "blog")),
    ("Jekyll or Hexo", r"_config\.ya?ml", (".", "source", "_pages")),
    ("VitePress or VuePress", r"\.(?:vite|vue)press", (".", "public", ".vuepress/public")),
    ("Astro", r"astro\.config\.[cm]?[jt]s", ("public", "src/pages", "src/content/docs", "src/content")),
    ("Next.js", r"next\.config\.[cm]?[jt]s", ("public", "pages", "app", "src/pages", "src/app", "content")),
    ("Gatsby", r"gatsby-config\.[jt]s", ("static", "src/pages", "content")),
    ("Eleventy", r"(?:\.eleventy|eleventy\.config)\.[cm]?js", (".", "src", "public")),
    ("mdBook", r"book\.toml", ("src",)),
    ("Sphinx", r"conf\.py", (".",)),
    ("Mintlify", r"(?:mint|docs)\.json", (".",)),
)
_NAMES = tuple((program, compile_on_use(name), folders) for program, name, folders in _PROGRAMS)
_SUFFIXES = (".md", ".mdx", ".markdown", ".html", ".rst", ".adoc", ".org", ".ipynb", ".qmd")
_INDEXES = ("index", "_index", "README", "readme")


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A site: the program that makes it, the folders of what it serves, and the path below which it is published."""

    program: str
    folders: tuple[Path, ...]
    prefix: str = ""

    def find(self, path: str) -> Path | None:
        """Return the file that a site may make what is at an absolute path of, or None."""
        below = os.path.normpath(f"/{path}").strip("/")  # there is nothing above the root of a site
        shorter = f"{below}/".removeprefix(f"{self.prefix}/").strip("/")
        for folder in self.folders:
            for one in dict.fromkeys((below, shorter)):
                found = next(_readings(Path(os.path.normpath(folder / one))), None)
                if found is not None and found.resolve().is_relative_to(folder.resolve()):
                    return found
        return None


def find_site(folder: Path, root: Path) -> Site | None:
    """Return the site that a folder belongs to, by the nearest configuration in it or above it up to a root."""
    folder, root = folder.resolve(), root.resolve()
    for one in (folder, *folder.parents):
        if not one.is_relative_to(root):
            return None
        try:
            names = sorted(path.name for path in one.iterdir())
        except OSError:
            return None
        for program, pattern, folders in _NAMES:
            if configuration := next((name for name in names if pattern.fullmatch(name)), None):
                return _read_site(program, one, configuration, folders)
    return None


def _read_site(program: str, folder: Path, configuration: str, folders: tuple[str, ...]) -> Site:
    path = folder / configuration
    text = ""
    if path.is_file() and path.stat().st_size <= _MAX_CONFIGURATION:
        text = path.read_text("utf-8", "replace")
    own: list[str] = []
    prefix = ""
    for found in _SETTINGS.finditer(text):
        if found["name"] in _FOLDERS:
            own.append(found["value"])
        else:
            prefix = prefix or _path_of(found["value"])
    chosen = [Path(os.path.normpath(folder / one)) for one in (*own, *folders)]
    # A folder outside of that of the configuration is another site's, or none of a site at all.
    return Site(
        program=program,
        folders=tuple(one for one in dict.fromkeys(chosen) if one.is_relative_to(folder)),
        prefix=prefix,
    )


def _path_of(address: str) -> str:
    try:
        return urlsplit(address).path.strip("/")
    except ValueError:
        return ""


def _readings(path: Path) -> Iterator[Path]:
    """Yield the files and folders of which the page at a path may be made."""
    try:
        if path.exists():
            yield path
        stem = path.with_suffix("") if path.suffix in (".html", ".htm") else path
        if stem.name:
            yield from (one for suffix in _SUFFIXES if (one := stem.parent / f"{stem.name}{suffix}").is_file())
        yield from (one for name in _INDEXES for suffix in _SUFFIXES if (one := stem / f"{name}{suffix}").is_file())
    except (OSError, ValueError):
        return


_LINE_FRAGMENT = compile_on_use(r"L(\d{1,9})(?:C\d+)?(?:-L?\d+(?:C\d+)?)?")
_PREFIX = "user-content-"
_MAX_DOCUMENTS = 500
_MAX_LOOK_UPS = 20_000
_WITH_ANCHORS = (".md", ".markdown", ".mdx", ".html", ".htm", ".rst", ".adoc", ".asciidoc", ".org")
# What programs that make sites read; they write `guide.html`, or serve it as `guide`.
_SOURCES = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".org", ".ipynb", ".qmd", ".rmd")
_PAGES = (".html", ".htm")
_ANTORA_MODULE = compile_on_use(r"(?:.*/)?modules/[^/]+(?=/(?:pages|partials|nav)[^/]*(?:/.*)?\.(?:adoc|asciidoc)\Z)")
# By convention, files that AsciiDoc documents include are named so; their references may lead to the whole document.
_PART = compile_on_use(r"(?:\A|/)(?:_[^/]*|partials/.*)\.(?:adoc|asciidoc)\Z")
_MAX_PARTS = 200
# Programs for MyST: the names in all documents below these files are those of one project.
_PROJECTS = ("myst.yml", "_toc.yml")
_HOME = compile_on_use(r"~[\w.-]*/")


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

    def check(self, path: str | Path, source: str, reference: DocumentLink) -> Verdict:  # noqa: PLR0911 - one for each rule
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
        shown = f"{target.as_posix() if file else source}{'#' + fragment if fragment else ''}"
        is_inside, exists = self._look_up(target, self._root_of(folder))
        if not is_inside:
            return _verdict(reference, shown, Outcome.SKIPPED, "outside the repository")
        if not exists:
            return _verdict(reference, shown, *self._judge_missing_file(Path(path), target, reference.reference))
        if file.endswith("/") and target.is_file():
            outcome = Outcome.DEAD if Path(path).suffix.lower() in _PAGES else Outcome.SUSPECT
            return _verdict(reference, f"{target.as_posix()}/", outcome, "a file, but the address is that of a folder")
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
        if (index := target / "index.html").is_file():
            target = index  # which servers send for a folder
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
        # Parameters and routes, `#/users/list` or `#!/users`.
        if target.suffix.lower() in {".html", ".htm"} and ("=" in fragment or fragment.startswith(("/", "!"))):
            return _verdict(reference, shown, Outcome.ALIVE, "the file exists; its fragment is for scripts")
        own = self._read_anchors(target)
        outcome, reason = judge_missing_name(
            wanted,
            names,
            is_part=not is_whole or _PART.search(target.as_posix()) is not None,
            # Components of MDX have names of their own.
            is_generated=target.suffix.lower() == ".mdx"
            or (own is not None and (own.has_other_names or self._is_in_project(target.parent))),
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


class PaperLinks(NamedTuple):
    """The links of a paper, each URL once, its claim, and the links of all its entries, one per occurrence."""

    links: tuple[Link, ...]
    claim: Claim
    of_entries: Sequence[Link]


def link_paper_and_entries(paper: Paper) -> tuple[Paper, Sequence[Link]]:
    """Return a paper with its links and its claim, and the links of all its entries, one per occurrence."""
    found = find_paper_links(paper)
    return replace(paper, links=found.links, claim=found.claim), found.of_entries


def find_paper_links(paper: Paper) -> PaperLinks:
    """Return the links that the entries of a paper print, and the claim of the paper.

    Two entries may spell one URL differently. The paper has the first spelling; the claim is found with the spelling of
    the text, since the sentence around a URL shows what it links to.
    """
    from papertrace.extract.claims import find_claim
    from papertrace.extract.links import links_of_entry, merge_links, printed_links, spell_as_in

    printed = [printed_links(entry) for entry in paper.entries]
    of_entries = [
        link for entry, own in zip(paper.entries, printed, strict=True) for link in links_of_entry(entry, own)
    ]
    links = merge_links(of_entries)
    entry = paper.main_entry
    text = f"{paper.title}\n{entry.abstract}"
    claim = find_claim(text, spell_as_in(text, links, [link for own in printed for link in own]))
    if claim.sentence:
        claim = replace(claim, sentence=entry.as_shown(claim.sentence))
    return PaperLinks(links, claim, of_entries)


MAX_LINKS = 2_000_000
"""The number of links after which the rest of a document is not read."""
MAX_IN_MEMORY = 20_000
"""The number of links beyond which they are kept in a temporary file: each takes half a kilobyte of memory."""
_SCHEME = compile_on_use(r"([a-z][a-z0-9+.-]{1,31}):", re.IGNORECASE)
_HTTP_SCHEMES = frozenset(("http", "https", "hxxp", "hxxps"))
_MIN_LIKENESS_OF_MISPRINTS = 0.7  # of one wrong letter in http; ftps and https are less alike
_MARKUP = r"/?(?:a|b|br|code|div|em|i|img|li|p|small|span|strong|sub|sup|td|tr|u)\b"
# Parts of an address that a program replaces: %s, %1$d, %(name)s, $NAME, :id, @NAME@, __NAME__.
_IN_ADDRESS = (
    r"%(?:\d{1,2}\$)?[sdif](?![0-9A-Fa-f])|%\(\w{1,60}\)[sdr]|(?<=[/=.])\$[A-Z][A-Z0-9_]{1,60}\b|(?<=/):[A-Za-z_]\w{0,60}(?=[/?#]|\Z)"
    r"|@[A-Z][A-Z_]{1,60}@|__[A-Z][A-Z_]{0,60}__"
)
_PLACEHOLDER = compile_on_use(
    rf"{_IN_ADDRESS}|%%\w+%%|\{{\{{|\{{%|\$\{{|<[%?]|\{{[\w.:-]*\}}|<(?!{_MARKUP})[\w -]+>|%\([a-z_]+\)s|\[\["
    r"|\$[a-z]\w{0,30}\^|\A%[a-z]\Z|%[A-Z_]{0,30}[G-Z_][A-Z_]{1,30}%|\A\$[A-Z][A-Z_]+"
)
# A placeholder after the end of an address in code and templates: f"…/{name}", "…/%s", `…/${name}`, …/<name>.
_FOLLOWING_PLACEHOLDER = compile_on_use(rf"\{{|\$\{{?\w|<(?!{_MARKUP})[a-z_]|%[sdr]\b|%\(|\\\(", re.IGNORECASE)
_PLACEHOLDER_IN_ADDRESS = compile_on_use(_IN_ADDRESS)
_FOLLOWING_IN_CODE = compile_on_use(r"\*|:\$")
_SEGMENT_IN_CODE = compile_on_use(r"/(?:\$\d|\[\w{1,60}\])(?=/|\Z)")
_HTTP_ADDRESS = compile_on_use(r"https?://[^\s<>\"'`\0]*+", re.IGNORECASE)
_ADDRESS_IN_BRACES = compile_on_use(r"https?://[^\s<>\"'`\0{}]*+", re.IGNORECASE)
# User information, even if the rest of the address is not a valid URL.
_USERINFO = compile_on_use(r"^((?:[a-z][a-z0-9+.-]*:(?=//))?(?://)?)[^\s/?#]*@", re.IGNORECASE)
_NON_SPACE = compile_on_use(r"[^\s\"'`\0]+")
_IS_TEMPLATE = "contains a template placeholder"
_CLOSING = ".,;:!?)]}*_'\""
_FORMATS_WITH_RELATIVE_LINKS = frozenset(("markdown", "html", "rst", "notebook", "asciidoc", "org"))
_GIT_SCHEMES = frozenset(("git", "ssh", "git+https", "git+http", "git+ssh"))
_TOP_OF_PAGE = frozenset(("", "#"))


class LineNumbers:
    """A set of line numbers that takes one byte for each line of a file, not the sixty of a number in a set."""

    __slots__ = ("_marks",)

    def __init__(self) -> None:
        self._marks = bytearray()

    def add(self, line: int) -> None:
        """Add a line number."""
        if line >= len(self._marks):
            self._marks.extend(bytes(line + 1 - len(self._marks)))
        self._marks[line] = 1

    def __bool__(self) -> bool:
        """Return whether it contains any line number."""
        return bool(self._marks)

    def __contains__(self, line: int) -> bool:
        """Return whether a line number was added."""
        return line < len(self._marks) and self._marks[line] == 1


def spool_links(links: Iterable[Link] = ()) -> Spool[Link]:
    """Return links as a sequence that takes little memory however many there are."""
    return Spool(Link, links, in_memory=MAX_IN_MEMORY)


@dataclass(slots=True)
class DocumentLinks:
    """The links of one document: those to request, those with a verdict already, and those that are left out.

    `known_lines` were already read as a list of URLs, one per line; their links are not read again.
    """

    source: str
    links: Spool[Link] = field(default_factory=spool_links)
    verdicts: list[Verdict] = field(default_factory=list)
    left_out: list[tuple[LeftOut, str]] = field(default_factory=list)
    ignored_lines: set[int] = field(default_factory=set)
    known_lines: LineNumbers = field(default_factory=LineNumbers)
    _last: tuple[int, int] = (0, 0)
    _is_sorted: bool = True

    def add(self, link: Link) -> None:
        """Add a link, unless its line is known."""
        if link.span.line in self.known_lines:
            return
        here = _place(link)
        self._is_sorted = self._is_sorted and self._last <= here
        self._last = here
        self.links.append(link)

    def finish(self) -> None:
        """Sort the links and verdicts by their locations, and leave out those on ignored and known lines."""
        ignored = self.ignored_lines
        if ignored:
            self.left_out += ((LeftOut.IGNORED, link.url) for link in self.links if link.span.line in ignored)
            self.left_out += ((LeftOut.IGNORED, one.link.url) for one in self.verdicts if one.link.span.line in ignored)
            self.links = spool_links(link for link in self.links if link.span.line not in ignored)
        if not self._is_sorted:
            places = [_place(link) for link in self.links]
            self.links = spool_links(self.links[i] for i in sorted(range(len(places)), key=places.__getitem__))
        lines = (ignored, self.known_lines)
        self.verdicts = [one for one in self.verdicts if not any(one.link.span.line in some for some in lines)]
        self.verdicts.sort(key=lambda one: _place(one.link))


def read_document(
    path: str | Path,
    source: str,
    local: LocalReferences,
    *,
    known_lines: LineNumbers,
    data: bytes | None = None,
    on_problem: Callable[[Problem], None],
) -> DocumentLinks:
    """Return the links of a document, in order, without those on lines whose links are known.

    Raises
    ------
    DocumentError
        If it cannot be read.
    """
    from papertrace.documents.reading import read_pieces

    document, pieces = read_pieces(path, source, data=data)
    found = DocumentLinks(source=source, ignored_lines=document.ignored_lines, known_lines=known_lines)
    is_markup = document.format.name in _FORMATS_WITH_RELATIVE_LINKS
    relative: list[DocumentLink] = []
    marks: set[Mark] = set()
    for piece in pieces:
        if len(found.links) > MAX_LINKS:
            span = found.links[-1].span
            fact = f"more than {MAX_LINKS:,} links; those from here on are not read; split the file"
            on_problem(Problem(span, fact, refused=True))
            break
        if isinstance(piece, Mark):
            marks.add(piece)
        elif isinstance(piece, Problem):
            on_problem(piece)
        elif isinstance(piece, Passage):
            _read_passage(piece, found)
        elif piece.left_out is not None:
            found.left_out.append((piece.left_out, piece.raw))
        elif (whole := _with_base(piece, local.base_url)) is None:
            found.verdicts.append(skip(piece.raw, piece.span, "is not a valid URL"))
        elif not _read_link(whole, found, keeps_stops=is_markup):
            relative.append(whole)
    local.add_anchors(path, marks)
    found.verdicts += (
        local.check(path, source, one)
        if is_markup
        else skip(one.raw, one.span, "relative, and the format defines no base")
        for one in relative
    )
    found.finish()
    return found


def skip(raw: str, span: Span, reason: str) -> Verdict:
    """Return the verdict on an address that will not be requested."""
    link = Link(raw=raw, url=_USERINFO.sub(r"\1", raw), span=span, kind=LinkKind.PAGE)
    return Verdict(link=link, outcome=Outcome.SKIPPED, reason=reason)


def read_target(target: Target) -> Link | Verdict:
    """Return a line of a list of URLs as a link, or as a verdict if it cannot be requested."""
    from papertrace.extract.links import find_targets

    found = find_targets((target,))
    return found[0] if found else skip(target.raw, target.span, _explain_invalid(target.raw))


def _with_base(reference: DocumentLink, base_url: str) -> DocumentLink | None:
    """Return a reference below its base, or below the address of its site if it is an absolute path.

    None if that is no valid URL.
    """
    address = (reference.address or reference.raw).strip()
    is_absolute = address.startswith("/") and not address.startswith("//")
    base = reference.base or (base_url if is_absolute else "")
    if not base or _SCHEME.match(address):
        return reference
    if not base.startswith("/") and _SCHEME.match(base) is None:
        # `urljoin` leaves out steps above the folder of a relative base.
        folder = base if address.startswith("#") else base[: base.rfind("/") + 1]
        return replace(reference, address=f"{folder}{address}")
    try:
        return replace(reference, address=urljoin(base, address))
    except ValueError:
        return None


def _read_link(reference: DocumentLink, found: DocumentLinks, *, keeps_stops: bool) -> bool:
    """Add a marked address to the links of the document, or return False if it is relative.

    With `keeps_stops`, what stands at its end belongs to it, as it does in an attribute and not in a field of a record.
    """
    address = (reference.address or reference.raw).strip()
    if _PLACEHOLDER.search(address):
        skipped = skip(address, reference.span, _IS_TEMPLATE)
        found.verdicts.append(replace(skipped, link=replace(skipped.link, raw=reference.raw)))
        return True
    scheme = _SCHEME.match(address)
    if address in _TOP_OF_PAGE:
        return True  # The top of the page always exists.
    if scheme is None and not address.startswith("//") and not reference.raw.lower().startswith("www."):
        return False
    if scheme is not None and scheme[1].lower() not in (*_HTTP_SCHEMES, *_GIT_SCHEMES):
        if meant := _meant_scheme(scheme[1]):
            reason = f"{scheme[1]} is no scheme, but probably a misprint of {meant}"
            found.verdicts.append(skip(reference.raw, reference.span, reason))
        else:
            found.left_out.append((LeftOut.NOT_HTTP, reference.raw))
        return True
    read = read_target(Target(raw=address, words=reference.words, span=reference.span))
    if isinstance(read, Link):
        stops = address[len(address.rstrip(".,;")) :]
        is_cut = keeps_stops and stops and read.kind is LinkKind.PAGE and "/" in read.url.partition("://")[2]
        if is_cut or read.raw != reference.raw:
            read = replace(read, raw=reference.raw, url=f"{read.url}{stops}" if is_cut else read.url)
        _add(read, found)
    else:
        found.verdicts.append(replace(read, link=replace(read.link, raw=reference.raw)))
    return True


def _meant_scheme(scheme: str) -> str:
    """Return the scheme of the web that a word is a misprint of, or an empty string.

    >>> [_meant_scheme(word) for word in ("ttps", "htpp", "mailto", "ftp", "ftps")]
    ['https', 'http', '', '', '']
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(scheme.lower(), ("http", "https"), n=1, cutoff=_MIN_LIKENESS_OF_MISPRINTS)), "")


def _add(link: Link, found: DocumentLinks) -> None:
    """Add a link, or leave it out if its scheme is not HTTP and it is not a repository."""
    scheme = link.url.partition(":")[0]
    if scheme in _HTTP_SCHEMES or link.repository is not None:
        found.add(link)
    else:
        found.left_out.append((LeftOut.NOT_HTTP, link.raw))


def _explain_invalid(address: str) -> str:
    """Return why a URL cannot be requested."""
    if _PLACEHOLDER.search(address):
        return _IS_TEMPLATE
    if "://" not in address:
        return "has no scheme; if it is a URL, write https:// before it"
    host = re.split(r"[/?#]", hide_userinfo(address).partition("://")[2], maxsplit=1)[0]
    if not host:
        return "has no host"
    if re.fullmatch(r"[\w-]+(?::\d+)?", host):
        return f"{host} is not a public host name"
    return f"{host} is not a valid host name"


def _read_passage(passage: Passage, found: DocumentLinks) -> None:
    """Add the addresses in a text to the links of the document."""
    from papertrace.extract.links import find_links

    text = passage.text
    if passage.left_out is not None:
        found.left_out += ((passage.left_out, match[0].rstrip(_CLOSING)) for match in _HTTP_ADDRESS.finditer(text))
        return
    links = find_links(text, passage.markup)
    starts = [0]
    while links and (end := text.find("\n", starts[-1])) >= 0:
        starts.append(end + 1)
    covered: list[tuple[int, int]] = []
    for link in links:
        offset = starts[link.span.line - 1] + link.span.column - 1
        end = offset + len(link.raw)
        covered.append((offset, end))
        if passage.needs_scheme and "://" not in link.raw:
            continue
        span = passage.locate(offset)
        is_template = _PLACEHOLDER_IN_ADDRESS.search(link.raw) is not None or (
            passage.needs_scheme and (_FOLLOWING_IN_CODE.match(text, end) or _SEGMENT_IN_CODE.search(link.raw))
        )
        if is_template or (_FOLLOWING_PLACEHOLDER.match(text, end) and not link.raw.endswith((")", "]"))):
            found.verdicts.append(skip(_whole_template(text, offset, link.raw), span, _IS_TEMPLATE))
        else:
            _add(replace(link, span=span), found)
    _read_others(passage, covered, found)


def _read_others(passage: Passage, covered: list[tuple[int, int]], found: DocumentLinks) -> None:
    """Add what begins like an address outside the links of a text: another spelling of one of them, or not a link."""
    covered.sort()
    pattern = _ADDRESS_IN_BRACES if passage.markup in (Markup.TEX, Markup.BIBTEX) else _HTTP_ADDRESS
    for match in pattern.finditer(passage.text):
        index = bisect_right(covered, (match.start(), len(passage.text)))
        before = covered[index - 1] if index else (0, 0)
        if before[0] <= match.start() < before[1]:
            continue
        raw = match[0].rstrip(_CLOSING)
        is_template = passage.text[match.end() : match.end() + 1] == "<" or _PLACEHOLDER.search(match[0]) is not None
        is_template = is_template or (passage.needs_scheme and _SEGMENT_IN_CODE.search(raw) is not None)
        if any(start < match.start() + len(raw) and match.start() < end for start, end in covered[index : index + 1]):
            continue
        if is_template:
            whole = _whole_template(passage.text, match.start(), raw)
            found.verdicts.append(skip(whole, passage.locate(match.start()), _IS_TEMPLATE))
        elif len(raw) > len("https://"):
            read = read_target(Target(raw=raw, words="", span=passage.locate(match.start())))
            if isinstance(read, Link):
                _add(read, found)
            else:
                found.verdicts.append(read)


def _whole_template(text: str, start: int, raw: str) -> str:
    """Return an address with its placeholders, up to the next white space or quotation mark."""
    match = _NON_SPACE.match(text, start)
    return match[0].rstrip(".,;:!?)'\"") if match else raw


def _place(link: Link) -> tuple[int, int]:
    return link.span.line, link.span.column
