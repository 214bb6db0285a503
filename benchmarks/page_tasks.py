"""Fourteen things that people do with a map of papers, each done with mouse and keyboard in a browser."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

_LIMIT_S = 30.0


class Browser(Protocol):
    """A tab of any browser."""

    def get(self, address: str) -> None:
        """Open a page and wait until it has loaded."""

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the script returns
        """Return what the body of a function returns in the page; its arguments and result are JSON."""

    def click_at(self, x: float, y: float) -> None:
        """Click with the mouse, at pixels from the top left of the page as it is scrolled."""

    def type(self, words: str) -> None:
        """Type words where the focus is."""


class UndoneError(Exception):
    """An error: a task cannot be done on this page."""


@dataclass(slots=True, kw_only=True)
class Hand:
    """A reader at the page, whose presses are counted."""

    browser: Browser
    clicks: int = 0
    typed: list[str] = field(default_factory=list)

    def press(self, selector: str, words: str = "") -> None:
        """Press the first visible element that a selector names and that has some words, if nothing covers it."""
        script = """
            const [selector, words] = arguments;
            const seen = (one) => one.getClientRects().length && one.innerText.includes(words);
            const found = [...document.querySelectorAll(selector)].find(seen);
            found?.scrollIntoView({ block: "nearest", behavior: "instant" });
            const box = found?.getClientRects()[0];
            if (!box) return null;
            const at = [box.left + box.width / 2, box.top + box.height / 2];
            return found.contains(document.elementFromPoint(...at)) ? at : null;"""
        x, y = self.until(lambda: self.browser.run(script, selector, words), f"{selector} {words}")
        self.clicks += 1
        self.browser.click_at(x, y)

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a list, which takes two presses."""
        self.clicks += 2
        self.browser.run(
            "const list = document.querySelector(arguments[0]); list.value = arguments[1];"
            "list.dispatchEvent(new Event('change', { bubbles: true }));",
            selector,
            value,
        )

    def type(self, words: str) -> None:
        """Type words into the search field, reached by its key."""
        self.typed.append(words)
        self.browser.run("document.querySelector('#query').focus()")
        self.browser.type(words)

    def until(self, condition: Callable[[], Any], what: str) -> Any:  # noqa: ANN401 - whatever the condition returns
        """Wait for a condition and return its value."""
        end = time.monotonic() + _LIMIT_S
        while not (found := condition()):
            if time.monotonic() > end:
                raise UndoneError(what)
            time.sleep(0.01)
        return found

    def sees(self, selector: str, words: str = "") -> None:
        """Wait until an element that is seen has some words."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].some((one) => one.getClientRects().length"
            " && (one.value ?? one.innerText).includes(arguments[1]))"
        )
        self.until(lambda: self.browser.run(script, selector, words), f"{selector} with {words!r}")

    def address(self, words: str) -> None:
        """Wait until the address has some words."""
        self.until(lambda: words in self.browser.run("return location.hash"), f"address with {words!r}")


def read_abstract(hand: Hand) -> None:
    """Read the abstract of the most linked paper."""
    hand.press("#results button")
    hand.press("#details .fold", "Abstract")
    hand.sees("#abstract", " ")


def see_why(hand: Hand) -> None:
    """See why a paper is linked with another, in their own words."""
    hand.press("#results button")
    hand.press("#details .near .quiet", "why")
    hand.sees("#details h2", "Why these two are linked")
    hand.sees("#details .reasons")


def find_path(hand: Hand) -> None:
    """Find a path between two papers."""
    hand.press("#results button")
    hand.press("#details .fold", "Path to another paper")
    hand.press("#results li:nth-child(4) button")
    hand.sees("#details h2", "From one to the other")


def take_reading_list(hand: Hand) -> None:
    """Take the papers that a search finds out as BibTeX."""
    hand.type("radar")
    hand.sees("#found", "found")
    hand.press("#take")
    hand.sees("#export-text", "@")


def mark_paper(hand: Hand) -> None:
    """Mark a paper as saved."""
    hand.press("#results button")
    hand.press("#details .tray button", "Save")
    hand.address("saved=")


def sort_by_year(hand: Hand) -> None:
    """Sort the list by date."""
    hand.choose("#sort", "year")
    hand.sees("#found", "newest")


def search_author(hand: Hand) -> None:
    """Find the papers of an author."""
    hand.type("author:okafor")
    hand.sees("#found", "found")


def read_community(hand: Hand) -> None:
    """Learn what a community is about."""
    hand.press("#legend .toggles button")
    hand.sees("#details h3", "Concepts")


def compare_communities(hand: Hand) -> None:
    """Compare two communities."""
    hand.press("#legend .toggles button")
    hand.sees("#details select")
    value = hand.browser.run("return document.querySelector('#details .tray select').options[1].value")
    hand.choose("#details .tray select", value)
    hand.address("versus=")


def filter_code(hand: Hand) -> None:
    """Show only papers whose code is linked."""
    hand.press("#legend .toggles button", "Code linked")
    hand.address("code=linked")


def colour_by_year(hand: Hand) -> None:
    """Colour the map by year."""
    hand.choose("#legend .choices select", "year")
    hand.address("color=year")


def save_picture(hand: Hand) -> None:
    """Save the map as a picture."""
    hand.press("#save")
    hand.press("#save-svg")


def find_code(hand: Hand) -> None:
    """Get to the code of a paper."""
    hand.type("code:github")
    hand.press("#results button")
    hand.sees("#details a[href*=github]")


def share_concept(hand: Hand) -> None:
    """See all papers that share a concept of a paper."""
    hand.press("#results button")
    hand.press("#details .chips button")
    hand.address("concept=")


TASKS: tuple[Callable[[Hand], None], ...] = (
    read_abstract,
    see_why,
    find_path,
    take_reading_list,
    mark_paper,
    sort_by_year,
    search_author,
    read_community,
    compare_communities,
    filter_code,
    colour_by_year,
    save_picture,
    find_code,
    share_concept,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a task took; `trouble` says why it could not be done, else it is empty."""

    task: str
    clicks: int
    words_typed: int
    seconds: float
    trouble: str = ""


def do_task(browser: Browser, address: str, task: Callable[[Hand], None]) -> Done:
    """Open a page anew and do one task on it."""
    browser.get("about:blank")  # a URL that differs only in its fragment would not be reloaded
    browser.get(address)
    hand = Hand(browser=browser)
    hand.until(lambda: browser.run("return performance.getEntriesByName('papertrace-complete').length"), "a ready page")
    start, trouble = time.monotonic(), ""
    try:
        task(hand)
    except UndoneError as error:
        trouble = str(error)
    return Done(
        task=(task.__doc__ or "").strip(" ."),
        clicks=hand.clicks,
        words_typed=sum(len(words.split()) for words in hand.typed),
        seconds=time.monotonic() - start,
        trouble=trouble,
    )
