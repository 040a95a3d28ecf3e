"""User names: which are allowed, and which look like one another."""

import re

from django.core.exceptions import ValidationError

NAME = re.compile(r"[A-Za-z0-9_.-]{3,20}")
_RESERVED_WORDS = """
abuse account accounts admin administrator anonymous api billing bot challenge challenges computer contact deleted
everyone game games guest help hostmaster info invitation mail mailer-daemon master masters mastery me mod moderation
moderator moderators new nobody none no-reply notices null official operator owner people player postmaster root rules
security settings site slowboard somebody staff support sysadmin system team undefined user webmaster www you
"""
RESERVED = frozenset(_RESERVED_WORDS.split())
# Characters a reader may take for one another, in some typeface.
_LOOKS = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "8": "b", "2": "z"})

TAKEN = "That name is taken. Please choose another."
TOO_LIKE = "This name looks too much like that of somebody here. Please choose another."


def look_of(name: str) -> str:
    """What a name looks like at a glance: two names with the same look cannot both exist."""
    bare = re.sub(r"[-_.]", "", name.lower()).translate(_LOOKS)  # separators are easily overlooked
    return bare.replace("rn", "m").replace("vv", "w")


_RESERVED_LOOKS = frozenset(look_of(word) for word in RESERVED)


def validate_name(name: str) -> None:
    """Raises ValidationError with the sentence for the person choosing the name."""
    if not NAME.fullmatch(name):
        raise ValidationError(
            "A name has 3 to 20 characters: letters a–z, digits, hyphen, underscore or full stop.", code="name_form"
        )
    if not re.search(r"[A-Za-z0-9]", name):
        raise ValidationError("A name needs at least one letter or digit.", code="name_form")
    if look_of(name) in _RESERVED_LOOKS:
        raise ValidationError("This name is kept for the site. Please choose another.", code="name_reserved")
