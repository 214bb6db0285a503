"""The title of an item of a Markdown list or a cell of a table, and what follows it.

Items of paper lists follow no standard. The title is the text of a link, bold text, or the plain text before the
first link; links named `paper`, `code` or after a venue are labels and never titles; badges are pictures.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace
from itertools import accumulate, pairwise, takewhile

from papertrace.listings.fields.citation import Citation, parse_citation, parse_marked_citation, read_names_and_year
from papertrace.listings.fields.labels import SEPARATORS, is_label, is_venue_and_year
from papertrace.listings.fields.prose import is_title
from papertrace.listings.markdown.inline.decoration import (
    are_names,
    is_citation,
    is_cited_name,
    read_reference,
    strip_decoration,
)
from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.inline.pieces import Piece
from papertrace.records.people import parse_byline

_IDEOGRAPH = re.compile(r"[\u3040-\u9fff]")
_WORD = re.compile(r"[^\W_]+")
# A bullet that is printed as a sign may precede a tag.
_TAG = re.compile(
    r"[\s•·*–—|-]*(?:\[[^\[\]]{0,40}\]|【[^【】]{0,40}】|（[^（）]{0,40}）|\([^()]{0,40}\)|\d{4}[-./]\d{1,2}(?:[-./]\d{1,2})?(?:\s*[:|-]|\s))"  # noqa: RUF001 - brackets as printed
)
QUOTED = re.compile(r"[\"“](?P<title>[^\"“”]{4,300})[\"”]")
_QUOTES = frozenset('"“”')
# "Fold: A Study - Jane Doe et al., 2022": the authors follow a dash.
_DASH_AND_NAMES = re.compile(r"\s[-–—]{1,2}\s(?P<names>[^-–—()\[\]\d\n]{4,300})")  # noqa: RUF001 - dashes as printed
# A stop ends a title before a capital, or before the name of a venue that is printed small.
_STOP = re.compile(
    r"(?<!\bvs)(?<!\bal)(?<!\b[DM]r)(?<!\bMrs)(?<!\bSt)(?<!\b[A-Z])[.?!](?=\s+(?:[A-Z*_]|[a-z]{0,5}rxiv\b|eLife\b|npj\s|iScience\b))"
)
# "Fold (2020), Ann Doe et al.": a year in brackets ends a title unless its sentence goes on.
_YEAR_AFTER_TITLE = re.compile(
    r"(?<=\S)\s{1,3}\((?:19|20)\d\d(?:[-/.]\d\d?)?\)(?=\s*(?:[,;:.\n|–—-]|by\s|[^\W\d_a-z]\.\s))"  # noqa: RUF001 - as printed
)
_LINKING_WORD = re.compile(r"\b(?:the|an?|see|our|this|from|at|in|on|of|to|for|with|and|also|out)\s*$", re.IGNORECASE)
# "**Fold**: A Study of Paper": the bold name is the head of the title.
_TITLE_CONTINUES = re.compile(r"\s?[:：]\s+\S")  # noqa: RUF001 - colons as printed
_BRACKETED = re.compile(r"\s*(?:\[[^\[\]]*\]|【[^【】]*】)\s*")
MIN_WORDS_OF_A_SENTENCE = 3
MAX_LEAD_LENGTH = 1000


def read_item(pieces: list[Piece]) -> ItemContent:
    """Return the title of an item, what follows it, and its links; the title is empty if none is recognised.

    A name with authors and a year ("Fold (Doe et al., 2020)") is a title only if nothing else is.
    """
    item = ItemContent(pieces)
    return _read_citation(item) or _with_reference(_read_marked_title(item))


def _with_reference(item: ItemContent) -> ItemContent:
    """Return an item with the names and the year that the first link after its title consists of, if it does.

    An example is `Fold: A Study of Paper. [Doe, Roe (2020)](…)`.
    """
    first = next((piece for piece in item.rest if piece.url is not None), None)
    before = next((above.text for above, piece in pairwise(item.pieces) if piece is first), "")
    reference = read_reference(first.text) if first is not None and item.title and _ends_title(before) else None
    if reference is not None:
        item.cited = Citation(title=item.title, authors=reference[0], year=reference[1], start=0, end=0)
    return item


def _read_citation(item: ItemContent) -> ItemContent | None:
    """Return an item that begins with a citation, "Doe, J. (2020). Fold: A Study of Paper. Venue", or None."""
    index = first_words(item)
    if index is None:
        return None
    if item.pieces[index].url is None and is_label(item.pieces[index].text):
        further = range(index + 1, len(item.pieces))  # a venue before the names
        index = next((i for i in further if LETTERS.search(_without_tags(item.pieces[i].text))), index)
    piece = item.pieces[index]
    # A volume may be printed in bold between the title and the year.
    text = piece.text if piece.url else "".join(other.text for other in item.pieces[index:] if other.url is None)
    cited = parse_citation(text)
    if cited and cited.end > len(piece.text):
        return _read_citation_of_pieces(item, index, cited)
    if cited is None and piece.emphasised and piece.url is None and not piece.strong:
        cited = parse_marked_citation(piece.text, *piece.emphasised)
    return with_citation(item, index, cited) if cited else None


def _read_citation_of_pieces(item: ItemContent, index: int, cited: Citation) -> ItemContent | None:
    """Return an item with a citation that goes on after its first piece: `**Ann Doe**, "Tides of Frost", 2020`.

    The pieces of a title with bold words become one. A link ends the citation.
    """
    plain = takewhile(lambda piece: piece.url is None, item.pieces[index:])
    starts = [0, *accumulate(len(piece.text) for piece in plain)]
    if starts[-1] < cited.end:
        return None
    first, last = bisect_right(starts, cited.start) - 1, bisect_left(starts, cited.end) - 1
    shifted = replace(cited, start=cited.start - starts[first], end=cited.end - starts[first])
    if cited.start + len(cited.title) <= starts[first + 1]:
        return with_citation(item, index + first, shifted) if 0 < first == last else None
    joined = Piece("".join(piece.text for piece in item.pieces[index + first : index + last + 1]))
    pieces = [*item.pieces[: index + first], joined, *item.pieces[index + last + 1 :]]
    return with_citation(ItemContent(pieces), index + first, shifted)


def first_words(item: ItemContent) -> int | None:
    """Return the index of the first piece with words that are no tags."""
    return next((i for i, piece in enumerate(item.pieces) if LETTERS.search(_without_tags(piece.text))), None)


def with_citation(item: ItemContent, index: int, cited: Citation) -> ItemContent | None:
    """Return the item with the paper that its piece of this index cites, or None if that has no title."""
    piece = item.pieces[index]
    printed = piece.text if piece.url else piece.text[cited.start : cited.start + len(cited.title)]
    found = with_title(item, index, printed, "" if piece.url else piece.text[cited.end :], cited.title)
    found.cited = cited if found.title else None
    return found if found.title else None


def _read_marked_title(item: ItemContent) -> ItemContent:  # noqa: C901 - one case each
    pieces = item.pieces
    cited: tuple[int, str] | None = None
    for index, piece in enumerate(pieces):
        if piece.url is not None:
            if piece.is_label or is_citation(piece.text) or not is_title(_clean(piece.text)):
                continue
            if index and pieces[index - 1].recurs and len(LETTERS.findall(piece.text)) < MIN_WORDS_OF_A_SENTENCE:
                continue  # a value after a label: `PubMed: [12345](…)`
            if is_cited_name(piece.text) and not _clean_is_longer(piece.text):
                cited = cited or (index, piece.text)
                continue
            return with_title(item, index, piece.text, "")
        text = _without_tags(piece.text)
        if piece.recurs or not LETTERS.search(text) or is_label(text.strip()) or _is_name_among_names(item, index):
            continue
        if piece.strong:
            return _read_strong(item, index, text)
        before, rest = _split_plain(text)
        if _precedes_title(item, index, "" if read_names_and_year(text)[0] else rest):
            if _LINKING_WORD.search(before):
                return item  # a sentence with a link in it
        elif not (rest and is_label(before)):  # a label before a bare address
            return with_title(item, index, *_cut_at_bar(before, rest))
    return item if cited is None else with_title(item, *cited, "")


def _ends_title(text: str) -> bool:
    """Return whether a stop ends the words before a reference; a sentence goes on: "evaluated by [Doe (2020)](…)"."""
    return text.rstrip(" *_").endswith((".", ",", ";", "?", "!"))


def _without_tags(text: str) -> str:
    """Return plain text without the tags, dates and separators at its start."""
    while tag := _TAG.match(text):
        text = text[tag.end() :]
    return text.lstrip(SEPARATORS)


def _precedes_title(item: ItemContent, index: int, rest: str) -> bool:
    """Return whether plain text is a date, a tag or the authors before a linked or bold title.

    Bold words in square brackets are a tag after a title, as in `Fold: A Study of Paper | **[ICML' 20]**`.
    """
    is_long = len(LETTERS.findall(item.pieces[index].text)) >= MIN_WORDS_OF_A_SENTENCE
    following = next(
        (
            other
            for other in item.pieces[index + 1 :]
            if other.url is not None or (other.strong and not (is_long and _BRACKETED.fullmatch(other.text)))
        ),
        None,
    )
    if following is None or following.is_label or rest:
        return False
    if (
        following.url is not None
        and is_long
        and _ends_title(item.pieces[index].text)
        and read_reference(following.text)
    ):
        return False
    # Chinese and Japanese have no blanks between words.
    return len(_WORD.findall(following.text)) > 1 or len(_IDEOGRAPH.findall(following.text)) > MIN_WORDS_OF_A_SENTENCE


def _is_name_among_names(item: ItemContent, index: int) -> bool:
    """Return whether a bold name is one of the authors before a linked title: `Ann Doe, **Rob Roe**, [Title](…)`."""
    if not item.pieces[index].strong:
        return False
    before = item.pieces[index - 1].text.rstrip() if index else ""
    after = item.pieces[index + 1].text.lstrip() if index + 1 < len(item.pieces) else ""
    if not (after.startswith((",", "and ", "& ")) or before.endswith((",", " and", "&"))):
        return False
    titles = (piece for piece in item.pieces[index + 1 :] if piece.url is not None and not piece.is_label)
    return bool(parse_byline(item.pieces[index].text)) and any(
        len(LETTERS.findall(piece.text)) >= MIN_WORDS_OF_A_SENTENCE for piece in titles
    )


def _clean_is_longer(text: str) -> bool:
    """Return whether a title remains without the citation at its end."""
    return len(_WORD.findall(strip_decoration(text).partition("(")[0])) >= MIN_WORDS_OF_A_SENTENCE


def _split_plain(text: str) -> tuple[str, str]:
    """Split plain text into a title and what follows it."""
    quoted = QUOTED.search(text[:MAX_LEAD_LENGTH])
    if quoted is not None and (
        quoted.start() == 0
        or len(LETTERS.findall(quoted["title"])) >= MIN_WORDS_OF_A_SENTENCE
        or are_names(text[: quoted.start()])
    ):
        return quoted["title"], text[quoted.end() :]
    dated = _YEAR_AFTER_TITLE.search(text, 0, MAX_LEAD_LENGTH)
    if dated is not None and LETTERS.search(text[: dated.start()]) and "\n" not in text[: dated.start()]:
        return text[: dated.start()], text[dated.start() :]
    for dash in _DASH_AND_NAMES.finditer(text[:MAX_LEAD_LENGTH]):
        if parse_byline(dash["names"].strip(SEPARATORS)) and LETTERS.search(text[: dash.start()]):
            return text[: dash.start()], text[dash.start() :]
    cut = len(text)
    for sign in ("\n", "http://", "https://"):
        found = text.find(sign)
        if 0 <= found < cut:
            cut = found
    for stop in _STOP.finditer(text, 0, min(cut, MAX_LEAD_LENGTH)):
        if len(LETTERS.findall(text[: stop.start()])) >= MIN_WORDS_OF_A_SENTENCE:
            return text[: stop.start()], text[stop.start() :]
    before, comma, venue = text[:cut].rstrip(SEPARATORS).rpartition(", ")
    if comma and LETTERS.search(venue) and (is_label(venue) or is_venue_and_year(venue)):
        return before, text[len(before) :]
    return text[:cut], text[cut:]


def _cut_at_bar(before: str, rest: str) -> tuple[str, str]:
    """Return a title without the tags that bars separate from it, `Fold: A Study | [ICML'20]`, and what follows it."""
    title = before
    while (bar := title.rfind("|", 0, MAX_LEAD_LENGTH)) > 0:
        if title[bar + 1 : bar + 2].strip() or not _is_tag(title[bar + 1 :]):
            break
        title = title[:bar].rstrip()
    if title == before or len(LETTERS.findall(title)) < MIN_WORDS_OF_A_SENTENCE or are_names(title):
        return before, rest
    return title, before[len(title) :] + rest


def _is_tag(text: str) -> bool:
    """Return whether a text beside a bar is in square brackets, a label, or without words."""
    return _BRACKETED.fullmatch(text.rstrip(" [(")) is not None or is_label(text) or not LETTERS.search(text)


def _read_strong(item: ItemContent, index: int, text: str) -> ItemContent:
    """Read bold text as the title, with its continuation after a colon: "**Fold**: A Study of Paper"."""
    following = item.pieces[index + 1] if index + 1 < len(item.pieces) else None
    if following is not None and following.url is None and _TITLE_CONTINUES.match(following.text):
        whole, after = _split_plain(following.text[:MAX_LEAD_LENGTH])
        is_quoted = _TITLE_CONTINUES.match(whole) is None  # the quotation begins behind the colon
        if is_quoted or _is_in_title_case(whole):
            colon = ": " if is_quoted else ""
            return with_title(item, index + 1, text, after + following.text[MAX_LEAD_LENGTH:], f"{text}{colon}{whole}")
    return with_title(item, index, text, "")


def _is_in_title_case(words: str) -> bool:
    """Return whether most long words begin with a capital, as in a title and unlike in a description."""
    long = [word for word in LETTERS.findall(words) if len(word) >= 4]  # noqa: PLR2004 - shorter ones stay small in titles
    return len(long) >= MIN_WORDS_OF_A_SENTENCE and sum(word[0].isupper() for word in long) * 3 >= len(long) * 2


def with_title(item: ItemContent, index: int, text: str, rest: str, whole: str = "") -> ItemContent:
    """Return the item with a printed text of its piece as its title, which `whole` may complete, if it can be one."""
    title = _clean(whole or text)
    if is_title(title) and not is_label(text):
        item.title, item.title_piece = title, text
        item.rest = [Piece(rest), *item.pieces[index + 1 :]] if rest else item.pieces[index + 1 :]
    return item


def _clean(text: str) -> str:
    title = strip_decoration(" ".join(text.split()).rstrip(" .[({（【"))  # noqa: RUF001 - brackets as printed
    title = title.rstrip(" -–—:|,;.·[({，。：；、（【").lstrip(" ")  # noqa: RUF001 - dashes and colons as printed
    if title[:1] in _QUOTES and not _QUOTES.intersection(title[1:]):
        return title[1:]  # the other one is missing
    quoted = QUOTED.fullmatch(title)
    return quoted["title"].rstrip(" .,;") if quoted else title
