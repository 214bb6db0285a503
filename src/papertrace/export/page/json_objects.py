"""The objects of the page's data, and their JSON as a script element can hold it."""

import json
from typing import Any

JsonObject = dict[str, Any]


def to_json(value: object) -> str:
    """Return `value` as JSON that is safe inside a script element, whatever its texts contain.

    The five characters that could end the element or a line of the script are escaped.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    text = text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate cannot be encoded
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
