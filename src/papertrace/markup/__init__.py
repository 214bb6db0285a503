"""Markup -> tokens, from which both the links of documents and the blocks of lists are made.

Every notation is parsed once, by one module, to the same tokens: tags, texts and what is hidden, each with its offsets
in the source, in order. Tags are those of HTML, whatever the notation: an item is `li`, a link is `a` with its `href`.

tree.py       the tokens, and the tree of elements that they make
html.py       HTML and XML; markdown.py, org.py, rst.py, asciidoc.py: one notation each
outline.py    lists and paragraphs of notations that are read line by line; anchors.py: the names of headings
"""
