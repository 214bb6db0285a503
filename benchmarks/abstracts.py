"""Abstracts for benchmarks: made up from a seed, or taken from files of real records.

Made-up ones are words that follow Zipf's law, common English ones and a growing number of invented ones (Heaps' law),
in sentences with function words, recurring phrases, acronyms with their definitions and a link in every fifth abstract.
Every second paper presents a system with a name of its own, and one in thirty mentions the system of an earlier paper,
as one in twenty-two does in the listings that the project is tested on and far fewer do in a month of all fields.
"""

import itertools
import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from papertrace.background import load_background

_FUNCTION_WORDS = tuple("the of a and to in for we is with that by on as are from this can which an it".split())  # noqa: SIM905
_ONSETS = ("b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "br", "cl", "dr", "gr", "pl", "st")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "io", "ou")
_CODAS = ("", "", "n", "r", "l", "s", "t", "m", "nt", "st")
_N_COMMON = 3_000
_N_WORDS = 60_000
_N_PHRASES = 30_000
_SENTENCES, _WORDS = 8, 20
_MENTIONS_EVERY = 30
_PER_MONTH = 100_000
_TITLE_KEYS, _ABSTRACT_KEYS = ("title", "Title"), ("abstract", "summary", "Abstract")


def make_records(n: int, seed: int = 1) -> Iterator[dict[str, object]]:
    """Yield made-up records in the format of arXiv's metadata; the first ones do not depend on `n`."""
    rng = random.Random(seed)  # noqa: S311 - not security-relevant
    words = _find_common_words()
    rare = sorted({_word(rng) for _ in range(_N_WORDS)}.difference(words))
    rng.shuffle(rare)
    rng.shuffle(words)
    words += rare
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(words) + 1)))
    phrases = [" ".join(rng.choices(words, k=rng.choice((2, 2, 2, 3)))) for _ in range(_N_PHRASES)]
    phrase_weights = list(itertools.accumulate(1 / (rank + 20) for rank in range(len(phrases))))
    systems: list[str] = []
    for number in range(n):
        topics = rng.choices(phrases, cum_weights=phrase_weights, k=8)
        sentences = [
            " ".join(_sentence(rng, words, weights, topics, number)).capitalize() + "." for _ in range(_SENTENCES)
        ]
        system = ""
        if number % 2:
            system = f"{rng.choice(rare).title()}{rng.choice(rare).title()}"
            sentences[1] = f"We present {system}, a system for {topics[0]}."
            systems.append(system)
        if number % 3 == 0:
            initials = "".join(word[0] for word in topics[1].split()).upper()
            sentences[2] = f"It does {topics[1]} ({initials}) with {topics[2]}."
        if number % _MENTIONS_EVERY == 0 and systems:
            sentences[4] = f"Experiments show that it outperforms {rng.choice(systems)} on {topics[3]}."
        if number % 5 == 0:
            sentences.append(f"Code is at https://github.com/acme/{rng.choice(words)}-{number}.")
        title = f"{topics[0]} by {topics[1]}".title()
        yield _record(number, f"{system}: {title}" if system else title, " ".join(sentences))


def read_records(paths: Iterable[Path]) -> Iterator[dict[str, object]]:
    """Yield records in the format of arXiv's metadata with the titles and abstracts of files of JSON lines.

    Records without either are left out, and so are those whose title has occurred.
    """
    seen: set[str] = set()
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                title, abstract = _first(record, _TITLE_KEYS), _first(record, _ABSTRACT_KEYS)
                if title and abstract and title not in seen:
                    seen.add(title)
                    yield _record(len(seen), title, abstract)


def write_corpus(path: Path, records: Iterable[dict[str, object]]) -> int:
    """Write records as JSON lines, and return their number."""
    n = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for n, record in enumerate(records, start=1):  # noqa: B007 - the last number is returned
            file.write(json.dumps(record) + "\n")
    return n


def _record(number: int, title: str, abstract: str) -> dict[str, object]:
    return {
        "id": f"{number // _PER_MONTH % 90 + 10:02}{number % 12 + 1:02}.{number % _PER_MONTH:05}",
        "authors": "Jane Doe and Richard Roe",
        "title": title,
        "abstract": abstract,
        "categories": "cs.DC",
        "update_date": "2024-06-05",
    }


def _first(record: object, keys: Iterable[str]) -> str:
    if not isinstance(record, dict):
        return ""
    return next((" ".join(value.split()) for key in keys if isinstance(value := record.get(key), str)), "")


def _find_common_words() -> list[str]:
    """Return the single words that most abstracts of all fields have, sorted."""
    background = load_background()
    counts = {key: found.df for key in background if key.isalpha() and (found := background.find(key)) is not None}
    return sorted(sorted(counts, key=lambda word: (-counts[word], word))[:_N_COMMON])


def _word(rng: random.Random) -> str:
    n = rng.choice((1, 2, 2, 3, 3))
    return "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) for _ in range(n))


def _sentence(
    rng: random.Random, words: list[str], weights: list[float], topics: list[str], number: int
) -> Iterator[str]:
    """Yield the words of a sentence: runs of one to three words, separated by function words as in English."""
    ordinary = iter(rng.choices(words, cum_weights=weights, k=_WORDS))
    for index in range(_WORDS // 2):
        yield rng.choice(_FUNCTION_WORDS)
        kind = rng.random()
        if kind < 0.15:  # noqa: PLR2004 - the share of recurring phrases
            yield rng.choice(topics)
        elif kind < 0.17:  # noqa: PLR2004 - of names and misprints, which are unique to a paper
            yield f"{next(ordinary)}{number}"
        elif kind < 0.85:  # noqa: PLR2004 - of chance phrases
            yield f"{next(ordinary)} {next(ordinary)}"
        else:
            yield f"{next(ordinary)}," if index % 4 == 3 else next(ordinary)  # noqa: PLR2004
