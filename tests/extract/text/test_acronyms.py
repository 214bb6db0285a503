import pytest

from papertrace.extract.text.tokens import Acronym, find_acronyms


@pytest.mark.parametrize(
    "text",
    [
        "no brackets",
        "a result (see Table 2)",
        "the method (Doe, 2020)",
        "an unrelated phrase (XYZ)",
        "a model (which is big)",
    ],
    ids=["none", "remark", "citation", "other letters", "clause"],
)
def test_brackets_without_a_definition_define_nothing(text: str) -> None:
    assert find_acronyms(text) == []


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We use state-space models (SSMs) here.", "SSMs", "state-space models"),
        ("an SSM (state-space model) is", "SSM", "state-space model"),
        ("Fast Mixture-of-Experts (MoE) layers", "MoE", "Mixture-of-Experts"),
        ("by the parameter-efficient fine-tuning (PEFT)", "PEFT", "parameter-efficient fine-tuning"),
        ("total cost of ownership (TCO)", "TCO", "total cost of ownership"),
        ("and simultaneous machine translation (SiMT; see below)", "SiMT", "simultaneous machine translation"),
        ("by multi-matrix attention (MMA)", "MMA", "multi-matrix attention"),
        ("the multi-mode metal attention (MMA)", "MMA", "multi-mode metal attention"),
    ],
    ids=["long first", "short first", "of", "compounds", "inner of", "remark inside", "compound", "whole compound"],
)
def test_definition_is_found(text: str, short: str, long: str) -> None:
    assert find_acronyms(text) == [Acronym(short, long)]


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("We use policy optimization (PPO).", None),
        ("We use proximal policy optimization (PPO).", "proximal policy optimization"),
        ("On interactive information retrieval (IIR).", "interactive information retrieval"),
        ("A sparse matrix multiplication (SpMM).", "sparse matrix multiplication"),
    ],
    ids=["a letter without its word", "all initials", "the longer of two", "a letter inside a word"],
)
def test_every_initial_is_that_of_a_word(text: str, long: str | None) -> None:
    assert [one.long for one in find_acronyms(text)] == ([long] if long else [])


@pytest.mark.parametrize(
    "text",
    [
        "policy optimization (PPO)",
        "information retrieval (IIR)",
        "relative policy optimization (GRPO)",
        "tusk analysis (TTA)",
        "walrus navigation (WWN)",
    ],
    ids=str,
)
def test_an_acronym_is_not_that_of_words_that_lack_its_first_one(text: str) -> None:
    assert find_acronyms(f"In herds, {text} is old.") == []


@pytest.mark.parametrize("text", ["text-to-tusk (TTT)", "an adeno-associated virus (AAV)"], ids=str)
def test_letters_within_a_word_and_words_that_begin_alike_belong_to_the_acronym(text: str) -> None:
    assert len(find_acronyms(text)) == 1
