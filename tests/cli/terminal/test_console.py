"""The output to stderr while a command runs."""

import io
import logging

from tests.case_tables import cases

from papertrace.cli.terminal.console import MAX_PROBLEMS, Console, ProgressDisplay, _bar
from papertrace.model import Problem, Span
from papertrace.pipeline.steps import Progress


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def problems(number: int) -> list[Problem]:
    return [Problem(Span("list.txt", line), "fits no entry") for line in range(1, number + 1)]


def test_before_anything_is_under_way_there_is_no_progress() -> None:
    stream = io.StringIO()

    ProgressDisplay(stream).tick()

    assert stream.getvalue() == ""


def test_in_a_log_progress_is_a_line_each_time() -> None:
    stream = io.StringIO()
    display = ProgressDisplay(stream)

    for done in (120, 260):
        display.update(Progress("checking links", done, 1417))
        display.tick()
    display.close()
    display.tick()

    assert stream.getvalue() == ("papertrace: checking links: 120 of 1,417\npapertrace: checking links: 260 of 1,417\n")


def test_on_a_terminal_progress_is_one_line_that_disappears() -> None:
    stream = Terminal()
    display = ProgressDisplay(stream)
    display.update(Progress("linking"))
    display.tick()
    display.update(Progress("reading", 1200))
    display.tick()
    display.update(Progress("checking links", 40, 80))
    display.tick()
    display.close()

    first, counted, second, last = stream.getvalue().split("\r\x1b[K")[1:]
    assert (first, counted) == ("linking …", "reading: 1,200 …")
    assert second.startswith("checking links: ")
    assert second.endswith(" 40 of 80")
    assert len(second) < 80
    assert last == ""


def test_a_message_takes_the_place_of_the_progress() -> None:
    stream = Terminal()
    with Console(stream=stream) as console:
        console.show_progress(Progress("reading"))
        assert isinstance(console._display, ProgressDisplay)  # noqa: SLF001
        console._display.tick()  # noqa: SLF001
        logging.getLogger("papertrace.audit").warning("the token is refused")

    assert stream.getvalue() == "\r\x1b[Kreading …\r\x1b[Kpapertrace: the token is refused\n"


@cases("quiet, verbosity, shown")
def test_each_v_shows_more_and_q_errors_alone(quiet: bool, verbosity: int, shown: str) -> None:  # noqa: FBT001
    stream = io.StringIO()
    logger = logging.getLogger("papertrace.web.client")
    with Console(quiet=quiet, verbosity=verbosity, stream=stream):
        for level, text in ((logging.DEBUG, "D"), (logging.INFO, "I"), (logging.WARNING, "W"), (logging.ERROR, "E")):
            logger.log(level, text)

    assert stream.getvalue() == "".join(f"papertrace: {sign}\n" for sign in shown)


def test_after_a_command_logging_is_as_it_was() -> None:
    logger = logging.getLogger("papertrace")
    before = (logger.level, list(logger.handlers))

    with Console(verbosity=2, stream=io.StringIO()):
        pass

    assert (logger.level, logger.handlers) == before


def test_ten_problems_are_shown_and_the_others_counted() -> None:
    stream = io.StringIO()
    with Console(stream=stream) as console:
        for problem in problems(MAX_PROBLEMS + 5):
            console.add_problem(problem)

    lines = stream.getvalue().splitlines()
    assert lines[0] == "list.txt:1:1: fits no entry"
    assert lines[MAX_PROBLEMS:] == ["and 5 more problems of this kind (-v shows all)"]


def test_a_verbose_command_shows_every_problem_and_what_is_no_loss() -> None:
    stream = io.StringIO()
    with Console(verbosity=1, stream=stream) as console:
        for problem in problems(MAX_PROBLEMS + 5):
            console.add_problem(problem)
        console.add_problem(Problem(Span("list.txt", 30), "a menu", harmless=True))

    lines = stream.getvalue().splitlines()
    assert len(lines) == MAX_PROBLEMS + 6
    assert lines[-1] == "note: list.txt:30:1: a menu"


def test_a_quiet_command_reports_no_problem() -> None:
    stream = io.StringIO()
    with Console(quiet=True, stream=stream) as console:
        console.add_problem(problems(1)[0])
        console.write_note("a line")

    assert stream.getvalue() == ""


def test_what_would_steer_a_terminal_is_replaced() -> None:
    stream = io.StringIO()
    with Console(stream=stream) as console:
        console.add_problem(Problem(Span("a\x1b[2J.txt", 1), "\x07bell"))

    assert stream.getvalue() == "a\\x1b[2J.txt:1:1: \\x07bell\n"


def test_the_line_of_a_terminal_has_the_dead_links_so_far_and_the_host_that_answered_last() -> None:
    line = _bar(Progress("checking links", 40, 80, "3 dead, archive.example.org"))
    assert "40 of 80 (3 dead, archive.example.org)" in line
    assert len(line) <= 79

    hostile = _bar(Progress("checking links", 40, 80, "3 dead, {bar}\x1b[2J" + "a" * 300 + ".example.org"))
    assert len(hostile) <= 79
    assert "\x1b" not in hostile
