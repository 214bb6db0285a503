"""Papers made up from a seed, with names, mentions, citations, acronyms, and sentences that recur."""

from random import Random

from papertrace.model import Entry, Identifiers, Paper, Span

_ONSETS, _VOWELS = ("b", "d", "g", "k", "l", "m", "n", "p", "r", "t", "st", "tr"), ("a", "e", "i", "o", "u", "ai")
_HEADS = ("network", "cache", "model", "sorting", "tracking", "retrieval", "estimation", "transformer", "planning")
_ACRONYMS = (
    "herd tracking (HT)",
    "sea-ice radar (SIR)",
    "key-value (KV) cache",
    "state space model (SSM)",
    "a KV cache",
)
_NOTICES = ("All rights reserved 2024.", "Code will be released at https://github.com/acme/walrus.")


def generate_papers(n: int, seed: int = 1) -> list[Paper]:
    """Return papers, each with one entry; every third mentions another one, every fifth cites one."""
    rng = Random(seed)  # noqa: S311 - not security-relevant
    words = [_word(rng) for _ in range(400)]
    names = [_name(rng, number) for number in range(n)]
    return [_paper(rng, number, words, names) for number in range(n)]


def _paper(rng: Random, number: int, words: list[str], names: list[str]) -> Paper:
    phrases = [f"{rng.choice(words)} {rng.choice(_HEADS)}" for _ in range(4)]
    sentences = [
        f"We introduce {names[number]}, a method for {phrases[0]} and {phrases[1]}.",
        f"It combines {rng.choice(_ACRONYMS)} with {phrases[2]} and {phrases[0]} of {rng.choice(words)}.",
    ]
    if number % 3 == 0:
        sentences.append(f"It outperforms {rng.choice(names)} on {phrases[3]}.")
    if number % 5 == 0:
        sentences.append(f"See arXiv:2401.{rng.randrange(len(names)):05}.")
    if number % 7 == 0:
        sentences.append(rng.choice(_NOTICES))
    if number % 11 == 0:
        sentences.append(f"The {names[rng.randrange(len(names))].lower()} of {rng.choice(words)} is small.")
    title, abstract = f"{names[number]}: {phrases[0].title()} by {phrases[1]}", " ".join(sentences)
    identifiers = Identifiers(arxiv=f"2401.{number:05}")
    entry = Entry(
        title=title,
        abstract=abstract,
        span=Span("made-up", 2 * number + 1),
        end_line=2 * number + 2,
        abstract_span=Span("made-up", 2 * number + 2),
        identifiers=identifiers,
    )
    return Paper(
        id=f"arxiv:2401.{number:05}", title=title, abstract=abstract, entries=(entry,), identifiers=identifiers
    )


def _word(rng: Random) -> str:
    return "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(rng.randint(2, 3)))


def _name(rng: Random, number: int) -> str:
    """Return the name of a system: coined, an ordinary word with a capital, or capitals that are short."""
    word = _word(rng).capitalize()
    return (f"{word}Net", word, f"{word}-{number % 9}", word.upper()[: 2 + number % 4])[number % 4]
