"""Any document -> its links, with their locations: addresses in its markup, and passages that may contain addresses.

Markdown and HTML mark code and comments, so the addresses in those are left out and counted. In every other format,
source code with its comments and examples included, all addresses are links. lychee has the same rule.

reading.py     a file or bytes to pieces, damaged ones included; DOCUMENTS, from the table formats.toml
markup.py      the links of the tokens that `papertrace.markup` makes of Markdown, HTML and other notations
files.py       office documents, PDF, notebooks
texts.py       plain text, code, settings, data, LaTeX
"""
