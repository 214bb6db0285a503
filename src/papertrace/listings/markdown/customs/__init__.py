"""What most items of a document have in common, such as titles in bold, asked before its items are read."""
