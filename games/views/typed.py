"""A turn as somebody typed it."""

LONGEST_TEXT = 200
"""Characters of a turn that are read."""


def read_text(given: str) -> str:
    """The turn without characters that no database can store."""
    return given.replace("\0", "")[:LONGEST_TEXT]
