"""Registries under made-up names, shaped by their documentation, with made-up owners and records.

Each is strict where the real one is: a request that would be refused there is refused here.
"""

import json
import re
from typing import Any

from tests.origin.habits import Asked, Given, Habit

JSON = "application/json; charset=utf-8"
TOKEN = "made-up-token-of-the-tests"  # noqa: S105 - it opens nothing
API_NAME = "api.example.org"
MOST_ALIASES = 100


def given_json(data: object, status: str = "200 OK", headers: tuple[tuple[str, str], ...] = ()) -> Given:
    """Return an answer that holds JSON."""
    return Given(status=status, headers=headers, body=json.dumps(data).encode(), content_type=JSON)


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
"""What the interface knows, by `owner/name` in lower case; of the owner `many-example` it has any name."""

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


async def graphql(asked: Asked) -> Given:
    """Answer a query for repositories as the GraphQL interface of GitHub does."""
    if asked.headers.get("authorization") != f"bearer {TOKEN}":
        return given_json({"message": "Bad credentials", "status": "401"}, "401 Unauthorized")
    whole = _QUERY.fullmatch(json.loads(asked.body)["query"]) if asked.method == "POST" else None
    parts = _ALIAS.findall(whole["parts"]) if whole else []
    if asked.path != "/graphql" or whole is None or " ".join(_ALIAS.sub("", whole["parts"]).split()):
        return given_json({"errors": [{"message": "Parse error"}]})
    if len(parts) > MOST_ALIASES:
        return given_json({"errors": [{"message": "Too many aliases"}]})
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
    return given_json({"data": data} | ({"errors": errors} if errors else {}), headers=headers)


REGISTRIES: dict[str, Habit] = {
    API_NAME: graphql,
}
"""The made-up registries by host."""
