"""Normalisation of words: case, plural, British and American spelling."""

import re

_IRREGULAR = {
    "matrices": "matrix",
    "vertices": "vertex",
    "indices": "index",
    "axes": "axis",
    "hypotheses": "hypothesis",
    "syntheses": "synthesis",
    "theses": "thesis",
    "bases": "base",
    "criteria": "criterion",
    "phenomena": "phenomenon",
    "corpora": "corpus",
    "children": "child",
    "movies": "movie",
    "caches": "cache",
    "mice": "mouse",
    "metrics": "metric",
    "lens": "lens",
    "series": "series",
    "species": "species",
    "always": "always",
    "news": "news",
    "bias": "bias",
    "canvas": "canvas",
    "atlas": "atlas",
    "alias": "alias",
    "gas": "gas",
    "perhaps": "perhaps",
    "fibre": "fiber",
    "metre": "meter",
    "litre": "liter",
    "programme": "program",
    "analogue": "analog",
    "catalogue": "catalog",
    "artefact": "artifact",
    "defence": "defense",
    "licence": "license",
    "grey": "gray",
    "judgement": "judgment",
    "ageing": "aging",
}
# The stems whose -ise is not a suffix, so that American English spells them so too.
_TRUE_ISE = re.compile(
    r"(?:adv|rev|dev|superv|telev|improv|prec|conc|exerc|surpr|compr|prom|prem|franch|disgu|expert|enterpr|treat|"
    r"merchand|paradise|no|ra|ri|wi|cru|bru|prai|poi|to|tortoi|otherw|likew|pairw|stepw|pointw|elementw|pract|"
    r"dem|exc|inc|circumc|chem)is"
)
_BETWEEN_LETTERS = re.compile(r"[\W_]+")
_OUR = re.compile(r"\A((?:mis)?(?:behavi|col|fav|flav|hon|lab|neighb|rum|vap|harb|hum|vig|endeav))our")
_DOUBLED_L = re.compile(r"(model|label|channel|travel|cancel|level|tunnel|signal|parallel|kernel)l(ing|ed|er)\Z")


def fold_plural(word: str) -> str:
    """Return the singular of a lower-case English noun, or the word itself if it does not look like a plural.

    >>> [fold_plural(word) for word in ("matrices", "kernels", "analyses", "physics", "loss", "GPU")]
    ['matrix', 'kernel', 'analysis', 'physics', 'loss', 'GPU']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is", "ics")):  # noqa: PLR2004 - letters of a word
        return word
    if word.endswith("ies") and len(word) > 4:  # noqa: PLR2004 - letters of a word
        return word[:-3] + "y"
    if word.endswith("yses"):
        return word[:-2] + "is"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def lower_keeping_length(text: str) -> str:
    """Return a text in lower case with its length unchanged, so that offsets remain valid.

    >>> lower_keeping_length("AİB")
    'aİb'
    """
    low = text.lower()
    return low if len(low) == len(text) else "".join(char.lower() if char.isascii() else char for char in text)


def squash(text: str) -> str:
    """Return the letters and digits of a text in lower case, without any other characters.

    >>> squash("Fast-MM 2")
    'fastmm2'
    """
    return _BETWEEN_LETTERS.sub("", text).casefold()


def fold_word(word: str) -> str:
    """Return the normal form of an ordinary word: lower case, singular, American spelling.

    >>> [fold_word(word) for word in ("Behaviours", "parallelisation", "Modelling", "noise", "Centres")]
    ['behavior', 'parallelization', 'modeling', 'noise', 'center']
    """
    word = word.casefold()
    if not word.isalpha():
        word = word.removesuffix("'s").removesuffix("\u2019s")
    word = fold_plural(word)
    word = _IRREGULAR.get(word, word)
    if "is" in word and not _TRUE_ISE.match(word):
        word = re.sub(r"(?<=[a-z]{3})is(ation|ing|ed|er|able)\Z", r"iz\1", word)
        word = re.sub(r"(?<=[a-z]{4})ise\Z", "ize", word)
    if "yse" in word:
        word = word.replace("yse", "yze")
    if "our" in word:
        word = _OUR.sub(r"\1or", word)
    if word.endswith("tre") and len(word) > 4:  # noqa: PLR2004 - letters of a word
        word = word[:-2] + "er"
    return _DOUBLED_L.sub(r"\1\2", word) if "ll" in word else word
