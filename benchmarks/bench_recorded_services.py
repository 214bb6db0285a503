"""What the readers of services make of answers that public projects recorded.

    PAPERTRACE_SHARED=../shared python benchmarks/bench_recorded_services.py

Each recorded answer of a service that `enrich` asks is put to its reader under the key that was asked, and what comes
out is compared with what the answer says, which this script reads by itself. Then every recorded answer of any service
is put to every reader, whole, cut in half and with each of its fields replaced by null and by values of other types: no
reader may raise, and none may take an error of a server for an answer.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from papertrace.enrich.sources import SOURCES, Query
from papertrace.model import Ask, Method, Observation

FOLDERS = {
    "openalex": "openalex",
    "semantic_scholar": "semantic-scholar",
    "crossref": "crossref",
    "opencitations": "opencitations",
    "datacite": "datacite",
    "arxiv": "arxiv",
}
KEYS = {"dblp": "title:x", "arxiv": "arxiv:2401.00001", "hugging-face": "arxiv:2401.00001"}
ERRORS = frozenset({401, 403, 429, *range(500, 600)})
WRONG_VALUES: tuple[object, ...] = (None, 7, "x", [], {}, [None], [[]], True, "\u202e<script>")


def load(path: Path) -> dict[str, Any]:
    """Return a recorded answer."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def body_of(answer: dict[str, Any]) -> str:
    """Return the body of an answer as text."""
    body = answer["response"]["body"]
    return body if isinstance(body, str) else json.dumps(body)


def keys_of(service: str, answer: dict[str, Any]) -> tuple[str, ...]:  # noqa: C901, PLR0911 - a case per service
    """Return the keys that a recorded request asked for; empty if it is not a request of this project."""
    request = answer["request"]
    parts = urlsplit(request["url"])
    query, path = parse_qs(parts.query), unquote(parts.path)
    last = path.rpartition("/")[2]
    match service:
        case "openalex":
            if "search" in parts.query:
                return ("title:x",)
            return (f"openalex:{last}",) if last.startswith("W") else (f"doi:{path.partition('works/')[2].lower()}",)
        case "semantic_scholar":
            if request["method"] == "POST" and "/paper/" in path:
                ids = request["body"]["ids"]
                return tuple(
                    f"s2:{one.removeprefix('CorpusId:')}" if not one.startswith("10.") else f"doi:{one}" for one in ids
                )
            if "/search/match" in path:
                return ("title:x",)
            if path.endswith("/citations"):
                return (f"citing:s2:{path.removesuffix('/citations').rpartition(':')[2]}",)
            return ()  # works are asked for in batches
        case "crossref":
            if "query" in parts.query and path.endswith("works"):
                return ("title:x",)
            doi = path.partition("/works/")[2]
            return (f"doi:{doi.lower()}",) if doi.startswith("10.") and not doi.endswith("/agency") else ()
        case "opencitations":
            if "/citations/" in path:
                return (f"citing:doi:{path.partition('citations/')[2]}",)
            return (f"doi:{path.partition('references/')[2]}",) if "/references/" in path else ()
        case "datacite":
            doi = path.partition("/dois/")[2]
            return (f"doi:{doi.lower()}",) if doi else ()
        case "arxiv":
            return tuple(f"arxiv:{one.partition('v')[0]}" for one in query["id_list"][0].split(","))
    return ()


def observe(answer: dict[str, Any], body: str) -> Observation:
    """Return a recorded answer as it is observed."""
    ask = Ask(method=Method.GET, url=answer["request"]["url"].split()[0])
    return Observation(ask=ask, final_url=ask.url, status=answer["response"]["status"] or 200, body=body)


def as_list(value: object) -> list[object]:
    """Return a list, or an empty one for anything else."""
    return value if isinstance(value, list) else []


def expected_titles(service: str, answer: dict[str, Any]) -> list[str]:  # noqa: PLR0911 - a return per shape
    """Return the titles in an answer, by the plainest way to them."""
    body = answer["response"]["body"]
    match service, body:
        case "arxiv", str():
            return [
                part.split("<title>")[1].split("</title>")[0] for part in body.split("<entry>")[1:] if "/abs/" in part
            ]
        case "crossref", {"message": {"items": list(items)}}:
            return [item["title"][0] for item in items]
        case "crossref", {"message": {"DOI": _, **rest}}:
            return [str(one) for one in as_list(rest.get("title")) or [""]]
        case "openalex", {"display_name": str(title)}:
            return [title]
        case "semantic_scholar", {"data": list(items)}:
            return [item.get("citingPaper", item)["title"] for item in items]
        case "semantic_scholar", list(items):
            return [item.get("title") or "" for item in items if item]
        case "opencitations", list(items) if "/citations/" in answer["request"]["url"]:
            return ["" for _ in items]
        case "opencitations", list(items):
            return ["" for _ in items[:1]]
    return []


def damaged(value: object) -> Iterator[object]:
    """Yield copies of a JSON value, each with one of its fields replaced."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {other: one for other, one in value.items() if other != key}
            for wrong in WRONG_VALUES:
                yield {**value, key: wrong}
            for changed in damaged(inner):
                yield {**value, key: changed}
    elif isinstance(value, list):
        for position, inner in enumerate(value[:3]):
            for changed in (*WRONG_VALUES, *damaged(inner)):
                yield [*value[:position], changed, *value[position + 1 :]]


def main() -> int:
    """Print the comparison and return 1 if anything was read wrongly."""
    root = Path(os.environ.get("PAPERTRACE_SHARED", "../shared")) / "data" / "recorded"
    n_right = n_wrong = n_other = 0
    for folder, service in FOLDERS.items():
        for path in sorted((root / folder).glob("*.http.json")):
            answer = load(path)
            keys = keys_of(folder, answer)
            if not keys or answer["response"]["body"] is None:
                n_other += 1
                continue
            url = answer["request"]["url"].split()[0]
            is_alone = service == "openalex" and "/works/" in url
            query = Query(ask=Ask(method=Method.GET, url=url), keys=keys, is_alone=is_alone)
            found = SOURCES[service].read(query, observe(answer, body_of(answer)))
            works = list(dict.fromkeys(work for of_key in found.values() for work in of_key))
            titles = sorted(work.title.casefold() for work in works)
            wanted = sorted(
                " ".join(title.split()).removesuffix(".").casefold() for title in expected_titles(folder, answer)
            )
            is_right = titles == wanted
            n_right, n_wrong = n_right + is_right, n_wrong + (not is_right)
            undecided = len(set(keys) - set(found))
            cited = sum(len(work.references or ()) for work in works)
            print(
                f"{'ok   ' if is_right else 'WRONG'} {folder}/{path.name}: {len(works)} works, {cited} references, "
                f"{undecided} of {len(keys)} keys undecided" + ("" if is_right else f"; {titles} but {wanted}")
            )
    print(f"\n{n_right} answers read rightly, {n_wrong} wrongly; {n_other} are of requests that enrich does not send")
    n_tried, n_claimed = put_to_all(root)
    print(
        f"{n_tried} answers, whole and damaged, put to every reader without an exception; {n_claimed} wrongly unknown"
    )
    return 1 if n_wrong or n_claimed else 0


def put_to_all(root: Path) -> tuple[int, int]:
    """Put every answer to every reader; return how many, and how many of other services were taken for "unknown"."""
    n_tried = n_claimed = 0
    for path in sorted(root.glob("*/*.http.json")):
        answer = load(path)
        body = body_of(answer)
        parsed = answer["response"]["body"]
        bodies = [body, body[: len(body) // 2], f"<html>{body}", *map(json.dumps, damaged(parsed))]
        for source in SOURCES.values():
            keys = (KEYS.get(source.name, "doi:10.1000/1"),)
            query = Query(ask=Ask(method=Method.GET, url="https://example.org/works/1"), keys=keys)
            for one in bodies:
                found = source.read(query, observe(answer, one))
                n_tried += 1
                n_claimed += answer["response"]["status"] in ERRORS and bool(found)
    return n_tried, n_claimed


if __name__ == "__main__":
    sys.exit(main())
