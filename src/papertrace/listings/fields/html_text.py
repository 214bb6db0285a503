"""Plain text from titles and abstracts that databases deliver with tags and entities; the rule is shared by stages."""

from papertrace.model.html_text import strip_tags

__all__ = ["strip_tags"]
