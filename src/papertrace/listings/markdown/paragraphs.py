"""Papers as paragraphs without bullets: which paragraphs of a document are entries.

Paragraphs are compared with those of the same form wherever they stand: whether the title is linked, bold or quoted,
and whether nothing, a number or names stand before it. A paragraph is an entry if it leads to a paper and most of its
form do; a sentence of prose with a link in it is none.
"""

import re
from collections import Counter
from collections.abc import Sequence

from papertrace.listings.fields.labels import SEPARATORS, is_label
from papertrace.listings.fields.people import parse_byline
from papertrace.listings.markdown.addresses import leads_to_paper
from papertrace.listings.markdown.decoration import are_names, strip_marks
from papertrace.listings.markdown.items import LETTERS, ItemContent, Mark, mark_of

Form = tuple[Mark, str]

_AFTER_TITLES = re.compile(r"(?:by|in|et|and|with|arXiv|pp?|vol|no)\b")
_TAG = re.compile(r"\[[^\[\]]{0,40}\]|【[^【】]{0,40}】")
_MIN_WORDS = 2
_MIN_WORDS_OF_PLAIN = 3
_MAX_WORDS_OF_LEAD = 80
_MIN_SHARE = 0.5
_MIN_SHARE_OF_PLAIN = 0.6
_MIN_SIBLINGS = 3


def form_of(content: ItemContent) -> Form | None:
    """Return the form of a paragraph, or None if it cannot be an entry."""
    mark = mark_of(content)
    if mark is None or not content.leads_somewhere:
        return None
    lead = _lead_of(content)
    if lead is None or (lead != "names" and _continues_sentence(content)):
        return None
    n_words = len(LETTERS.findall(content.title))
    if n_words < (_MIN_WORDS_OF_PLAIN if mark is Mark.PLAIN else _MIN_WORDS if not lead else 1):
        return None
    return mark, lead


def _lead_of(content: ItemContent) -> str | None:
    """Return what precedes the title (nothing, a label, names), or None for the words of a sentence."""
    before: list[str] = []
    for piece in content.pieces:
        place = piece.text.find(content.title_piece)
        before.append(piece.text if place < 0 else piece.text[:place])
        if place >= 0:
            break
    text = _TAG.sub("", strip_marks("".join(before))).strip()
    if not LETTERS.search(text):
        return ""
    if is_label(text):
        return "label"
    return "names" if are_names(text) or text.endswith(('"', "“")) or parse_byline(text) else None


def _continues_sentence(content: ItemContent) -> bool:
    """Return whether the text directly after the title goes on in lower case: "[Slides](…) of the workshop"."""
    first = next((piece for piece in content.rest if piece.text.strip()), None)
    if first is None or first.url is not None:
        return False
    text = first.text.lstrip(' "”*_')  # what begins a line continues nothing
    return text[:1].islower() and _AFTER_TITLES.match(text) is None


def has_evidence(content: ItemContent, form: Form) -> bool:
    """Return whether a paragraph leads to a paper, or labels a link as that of one."""
    own = any(p.url and p.text == content.title_piece and leads_to_paper(p.url) for p in content.pieces)
    labelled = any(p.url and not p.picture and p.is_label for p in content.rest)
    if form[0] is Mark.PLAIN:
        return any(p.url and not p.picture and leads_to_paper(p.url) for p in content.rest)
    return own or labelled


def accept(contents: Sequence[ItemContent]) -> list[bool]:
    """Return for each paragraph of a document whether it is an entry."""
    forms = [form_of(content) for content in contents]
    proven = [form is not None and has_evidence(content, form) for content, form in zip(contents, forms, strict=True)]
    n_of_form = Counter(forms)
    n_proven = Counter(form for form, is_proven in zip(forms, proven, strict=True) if is_proven)
    accepted: list[bool] = []
    for form, is_proven in zip(forms, proven, strict=True):
        if form is None:
            accepted.append(False)
            continue
        share = n_proven[form] / n_of_form[form]
        if form[0] is Mark.PLAIN:
            accepted.append(is_proven and share >= _MIN_SHARE_OF_PLAIN and n_proven[form] >= _MIN_SIBLINGS)
        else:
            most = share >= _MIN_SHARE and n_proven[form] >= _MIN_SIBLINGS
            accepted.append(is_proven or most)
    return accepted


def is_lead(content: ItemContent) -> bool:
    """Return whether a paragraph has a title and nothing else, so that what is below it may be its details."""
    mark = mark_of(content)
    if mark is None or _lead_of(content) is None:
        return False
    rest = "".join(piece.text for piece in content.rest if piece.url is None).strip(SEPARATORS)
    if mark is Mark.PLAIN:
        whole = "".join(piece.text for piece in content.pieces).strip()
        n_words = len(LETTERS.findall(content.title))
        ends = whole.endswith((":", "：", ".", "。"))  # noqa: RUF001 - stops as printed
        return n_words >= _MIN_WORDS_OF_PLAIN and "\n" not in whole and not ends and not rest
    return len(LETTERS.findall(rest)) <= _MAX_WORDS_OF_LEAD
