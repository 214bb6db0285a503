"""The tool that fits the relevance of concepts, on a folder of made-up papers."""

import importlib.util
import json
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tests.folders import ROOT

from papertrace.resolve.concepts import scoring
from papertrace.resolve.concepts.scoring import COEFFICIENTS

ANIMALS = ("walrus", "otter", "beaver", "badger", "marten", "weasel", "ferret", "stoat", "lemming", "vole")
PARTS = ("tusk", "whisker", "flipper", "burrow", "pelt", "snout", "molar", "paw", "tail", "claw")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fit_relevance", ROOT / "tools" / "fit_relevance.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["fit_relevance"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_folder(folder: Path, seed: int) -> Path:
    """Write papers whose labels are what their titles say; abstracts say other things as often."""
    rng = random.Random(seed)  # noqa: S311 - not security-relevant
    phrases = [f"{animal} {part}" for animal in ANIMALS for part in PARTS]
    papers, labels = [], []
    for number in range(40):
        titled, *others = rng.sample(phrases, 4)
        title = f"The {titled} in the year {1900 + number}"
        said = rng.sample([titled, *others] * 2, 8)
        abstract = " ".join(f"We saw the {phrase} and were glad." for phrase in said)
        papers.append({"title": title, "abstract": abstract})
        labels.append({"title": title, "concepts": [f"{titled}|{titled}s"]})
    folder.mkdir()
    (folder / "listing.json").write_text(json.dumps(papers), encoding="utf-8")
    (folder / "concepts.jsonl").write_text("".join(json.dumps(one) + "\n" for one in labels), encoding="utf-8")
    return folder


def test_titles_matter_where_labels_are_what_titles_say(
    tool: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [write_folder(tmp_path / name, seed) for seed, name in enumerate(("herds", "dens"))]
    try:
        tool.main([str(folder) for folder in folders])
    finally:
        scoring.set_coefficients(COEFFICIENTS)
    printed = capsys.readouterr().out
    fitted = {}
    for line in printed.splitlines():
        if line.startswith('    "'):
            name, _, value = line.strip().rstrip(",").partition(": ")
            fitted[name.strip('"')] = float(value)
    assert list(fitted) == list(COEFFICIENTS)
    assert fitted["title"] > max(1.0, *(abs(fitted[name]) for name in ("once", "of", "digits", "known")))
    rows = {line.split()[0]: line.split() for line in printed.splitlines() if not line.startswith(" ")}
    assert float(rows["all"][2]) > 0.9  # recall on the folder left out


def test_the_present_coefficients_are_measured_without_a_fit(
    tool: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool.main([str(write_folder(tmp_path / "herds", 1)), "--fixed"])
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed] == ["herds", "all"]
