"""The joined scripts of the page in a browser: they share one scope, where a name can hide one of the browser's."""

import re

import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import run

from papertrace.export.page.scripts import ENTRY, join_modules, read_module

pytestmark = pytest.mark.browser

NOT_CALLED = {"moveTo"}  # methods of the window that no script needs

DECLARED = re.compile(r"^(?:async )?(?:function\*?|class|const|let) (?:[{[] ?)?([\w$]+(?:, [\w$]+)*)", re.MULTILINE)


def test_no_module_declares_a_name_of_the_browser(chrome: Chrome) -> None:
    """A module that relied on the browser's `history`, say, would get another module's."""
    script = join_modules(read_module, ENTRY)
    names = sorted({name for found in DECLARED.findall(script) for name in found.split(", ")})
    chrome.get("about:blank")

    assert "titleOf" in names
    hidden = run(chrome, "return arguments[0].filter(name => name in window)", names)
    assert set(hidden) <= NOT_CALLED
