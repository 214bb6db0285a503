"""How common and how topical words and phrases are in science, field by field: counts over abstracts, without texts."""

from papertrace.background.table import Background, FieldMix, TermStatistics, load_background

__all__ = ["Background", "FieldMix", "TermStatistics", "load_background"]
