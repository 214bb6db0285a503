"""Do fourteen tasks of readers on a page in a browser, and print the clicks and seconds that each takes.

    python benchmarks/bench_tasks.py [--browser chromium|firefox|webkit] [--papers 226] [--page FILE]

The page is that of a made-up field, or a file. Each task begins on the page newly opened, and ends when what it is for
is on the screen; choosing from a list counts as two clicks. The network is off.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser import chromium, firefox, webkit  # noqa: E402 - the path comes first
from tests.browser.field import make_field  # noqa: E402

from benchmarks.page_tasks import TASKS, Browser, do_task  # noqa: E402
from papertrace.export.page.writer import write_html  # noqa: E402

_OPENERS: dict[str, Callable[[], AbstractContextManager[Browser]]] = {
    "chromium": chromium.opened_tab,
    "firefox": firefox.opened,
    "webkit": webkit.opened,
}


def main() -> int:
    """Print the table; return 1 if a task cannot be done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", choices=_OPENERS, default="chromium")
    parser.add_argument("--papers", type=int, default=226)
    parser.add_argument("--page", type=Path, help="a page to use instead of a made-up one")
    arguments = parser.parse_args()
    undone = 0
    with tempfile.TemporaryDirectory() as folder, _OPENERS[arguments.browser]() as browser:
        path = Path(folder) / "field.html"
        if arguments.page:
            path = arguments.page.resolve()
        else:
            made = make_field(arguments.papers)
            write_html(made.graph, path, papers=made.papers, verdicts=made.verdicts)
        print(f"{'clicks':>6} {'words':>6} {'s':>6}  task")
        for task in TASKS:
            done = do_task(browser, path.as_uri(), task)
            undone += bool(done.trouble)
            trouble = f" NOT DONE: {done.trouble}" if done.trouble else ""
            print(f"{done.clicks:6} {done.words_typed:6} {done.seconds:6.2f}  {done.task}{trouble}")
    return int(undone > 0)


if __name__ == "__main__":
    sys.exit(main())
