"""What a release is read by: the citation, the changelog and the policy of deprecations agree with the program."""

import re
import subprocess
import sys
import tomllib

import yaml
from packaging.version import Version
from tests.folders import ROOT

import papertrace

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
SECTIONS = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]


def test_the_citation_is_of_the_form_that_its_readers_know() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.citation-file-format"]
    done = subprocess.run([*command, "CITATION.cff"], cwd=ROOT, check=False, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout


def test_the_citation_names_the_version_the_licence_and_the_authors_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert CITATION["version"] == papertrace.__version__
    assert CITATION["license"] == project["license"]
    assert [author["name"] for author in CITATION["authors"]] == [author["name"] for author in project["authors"]]
    assert set(CITATION["keywords"]) <= set(project["keywords"])


def test_the_changelog_goes_by_version_from_the_newest() -> None:
    headings = [section.split("\n")[0] for section in SECTIONS]
    released = [
        re.fullmatch(r"(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})", text) for text in headings if text != "Unreleased"
    ]

    assert headings[0] == "Unreleased" or released
    assert None not in released
    versions = [Version(found[1]) for found in released if found]
    assert versions == sorted(versions, reverse=True)
    assert all(version <= Version(papertrace.__version__) for version in versions)


def test_each_version_has_every_kind_of_change_once() -> None:
    for section in SECTIONS:
        kinds = re.findall(r"^### (.+)$", section, re.MULTILINE)

        assert kinds
        assert len(set(kinds)) == len(kinds)
        assert set(kinds) <= set(KINDS)


def test_the_policy_of_deprecations_is_linked_for_contributors() -> None:
    assert "](docs/project/deprecations.md)" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
