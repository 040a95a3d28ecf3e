"""User names: which are allowed, and which look like one another.

Rules count for names chosen from now on; whoever has one from before keeps it.
"""

import re

from django.conf import settings
from django.core.exceptions import ValidationError

NAME = re.compile(r"[A-Za-z0-9_.-]{3,20}")
_RESERVED_WORDS = """
abuse account accounts admin administrator anonymous api billing bot challenge challenges closed closed-account computer
contact deleted deleted-account deleted-user email everyone game gamemaster games guest help helpdesk hostmaster info
invitation mail mailer-daemon master masters mastery me mod moderation moderator moderators new nobody none no-reply
notices null official operator owner people player postmaster root rules security settings site slowboard somebody staff
support superuser sysadmin system team undefined user webmaster www you
"""
RESERVED = frozenset(_RESERVED_WORDS.split())
# Characters a reader may take for one another, in some typeface.
_LOOKS = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "8": "b", "2": "z"})

# A name with one of these as a part seems to speak for the site: `Mod_Ann`, `StaffBob`, `ann-official`.
_PARTS_OF_STAFF = "admin administrator mod mods moderation moderator official staff superuser support sysadmin system"
# These also without anything between: `adminann`. (`badminton` only has one inside.)
_ENDS_OF_STAFF = "admin administrator moderator superuser sysadmin webmaster"
_ENDS_OF_ADDRESSES = """
academy agency app art biz blog chat cloud club com dev digital edu email fun game games gov info int link live lol
media mil mobi name net network news ninja one online org page pro pub run shop site social space store studio tech top
video wiki win work world xyz zone
"""
# The countries whose endings are seen most; with every pair of letters, `Jo.An` and `J.Lo` would be refused, too.
_ENDS_OF_COUNTRIES = """
ac ae ag ai am ar at au be bg bo br by ca cc ch cl cn co cx cy cz de dk ee es eu fi fm fr gg gl gr hk hr hu id ie il im
in io ir is it je jp ke kr kz la li lt lu lv ly ma md me mk ms mu mx my ng nl no nu nz pe ph pk pl pt pw ro rs ru se sg
sh si sk so su th tk tn to tr tv tw ua uk us uy uz vc vn ws za
"""

CLOSED = "closed account "
"""What the name of a closed account begins with; a digit or a few tell one from another."""
TAKEN = "That name is taken. Please choose another."
TOO_LIKE = "This name looks too much like another player’s. Please choose another."


def look_of(name: str) -> str:
    """What a name looks like at a glance: two names with the same look cannot both exist."""
    bare = re.sub(r"[-_.]", "", name.lower()).translate(_LOOKS)  # separators are easily overlooked
    return bare.replace("rn", "m").replace("vv", "w")


def read_of(name: str) -> str:
    """What a reader would make of a name that may be spelt with digits or doubled letters: `4dm1nn` is `admin`."""
    return re.sub(r"(.)\1+", r"\1", look_of(name.lower().translate(_LEET)))


_LEET = str.maketrans({"3": "e", "4": "a", "7": "t", "9": "g"})
_RESERVED_LOOKS = frozenset(look_of(word) for word in RESERVED)
_PARTS_READ = frozenset(read_of(word) for word in _PARTS_OF_STAFF.split())
_ENDS_READ = tuple(read_of(word) for word in _ENDS_OF_STAFF.split())
_ADDRESS_LOOKS = frozenset(look_of(word) for word in _ENDS_OF_ADDRESSES.split())
_COUNTRIES = frozenset(_ENDS_OF_COUNTRIES.split())


def seems_of_staff(name: str) -> bool:
    """Whether the name could be mistaken for that of the site or its staff."""
    whole = {read_of(name), read_of(name.strip("0123456789-_."))}
    parts = {read_of(part.rstrip("0123456789") or part) for part in re.split(r"[-_.]|(?<=[a-z0-9])(?=[A-Z])", name)}
    site = read_of(re.sub(r"[^A-Za-z0-9]", "", settings.SITE_NAME))
    return (
        bool((whole | parts) & _PARTS_READ)
        or any(read.startswith(_ENDS_READ) or read.endswith(_ENDS_READ) for read in whole)
        or (len(site) > 2 and any(site in read for read in whole))
    )


def seems_address(name: str) -> bool:
    """Whether the name ends as the name of a host does, `ann.example.com` or `ann.de`, or begins as one."""
    first, *more = name.lower().split(".")
    if not more:
        return False
    return first == "www" or look_of(more[-1]) in _ADDRESS_LOOKS or more[-1] in _COUNTRIES


def validate_name(name: str) -> None:
    """Raises ValidationError with the sentence for the person choosing the name."""
    if not NAME.fullmatch(name):
        raise ValidationError(
            "A name must have 3 to 20 characters: letters a–z, digits, hyphen, underscore or full stop.",
            code="name_form",
        )
    if not re.search(r"[A-Za-z0-9]", name):
        raise ValidationError("A name needs at least one letter or digit.", code="name_form")
    if look_of(name) in _RESERVED_LOOKS or seems_of_staff(name):
        raise ValidationError("This name is reserved. Please choose another.", code="name_reserved")
    if seems_address(name):
        raise ValidationError("This name looks like an address. Please choose another.", code="name_address")
