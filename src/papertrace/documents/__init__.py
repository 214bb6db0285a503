"""Any document -> its links, with their locations: addresses in its markup, and passages that may contain addresses.

Markdown and HTML mark code and comments, so the addresses in those are left out and counted. In every other format,
source code with its comments and examples included, all addresses are links. lychee has the same rule.

reading.py     a file or bytes to pieces, damaged ones included; ignoring.py: comments that leave links out
formats.py     the table DOCUMENTS
markdown.py html.py rst.py tex.py notebook.py xml.py json_strings.py cells.py lines.py pdf.py office.py
tags.py        the tokens of HTML and XML; slugs.py: the anchors of headings
"""
