"""Web pages among cited papers: `Acme Society. "Whaling today". Accessed 3 May 2017. https://…`."""

import re

from papertrace.listings.markdown.inline.access_dates import blank_access_dates, find_access
from papertrace.listings.markdown.inline.addresses import leads_to_paper
from papertrace.listings.markdown.inline.bylines import find_date

_ADDRESS = re.compile(r"https?://[^\s()<>]+")


def cites_web_page(text: str) -> bool:
    """Return whether an item says when it was read, and neither when it appeared nor, by its link, that it is a paper.

    >>> cites_web_page("Acme. Ropes. Accessed 3 May 2017. https://example.org/ropes")
    True
    >>> cites_web_page("Doe, A. (2016). Ropes. Retrieved May 3, 2017, from https://example.org/ropes")
    False
    """
    if not find_access(text):
        return False
    is_dated = find_date(_ADDRESS.sub(" ", blank_access_dates(text))) is not None
    return not is_dated and not any(map(leads_to_paper, _ADDRESS.findall(text)))
