"""Problems before the first record: reported if the file has one, bounded in number, and none lost."""

from papertrace.model import Problem, Span
from papertrace.pipeline.reading import HeldProblems


def make_problems(n: int) -> list[Problem]:
    return [Problem(Span("a.jsonl", line), "not a record; left out") for line in range(1, n + 1)]


def test_problems_of_a_file_without_records_are_not_reported() -> None:
    reported: list[Problem] = []
    problems = HeldProblems(reported.append)
    for problem in make_problems(3):
        problems.add(problem)

    assert reported == []


def test_problems_before_and_after_the_first_record_are_reported_in_order() -> None:
    reported: list[Problem] = []
    problems = HeldProblems(reported.append)
    first, second, third = make_problems(3)
    problems.add(first)
    problems.add(second)
    problems.release()
    problems.add(third)
    problems.release()

    assert reported == [first, second, third]


def test_of_many_problems_before_the_first_record_the_rest_is_counted() -> None:
    reported: list[Problem] = []
    problems = HeldProblems(reported.append)
    for problem in make_problems(1500):
        problems.add(problem)
    problems.release()

    assert len(reported) == 1001
    assert sum(problem.n_lines for problem in reported) == 1500
    assert str(reported[-1]) == "a.jsonl:1500:1: the last of 500 more lines that are no records; left out"


def test_one_more_problem_is_counted_in_the_singular() -> None:
    reported: list[Problem] = []
    problems = HeldProblems(reported.append)
    for problem in make_problems(1001):
        problems.add(problem)
    problems.release()

    assert reported[-1].message == "the last of 1 more line that is no record; left out"
