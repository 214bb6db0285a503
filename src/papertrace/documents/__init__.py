"""Any document -> its links, with their locations: what its notation marks, and texts that may print addresses.

Markdown and HTML say what is code and what is a comment, and addresses in those are left out and counted; in every
other text, the comments and examples of source code among them, each address counts. lychee has the same rule.

reading.py     a file or bytes to pieces, whatever is wrong with them; ignoring.py: lines that say what to leave out
families.py    the table DOCUMENTS
markdown.py html.py rst.py tex.py notebook.py xml.py json_strings.py cells.py lines.py pdf.py office.py
tags.py        the tokens of HTML and XML; slugs.py: the names of headings
"""
