"""User names: which are allowed, and which look like one another."""

import re

from django.core.exceptions import ValidationError

NAME = re.compile(r"[A-Za-z0-9_.-]{3,20}")
RESERVED = frozenset(
    [
        "admin",
        "administrator",
        "moderator",
        "mod",
        "staff",
        "support",
        "help",
        "system",
        "root",
        "owner",
        "webmaster",
        "postmaster",
        "abuse",
        "security",
        "mastery",
        "master",
        "masters",
        "site",
        "team",
        "official",
        "anonymous",
        "nobody",
        "none",
        "null",
        "undefined",
        "deleted",
        "everyone",
        "new",
        "me",
    ]
)
# Characters a reader may take for one another; runs of separators say nothing.
_LOOKS = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "8": "b", "2": "z"})


def look_of(name: str) -> str:
    """What a name looks like at a glance: two names with the same look cannot both exist."""
    bare = re.sub(r"[-_.]", "", name.lower()).translate(_LOOKS)
    return bare.replace("rn", "m").replace("vv", "w")


def validate_name(name: str) -> None:
    """Raises ValidationError with the sentence for the person choosing the name."""
    if not NAME.fullmatch(name):
        raise ValidationError(
            "A name has 3 to 20 characters: letters a–z, digits, hyphen, underscore or full stop.", code="name_form"
        )
    if not re.search(r"[A-Za-z0-9]", name):
        raise ValidationError("A name needs at least one letter or digit.", code="name_form")
    if look_of(name) in {look_of(word) for word in RESERVED}:
        raise ValidationError("This name is kept for the site. Please choose another.", code="name_reserved")
