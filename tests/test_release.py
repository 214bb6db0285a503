"""What is published: built from the sdist alone, without anything that was left lying, and it runs by itself."""

import ast
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
from pathlib import Path, PurePosixPath

import pytest
import yaml
from tests.case_tables import cases
from tests.folders import ROOT
from tools import check_release

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PUBLISHED = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]


def run(*command: str | Path, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(one) for one in command],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1577836800"},
    )


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sdist of a copy of the checkout, and the wheel built from that sdist alone."""
    folder = tmp_path_factory.mktemp("release")
    checkout = folder / "checkout"
    checkout.mkdir()
    for name in ("pyproject.toml", ".gitignore", *PUBLISHED):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, checkout / name)
    for path in (checkout / "tests" / "store.sqlite", checkout / "notes.txt"):
        path.write_text("left lying", encoding="utf-8")
    build = (sys.executable, "-m", "hatchling", "build", "-d", str(folder / "dist"), "-t")
    done = run(*build, "sdist", folder=checkout)
    assert done.returncode == 0, done.stderr
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4 on
        archive.extractall(folder / "unpacked")  # noqa: S202 - of our own
    (unpacked,) = (folder / "unpacked").iterdir()
    shutil.rmtree(checkout)
    done = run(*build, "wheel", folder=unpacked)
    assert done.returncode == 0, done.stderr
    return folder / "dist"


@pytest.mark.slow
def test_what_is_published_has_all_that_it_should_and_nothing_else(dist: Path) -> None:
    done = run(sys.executable, ROOT / "tools" / "check_release.py", dist, folder=dist)

    assert (done.returncode, done.stdout) == (0, "2 files are as they should be\n")


@pytest.mark.slow
@cases("name, fact")
def test_what_does_not_belong_into_a_wheel_is_named(dist: Path, name: str, fact: str) -> None:
    (wheel,) = dist.glob("*.whl")
    names = check_release.names_in(wheel)

    assert list(check_release.check_wheel(names)) == []
    assert f"{name}: {fact}" in list(check_release.check_wheel([*names, name]))
    assert "papertrace/py.typed: missing" in list(check_release.check_wheel(set(names) - {"papertrace/py.typed"}))


@pytest.mark.slow
def test_what_does_not_belong_into_an_sdist_is_named(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    names = check_release.names_in(sdist)
    top = names[0].split("/")[0]

    assert list(check_release.check_sdist(names)) == []
    assert list(check_release.check_sdist([*names, f"{top}/notes.txt"])) == ["notes.txt: not meant to be published"]
    assert list(check_release.check_sdist(set(names) - {f"{top}/LICENSE"})) == ["LICENSE: missing"]
    without_tools = [name for name in names if not name.startswith(f"{top}/tools/")]
    assert list(check_release.check_sdist(without_tools)) == ["tools: missing"]


def test_an_sdist_has_every_module_and_file_that_its_tests_use(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    inside = {name.partition("/")[2] for name in check_release.names_in(sdist)}
    used = set()
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in {
                "benchmarks",
                "tests",
                "tools",
            }:
                module = (node.module or "").replace(".", "/")
                used |= {(f"{module}.py", *(f"{module}/{alias.name}.py" for alias in node.names))}
        used |= {(name,) for name in re.findall(r'\bROOT / "([^"]+)"', text)}

    folders = {str(parent) for name in inside for parent in PurePosixPath(name).parents}
    assert [names for names in sorted(used) if not (inside | folders).intersection(names)] == []
    assert any(names[0].startswith("benchmarks/") for names in used)


@pytest.fixture(scope="module")
def alone(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program of the wheel in an environment of its own, to which only its dependencies are lent."""
    folder = tmp_path_factory.mktemp("alone")
    done = run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", folder=folder)
    assert done.returncode == 0, done.stderr
    python = folder / "venv" / "bin" / "python"
    (wheel,) = dist.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--isolated", "--python", python)
    done = run(*pip, "install", "--no-deps", "--no-index", "--quiet", wheel, folder=folder)
    assert done.returncode == 0, done.stderr
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    # Paths of this kind are searched after the environment's own packages.
    (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    found = run(python, "-c", "import papertrace; print(papertrace.__file__)", folder=folder)
    assert found.stdout.strip().startswith(str(packages)), found.stderr
    return folder / "venv" / "bin" / "papertrace"


@pytest.mark.slow
def test_the_wheel_alone_builds_the_map_of_the_sample(alone: Path, tmp_path: Path) -> None:
    done = run(alone, "build", "--output", "graphs", folder=tmp_path)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "graphs" / "papers.html").stat().st_size > 100_000
    assert (tmp_path / "graphs" / "papers.graphml").is_file()


@pytest.mark.slow
def test_the_wheel_alone_replays_an_audit(alone: Path, tmp_path: Path) -> None:
    shutil.copy2(ROOT / "tests" / "cases" / "audit" / "tour.txt", tmp_path)
    shutil.copy2(ROOT / "cassettes" / "audit" / "run" / "tour.yaml", tmp_path)

    done = run(alone, "audit", "tour.txt", "--cassette", "tour.yaml", "--format", "jsonl", folder=tmp_path)

    assert done.returncode == 1, done.stderr
    assert '"outcome":"dead"' in done.stdout.replace(" ", "")


def test_the_release_is_of_the_form_that_github_reads() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(WORKFLOW)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout


def test_only_the_job_that_publishes_may_prove_who_it_is_and_no_job_has_a_password() -> None:
    text = WORKFLOW.read_text("utf-8")
    workflow = yaml.safe_load(text)
    jobs = workflow["jobs"]

    assert workflow["permissions"] == {}
    assert jobs["build"]["permissions"] == {"contents": "read"}
    assert jobs["publish"]["permissions"] == {"id-token": "write", "attestations": "write"}
    assert jobs["publish"]["needs"] == "build"
    assert "secrets." not in text
    assert "password" not in {key for step in jobs["publish"]["steps"] for key in step.get("with", {})}
    assert [step["uses"].split("@")[0] for step in jobs["publish"]["steps"]] == [
        "actions/download-artifact",
        "actions/attest-build-provenance",
        "pypa/gh-action-pypi-publish",
    ]


@pytest.mark.parametrize("workflow", sorted(WORKFLOW.parent.glob("*.yml")), ids=lambda path: path.stem)
def test_every_action_is_pinned_to_a_commit_and_says_its_version(workflow: Path) -> None:
    used = re.findall(r"^ +(?:- )?uses: (.*)$", workflow.read_text("utf-8"), re.MULTILINE)

    assert used
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []
