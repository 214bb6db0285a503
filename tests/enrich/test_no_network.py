"""Enriching without a network ends with that fact, however few services are asked; no paper is said to be unknown."""

import socket
from collections.abc import Sequence

import pytest

from papertrace import EnrichSettings, Paper
from papertrace.enrich.run import enrich
from papertrace.errors import NetworkDownError
from papertrace.model import Entry, Identifiers, Span
from papertrace.web.exchange import VirtualClock


def never_resolves(host: str, port: int) -> Sequence[tuple[str, int]]:
    raise socket.gaierror(socket.EAI_NONAME, f"{host}:{port} is not known")


@pytest.mark.parametrize("services", [("openalex",), ("crossref", "doi")], ids=["one service", "two services"])
def test_without_a_network_no_paper_is_said_to_be_unknown(services: tuple[str, ...]) -> None:
    papers = [
        Paper(
            id=f"doi:10.1000/{n}",
            title=f"Of Ice {n}",
            abstract="",
            entries=(Entry(title=f"Of Ice {n}", abstract="", span=Span("a.bib", n), end_line=n),),
            identifiers=Identifiers(doi=f"10.1000/{n}"),
        )
        for n in range(1, 30)
    ]

    with pytest.raises(NetworkDownError, match="nothing more was requested"):
        enrich(papers, EnrichSettings(services=services), resolve_host=never_resolves, clock=VirtualClock())
