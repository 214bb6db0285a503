"""Repositories of the made-up host as git sees them, and pages whose state only git shows."""

from tests.origin.answers import Handler, Reply, always, page, redirect
from tests.origin.wire import silent

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def advertised(*refs: tuple[str, str]) -> Handler:
    """Return a handler for `git ls-remote`: the reference advertisement of protocol version 0.

    https://git-scm.com/docs/gitprotocol-http#_smart_server_response
    """
    able = "symref=HEAD:refs/heads/main agent=origin" if refs else "agent=origin"
    first, *others = refs or (("0" * 40, "capabilities^{}"),)
    lines = [f"{first[0]} {first[1]}\0{able}\n", *(f"{commit} {name}\n" for commit, name in others)]
    packets = "".join(f"{len(line) + 4:04x}{line}" for line in lines)
    body = f"001e# service=git-upload-pack\n0000{packets}0000"
    return always(Reply(body=body.encode(), content_type="application/x-git-upload-pack-advertisement"))


BUSY = always(Reply(status="429 Too Many Requests"))
LOGIN_REQUIRED = always(Reply(status="401 Unauthorized", headers=(("WWW-Authenticate", 'Basic realm="origin"'),)))

GIT_HOST: dict[str, Handler] = {
    "/acme-example/tool.git/info/refs": advertised((COMMIT, "HEAD"), (COMMIT, "refs/heads/main")),
    "/acme-example/hollow": always(Reply(body=page("acme-example/hollow"))),
    "/acme-example/hollow.git/info/refs": advertised(),
    "/acme-example/no-git": always(Reply(body=page("acme-example/no-git"))),
    "/acme-example/no-git.git/info/refs": always(Reply(status="503 Service Unavailable")),
    "/acme-example/busy": BUSY,
    "/acme-example/busy.git/info/refs": advertised((COMMIT, "HEAD")),
    "/acme-example/busy-gone": BUSY,
    "/acme-example/busy-gone.git/info/refs": LOGIN_REQUIRED,
    "/acme-example/sent-on.git/info/refs": redirect("301 Moved Permanently", "http://10.0.0.1/x.git/info/refs"),
    "/acme-example/sent-near.git/info/refs": redirect("302 Found", "https://www.example.org/x.git/info/refs"),
    "/acme-example/silent.git/info/refs": silent,
    "/acme-example/page.git/info/refs": always(Reply(body=page("No repository"))),
}
"""The handlers for git and for pages, by path in lower case."""
