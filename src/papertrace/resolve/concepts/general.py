"""Words and phrases that are general in academic English and in computing, and so name no shared topic.

The lists and their purposes are in `general_words.toml`. Words are folded (singular, American spelling); phrases are
written without spaces, as identities are.
"""

from papertrace.word_lists import read_word_lists

_LISTS = read_word_lists(__package__, "general_words.toml")

HEADS = frozenset(_LISTS["heads"].split())
SOFT_HEADS = frozenset(_LISTS["soft_heads"].split())
COMPOUNDS = frozenset((first, second) for first, second in map(str.split, _LISTS["compounds"].strip().split("\n")))
ADJECTIVAL = frozenset(_LISTS["adjectival"].split())
MODIFIERS = frozenset(_LISTS["modifiers"].split())
OPENERS = frozenset(_LISTS["openers"].split())
STOP_IDENTITIES = frozenset(_LISTS["stop_identities"].split())
STAPLES = frozenset(_LISTS["staples"].split())
PROPER_STOPS = frozenset(_LISTS["proper_stops"].split())

COMMON = frozenset(_LISTS["common"].split()) | HEADS | MODIFIERS | OPENERS
"""Single words that are common in English or throughout computing and, on their own, name no shared topic."""
