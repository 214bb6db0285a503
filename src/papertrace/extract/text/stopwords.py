"""The words at which a phrase ends: function words, adverbs, and the verbs of academic prose.

The lists, and what each is for, are in `stop_words.toml`; the inflected forms of the verbs are derived here.
"""

from papertrace.word_lists import read_word_lists

_LISTS = read_word_lists(__package__, "stop_words.toml")

SUFFIXES = frozenset(_LISTS["suffixes"].split())
"""Words that after a hyphen express only a relation: "GPU-based", "cache-aware"."""

VERB_OPENERS = frozenset(_LISTS["verb_openers"].split())
"""Prepositions and conjunctions after which a gerund with an object is a verb."""

ARTICLES = frozenset(_LISTS["articles"].split())


def _inflect(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb, verb + "s", verb + "d", verb[:-1] + "ing"}
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return {verb, verb + "es", verb + "ed", verb + "ing"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    return {verb, verb + "s", verb + "ed", verb + "ing", verb + verb[-1] + "ing", verb + verb[-1] + "ed"}


CHINESE = frozenset(_LISTS["chinese"].split())
"""Function words and verbs of Chinese prose."""

_VERB_FORMS = frozenset(form for verb in _LISTS["verbs"].split() for form in _inflect(verb))

STOP_WORDS = (
    frozenset(word for name in ("function_words", "adverbs", "irregular_forms") for word in _LISTS[name].split())
    | (_VERB_FORMS - frozenset(_LISTS["nominal_forms"].split()))
    | frozenset(_LISTS["stopping_forms"].split())
    | CHINESE
)
