"""What a name is beside the words of science: coined, unknown, known as a term."""

from enum import IntEnum
from typing import NamedTuple

from papertrace.background import TermStatistics, load_background
from papertrace.extract.mentions.name_tokens import Refusal, plain_words
from papertrace.extract.mentions.own_names import NameEvidence, is_coined
from papertrace.extract.text.folding import fold_word
from papertrace.extract.text.stopwords import STOP_WORDS

# In papers of the background, of some 190,000.
_KNOWN = 8
_KNOWN_ONCE = 12
_FAMILIAR = 25
_TERM = 60
_WIDE_TERM = 400
_MIN_LETTERS = 5  # of a word that the background does not know, to count as specific


class Proof(IntEnum):
    """What has to support a mention beside the name itself."""

    NONE = 0
    CUE_OR_TOPIC = 1
    CUE_AND_TOPIC = 2
    CUE_AND_SAME_TOPIC = 3


class Standing(NamedTuple):
    """Whether a name is coined, and how many papers of the background have it."""

    coined: bool
    df: int
    is_word: bool

    @property
    def proof(self) -> Proof:
        """What has to support a mention of the name."""
        if self.coined:
            return Proof.CUE_OR_TOPIC if self.df >= _FAMILIAR else Proof.NONE
        if self.df >= _TERM:
            return Proof.CUE_AND_SAME_TOPIC
        return Proof.CUE_AND_TOPIC if self.df >= _KNOWN or self.is_word else Proof.CUE_OR_TOPIC

    def judge(self, evidence: NameEvidence) -> Refusal | None:
        """Return why a name with this evidence is not used, or None."""
        certain = NameEvidence.TITLE | NameEvidence.INTRODUCED
        twice = evidence & certain == certain
        if self.df >= (_WIDE_TERM if twice else _TERM if self.coined else _KNOWN_ONCE):
            return Refusal.TERM
        if self.is_word and not self.coined and evidence == NameEvidence.TITLE:
            return Refusal.WORD
        return None


def find_standing(key: tuple[str, ...]) -> Standing:
    """Return the standing of a name, given as its tokens.

    >>> find_standing(("FlexGen2",)), find_standing(("GPU",)).df > 100
    (Standing(coined=True, df=0, is_word=False), True)
    """
    statistics = load_background().find(" ".join(map(fold_word, key)))
    if statistics is None:
        return Standing(is_coined(list(key)), 0, is_word=False)
    return Standing(is_coined(list(key)), statistics.df, is_word=len(key) > 1 or statistics.zipf > 0)


class Topic(NamedTuple):
    """What a text shares with the title of a paper: how many words, and how specific they are together."""

    n_words: int
    bits: int


def measure_topic(title: str, name: str, words: frozenset[str]) -> Topic:
    """Return how many and how specific the words are that a title, without a name in it, shares with folded words.

    They are counted in bits beyond the third: a word in one of fifty papers counts 3, one in a thousand papers 7.
    """
    background = load_background()
    n_papers = sum(background.n_papers)
    own = {fold_word(token) for token in name.replace("-", " ").split()}
    shared = words.intersection(_fold_title(title)) - own
    weights = [_weigh(background.find(word), word, n_papers) for word in shared]
    return Topic(sum(weight > 0 for weight in weights), sum(weights))


def fold_words(words: list[str]) -> frozenset[str]:
    """Return the normal forms of words."""
    return frozenset(fold_word(word) for word in words if word.casefold() not in STOP_WORDS)


def _fold_title(title: str) -> frozenset[str]:
    return fold_words(plain_words(title))


def _weigh(statistics: TermStatistics | None, word: str, n_papers: int) -> int:
    if statistics is None:
        return _MIN_LETTERS if len(word) >= _MIN_LETTERS else 0
    return max(0, (n_papers // statistics.df).bit_length() - 3)
