"""Bibliographies and the exports of databases: BibTeX, RIS, tagged records, tables, Atom."""
