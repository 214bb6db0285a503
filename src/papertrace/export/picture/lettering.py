"""Texts of the picture: fonts that readers have, colours, and text elements with a halo."""

from papertrace.model.text import escape_for_xml, fit_for_xml, isolate

PAPER, INK, SOFT, RULE, ACCENT = "#fcfbf8", "#1c1b19", "#5d594f", "#d9d5ca", "#8a2b13"
SERIF = "'Iowan Old Style','Palatino Linotype',P052,Palatino,Georgia,'Liberation Serif',serif"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,sans-serif"


def draw_text(text: str, x: float, y: float, style: str) -> str:
    """Return a text element with its baseline at `x`, `y` in pixels; `style` are further attributes."""
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape_for_xml(isolate(fit_for_xml(text)))}</text>'


def halo_style(colour: str, width: int, anchor: str = "middle") -> str:
    """Return the attributes of a text with a rim in the colour of the paper, which separates it from what it covers."""
    rim = f'stroke-width="{width}" text-anchor="{anchor}" paint-order="stroke" stroke="{PAPER}"'
    return f'{rim} stroke-linejoin="round" fill="{colour}"'
