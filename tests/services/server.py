"""A loopback server that answers about a made-up field as the services do: shapes, limits and omissions as recorded."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.services.world import MadeUpWork, World

Reply = tuple[int, str, dict[str, str]]
PATHS = {
    "openalex": "/openalex",
    "semantic-scholar": "/s2/graph/v1",
    "crossref": "/crossref",
    "opencitations": "/opencitations/index/api/v2",
    "arxiv": "/arxiv/api/query",
    "datacite": "/datacite",
    "doi": "/doi.org",
    "hugging-face": "/hf/api",
    "dblp": "/dblp",
}


class Services:
    """The server, a context manager; `log` has the service, method, path and body of every request.

    `fault` may return a reply instead of the true one, given the service and the number of its requests so far.
    `at_other_agency` are the numbers of works that only the agency of their DOI describes.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.log: list[tuple[str, str, str, str]] = []
        self.headers: list[dict[str, str]] = []
        self.fault: Callable[[str, int], Reply | None] = lambda _service, _n: None
        self.delay_s = 0.0
        self.at_other_agency: set[int] = set()
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._lists: dict[str, dict[int, list[int]]] = {service: {} for service in world.cites}
        for service, pairs in world.cites.items():
            for citing, cited in sorted(pairs):
                self._lists[service].setdefault(citing, []).append(cited)
        services = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._answer("")

            def do_POST(self) -> None:
                self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

            def _answer(self, body: str) -> None:
                status, text, headers = services.reply(self.command, self.path, body, dict(self.headers))
                data = text.encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                """Ignore clients that were killed."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        """Return the server."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def registries(self) -> list[str]:
        """Return the addresses of the services, as the option takes them."""
        return [f"{name}=http://127.0.0.1:{self.port}{path}" for name, path in PATHS.items()]

    def options(self) -> list[str]:
        """Return the options of the program that lead to this server."""
        return [
            *(part for one in self.registries() for part in ("--registry", one)),
            *("--allow-network", "127.0.0.0/8"),
        ]

    def n_requests(self) -> Counter[str]:
        """Return the number of requests by service."""
        return Counter(service for service, *_ in self.log)

    def reply(self, method: str, target: str, body: str, headers: dict[str, str]) -> Reply:
        """Return the reply to a request."""
        service = next(name for name, path in PATHS.items() if target.startswith(path))
        with self._lock:
            self.log.append((service, method, target, body))
            self.headers.append(headers)
            self._counts[service] += 1
            number = self._counts[service]
        if self.delay_s:
            time.sleep(self.delay_s)
        if faulty := self.fault(service, number):
            return faulty
        parts = urlsplit(target.removeprefix(PATHS[service]))
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        handlers: dict[str, Callable[[str, dict[str, str], str], Reply]] = {
            "openalex": self._openalex,
            "semantic-scholar": self._semantic_scholar,
            "crossref": self._crossref,
            "opencitations": self._opencitations,
            "arxiv": self._arxiv,
            "datacite": self._datacite,
            "doi": self._doi,
            "hugging-face": self._hugging_face,
            "dblp": self._dblp,
        }
        return handlers[service](unquote(parts.path), query, body)

    def _known(self, service: str) -> Iterator[MadeUpWork]:
        yield from (work for work in self.world.works if work.number in self.world.knows[service])

    def _cited(self, service: str, work: MadeUpWork) -> list[MadeUpWork]:
        """Return the works that a service says a work cites; a preprint cites what its article does."""
        number = work.number if work.preprint_of is None else work.preprint_of
        return [self.world.works[other] for other in self._lists[service].get(number, ())]

    def _search(self, service: str, text: str, n: int) -> list[MadeUpWork]:
        """Return the works whose titles are most like a text; strangers come first, as they do."""
        words = set(_plain(text).split())

        def likeness(work: MadeUpWork) -> tuple[int, bool, int]:
            own = set(_plain(work.title_at(service)).split())
            return (-len(words & own), work.trap not in {"stranger", "fake"}, work.number)

        found = sorted((work for work in self._known(service) if not work.is_deleted), key=likeness)
        # A filter of OpenAlex returns works whose titles have all of the words, other searches the most similar ones.
        least = len(words) if service == "openalex" else max(1, len(words) // 2)
        return [work for work in found if -likeness(work)[0] >= least][:n]

    # OpenAlex

    def _openalex(self, path: str, query: dict[str, str], _: str) -> Reply:
        headers = {"x-ratelimit-limit": "1000", "x-ratelimit-remaining": "900", "x-ratelimit-reset": "11987"}
        if path.startswith("/works/W"):
            return self._openalex_single(path.removeprefix("/works/"), headers)
        if path.startswith("/works/"):
            doi = path.removeprefix("/works/").removeprefix("https://doi.org/")
            work = next((work for work in self._known("openalex") if work.doi == doi), None)
            return (200, json.dumps(self._openalex_work(work)), headers) if work else (404, "<html>", headers)
        name, _, value = query.get("filter", "").partition(":")
        if any(mark in value for mark in "?*"):
            return 400, json.dumps({"error": "Invalid query parameters error.", "message": "Wildcards"}), headers
        match name:
            case "doi":
                wanted = set(value.split("|"))
                found = [work for work in self._known("openalex") if _doi_of(work) in wanted]
                found = [work for work in found if not self._is_displaced(work)]
            case "openalex":
                wanted = set(value.split("|"))
                found = [work for work in self._known("openalex") if self._is_asked(work, wanted)]
            case "title.search":
                found = self._search("openalex", value, int(query.get("per-page", "25")))
            case "cites":
                citing = [work for work in self._known("openalex") if self._cites_any(work, value.split("|"))]
                found = sorted(citing, key=lambda work: (-(work.number % 50), work.number))
                found = found[: int(query.get("per-page", "25"))]
            case _:
                return 400, json.dumps({"error": "Invalid query parameters error."}), headers
        results = [self._openalex_work(work) for work in found]
        return 200, json.dumps({"meta": {"count": len(results)}, "results": results, "group_by": []}), headers

    def _cites_any(self, work: MadeUpWork, names: list[str]) -> bool:
        return any(other.openalex in names for other in self._cited("openalex", work))

    def _openalex_single(self, name: str, headers: dict[str, str]) -> Reply:
        work = next((work for work in self._known("openalex") if name in _openalex_names(work)), None)
        if work is None:
            return 404, "<html>", headers
        if work.openalex != name:
            return 301, "", {**headers, "Location": f"{PATHS['openalex']}/works/{work.openalex}"}
        return 200, json.dumps(self._openalex_work(work)), headers

    def _is_asked(self, work: MadeUpWork, wanted: set[str]) -> bool:
        """Return whether a list of ids contains a work; of the ids that were merged into it, every other one counts."""
        return work.openalex in wanted or any(number % 4 < 2 and f"W{number}" in wanted for number in work.merged)

    def _is_displaced(self, work: MadeUpWork) -> bool:
        """Return whether another record bears the DOI of a work, and the work's own record does not."""
        return work.trap == "polluted"

    def _openalex_work(self, work: MadeUpWork) -> dict[str, Any]:
        if work.is_deleted:
            return {"id": f"https://openalex.org/{work.openalex}", "display_name": "Deleted Work", "doi": None}
        doi = f"https://doi.org/{_doi_of(work)}" if _doi_of(work) else None
        pages = [f"https://arxiv.org/abs/{work.arxiv}"] if work.arxiv else [doi]
        return {
            "id": f"https://openalex.org/{work.openalex}",
            "doi": doi,
            "ids": {"openalex": f"https://openalex.org/{work.openalex}", "doi": doi},
            "display_name": work.title_at("openalex"),
            "publication_year": work.year,
            "publication_date": f"{work.year}-03-04",
            "type": "preprint" if work.trap in {"fake", "preprint"} else work.type,
            "authorships": [{"author": {"display_name": name, "orcid": None}} for name in work.authors],
            "primary_location": {"landing_page_url": pages[0], "source": {"display_name": work.venue}},
            "locations": [{"landing_page_url": page} for page in pages],
            "biblio": {"volume": work.volume, "issue": None, "first_page": work.page, "last_page": None},
            "open_access": {"is_oa": True, "oa_url": f"https://example.org/{work.number}.pdf"},
            "cited_by_count": work.number % 50,
            "referenced_works": [
                f"https://openalex.org/{_openalex_names(other)[-1 if work.number % 2 else 0]}"
                for other in self._cited("openalex", work)
                if other.number in self.world.knows["openalex"]
            ],
            "keywords": [{"display_name": "Made-up keyword"}],
            "abstract_inverted_index": {"Made": [0], "up": [1], "abstract.": [2]},
            "is_retracted": False,
        }

    # Semantic Scholar

    def _semantic_scholar(self, path: str, query: dict[str, str], body: str) -> Reply:
        if path == "/paper/batch":
            found = [self._s2_find(name) for name in json.loads(body)["ids"]]
            return 200, json.dumps([self._s2_work(work) if work else None for work in found]), {}
        if path.endswith("/citations"):
            cited = self._s2_find(path.removeprefix("/paper/").removesuffix("/citations"))
            if cited is None:
                return 404, json.dumps({"error": "Paper with id not found"}), {}
            known = self._known("semantic-scholar")
            citing = [self._s2_names(one) for one in known if cited in self._cited("semantic-scholar", one)]
            return 200, json.dumps({"offset": 0, "data": [{"citingPaper": one} for one in citing]}), {}
        hits = self._search("semantic-scholar", query.get("query", ""), 1)
        if not hits:
            return 404, json.dumps({"error": "Title match not found"}), {}
        work = self._s2_work(hits[0])
        del work["references"]
        return 200, json.dumps({"data": [{**work, "matchScore": 99.5}]}), {}

    def _s2_find(self, name: str) -> MadeUpWork | None:
        registry, _, value = name.rpartition(":")
        for work in self._known("semantic-scholar"):
            if work.trap == "stranger" and any(
                other.trap == "polluted" and other.doi == work.doi for other in self.world.works
            ):
                continue
            names = {"DOI": work.doi, "ARXIV": work.arxiv, "": work.s2, "CorpusId": str(work.number)}
            if names.get(registry) == value:
                return work if work.preprint_of is None else self.world.works[work.preprint_of]
        return None

    def _s2_names(self, work: MadeUpWork) -> dict[str, Any]:
        ids: dict[str, Any] = {"CorpusId": work.number}
        ids |= {"DOI": work.doi} if work.doi else {}
        ids |= {"ArXiv": work.arxiv} if work.arxiv else {}
        return {
            "paperId": work.s2,
            "corpusId": work.number,
            "externalIds": ids,
            "title": work.title_at("semantic-scholar"),
            "year": work.year,
        }

    def _s2_cited(self, work: MadeUpWork) -> dict[str, Any]:
        """Return a work in a list of references; one that the service does not know has a title and no id."""
        if work.number in self.world.knows["semantic-scholar"]:
            return self._s2_names(work)
        return {"paperId": None, "corpusId": None, "externalIds": None, "title": work.title, "year": work.year}

    def _s2_work(self, work: MadeUpWork) -> dict[str, Any]:
        return {
            **self._s2_names(work),
            "venue": "",
            "publicationTypes": None,
            "publicationDate": None,
            "journal": None,
            "citationCount": work.number % 50,
            "authors": [{"authorId": "1", "name": name} for name in work.authors],
            "isOpenAccess": False,
            "openAccessPdf": None,
            "fieldsOfStudy": None,
            "references": [self._s2_cited(other) for other in self._cited("semantic-scholar", work)],
        }

    # Crossref

    def _crossref(self, path: str, query: dict[str, str], _: str) -> Reply:
        headers = {"x-rate-limit-limit": "50", "x-rate-limit-interval": "1s", "x-api-pool": "polite"}
        known = [work for work in self._known("crossref") if work.doi and self._is_own(work)]
        if path.startswith("/works/"):
            work = next((work for work in known if work.doi == path.removeprefix("/works/")), None)
            if work is None:
                return 404, "Resource not found.", {**headers, "Content-Type": "text/plain"}
            return (
                200,
                json.dumps({"status": "ok", "message-type": "work", "message": self._crossref_work(work)}),
                headers,
            )
        if "filter" in query:
            wanted = {one.removeprefix("doi:") for one in query["filter"].split(",")}
            found = [work for work in known if work.doi in wanted]
        else:
            found = [w for w in self._search("crossref", query.get("query.bibliographic", ""), 8) if w in known]
        items = [{**self._crossref_work(work), "score": 30.5} for work in found]
        message = {"total-results": len(items), "items": items, "items-per-page": 20}
        return 200, json.dumps({"status": "ok", "message-type": "work-list", "message": message}), headers

    def _is_own(self, work: MadeUpWork) -> bool:
        """Return whether a DOI is the work's own, rather than one that a record bears wrongly."""
        return next(other for other in self.world.works if other.doi == work.doi) is work

    def _crossref_work(self, work: MadeUpWork) -> dict[str, Any]:
        relation: dict[str, Any] = {}
        if work.preprint_of is not None:
            article = self.world.works[work.preprint_of]
            relation = {"is-preprint-of": [{"id-type": "doi", "id": article.doi, "asserted-by": "subject"}]}
        return {
            "DOI": work.doi,
            "title": [work.title_at("crossref")],
            "type": "posted-content" if work.trap in {"fake", "preprint"} else f"journal-{work.type}",
            "author": [
                {"given": name.split()[0], "family": name.split()[-1], "sequence": "first", "affiliation": []}
                for name in work.authors
            ],
            "issued": {"date-parts": [[work.year, 3]]},
            "is-referenced-by-count": work.number % 50,
            "reference": [
                self.world.crossref_reference(work, other, n) for n, other in enumerate(self._cited("crossref", work))
            ],
            "container-title": [work.venue],
            "publisher": "Example Press",
            "volume": work.volume,
            "page": f"{work.page}-9",
            "relation": relation,
        }

    # The others

    def _opencitations(self, path: str, _query: dict[str, str], _: str) -> Reply:
        if path.startswith("/citations/"):
            return self._opencitations_citing(path.removeprefix("/citations/doi:"))
        doi = path.removeprefix("/references/doi:")
        work = next((work for work in self.world.works if work.doi == doi and self._is_own(work)), None)
        rows = [
            {"oci": "1-2", "citing": f"omid:br/1 doi:{doi}", "cited": f"omid:br/2 doi:{other.doi}", "author_sc": "no"}
            for other in (self._cited("opencitations", work) if work else ())
        ]
        return 200, json.dumps(rows), {}

    def _opencitations_citing(self, doi: str) -> Reply:
        cited = next((work for work in self.world.works if work.doi == doi and self._is_own(work)), None)
        rows = [
            {"oci": "1-2", "citing": f"omid:br/1 doi:{work.doi}", "cited": f"omid:br/2 doi:{doi}", "author_sc": "no"}
            for work in self.world.works
            if cited is not None and work.doi and cited in self._cited("opencitations", work)
        ]
        return 200, json.dumps(rows), {}

    def _arxiv(self, _: str, query: dict[str, str], __: str) -> Reply:
        if "id_list" in query:
            wanted = query["id_list"].split(",")
            found = [work for work in self.world.works if work.arxiv in wanted]
        else:
            phrases = [part.strip('" ').removeprefix('ti:"') for part in query["search_query"].split(" OR ")]
            found = [
                work
                for work in self.world.works
                if work.arxiv and any(_plain(phrase) in _plain(work.title) for phrase in phrases)
            ]
        entries = "".join(self._arxiv_entry(work) for work in reversed(found))
        feed = f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>q</title>{entries}</feed>'
        return 200, feed, {"Content-Type": "application/atom+xml"}

    def _arxiv_entry(self, work: MadeUpWork) -> str:
        authors = "".join(f"<author><name>{escape(name)}</name></author>" for name in work.authors)
        return (
            f"<entry><id>http://arxiv.org/abs/{work.arxiv}v1</id><title>{escape(work.title)}</title>"
            f"<summary>A made-up summary.</summary><published>{work.year}-03-04T00:00:00Z</published>{authors}</entry>"
        )

    def _doi(self, path: str, _query: dict[str, str], _: str) -> Reply:
        work = next(
            (one for one in self.world.works if one.doi == path[1:] and one.number in self.at_other_agency), None
        )
        if work is None:
            return 404, "<!doctype html><title>Error: DOI Not Found</title>", {"Content-Type": "text/html"}
        record = {
            "DOI": work.doi,
            "title": work.title,
            "author": [{"given": name.split()[0], "family": name.split()[-1]} for name in work.authors],
            "issued": {"date-parts": [[work.year, 3]]},
            "container-title": "Made-up Proceedings",
        }
        return 200, json.dumps(record), {"Content-Type": "application/vnd.citationstyles.csl+json"}

    def _datacite(self, path: str, _query: dict[str, str], _: str) -> Reply:
        work = next((one for one in self._known("datacite") if path == f"/dois/{one.doi}"), None)
        if work is None:
            return 404, json.dumps({"errors": [{"status": "404", "title": NO_DATACITE}]}), {}
        facts = {
            "doi": work.doi,
            "titles": [{"title": work.title}],
            "creators": [{"name": name} for name in work.authors],
            "publicationYear": work.year,
            "types": {"resourceTypeGeneral": work.type.title()},
        }
        return 200, json.dumps({"data": {"id": work.doi, "attributes": facts}}), {}

    def _hugging_face(self, path: str, query: dict[str, str], _: str) -> Reply:
        if path == "/papers/search":
            hits = [work for work in self._search("arxiv", query.get("q", ""), 5) if work.arxiv]
            return 200, json.dumps([{"paper": self._hugging_face_paper(work)} for work in hits]), {}
        work = next((work for work in self.world.works if work.arxiv == path.removeprefix("/papers/")), None)
        if work is None or work.number % 3 == 0:
            return 404, json.dumps({"error": "Paper not found"}), {}
        return 200, json.dumps(self._hugging_face_paper(work)), {}

    def _hugging_face_paper(self, work: MadeUpWork) -> dict[str, Any]:
        return {
            "id": work.arxiv,
            "title": work.title,
            "authors": [{"name": name} for name in work.authors],
            "publishedAt": f"{work.year}-03-04T00:00:00.000Z",
            "githubRepo": f"https://github.com/made-up/w{work.number}",
        }

    def _dblp(self, _: str, query: dict[str, str], __: str) -> Reply:
        hits = [work for work in self._search("crossref", query.get("q", ""), 5) if work.doi and self._is_own(work)]
        found = [
            {
                "info": {
                    "title": f"{work.title}.",
                    "authors": {"author": [{"@pid": "1", "text": f"{name} 0001"} for name in work.authors]},
                    "year": str(work.year),
                    "doi": work.doi,
                    "venue": "Made-up Conf.",
                    "ee": f"https://doi.org/{work.doi}",
                }
            }
            for work in hits
        ]
        return 200, json.dumps({"result": {"hits": {"@total": str(len(found)), "hit": found}}}), {}


NO_DATACITE = "The resource you are looking for doesn't exist."


def _plain(text: str) -> str:
    """Return the words of a text, of which a Chinese character is one."""
    spaced = (f" {char} " if "\u4e00" <= char <= "\u9fff" else char if char.isalnum() else " " for char in text.lower())
    return " ".join("".join(spaced).split())


def _doi_of(work: MadeUpWork) -> str:
    """Return the DOI of a record of OpenAlex: that of the article, else that of arXiv."""
    return work.doi or (f"10.48550/arxiv.{work.arxiv}" if work.arxiv else "")


def _openalex_names(work: MadeUpWork) -> tuple[str, ...]:
    return work.openalex, *(f"W{number}" for number in work.merged)
