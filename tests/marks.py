"""The mark of a writer, as it stands in the forms of the pages that are made for them."""

from accounts.posted.kept_forms import WRITER, sign


def marked(user=None, **fields: object) -> dict[str, object]:
    """The fields of a form of this user's pages; without one, of a visitor's."""
    return {WRITER: sign(user), **fields}
