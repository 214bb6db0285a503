"""One recorded request with its answer, in VCR's format.

What the format cannot express is stored under keys that its readers ignore: `recorded_at`, `recorded_fault` (a request
that ended without an answer has status 0), `recorded_detail` (what an answer lacks) and `recorded_for` (the ask whose
redirects led to the request).
"""

from dataclasses import replace
from typing import Any

from papertrace.model import Fault, Method
from papertrace.web.address import FILTERED, join_location, parse_address, public_url
from papertrace.web.exchange import Answer, Request

InteractionKey = tuple[str, str, str, str]
"""What identifies an interaction: public URL, method, the ask as method and public URL, and the posted body."""

NO_ADDRESS = f"//{FILTERED}:{FILTERED}/"
"""Recorded in place of an address that cannot be requested and contains secrets; it cannot be requested either."""


def key_of(request: Request) -> InteractionKey:
    """Return what identifies the interaction of a request."""
    url, ask_url = public_url(request.url), public_url(request.ask.url)
    return url, str(request.method), f"{request.ask.method} {ask_url}", request.ask.body


def describe_key(key: InteractionKey) -> str:
    """Return a request in words."""
    url, method, ask, _ = key
    return f"{method} {url}" + ("" if ask == f"{method} {url}" else f" (for {ask})")


def hide_unusable_target(answer: Answer, url: str) -> Answer:
    """Return the answer of a URL with `NO_ADDRESS` for a redirect that cannot be followed and contains secrets.

    Without them, the address might be another that can be requested: `http://user:wo/rd@example.org/` has no valid
    port, and a replay would look for the answer of `http://example.org/`.
    """
    location = answer.header("location") or ""
    if public_url(location) == location:
        return answer
    try:
        parse_address(join_location(url, location))
    except ValueError:
        headers = ((name, NO_ADDRESS if name == "location" else value) for name, value in answer.headers)
        return replace(answer, headers=tuple(headers))
    return answer


def remove_secrets(answer: Answer) -> Answer:
    """Return an answer without secrets in the address that it redirects to."""
    headers = tuple((name, public_url(value) if name == "location" else value) for name, value in answer.headers)
    return replace(answer, headers=headers)


def to_interaction(key: InteractionKey, answer: Answer) -> dict[str, Any]:
    """Return a request and its answer as a cassette has them."""
    url, method, ask, body = key
    headers: dict[str, list[str]] = {}
    for name, value in answer.headers:
        headers.setdefault(name.title(), []).append(value)
    interaction: dict[str, Any] = {
        "request": {"method": method, "uri": url, "body": body or None, "headers": {}},
        "response": {
            "status": {"code": answer.status or 0, "message": answer.phrase},
            "headers": headers,
            "body": {"string": answer.body},
        },
    }
    if answer.at:
        interaction["recorded_at"] = answer.at
    if ask != f"{method} {url}":
        interaction["recorded_for"] = ask
    if answer.fault is not None:
        interaction["recorded_fault"] = {"kind": str(answer.fault), "detail": answer.detail}
    elif answer.detail:
        interaction["recorded_detail"] = answer.detail
    return interaction


def parse_interaction(data: dict[str, Any]) -> tuple[InteractionKey, Answer]:
    """Return the request and the answer of an interaction.

    Raises
    ------
    KeyError, TypeError, ValueError, AttributeError
        If it is none.
    """
    request, response = data["request"], data["response"]
    method, url = str(request["method"]), str(request["uri"])
    fault = data.get("recorded_fault")
    headers = [
        (str(name).lower(), str(value))
        for name, values in (response.get("headers") or {}).items()
        for value in (values if isinstance(values, list) else [values])
    ]
    body = (response.get("body") or {}).get("string") or ""
    answer = Answer(
        status=None if fault else int(response["status"]["code"]),
        phrase=str(response["status"].get("message") or ""),
        headers=tuple(headers),
        body=body.decode("utf-8", errors="replace") if isinstance(body, bytes) else str(body),
        fault=Fault(fault["kind"]) if fault else None,
        detail=str(fault["detail"] if fault else data.get("recorded_detail", "")),
        at=str(data.get("recorded_at", "")),
    )
    posted = request.get("body") if method == Method.POST else None
    posted = posted.decode("utf-8", errors="replace") if isinstance(posted, bytes) else str(posted or "")
    return (url, method, str(data.get("recorded_for") or f"{method} {url}"), posted), answer
