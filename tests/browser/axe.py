"""axe-core, the rules by which browsers' tools check accessibility, from a package of PyPI that brings it along."""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import run

PACKAGES = ("axe_core_python", "axe_playwright_python")
FILE = "axe.min.js"


@cache
def axe_script() -> str | None:
    """Return the newest axe-core that is installed, None if there is none."""
    found: list[tuple[list[int], str]] = []
    for name in PACKAGES:
        spec = find_spec(name)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            path = Path(folder, FILE)
            if path.is_file():
                script = path.read_text(encoding="utf-8")
                version = re.search(r"axe v([\d.]+)", script)
                found.append(([int(part) for part in version[1].split(".")] if version else [], script))
    return max(found)[1] if found else None


def violations(chrome: Chrome, *rules: str) -> list[str]:
    """Return what the open page violates, of these rules or of all that are not experimental; skip without axe-core."""
    script = axe_script()
    if script is None:
        pytest.skip("axe-core is not installed (pip install axe-core-python): accessibility rules are not checked")
    run(chrome, script)
    options = {"resultTypes": ["violations"]} | ({"runOnly": {"type": "rule", "values": rules}} if rules else {})
    found: list[dict[str, Any]] = chrome.execute_async_script(
        """const [options, done] = arguments;
           const fail = (error) => done([{ id: String(error), nodes: [] }]);
           axe.run(document, options).then((found) => done(found.violations), fail);""",
        options,
    )
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"] or [{"html": ""}]]
