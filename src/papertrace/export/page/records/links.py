"""The links of a paper as the page shows them, and the repositories that papers link to.

A repository is the same however it is linked: by its front page, by a file in it, in another letter case. Each link
into a repository has its number, so that the page can list the other papers that link to it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from papertrace.export.page.json_objects import JsonObject
from papertrace.model import LinkKind, LinkRole, Outcome, Paper, Verdict, hide_userinfo, web_address
from papertrace.model.verdict import links_that_count, worst_outcome

_SCHEME = "://"
_MIN_PARTS = 3  # host, owner, name


class Repositories:
    """The repositories of a page, numbered in order of first occurrence."""

    def __init__(self) -> None:
        """Start without repositories."""
        self.records: list[JsonObject] = []
        self._numbers: dict[str, int] = {}

    def number(self, host: str, name: str) -> int:
        """Return the number of the repository `name`, as `owner/name`, at `host`; letter case does not matter."""
        key = f"{host}/{name}".casefold()
        if key not in self._numbers:
            self._numbers[key] = len(self.records)
            url = f"https://{host}/{name}"
            self.records.append({"host": host, "name": name, "url": url, "safe": web_address(url) is not None})
        return self._numbers[key]


def paper_links(paper: Paper, by_url: Mapping[str, Verdict], repositories: Repositories) -> list[JsonObject]:
    """Return the links of a paper, its own code first, each once, with the verdict of an audit."""
    order = list(LinkKind)
    unique = {link.url: link for link in reversed(paper.links)}
    ranked = sorted(unique.values(), key=lambda link: (link.role is LinkRole.OTHER, order.index(link.kind), link.url))
    records = []
    for link in ranked:
        record: JsonObject = {"url": link.url, "kind": str(link.kind), "role": str(link.role)}
        if link.repository is not None:
            record["text"] = link.repository.slug
            record["repository"] = repositories.number(link.repository.host, link.repository.slug)
        if (verdict := by_url.get(link.url)) is not None:
            record |= {"outcome": str(verdict.outcome), "reason": verdict.reason}
            if verdict.new_url and web_address(verdict.new_url):
                record["new_url"] = verdict.new_url
            if verdict.repository_state:
                record["state"] = str(verdict.repository_state)
        records.append(record | {"safe": web_address(link.url) is not None})
    for name, url in zip(paper.identifiers.names(), paper.identifiers.addresses(), strict=True):
        if url not in unique:
            text = name.replace("arxiv:", "arXiv:", 1)
            records.append({"url": url, "kind": "paper", "role": "own", "text": text, "safe": True})
    known = {record["url"] for record in records}
    for url in (*_added_urls(paper), *_pdf_addresses(paper)):
        if url not in known and web_address(url) is not None:
            known.add(url)
            records.append({"url": url, "kind": "pdf" if _is_pdf(url) else "page", "role": "own", "safe": True})
    return records


def outcome_of(attrs: Mapping[str, Any], paper: Paper | None, by_url: Mapping[str, Verdict]) -> str:
    """Return the outcome that the node of a paper has, else the worst of the links that count; empty if unknown."""
    outcome = str(attrs.get("outcome") or "")
    if not outcome and paper:
        outcome = worst_outcome(by_url[link.url].outcome for link in links_that_count(paper, by_url))
    return outcome if outcome in set(Outcome) else ""


def _added_urls(paper: Paper) -> tuple[str, ...]:
    return paper.added.urls if paper.added else ()


def _pdf_addresses(paper: Paper) -> list[str]:
    """Return the address of the PDF at arXiv, which is that of the abstract with `pdf` for `abs`."""
    return [url.replace("/abs/", "/pdf/", 1) for url in paper.identifiers.addresses() if "//arxiv.org/abs/" in url]


def _is_pdf(url: str) -> bool:
    path = url.partition("?")[0].partition("#")[0]
    return path.endswith(".pdf") or "//arxiv.org/pdf/" in path


def node_links(attrs: Mapping[str, Any], addresses: Sequence[str], repositories: Repositories) -> list[JsonObject]:
    """Return the links in the attributes of a node: its `repositories`, given as `addresses`, and its `url`."""
    records = []
    for address in addresses:
        url = address if _SCHEME in address else f"https://{address}"
        host, *path = url.partition(_SCHEME)[2].split("/")
        name = "/".join(part for part in path if part)
        record: JsonObject = {"url": url, "kind": "repository", "role": "unknown", "text": "/".join(path[:2]) or url}
        if len([host, *name.split("/")]) >= _MIN_PARTS:
            record["repository"] = repositories.number(host, name)
        records.append(record | {"safe": web_address(url) is not None})
    url = hide_userinfo(str(attrs.get("url") or ""))
    if url and url not in {record["url"] for record in records}:
        records.append({"url": url, "kind": "page", "role": "unknown", "safe": web_address(url) is not None})
    return records
