"""The background table, as shipped and as decoded from bytes."""

import json

import pytest

from papertrace.background import Background, load_background
from papertrace.extract.text.folding import fold_word


def _table(lines: str = "cat\ncat scan\ndog", **more: int) -> Background:
    header: dict[str, object] = {"fields": ["a", "b", "c"], "papers": [10, 20, 30], "rows": 3}
    header |= {"columns": ["a", "b", "c", "df", "title", "burst", "genre", "zipf"], **more}
    columns = [[0, 1, 2], [3, 0, 2], [4, 0, 2], [8, 12, 16], [15, 3, 0], [0, 15, 3], [0, 1, 0], [45, 0, 10]]
    return Background(json.dumps(header).encode() + b"\n" + lines.encode() + b"\0" + b"".join(map(bytes, columns)))


def test_a_table_is_decoded_row_by_row() -> None:
    table = _table()
    cat, scan, dog = table.find("cat"), table.find("cat scan"), table.find("dog")
    assert cat is not None
    assert scan is not None
    assert dog is not None
    assert (cat.df, cat.rates, cat.title_share, cat.zipf) == (4, (0.0, 8.0, 16.0), 1.0, 4.5)
    assert (scan.df, scan.title_share, scan.burst_share, scan.is_genre) == (8, 0.2, 1.0, True)
    assert (dog.df, dog.rates, dog.is_genre) == (16, (4.0, 4.0, 4.0), False)


def test_the_header_states_how_fine_the_columns_are() -> None:
    cat = _table(rate_steps=2, df_steps=2, share_steps=60).find("cat")
    assert cat is not None
    assert (cat.df, cat.rates[2], cat.title_share) == (16, 4.0, 0.25)
    scan = _table(share_power=2).find("cat scan")
    assert scan is not None
    assert scan.title_share == pytest.approx(0.04)
    assert scan.burst_share == 1


def test_the_statistics_of_a_row_are_those_of_its_key() -> None:
    table = _table()

    assert [table.read(table.row(key)) for key in table] == [table.find(key) for key in table]
    assert table.frequencies().tolist() == [table.read(row).df for row in range(len(table))]


def test_keys_are_in_the_table_only_as_they_are() -> None:
    assert list(_table()) == ["cat", "cat scan", "dog"]
    assert [key in _table() for key in ("ant", "cat nap", "cow", "eel", "")] == [False] * 5


def test_a_table_that_is_cut_is_refused() -> None:
    with pytest.raises(ValueError, match="argument 2 is longer"):
        _table("cat\ncat scan")


def test_dispersion_is_the_second_smallest_rate_per_thousand() -> None:
    cat, dog = _table().find("cat"), _table().find("dog")
    assert cat is not None
    assert dog is not None
    assert (cat.dispersion, dog.dispersion) == (0.08, 0.04)


def test_a_term_that_is_not_in_the_table_has_no_statistics() -> None:
    assert _table().find("scan") is None
    assert "scan" not in _table()


def test_the_shipped_table_is_loaded_once() -> None:
    assert load_background() is load_background()


def test_every_field_of_the_shipped_table_has_papers() -> None:
    table = load_background()
    assert len(table) > 50_000
    assert len(table.fields) == len(table.n_papers) >= 7
    assert min(table.n_papers) >= 5_000


@pytest.mark.parametrize("word", ["schizophrenia", "quantization", "world model", "pruning"])
def test_a_topic_is_more_often_in_the_title_than_a_general_term(word: str) -> None:
    topic, general = load_background().find(word), load_background().find("extensive experiment")
    assert topic is not None
    assert general is not None
    assert topic.title_share > 4 * general.title_share


def test_a_general_word_occurs_in_more_fields_than_a_topic() -> None:
    topic, general = load_background().find("schizophrenia"), load_background().find("method")
    assert topic is not None
    assert general is not None
    assert topic.dispersion < 1 < general.dispersion


def test_kinds_of_study_are_marked() -> None:
    genre = load_background().find("scoping review")
    assert genre is not None
    assert genre.is_genre


@pytest.mark.parametrize("word", ["models", "behaviours", "parallelisation", "caches", "analyses"])
def test_keys_are_folded_as_words_of_texts_are(word: str) -> None:
    assert fold_word(word) in load_background()


def test_the_table_can_be_read_key_by_key_in_order() -> None:
    background = load_background()
    keys = list(background)
    assert len(keys) == len(background)
    assert keys == sorted(set(keys))
    assert background.row(keys[1_000]) == 1_000
