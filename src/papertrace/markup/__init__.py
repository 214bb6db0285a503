"""Markup -> tokens, from which both the links of documents and the blocks of lists are made.

Every notation is parsed once, by one module, to the same tokens: tags, texts and what is hidden, each with its offsets
in the source, in order. Tags are those of HTML, whatever the notation: an item is `li`, a link is `a` with its `href`.

tree.py       the tokens, those of HTML and XML, the tree of elements that they make, names of headings, and lists and
              paragraphs of notations that are read line by line
markdown.py   one notation, as are org.py, rst.py, asciidoc.py and tex.py
"""
