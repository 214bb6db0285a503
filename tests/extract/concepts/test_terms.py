import pytest
from tests.case_tables import cases

from papertrace.errors import TermsError
from papertrace.extract.concepts import TermFinder, find_candidates, parse_synonyms, parse_terms
from papertrace.extract.text.tokens import tokenize
from papertrace.model.papers.facts import Terms


def test_an_empty_list_has_no_terms() -> None:
    assert parse_terms(["", "  ", "# a remark"], "v.txt") == ()
    assert parse_synonyms(["# a remark"], "s.txt") == ()


@pytest.mark.parametrize(
    "line",
    ["KV cache = key-value store = KVC", "KV cache\tkey-value store\t\tKVC", "\ufeffKV cache = key-value store\tKVC"],
)
def test_forms_of_a_group_are_separated_by_equals_signs_or_tabs(line: str) -> None:
    ((first, *others),) = parse_synonyms([line], "s.txt")
    assert (first.text, first.key) == ("KV cache", "KV cache")
    assert [form.text for form in others] == ["key-value store", "KVC"]


def test_an_equals_sign_inside_a_word_is_not_a_separator() -> None:
    assert [form.text for form in parse_terms(["k=5 fold"], "v.txt")] == ["k=5 fold"]


@cases("lines, complaint", named=True)
def test_a_bad_line_is_reported(lines: list[str], complaint: str | None) -> None:
    if complaint is None:
        assert len(parse_synonyms(lines, "s.txt")) == 2
        return
    with pytest.raises(TermsError) as caught:
        parse_synonyms(lines, "s.txt")
    assert str(caught.value) == complaint


def test_a_term_is_found_in_other_numbers_and_hyphens_and_not_across_a_stop() -> None:
    finder = TermFinder(Terms(vocabulary=parse_terms(["herd of walrus"], "v.txt")))
    tokens = tokenize("Herds of walrus, a herd-of-walrus. A herd. Of walrus.")
    assert [(key, tokens.surface(first, last)) for key, first, last in finder.find(tokens)] == [
        ("herd of walrus", "Herds of walrus"),
        ("herd of walrus", "herd-of-walrus"),
    ]


def test_terms_of_the_user_are_candidates_whatever_their_words() -> None:
    finder = TermFinder(Terms(vocabulary=parse_terms(["learning to rank", "the"], "v.txt")))
    found = find_candidates("Learning to Rank", "We are learning to rank the walrus.", finder)
    items = {item.key: (item.n, item.in_title, item.surfaces) for item in found.items}
    assert items["learning to rank"] == (2, True, ("Learning to Rank", "learning to rank"))
    assert items["the"] == (1, False, ("the",))


def test_no_terms_change_nothing() -> None:
    text = ("A KV cache", "We shrink the KV cache.")
    assert find_candidates(*text, TermFinder(Terms())).items == find_candidates(*text).items
