"""Numbers for texts, so that what is counted of them can be counted with arrays."""


class Numbers(dict[str, int]):
    """The numbers of texts in the order in which they are first looked up.

    >>> numbers = Numbers()
    >>> [numbers[text] for text in ("tusk", "ice", "tusk")], list(numbers)
    ([0, 1, 0], ['tusk', 'ice'])
    """

    def __missing__(self, text: str) -> int:
        """Give a new text the next number."""
        number = self[text] = len(self)
        return number
