"""A turn as somebody typed it."""


def read_text(given: str) -> str:
    """The turn without characters that no database can store. It is not cut: the rules refuse one that is too long, and
    what was typed stays in its form."""
    return given.replace("\0", "")
