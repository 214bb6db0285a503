"""Items below numbers of two digits and more, which lists indent like those below numbers of one digit.

In CommonMark what belongs to an item is indented as far as its text, so that `   - Code: …` is a detail of `9. Fold`,
but not of `10. Fold`. Lists that are written by hand or by programs have one indentation for all.
"""

import re
from collections.abc import Sequence

_NUMBER = re.compile(r"(?P<before> {0,3})\d{2,4}[.)] {1,3}(?=\S)")
_BULLET = re.compile(r" *[-*+] +\S")
_MIN_INDENTATION = 2


def nest_below_numbers(lines: Sequence[str]) -> list[str]:
    """Return lines in which what is indented below a number of several digits is indented as far as its text.

    >>> nest_below_numbers(["9. Fold", "   - Code", "10. Knots", "   - Code", "     - Fast"])
    ['9. Fold', '   - Code', '10. Knots', '    - Code', '      - Fast']
    """
    shown = list(lines)
    start = missing = 0  # the indentation of the text of the number above, and what its details lack of it
    is_first = False
    for index, line in enumerate(lines):
        n_blanks = len(line) - len(line.lstrip(" "))
        if number := _NUMBER.match(line):
            start, missing, is_first = number.end(), 0, True
        elif not line.strip():
            continue
        elif n_blanks < _MIN_INDENTATION:
            start = missing = 0
        elif start:
            if is_first and n_blanks < start and _BULLET.match(line):
                missing = start - n_blanks
            is_first = False
            shown[index] = " " * missing + line
    return shown
