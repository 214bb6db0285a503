"""The settings of Sphinx, which `tools/build_docs.py` runs on a copy of this folder."""

import papertrace

project = "papertrace"
author = "The papertrace authors"
version = release = papertrace.__version__
html_title = f"papertrace {release}"
html_show_copyright = False
html_show_sphinx = False

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["files", "extra", "static"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
smartquotes_action = "D"  # two hyphens are a dash; those of options are code
suppress_warnings = ["myst.strikethrough"]

default_role = "literal"  # docstrings put names between single backquotes
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 70
python_use_unqualified_type_names = True
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True

html_theme = "furo"
html_extra_path = ["extra"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
copybutton_exclude = ".linenos, .gp, .go"
