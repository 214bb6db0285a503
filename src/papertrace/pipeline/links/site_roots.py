"""Where references of sites to absolute paths (`/img/logo.png`) lead: the folders that a program makes a site of.

The program is recognised by its configuration in a folder above the document. Folders are those of its defaults, and
what the configuration says of its own: the folder of documents, and the path below which the site is published.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

_MAX_CONFIGURATION = 200_000
_SETTINGS = re.compile(
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
_NAMES = tuple((program, re.compile(name), folders) for program, name, folders in _PROGRAMS)
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
