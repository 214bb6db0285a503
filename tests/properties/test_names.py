"""Properties of names, printed words and mentions: the fast scans of a stream agree with the rules on whole texts."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.corpora import find_mentions_of_others, find_names

from papertrace.extract.mentions.mentions import find_mentions
from papertrace.extract.mentions.names import NameCollector, NamedText, NameScan, NameSearch, PrintedNames
from papertrace.extract.mentions.own_names import find_own_names, folded_words, judge_name, plain_words, token_texts
from papertrace.model import Span

WORDS = st.sampled_from(
    (
        *("Walrus", "walrus", "Walruses", "WALRUS", "Matrix", "matrix", "Game", "games", "2.0", "2.5Walrus", "C++"),
        *("Sequence", "sequence", "Sorting", "sortings", "S", "s", "ss", "the", "of", "We", "we", "introduce", "call"),
        *("(SSM)", "SSM", "ssm", "State-Space", "state-space", "model's", "models", "TurboSolve", "turbo_solve", "and"),
        *("https://github.com/acme/walrus", "na\u00efve", "Na\u00efve", "\u201cWalrus\u201d", "\n", ",", ".", "(", ")"),
    )
)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from((" ", " ", " ", "-", ". ", ": "))), max_size=25).map(
    lambda parts: "".join(word + gap for word, gap in parts)
)
TITLES = TEXTS | st.tuples(WORDS, WORDS, TEXTS).map(lambda parts: f"{parts[0]} {parts[1]}: {parts[2]}")
PAPERS = st.lists(st.tuples(TITLES, TEXTS), max_size=6)
NAMES = st.lists(WORDS, min_size=1, max_size=4).map(lambda words: " ".join(token_texts(" ".join(words)))).filter(bool)


def named_texts(papers: list[tuple[str, str]]) -> list[NamedText]:
    return [
        NamedText(id=f"p{n}", title=title, abstract=abstract, title_span=Span("a", 1), abstract_span=Span("a", 2))
        for n, (title, abstract) in enumerate(papers)
    ]


def is_printed_lower(name: str, abstract: str) -> bool:
    """Return what a scan should return for one phrase, by comparing it with the whole abstract."""
    key = name.split(" ")
    tokens = token_texts(abstract)
    windows = (tokens[i : i + len(key)] for i in range(len(tokens) - len(key) + 1))
    return any(
        window[0].casefold() == key[0].casefold()
        and all(
            a.casefold().removesuffix("s") == b.casefold().removesuffix("s") for a, b in zip(window, key, strict=True)
        )
        and any(a[0].islower() and b[0].isupper() for a, b in zip(window, key, strict=True))
        for window in windows
    )


def scan_abstracts(search: NameSearch, abstracts: list[str]) -> PrintedNames:
    scan = NameScan(search)
    for abstract in abstracts:
        scan.add(abstract)
    return scan.printed


@given(st.lists(NAMES, max_size=6), st.lists(TEXTS, max_size=8), st.integers(0, 8))
def test_what_is_printed_decides_as_if_all_words_were_kept(names: list[str], abstracts: list[str], cut: int) -> None:
    search = NameSearch(names, {"SSM": 3, "WALRUS": 0})
    printed = scan_abstracts(search, abstracts[:cut])
    printed.merge(scan_abstracts(search, abstracts[cut:]), search)
    plain = [re.sub(r"https?://\S+", " ", abstract) for abstract in abstracts]
    words = {word for text in plain for word in re.findall(r"(?<![\w-])[a-z]{3,30}(?!\w)", text)}
    phrases = {name for name in names if " " in name and any(is_printed_lower(name, text) for text in plain)}
    for name in names:
        key = tuple(name.split(" "))
        assert judge_name(key, printed.lower_words, printed.lower_phrases) == judge_name(key, words, phrases)
    n_printed = Counter(a for text in plain for a in ("SSM", "WALRUS") if re.search(rf"(?<![\w-]){a}(?![\w-])", text))
    assert printed.common == {name for name, limit in (("SSM", 3), ("WALRUS", 0)) if n_printed[name] > limit}


@given(PAPERS)
def test_a_stream_gives_the_names_of_the_corpus(papers: list[tuple[str, str]]) -> None:
    names = NameCollector()
    for number, (title, abstract) in enumerate(papers):
        names.add(number, title, abstract)
    printed = scan_abstracts(names.plan_search(), [abstract for _, abstract in reversed(papers)])
    streamed = names.assign(printed, [f"p{n}" for n in range(len(papers))], [title for title, _ in papers])
    table = find_names(named_texts(papers))
    assert (streamed.owners, streamed.refused) == (table.owners, table.refused)


@given(PAPERS)
def test_a_quick_look_loses_no_mention(papers: list[tuple[str, str]]) -> None:
    texts = named_texts(papers)
    names = find_names(texts)
    found = [find_mentions(text, names, number.__eq__) for number, text in enumerate(texts)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(find_mentions.__globals__, "_may_name_another", lambda *_: True)
        patch.setitem(find_mentions.__globals__, "_name_another", lambda *_: True)
        assert found == [find_mentions_of_others(text, names) for text in texts]


@given(NAMES, TEXTS, TEXTS)
def test_the_words_of_a_name_stand_side_by_side_where_it_is_printed(name: str, before: str, after: str) -> None:
    text = f"{before} {name} {after}"
    for words_of in (plain_words, folded_words):
        inner, outer = words_of(name), words_of(text)
        assert any(outer[i : i + len(inner)] == inner for i in range(len(outer)))


@given(st.text(), st.text())
def test_any_text_has_own_names(title: str, abstract: str) -> None:
    assert all(name in f"{' '.join(title.split())}\n{abstract}" for name in find_own_names(title, abstract))
