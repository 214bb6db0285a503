"""Registries under made-up names that follow the documentation of real ones, with made-up owners and records.

Each is as strict as the real one: a request that would be refused there is refused here.
"""

import json
import re
from typing import Any
from urllib.parse import parse_qs, unquote

from tests.origin.answers import NOT_FOUND, Handler, ReceivedRequest, Reply, page

JSON = "application/json; charset=utf-8"
PACKAGE_JSON = "application/vnd.pypi.simple.v1+json"
TOKEN = "made-up-token-of-the-tests"  # noqa: S105 - it opens nothing
API_NAME = "api.example.org"
MAX_ALIASES = 100


def json_reply(data: object, status: str = "200 OK", headers: tuple[tuple[str, str], ...] = ()) -> Reply:
    """Return a reply with a JSON body."""
    return Reply(status=status, headers=headers, body=json.dumps(data).encode(), content_type=JSON)


def _repository(name: str, **changes: object) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "nameWithOwner": name,
        "isArchived": False,
        "isDisabled": False,
        "isEmpty": False,
        "isPrivate": False,
        "pushedAt": "2025-11-02T08:00:00Z",
        "defaultBranchRef": {"name": "main"},
    }
    return facts | changes


REPOSITORIES: dict[str, dict[str, Any]] = {
    "acme-example/tool": _repository("acme-example/tool"),
    "acme-example/old-name": _repository("acme-example/new-name"),
    "acme-example/finished": _repository("acme-example/finished", isArchived=True, pushedAt="2021-03-04T05:06:07Z"),
    "acme-example/hollow": _repository("acme-example/hollow", isEmpty=True, pushedAt=None, defaultBranchRef=None),
    "acme-example/stopped": _repository("acme-example/stopped", isDisabled=True),
    "acme-example/inside": _repository("acme-example/inside", isPrivate=True),
}
"""The repositories of the API by `owner/name` in lower case; the owner `many-example` has every name."""

OBJECTS = {"main": "Commit", "main:src": "Tree", "main:README.md": "Blob", "v1.0:docs/a b.md": "Blob"}

_ALIAS = re.compile(
    r'(r[0-9]+): repository\(owner: ("(?:[^"\\]|\\.)*"), name: ("(?:[^"\\]|\\.)*")\) \{ \.\.\.state((?: o[0-9]+: '
    r'object\(expression: "(?:[^"\\]|\\.)*"\) \{ __typename \})*) \}'
)
_OBJECT = re.compile(r'(o[0-9]+): object\(expression: ("(?:[^"\\]|\\.)*")\)')
_QUERY = re.compile(
    r"query \{ (?P<parts>.*) \} fragment state on Repository \{ nameWithOwner isArchived isDisabled isEmpty isPrivate "
    r"pushedAt defaultBranchRef \{ name \} \}",
    re.DOTALL,
)


async def graphql(request: ReceivedRequest) -> Reply:
    """Answer a query for repositories as the GraphQL API of GitHub does."""
    if request.headers.get("authorization") != f"bearer {TOKEN}":
        return json_reply({"message": "Bad credentials", "status": "401"}, "401 Unauthorized")
    whole = _QUERY.fullmatch(json.loads(request.body)["query"]) if request.method == "POST" else None
    parts = _ALIAS.findall(whole["parts"]) if whole else []
    if request.path != "/graphql" or whole is None or " ".join(_ALIAS.sub("", whole["parts"]).split()):
        return json_reply({"errors": [{"message": "Parse error"}]})
    if len(parts) > MAX_ALIASES:
        return json_reply({"errors": [{"message": "Too many aliases"}]})
    data: dict[str, Any] = {}
    errors = []
    for alias, owner, name, objects in parts:
        slug = f"{json.loads(owner)}/{json.loads(name)}"
        facts = REPOSITORIES.get(slug.lower())
        if facts is None and slug.startswith("many-example/"):
            facts = _repository(slug)
        if facts is None:
            message = f"Could not resolve to a Repository with the name '{slug}'."
            errors.append({"type": "NOT_FOUND", "path": [alias], "message": message})
            data[alias] = None
            continue
        there = {key: OBJECTS.get(json.loads(expression)) for key, expression in _OBJECT.findall(objects)}
        data[alias] = facts | {key: {"__typename": kind} if kind else None for key, kind in there.items()}
    headers = (
        ("X-RateLimit-Limit", "5000"),
        ("X-RateLimit-Remaining", "4999"),
        ("X-RateLimit-Reset", "1767618000"),
        ("X-RateLimit-Resource", "graphql"),
    )
    return json_reply({"data": data} | ({"errors": errors} if errors else {}), headers=headers)


PAGE_OF_ANY = Reply(body=page("A page of the made-up registry"))

HANDLES: dict[str, tuple[int, str]] = {
    "10.5555/tool": (1, "200 OK"),
    "10.5555/a<b>(1)": (1, "200 OK"),
    "10.5555/nothing": (100, "404 Not Found"),
    "10.5555/without-address": (200, "200 OK"),
    "10.5555/trouble": (2, "500 Internal Server Error"),
}
"""The handles by name: response code and status, in the combinations of the DOI handbook."""


AGENCIES = {1: {"RA": "Acme"}, 100: {"status": "DOI does not exist"}}
UNKNOWN = {"status": "Unknown"}
"""What the list of agencies says of a DOI, by response code."""


async def doi(request: ReceivedRequest) -> Reply:
    """Answer as the handle proxy and the list of agencies do, or redirect to the publisher."""
    if request.path.startswith("/doiRA/"):
        wanted = unquote(request.path.removeprefix("/doiRA/")).split(",")
        return json_reply([{"DOI": name} | AGENCIES.get(HANDLES.get(name, (100, ""))[0], UNKNOWN) for name in wanted])
    if not request.path.startswith("/api/handles/"):
        return Reply(status="302 Found", headers=(("Location", "https://www.example.org/forbidden"),))
    name = unquote(request.path.removeprefix("/api/handles/"))
    code, status = HANDLES.get(name, (100, "404 Not Found"))
    value = {"index": 1, "type": "URL", "data": {"format": "string", "value": "https://www.example.org/"}, "ttl": 86400}
    return json_reply({"responseCode": code, "handle": name} | ({"values": [value]} if code == 1 else {}), status)


PAPERS = {"2601.00001": 2, "hep-th/9901001": 1}
"""Papers by identifier with their latest version; every identifier of December 2025 exists too."""


async def papers_api(request: ReceivedRequest) -> Reply:
    """Answer with an entry for each known identifier, at most `max_results`, by default 10."""
    wanted = parse_qs(request.query)
    max_results = int(wanted.get("max_results", ["10"])[0])
    entries = []
    for identifier in wanted["id_list"][0].split(","):
        name, _, version = identifier.partition("v")
        latest = PAPERS.get(name, 1 if name.startswith("2512.") else 0)
        if int(version or 1) <= latest:
            address = f"http://papers.example.org/abs/{name}v{version or latest}"
            entries.append(f"<entry><id>{address}</id><title>A paper</title></entry>")
    body = (
        '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>http://papers.example.org/api/made-up</id>{''.join(entries[:max_results])}</feed>"
    )
    return Reply(body=body.encode(), content_type="application/atom+xml; charset=utf-8")


async def papers(request: ReceivedRequest) -> Reply:
    """Answer with the page of an existing paper."""
    name = re.sub(r"v[0-9]+$|[.]pdf$", "", request.path.removeprefix("/abs/").removeprefix("/pdf/"))
    return PAGE_OF_ANY if name in PAPERS and "v9" not in request.path else NOT_FOUND


HUB: dict[str, dict[str, Any]] = {
    "models/acme-example/small": {"id": "acme-example/small", "private": False, "gated": False, "disabled": False},
    "models/acme-example/asked-for": {"id": "acme-example/asked-for", "private": False, "gated": "manual"},
    "models/acme-example/stopped": {"id": "acme-example/stopped", "disabled": True},
    "models/acme-example/new-name": {"id": "acme-example/new-name", "gated": False},
    "datasets/acme-example/words": {"id": "acme-example/words", "gated": False},
    "spaces/acme-example/show": {"id": "acme-example/show"},
}


NOBODY = json_reply({"error": "This user does not exist"}, "404 Not Found")


async def hub(request: ReceivedRequest) -> Reply:
    """Answer as the hub does: 401 for whatever is private, gated or missing, and 307 for an old name."""
    key = request.path.removeprefix("/api/")
    if key.endswith("/overview"):
        return json_reply({"name": "acme-example"}) if key == "organizations/acme-example/overview" else NOBODY
    if not request.path.startswith("/api/"):
        return PAGE_OF_ANY if "small" in request.path else NOT_FOUND
    if key == "models/acme-example/old-name":
        return Reply(status="307 Temporary Redirect", headers=(("Location", "/api/models/acme-example/new-name"),))
    if key in HUB:
        return json_reply(HUB[key])
    return json_reply({"error": "Invalid username or password."}, "401 Unauthorized")


def _project(path: str, **more: object) -> dict[str, Any]:
    return {"id": 7, "path_with_namespace": path, "web_url": f"https://forge.example.org/{path}"} | more


PROJECTS: dict[str, dict[str, Any]] = {
    "acme-example/tool": _project("Acme-Example/tool", default_branch="main"),
    "acme-example/group/deep": _project("acme-example/group/deep", archived=False, empty_repo=False),
    "acme-example/finished": _project("acme-example/finished", archived=True, empty_repo=False),
    "acme-example/hollow": _project("acme-example/hollow", archived=False, empty_repo=True),
    "7": _project("acme-example/new-name"),
}


async def forge(request: ReceivedRequest) -> Reply:
    """Answer as GitLab does: 404 for what is missing or private, 301 to the number for an old path."""
    prefix = "/api/v4/projects/"
    if not request.path.startswith(prefix):
        return PAGE_OF_ANY if request.path == "/acme-example/tool/-/blob/main/README.md" else NOT_FOUND
    name = unquote(request.path.removeprefix(prefix))
    if "/" in request.path.removeprefix(prefix):
        return json_reply({"error": "404 Not Found"}, "404 Not Found")
    if name == "acme-example/old-name":
        return Reply(status="301 Moved Permanently", headers=(("Location", f"{prefix}7"),))
    if name in PROJECTS:
        return json_reply(PROJECTS[name])
    return json_reply({"message": "404 Project Not Found"}, "404 Not Found")


def _on_gitea(name: str, **more: object) -> dict[str, Any]:
    return {"id": 7, "full_name": name, "archived": False, "empty": False, "private": False} | more


ON_GITEA: dict[str, dict[str, Any]] = {
    "acme-example/tool": _on_gitea("Acme-Example/tool"),
    "acme-example/finished": _on_gitea("acme-example/finished", archived=True),
    "acme-example/hollow": _on_gitea("acme-example/hollow", empty=True),
    "acme-example/new-name": _on_gitea("acme-example/new-name"),
}


async def gitea(request: ReceivedRequest) -> Reply:
    """Answer as Gitea and Forgejo do: 404 for what is missing or private, 301 to the new name for an old one."""
    prefix = "/api/v1/repos/"
    if not request.path.startswith(prefix):
        return PAGE_OF_ANY if request.path == "/acme-example/tool/src/branch/main/README.md" else NOT_FOUND
    name = request.path.removeprefix(prefix)
    if name == "acme-example/old-name":
        return Reply(status="301 Moved Permanently", headers=(("Location", f"{prefix}acme-example/new-name"),))
    if name in ON_GITEA:
        return json_reply(ON_GITEA[name])
    return json_reply({"errors": [], "message": "The target couldn't be found."}, "404 Not Found")


RECORDS: dict[str, tuple[dict[str, Any], str]] = {
    "1001": ({"id": 1001, "metadata": {"title": "Words", "access_right": "open"}}, "200 OK"),
    "1002": ({"id": 1002, "metadata": {"title": "Words", "access_right": "embargoed"}}, "200 OK"),
    "1003": ({"status": 410, "message": "The record has been deleted."}, "410 Gone"),
}


async def records(request: ReceivedRequest) -> Reply:
    """Answer as Zenodo does."""
    prefix = "/api/records/"
    if not request.path.startswith(prefix):
        return PAGE_OF_ANY if request.path == "/records/1001/files/words.csv" else NOT_FOUND
    missing = {"status": 404, "message": "The persistent identifier does not exist."}
    return json_reply(*RECORDS.get(request.path.removeprefix(prefix), (missing, "404 Not Found")))


def _package(name: str, *, n_files: int = 1, status: str | None = None, version: str = "1.4") -> dict[str, Any]:
    files = [{"filename": f"{name}-{number}.tar.gz", "url": f"../{name}-{number}.tar.gz"} for number in range(n_files)]
    facts = {"meta": {"api-version": version}, "name": name, "files": files, "versions": ["1.0", "2.0rc1"]}
    return facts | ({"project-status": {"status": status}} if status else {})


PACKAGES: dict[str, dict[str, Any]] = {
    "fast-tool": _package("fast-tool", status="active"),
    "finished": _package("finished", status="archived"),
    "replaced": _package("replaced", status="deprecated"),
    "unsafe": _package("unsafe", n_files=0, status="quarantined"),
    "hollow": _package("hollow", n_files=0),
}


async def packages(request: ReceivedRequest) -> Reply:
    """Answer as a package index does: JSON if it is accepted, and only under normalised names."""
    found = re.fullmatch(r"/simple/([a-z0-9-]+)/", request.path)
    if found is None:
        return PAGE_OF_ANY if request.path == "/project/fast-tool/0.1/" else NOT_FOUND
    if request.headers.get("accept") != PACKAGE_JSON or found[1] not in PACKAGES:
        return NOT_FOUND
    return Reply(body=json.dumps(PACKAGES[found[1]]).encode(), content_type=PACKAGE_JSON)


SNAPSHOTS = {
    f"https://code.example.org/acme-example/{name}": "0123456789abcdef" * 2 + "01234567" for name in ("lost", "tool")
}
"""Origins that Software Heritage has visited, with the identifier of the snapshot."""


VISITS = {
    "https://code.example.org/acme-example/lost-in-2021": (("2025-01-02", "b" * 40), ("2021-05-06", "a" * 40)),
}
"""Visits of origins, newest first, with the identifiers of their snapshots."""


async def heritage(request: ReceivedRequest) -> Reply:
    """Answer for the last visit of an origin, or for all of them, as Software Heritage does."""
    origin, visits, _ = request.path.removeprefix("/api/1/origin/").partition("/visits/")
    if visits and origin in VISITS:
        times = [(f"{day}T03:04:05.060000+00:00", number) for day, number in VISITS[origin]]
        return json_reply(
            [{"origin": origin, "date": at, "snapshot": number, "status": "full"} for at, number in times]
        )
    origin = origin.removesuffix("/visit/latest/")
    if request.query != "require_snapshot=true" or origin not in SNAPSHOTS:
        reason = f"No visit for origin {origin} found"
        return json_reply({"exception": "NotFoundExc", "reason": reason}, "404 Not Found")
    visit = {"origin": origin, "visit": 2, "date": "2025-01-02T03:04:05Z", "status": "full", "type": "git"}
    return json_reply(visit | {"snapshot": SNAPSHOTS[origin]})


MEMENTOS = {
    "http://www.example.org/alive/kept": ("20190101000000",),
    "http://www.example.org/gone": ("20190101000000", "20210303030303", "20250101000000"),
    "https://code.example.org/acme-example/lost-page": ("20220202020202",),
}
"""Pages in the Wayback Machine, with the times of their snapshots."""


async def wayback(request: ReceivedRequest) -> Reply:
    """Redirect to the snapshot nearest to the time in the path, or to the last one, as the Wayback Machine does."""
    found = re.fullmatch(r"/web/(?:([0-9]{4,14})/)?(http.*)", request.path)
    times = MEMENTOS.get(found[2], ()) if found else ()
    if found is None or not times:
        return NOT_FOUND
    wanted = int((found[1] or "9").ljust(14, "0"))
    nearest = min(times, key=lambda time: abs(int(time) - wanted))
    return Reply(status="302 Found", headers=(("Location", f"https://wayback.example.org/web/{nearest}/{found[2]}"),))


REGISTRIES: dict[str, Handler] = {
    API_NAME: graphql,
    "doi.example.org": doi,
    "papers-api.example.org": papers_api,
    "papers.example.org": papers,
    "hub.example.org": hub,
    "forge.example.org": forge,
    "gitea.example.org": gitea,
    "records.example.org": records,
    "packages.example.org": packages,
    "heritage.example.org": heritage,
    "wayback.example.org": wayback,
}
"""The made-up registries and archives by host."""
