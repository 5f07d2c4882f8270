"""Collecting what does not hold, and saying all of it at once."""

import re


class Checks:
    """A list of broken expectations; a test fails if it is not empty in the end."""

    def __init__(self):
        self.broken = []
        self.count = 0
        self._where = []

    def within(self, name):
        """Names the place for all checks inside a `with` block."""
        return _Place(self._where, name)

    def that(self, holds, message):
        self.count += 1
        if not holds:
            self.broken.append(": ".join([*self._where, message]))
        return bool(holds)

    def equal(self, seen, expected, what):
        return self.that(seen == expected, f"{what}: expected {expected!r}, seen {brief(seen)}")

    def one_of(self, seen, expected, what):
        """`expected` is one word, or a list of words any of which will do."""
        allowed = expected if isinstance(expected, list) else [expected]
        return self.that(seen in allowed, f"{what}: expected {expected!r}, seen {brief(seen)}")

    def text(self, seen, expected, what):
        """`expected`: a string means exactly this; see matches()."""
        return self.that(matches(seen, expected), f"{what}: expected {expected!r}, seen {brief(seen)}")


class _Place:
    def __init__(self, where, name):
        self.where, self.name = where, name

    def __enter__(self):
        self.where.append(self.name)

    def __exit__(self, *_):
        self.where.pop()


def matches(seen, expected):
    """A string is the whole text; {"contains": s or [s...]} and {"matches": regex} say less."""
    seen = seen or ""
    if isinstance(expected, str):
        return seen == expected
    pieces = expected.get("contains", [])
    pieces = [pieces] if isinstance(pieces, str) else pieces
    if not all(piece in seen for piece in pieces):
        return False
    return "matches" not in expected or bool(re.search(expected["matches"], seen, re.DOTALL))


def brief(value, most=600):
    text = repr(value)
    return text if len(text) <= most else f"{text[:most // 2]} ... {text[-most // 2:]}"
