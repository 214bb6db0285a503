"""Any document -> its links, with their locations: addresses in its markup, and passages that may contain addresses.

Markdown and HTML mark code and comments, so the addresses in those are left out and counted. In every other format,
source code with its comments and examples included, all addresses are links. lychee has the same rule.

reading.py     a file or bytes to pieces, damaged ones included; ignoring.py: comments that leave links out
formats.py     the table DOCUMENTS
parsers/       a module for each format, but for plain text, which is read by lines.py
tags.py        the tokens of HTML and XML; slugs.py: the anchors of headings
"""
