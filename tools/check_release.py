"""Check what a wheel and an sdist contain: `python tools/check_release.py DIST`.

The wheel is the package with its data and its licence, and nothing else. The sdist has in addition what is needed to
build and to test it, and nothing that was left lying in a checkout. Exit status: 1 if something is wrong, else 0.
"""

import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

IN_SDIST = frozenset({".github", "benchmarks", "cassettes", "docs", "graphs", "src", "tests", "tools"})
FILES_OF_SDIST = frozenset(
    {
        ".pre-commit-hooks.yaml",
        "action.yml",
        "pyproject.toml",
        "CHANGELOG.md",
        "CITATION.cff",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
        "PKG-INFO",
        "README.md",
        "SECURITY.md",
    }
)
UNWANTED = ("*.pyc", "*.sqlite*", "*.tmp", "*.log", "*.orig", "*.rej", ".env*", ".netrc", "*.pem", "*.key", "id_rsa*")
UNWANTED_FOLDERS = frozenset(
    {"__pycache__", ".git", ".hypothesis", "node_modules", "torture-failures", "fuzz-failures"}
)
NEEDED_IN_WHEEL = ("papertrace/py.typed", "papertrace/corpus/sample.txt", "papertrace/cli/main.py")


def check_wheel(names: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with the names of the files in a wheel."""
    files = frozenset(names)
    for name in sorted(files):
        folder = PurePosixPath(name).parts[0]
        if folder != "papertrace" and not fnmatch(folder, "papertrace-*.dist-info"):
            yield f"{name}: not a part of the package"
    yield from _unwanted(files)
    yield from (f"{name}: missing" for name in NEEDED_IN_WHEEL if name not in files)
    for ending in ("/licenses/LICENSE", "/METADATA", "/entry_points.txt"):
        if not any(name.endswith(f".dist-info{ending}") for name in files):
            yield f"*.dist-info{ending}: missing"


def check_sdist(names: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with the names of the files in an sdist, each below one folder."""
    inside = frozenset("/".join(PurePosixPath(name).parts[1:]) for name in names)
    for name in sorted(inside):
        first = PurePosixPath(name).parts[0]
        if first not in IN_SDIST | FILES_OF_SDIST | {".gitignore"}:
            yield f"{name}: not meant to be published"
    yield from _unwanted(inside)
    present = {PurePosixPath(name).parts[0] for name in inside}
    yield from (f"{needed}: missing" for needed in sorted(IN_SDIST | FILES_OF_SDIST) if needed not in present)


def _unwanted(names: Iterable[str]) -> Iterator[str]:
    for name in sorted(names):
        path = PurePosixPath(name)
        if any(fnmatch(path.name, pattern) for pattern in UNWANTED) or UNWANTED_FOLDERS.intersection(path.parts):
            yield f"{name}: must not be published"


def names_in(path: Path) -> list[str]:
    """Return the names of the files in a wheel or an sdist."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return [name for name in wheel.namelist() if not name.endswith("/")]
    with tarfile.open(path) as sdist:
        return [member.name for member in sdist.getmembers() if member.isfile()]


def main() -> int:
    """Check the files of a folder, print what is wrong, and return the exit status."""
    folder = Path(sys.argv[1])
    wheels, sdists = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    wrong = [] if len(wheels) == len(sdists) == 1 else [f"{folder}: has {len(wheels)} wheels and {len(sdists)} sdists"]
    wrong += [f"{path.name}: {fact}" for path in wheels for fact in check_wheel(names_in(path))]
    wrong += [f"{path.name}: {fact}" for path in sdists for fact in check_sdist(names_in(path))]
    print("\n".join(wrong) if wrong else f"{len(wheels) + len(sdists)} files are as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
