"""What is no listing is refused with what it is and what to save instead."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.titles import byline, title

from papertrace.errors import ListingError
from papertrace.listings import read_listing

TURTLE = """@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix ex: <http://example.org/> .

ex:frost dcterms:title "Tides of Frost in Small Harbours" ;
    dcterms:creator "Ann Doe" .
ex:ropes dcterms:title "Ropes: A Study of Knots" ;
    dcterms:creator "Rob Roe" .
"""
TRIPLES = (
    '<http://example.org/frost> <http://purl.org/dc/terms/title> "Tides of Frost" .\n'
    '_:b0 <http://purl.org/dc/terms/title> "Ropes: A Study of Knots" .\n'
)
ABSTRACTS = "".join(
    f"""{number}. Harbour Lett. 2021 Jan;17(1):1-38. doi: 10.1234/frost.{number}.

Tides of frost in small harbours, part {number}.

Doe A(1), Roe R(2).

Author information:
(1)Institute of Tides, Ostermoor.
(2)Institute of Ropes, Ostermoor.

We weigh the frost of forty harbours. There is more of it than anybody thought.

DOI: 10.1234/frost.{number}
PMID: 9900000{number}


"""
    for number in range(1, 5)
)
SUMMARIES = "".join(
    f"{number}: Doe A, Roe R. Tides of frost, {number}. Harbour Lett. 2021 Jan;17(1):1-38. PMID: 9900{number}.\n\n"
    for number in range(1, 5)
)
COCHRANE = "Record #1 of 2\nID: CN-1\nAU: Doe A\nTI: Tides of frost\nSO: Harbour letters\nYR: 2021\n\n" * 2
LOGIN = """<!DOCTYPE html>
<html><head><title>Sign in</title></head><body><form><input name="user"><input type="password" name="word">
<a href="https://example.org/help">Help with signing in</a></form></body></html>
"""
WORD = '<?xml version="1.0"?>\n<b:Sources xmlns:b="x"><b:Source><b:Title>Tides</b:Title></b:Source></b:Sources>\n'
OLD_ENDNOTE = (
    "<XML><RECORDS>\n<RECORD><REFERENCE_TYPE>0</REFERENCE_TYPE><TITLE>Tides</TITLE></RECORD></RECORDS></XML>\n"
)
TEI = (
    '<?xml version="1.0"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><title>Tides</title></teiHeader></TEI>'
)
MODS = (
    '<?xml version="1.0"?>\n<modsCollection><mods><titleInfo><title>Tides</title></titleInfo></mods></modsCollection>'
)
RDF = '<rdf:RDF xmlns:rdf="x" xmlns:bibo="y">\n<bibo:Article><dc:title>Tides</dc:title></bibo:Article></rdf:RDF>\n'
OVID = "<1>\nAccession Number\n  00012-3\nAuthor\n  Doe, Ann\nTitle\n  Tides of Frost in Small Harbours.\n"
BIBLIOSCAPE = "--AU-- Doe, A.\n--TI-- Tides of Frost in Small Harbours\n--YP-- 1996\n"
NO_TITLES = "".join(f'W:{n};1999;"Institute of Tides, Ostermoor";{n}.5\n' for n in range(9))
NONE = "an export without records"

TEXTS = {
    "Turtle": (TURTLE, "RDF in Turtle, which is not read; export as RDF/XML, RIS or BibTeX"),
    "N-Triples": (TRIPLES, "RDF in N-Triples, which is not read; export as RDF/XML, RIS or BibTeX"),
    "abstracts of PubMed": (ABSTRACTS, r'PubMed\'s format "Abstract \(text\)", .*; save in the format "PubMed"'),
    "summaries of PubMed": (SUMMARIES, r'PubMed\'s format "Summary \(text\)", .*; save in the format "PubMed"'),
    "Cochrane Library": (COCHRANE, "the plain text of the Cochrane Library, .*; export as RIS"),
    "Ovid": (OVID, "the plain text of Ovid, .*; export as RIS"),
    "Biblioscape": (BIBLIOSCAPE, "tagged text of Biblioscape, .*; export as RIS"),
    "table without titles": (f"identifier;year;address;latitude\n{NO_TITLES}", "a table without a column of titles"),
    "login": (LOGIN, "the page of a login, .*; log in, and save the export again"),
    "Word": (WORD, "the sources of a document of Word, .*; convert them to BibTeX"),
    "EndNote 7": (OLD_ENDNOTE, "XML of EndNote 7 or older, .*; export as RIS"),
    "TEI": (TEI, "a document in TEI, .*; let GROBID write its references as BibTeX"),
    "MODS": (MODS, "records in MODS, .*; export as RIS, BibTeX or Zotero RDF"),
    "RDF of others": (RDF, "RDF without papers in the vocabulary of Zotero, .*; export as Zotero RDF"),
    "header of a table": ("Title,Authors,Year,DOI\n", f"{NONE}: .*; select records, and export again"),
    "XML without records": ("<xml><records></records></xml>\n", f"{NONE}: .*; select records, and export again"),
    "Web of Science": ("FN Harbour Index\nVR 1.0\nEF\n", "Web of Science without records, .*; select records"),
    "JSON": ("[]\n", "JSON without records, .*; select records"),
}


@pytest.mark.parametrize(("text", "message"), TEXTS.values(), ids=TEXTS)
def test_a_text_that_is_not_read_is_refused_with_the_way_out(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "export"
    path.write_text(text, "utf-8")

    with pytest.raises(ListingError, match=f"export:1:1: .*{message}"):
        list(read_listing(path))


FILES = {
    "RTF": ("a.rtf", b"{\\rtf1\\ansi Doe, A. Tides of Frost. 2021}", "is a document in RTF; save it as text"),
    "EndNote": ("a.ENL", b"\x01\0\0", "is a library of EndNote; export it as RIS or XML"),
    "Citavi": ("a.ctv5", b"\x01\0\0", "is a project of Citavi; export it as RIS or BibTeX"),
}


@pytest.mark.parametrize(("name", "data", "message"), FILES.values(), ids=FILES)
def test_a_file_of_a_program_is_refused_with_the_way_out(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(data)

    with pytest.raises(ListingError, match=f"{name}: .*{message}"):
        list(read_listing(tmp_path / name))


def test_a_database_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "zotero.sqlite")) as database:
        database.execute("CREATE TABLE items (title)")

    with pytest.raises(ListingError, match=r"zotero.sqlite: is a database of SQLite, .*; export the library as RIS"):
        list(read_listing(tmp_path / "zotero.sqlite"))


def test_a_page_with_papers_and_a_form_for_signing_in_is_read(tmp_path: Path) -> None:
    items = "".join(f'<li><a href="https://example.org/{n}.pdf">{title(n)}</a>. {byline(n)}.' for n in range(9))
    (tmp_path / "a.html").write_text(LOGIN.replace("</form>", f"</form><ul>{items}</ul>"), "utf-8")

    assert len(list(read_listing(tmp_path / "a.html"))) == 9
