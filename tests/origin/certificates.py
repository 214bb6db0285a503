"""The certificates of the origin: valid ones by a temporary authority, and every kind of invalid one."""

import ssl
from datetime import UTC, datetime

import trustme
from tests.origin.names import ADDRESSES


def server_contexts(authority: trustme.CA) -> dict[str, ssl.SSLContext]:
    """Return the TLS contexts by server name; the default, under the empty name, selects the others by SNI."""
    issued = {
        "": authority.issue_cert("*.example.org", "example.org", *ADDRESSES, "::1"),
        "wrong-name.example.org": authority.issue_cert("other.example.net"),
        "expired.example.org": authority.issue_cert(
            "expired.example.org",
            not_before=datetime(2001, 1, 1, tzinfo=UTC),
            not_after=datetime(2002, 1, 1, tzinfo=UTC),
        ),
        "not-yet.example.org": authority.issue_cert(
            "not-yet.example.org",
            not_before=datetime(2098, 1, 1, tzinfo=UTC),
            not_after=datetime(2099, 1, 1, tzinfo=UTC),
        ),
        "untrusted.example.org": trustme.CA().issue_cert("untrusted.example.org"),
    }
    contexts: dict[str, ssl.SSLContext] = {}
    for name, certificate in issued.items():
        contexts[name] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(contexts[name])
    contexts["self-signed.example.org"] = _self_signed()

    def choose(connection: ssl.SSLSocket | ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        connection.context = contexts.get(name or "", contexts[""])

    contexts[""].sni_callback = choose
    return contexts


def _self_signed() -> ssl.SSLContext:
    """Return a context with a self-signed certificate: that of a new authority."""
    own = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with own.private_key_pem.tempfile() as key, own.cert_pem.tempfile() as certificate:
        context.load_cert_chain(certificate, key)
    return context
