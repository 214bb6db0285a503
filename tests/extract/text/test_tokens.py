import pytest

from papertrace.extract.text.tokens import Shape, clean_text, tokenize


def words(text: str) -> list[str]:
    return tokenize(clean_text(text)).texts


def test_plain_words_are_themselves() -> None:
    assert words("two plain words") == ["two", "plain", "words"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C++ and C#", ["C++", "and", "C#"]),
        ("N:M sparsity", ["N:M", "sparsity"]),
        ("LLM.int8() runs", ["LLM.int8()", "runs"]),
        ("I/O bound", ["I/O", "bound"]),
        ("Mamba-2", ["Mamba", "2"]),
        ("M^3ViT and D^{2}MoE", ["M3ViT", "and", "D2MoE"]),
        ("a $N$ b", ["a", "N", "b"]),
        ("**bold** and _slanted_ and `code`", ["bold", "and", "slanted", "and", "code"]),
        (r"\textbf{bold} \emph{word}", ["bold", "word"]),
        (r"Pad\'e", ["Padé"]),
        ("at https://example.org/a-b_c now", ["at", "now"]),
        ("3times faster, sim!2times less", ["3", "faster", "2", "less"]),
    ],
    ids=[
        "C++",
        "N:M",
        "call",
        "I/O",
        "version",
        "scripts",
        "math",
        "emphasis",
        "LaTeX",
        "accent",
        "URL",
        "lost backslash",
    ],
)
def test_tokens_of_technical_text(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_formula_breaks_a_phrase() -> None:
    assert " ¦ " in clean_text("cost $O(n^2 + m)$ attention")


@pytest.mark.parametrize(
    "formula", [r"\(|u|^{p-2}u + 2N\)", r"\[ x^{2N-1} = \text{tusk} \]", "\\[ a\n= b \\]"], ids=str
)
def test_a_formula_in_the_brackets_of_latex_is_no_text(formula: str) -> None:
    assert clean_text(f"the {formula} equation").split() == ["the", "¦", "equation"]


def test_a_symbol_in_the_brackets_of_latex_is_kept_as_between_dollars() -> None:
    assert clean_text(r"the \(p\)-tusk equation") == clean_text("the $p$-tusk equation")


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("the", Shape.STOP),
        ("matrix", Shape.PLAIN),
        ("Mamba", Shape.CAPITAL),
        ("vLLM", Shape.SHAPED),
        ("12", Shape.NUMBER),
    ],
    ids=str,
)
def test_shapes(text: str, shape: Shape) -> None:
    assert tokenize(text).shapes == [shape]


def test_a_surface_is_the_text_from_its_first_token_to_its_last() -> None:
    assert tokenize("one key-value cache.").surface(1, 3) == "key-value cache"


def test_a_long_run_of_underscores_is_kept_whatever_stands_around_it() -> None:
    assert clean_text(f"a{'_' * 1_000}b c_ _d") == f"a{'_' * 1_000}b c d"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Okafor--Lindqvist flow", "Okafor-Lindqvist flow", id="two names"),
        pytest.param("Okafor--Čapek--Lind", "Okafor-Čapek-Lind", id="three names"),
        pytest.param("a ferry--which floats", "a ferry--which floats", id="a dash in a sentence"),
        pytest.param("in Bergen--where", "in Bergen--where", id="a dash after a name"),
        pytest.param("Bergen---Oslo", "Bergen---Oslo", id="a long dash"),
    ],
)
def test_names_joined_by_the_dash_of_latex_are_one_term(text: str, expected: str) -> None:
    assert clean_text(text) == expected


def test_letters_of_latex_are_letters() -> None:
    assert clean_text(r"the {\L}ojasiewicz stra{\ss}e") == "the Łojasiewicz straße"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"G{\"o}del", "Gödel"),
        (r"G\"odel", "Gödel"),
        (r"G\"{o}del", "Gödel"),
        (r"Erd\H{o}s", "Erdős"),
        (r"{\v C}ech", "Čech"),
        (r"na{\"\i}ve", "naïve"),
        (r"{\L}ukasiewicz", "Łukasiewicz"),
        (r"Poincar\'{e} map", "Poincaré map"),
    ],
    ids=str,
)
def test_an_accent_of_latex_never_divides_a_word(text: str, expected: str) -> None:
    assert clean_text(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("基于GPU的推理", ["基于", "GPU", "的", "推", "理"]),
        ("グラフの彩色", ["グラフ", "の", "彩", "色"]),
        ("GPU를 쓰는 모델", ["GPU", "를", "쓰는", "모델"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("تعلّم الآلة", ["تعلّم", "الآلة"]),
        ("анализ сетей", ["анализ", "сетей"]),
    ],
    ids=["Chinese", "Japanese", "Korean", "Hindi", "Arabic", "Russian"],
)
def test_scripts_are_neither_glued_nor_shattered(text: str, expected: list[str]) -> None:
    found = tokenize(clean_text(text))
    assert found.texts == expected
    assert "".join(found.parts) == clean_text(text)
    assert [shape for text, shape in zip(found.texts, found.shapes, strict=True) if shape is Shape.SHAPED] == (
        [Shape.SHAPED] if "GPU" in text else []
    )
