"""What one line or one address of a listing can be: a title, an abstract, the address of a paper."""

import re

from papertrace.late_imports import compile_on_use
from papertrace.model.identifiers import identify_address

# An abstract is longer than the longest titles (about 200 characters) or consists of sentences.
LONG_PROSE = 240
SHORT_PROSE = 80
_MIN_WORDS_OF_A_SENTENCE = 6

_INNER_STOP = compile_on_use(
    r"(?<![A-Z])(?<!\bvs)(?<!\bal)(?<!\bst)(?<!\bno)(?<!\bdr)[a-z0-9)\]%][.][\"'”’)\]]? +[A-Z]"  # noqa: RUF001 - printed quotes
)
_WORD = compile_on_use(r"[^\W\d_]{2,}")
_SENTENCE = compile_on_use(r"[^\W\d_]{2}[^\w\s.!?]{0,4}[.!?][^\w\s]{0,4}(?=\s+[^\W\d_a-z]|\s*$)|[。！？]")  # noqa: RUF001 - full width
_MIN_SENTENCES = 2
_MAX_CHARS_TO_JUDGE = 2_000


def is_prose(line: str) -> bool:
    """Return whether a line reads as an abstract: too long for a title, or long and made of sentences.

    >>> is_prose("Attention Is All You Need")
    False
    """
    if len(line) >= LONG_PROSE:
        return True
    if len(line) < SHORT_PROSE:
        return False
    return line.endswith((".", ".)", '."', ".”", "…")) or _INNER_STOP.search(line) is not None


def is_abstract(text: str, *, stands_alone: bool = False) -> bool:
    """Return whether running text without a label is long enough for an abstract, and no note.

    An abstract has several sentences, or one that is longer than any title, and most of its words begin with a small
    letter, unless all letters are capitals: those of names and publications do not. Shorter texts say what somebody
    thought of a paper, or what it is. In a paragraph that stands alone, not beside a title, one sentence of some length
    is enough.

    >>> is_abstract("We measure the tides of forty harbours. They differ more from one another than anybody thought.")
    True
    >>> is_abstract("A short study of the tides of forty harbours, all of them on one cold coast in the north.")
    False
    >>> is_abstract("Proceedings of the 10th Conference on Harbours. Pebble Press, Stone, 2019: 12-20. Best Paper.")
    False
    """
    text = text[:_MAX_CHARS_TO_JUDGE]
    words = _WORD.findall(text)
    n_capitals = 0 if text.isupper() else sum(word[0].isupper() for word in words)
    if len(text) < SHORT_PROSE or n_capitals * 2 > len(words):
        return False
    return len(text) >= LONG_PROSE or len(_SENTENCE.findall(text)) >= (1 if stands_alone else _MIN_SENTENCES)


def is_short_sentence(line: str) -> bool:
    """Return whether a short line may be an abstract of one sentence, provided that a title precedes it.

    >>> is_short_sentence("A first benchmark for deep research in video.")
    True
    """
    return line.endswith((".", "!")) and len(_WORD.findall(line)) >= _MIN_WORDS_OF_A_SENTENCE


def is_title(line: str) -> bool:
    """Return whether a line can be a title: some words, not too long, and not code, data or a rule.

    >>> is_title("127"), is_title("{"), is_title("Swivel: Improving Embeddings")
    (False, False, True)
    """
    return (
        len(line) < LONG_PROSE * 2
        and not line.startswith(("{", "}", "<", "@", "|", "http://", "https://", "---", "==="))
        and _WORD.search(line) is not None
    )


_EXTERNAL = compile_on_use(r"(?:https?|ftp)://|www\.|//[\w-]+\.", re.IGNORECASE)
# What the address of a paper has in common on most hosts: the file is a document, or the path or host says "paper".
_OF_PAPERS = compile_on_use(
    r"\.(?:pdf|ps|djvu)(?:\.gz)?(?:[?#].*)?$|//papers?\.|//proceedings?\.|//openreview\.|//openaccess\.|anthology"
    r"|/(?:abs|paper|papers|doi|article|articles|publication|publications|forum|citation|viewdoc|content)[/.?]",
    re.IGNORECASE,
)
_DOCUMENT = compile_on_use(
    r"(?![a-z][a-z+.-]{1,10}:|//|#)[^?#\s][^?#]{0,500}\.(?:pdf|ps|ps\.gz|djvu|epub|docx?)(?:[?#].*)?$", re.IGNORECASE
)
# A root, a scheme or a drive, a query, and signs that are none of a path.
_NO_RELATIVE_PATH = compile_on_use(r"\A/|\A[^/]*:|[?\\<>\"|*]|[^\x20-\x7e\xa0-\U0010ffff]")
_MAX_ADDRESS_LENGTH = 2000


def leads_out(url: str) -> bool:
    """Return whether an address leads out of the document and its repository."""
    return _EXTERNAL.match(url) is not None


def is_document(url: str) -> bool:
    """Return whether an address is relative and names a document beside the list.

    >>> is_document("papers/fold.pdf"), is_document("https://example.org/fold.pdf"), is_document("#fold")
    (True, False, False)
    """
    return _DOCUMENT.match(url[:_MAX_ADDRESS_LENGTH]) is not None


def is_beside(url: str) -> bool:
    """Return whether an address names a document beside the list by a relative path alone.

    Places of a machine, other schemes, queries and what no path has are none.

    >>> is_beside("papers/fold.pdf"), is_beside("../fold.pdf")
    (True, True)
    >>> any(map(is_beside, ["/home/ada/fold.pdf", "C:/fold.pdf", "ms-appinstaller:fold.pdf", "fold.pdf?token=1"]))
    False
    """
    return is_document(url) and _NO_RELATIVE_PATH.search(url) is None


def leads_to_paper(url: str) -> bool:
    """Return whether an address looks like that of a paper.

    >>> leads_to_paper("https://arxiv.org/abs/2401.00001"), leads_to_paper("https://example.org/fold.pdf")
    (True, True)
    >>> leads_to_paper("https://example.org/about")
    False
    """
    shown = url[:_MAX_ADDRESS_LENGTH]
    return _OF_PAPERS.search(shown) is not None or bool(identify_address(shown))
