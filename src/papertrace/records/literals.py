"""Safe parsing of Python literals that appear instead of JSON."""

import ast
import re

_MAX_LITERAL_CHARS = 2 * 1024 * 1024
_MAX_LITERAL_DEPTH = 40
# The tokens of a dict of plain values, without operators and names, so that no expression is evaluated.
_LITERAL_TOKEN = re.compile(
    r"\s*+(?:[urUR]?'(?:[^'\\\n]|\\.)*+'|[urUR]?\"(?:[^\"\\\n]|\\.)*+\"|-?\d[\d.]{0,300}(?:[eE][+-]?\d{1,3})?"
    r"|None|True|False|nan|(?P<bracket>[{}\[\]()])|[,:])",
)


def decode_literal(text: str) -> object:
    """Return the value of a Python literal of dicts, lists, strings and numbers, or None for anything else.

    >>> decode_literal("{'id': '2401.00001', 'doi': None}"), decode_literal("{'a': 9**9}")
    ({'id': '2401.00001', 'doi': None}, None)
    """
    text = text.strip()
    if len(text) > _MAX_LITERAL_CHARS:
        return None
    position = depth = 0
    while position < len(text):
        token = _LITERAL_TOKEN.match(text, position)
        if token is None:
            return None
        position = token.end()
        bracket = token["bracket"]
        if bracket:
            depth += 1 if bracket in "{[(" else -1
            if depth > _MAX_LITERAL_DEPTH:
                return None
    try:
        value: object = ast.literal_eval(re.sub(r"(?<=[ :,\[(])nan(?=\s*[,}\])])", "None", text))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value
