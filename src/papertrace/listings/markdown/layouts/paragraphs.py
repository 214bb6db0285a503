"""Papers as paragraphs without bullets: which paragraphs of a document are entries, and reading them.

Paragraphs are compared with those of the same form wherever they stand: whether the title is linked, bold or quoted,
and whether nothing, a number or names stand before it. A paragraph is an entry if it leads to a paper and most of its
form do; a sentence of prose with a link in it is none.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from papertrace.listings.fields.labels import SEPARATORS, is_label
from papertrace.listings.markdown.blocks import BlockKind
from papertrace.listings.markdown.entries import Detail, is_citation
from papertrace.listings.markdown.inline.addresses import leads_to_paper
from papertrace.listings.markdown.inline.bylines import find_lead
from papertrace.listings.markdown.inline.decoration import are_names
from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.inline.marks import Mark, mark_of
from papertrace.listings.markdown.parts import Part
from papertrace.listings.markdown.tree import Item
from papertrace.model import Entry
from papertrace.records.people import parse_byline

Form = tuple[Mark, str]

_AFTER_TITLES = re.compile(r"(?:by|in|et|and|with|arXiv|pp?|vol|no)\b")
_DETAILS = re.compile(r"\s*<details\b", re.IGNORECASE)
_YEAR_AFTER_NAMES = re.compile(r"(?:1[5-9]|20)\d\d")
_MAX_LENGTH_OF_NAMES = 2000
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
    text = find_lead(content)
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
    # A title in quotes is followed by the address of its paper, often with no words of its own.
    bare = form[0] is Mark.QUOTED and any(p.url and leads_to_paper(p.url) for p in content.links)
    return own or labelled or bare


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


def find_paragraphs(part: Part) -> set[int]:
    """Return the positions of the paragraphs that are entries by themselves."""
    positions = [
        position
        for position, block in enumerate(part.blocks)
        if block.kind is BlockKind.PARAGRAPH and ("](" in block.text or "][" in block.text or "://" in block.text)
    ]
    contents = [part.read_block(position) for position in positions]
    found = {position for position, accepted in zip(positions, accept(contents), strict=True) if accepted}
    return found | _find_citations(part)


def _find_citations(part: Part) -> set[int]:
    """Return the positions of paragraphs that cite papers by names and year; several of them need no link."""
    may_cite = (
        position
        for position, block in enumerate(part.blocks)
        if block.kind is BlockKind.PARAGRAPH and _YEAR_AFTER_NAMES.search(block.text[:_MAX_LENGTH_OF_NAMES])
    )
    cited = {position for position in may_cite if is_citation(part.read_block(position))}
    return cited if len(cited) >= _MIN_SIBLINGS else set()


def read_paragraph(part: Part, position: int) -> Iterator[Entry]:
    """Read a paragraph as an entry, or each of its lines if each is one."""
    block = part.blocks[position]
    texts = block.text.split("\n")
    if len(texts) > 1 and sum("](" in text for text in texts) == len(texts) == block.end - block.start:
        contents = [part.read_text(text) for text in texts]
        if all(accept(contents)):
            for index, (text, content) in enumerate(zip(texts, contents, strict=True), start=block.start):
                yield part.maker.make(Item(index, index + 1, [text]), content, [])
            return
    item = Item(block.start, _end_with_abstract(part, position), [block.text])
    yield part.maker.make(item, part.read_block(position), _find_quoted_details(part, position))


def _find_quoted_details(part: Part, position: int) -> list[Detail]:
    """Return the block quote that begins on the line below a paragraph, where lists print the links of a paper."""
    if position + 1 == len(part.blocks):
        return []
    block, below = part.blocks[position], part.blocks[position + 1]
    is_quoted = below.kind is BlockKind.PARAGRAPH and part.lines[below.start].lstrip().startswith(">")
    content = part.read_block(position + 1) if is_quoted and below.start == block.end else None
    return [(Item(below.start, below.end, [below.text]), content)] if content and content.links_no_title else []


def _end_with_abstract(part: Part, position: int) -> int:
    """Return the line after a block and after the text that unfolds directly below it."""
    after = position + 1
    if after < len(part.blocks) and _DETAILS.match(part.blocks[after].text):
        while after < len(part.blocks) and part.blocks[after].kind is not BlockKind.HEADING:
            lines = part.lines[part.blocks[after].start : part.blocks[after].end]
            if any("</details>" in line.lower() for line in lines):
                return part.blocks[after].end
            after += 1
    return part.blocks[position].end
