"""Bibliographies and database exports: BibTeX, RIS, tagged records, tables, Atom."""
