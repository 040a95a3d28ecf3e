"""User names: which are allowed, and which look like one another.

Rules count for names chosen from now on; a person who has an older one keeps it.
"""

import re
from string import digits

from django.conf import settings

from accounts.words import refusals
from core.form_errors import invalid
from engine import registry
from engine.search.playing import list_levels, list_retired

NAME = re.compile(r"[A-Za-z0-9_.-]{3,20}")
_RESERVED_WORDS = """
anonymous challenge challenges closed deleted everyone game games master masters mastery me new nobody none null people
player slowboard somebody undefined user www you
"""
# These also with digits, as `Guest1`, with something around, as `TheTeam`, and joined, as `SiteOwner`.
_OFFICIAL_WORDS = """
abuse account accounts admin administrator api billing bot closed-account computer contact deleted-account deleted-user
email gamemaster guest help helpdesk hostmaster info invitation localhost mail mailer-daemon mod moderation moderator
moderators mods no-reply notices official operator owner postmaster root rules security settings site staff support
superuser sysadmin system team webmaster
"""
RESERVED = frozenset((_RESERVED_WORDS + _OFFICIAL_WORDS).split())
# Characters a reader may take for one another, in some typeface.
_LOOKS = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "8": "b", "2": "z"})

# A name with one of these as a part seems to speak for the site: `Mod_Ann`, `StaffBob`, `ann-official`.
_PARTS_OF_STAFF = "admin administrator mod mods moderation moderator official staff superuser support sysadmin system"
# These also without anything between: `adminann`. (`badminton` only has one inside.)
_ENDS_OF_STAFF = "admin administrator moderator superuser sysadmin webmaster"
_ENDS_OF_ADDRESSES = """
academy agency app arpa art biz blog chat cloud club com dev digital edu email example fun game games gov info int
link live local localdomain localhost lol media mil mobi museum name net network news ninja one online org page pro
pub run shop site social space store studio tech test top travel video wiki win work world xyz zone
"""
# The countries whose endings are seen most; with every pair of letters, `Jo.An` and `J.Lo` would be refused, too.
_ENDS_OF_COUNTRIES = """
ac ae ag ai am ar at au be bg bo br by ca cc ch cl cn co cx cy cz de dk ee es eu fi fm fr gg gl gr hk hr hu id ie il im
in io ir is it je jp ke kr kz la li lt lu lv ly ma md me mk ms mu mx my ng nl no nu nz pe ph pk pl pt pw ro rs ru se sg
sh si sk so su th tk tn to tr tv tw ua uk us uy uz vc vn ws za
"""
_BEGINS_OF_ADDRESSES = frozenset(("ftp", "imap", "mail", "pop3", "smtp", "webmail", "www"))

SHORT = 5
"""Names with fewer letters are near to nothing."""
CLOSED = "closed account "
"""What the name of a closed account begins with; a digit or a few tell one from another."""


def look_of(name: str) -> str:
    """What a name looks like at a glance: two names with the same look cannot both exist."""
    bare = _bare(name).translate(_LOOKS)
    return bare.replace("rn", "m").replace("vv", "w")


def read_of(name: str) -> str:
    """What a reader would make of a name that may be spelt with digits or doubled letters: `4dm1nn` is `admin`."""
    return re.sub(r"(.)\1+", r"\1", look_of(name.lower().translate(_LEET)))


def is_near(one: str, other: str) -> bool:
    """Whether one name reads as the other, or is one letter off: another one, one more, one less, two in turn. Short
    names are often so by chance, and `player1` and `player2` by habit."""
    one, other, alike = _bare(one), _bare(other), read_of(one) == read_of(other)
    if min(len(one), len(other)) < SHORT:
        return False
    while one[:1] == other[:1] != "":
        one, other = one[1:], other[1:]
    while one[-1:] == other[-1:] != "":
        one, other = one[:-1], other[:-1]
    if one and other and set(one + other) <= set(digits):
        return False
    return alike or len(one + other) == 1 or len(one) == len(other) == 1 or (len(one) == 2 and one == other[::-1])


def list_near_keys(name: str) -> set[str]:
    """Texts by which names that are near find each other: two such names have at least one in common."""
    bare = _bare(name)
    return {read_of(name), *(bare[:at] + bare[at + 1 :] for at in range(len(bare))), bare}


def _bare(name: str) -> str:
    """In small letters, without what is easily overlooked."""
    return re.sub(r"[-_.]", "", name.lower())


_LEET = str.maketrans({"3": "e", "4": "a", "7": "t", "9": "g"})
_RESERVED_LOOKS = frozenset(look_of(word) for word in RESERVED)
_OFFICIAL_LOOKS = frozenset(look_of(word) for word in _OFFICIAL_WORDS.split())
# As computers were called by older versions: `Mastery-level-1`, or `Mastery-level-1a`.
_OF_NUMBERED_COMPUTER = re.compile(r".+[li1]eve[li1][-_.]?[0-9]{1,3}[a-z]?")
_PARTS_READ = frozenset(read_of(word) for word in _PARTS_OF_STAFF.split())
_ENDS_READ = tuple(read_of(word) for word in _ENDS_OF_STAFF.split())
_ADDRESS_LOOKS = frozenset(look_of(word) for word in _ENDS_OF_ADDRESSES.split())
_COUNTRIES = frozenset(_ENDS_OF_COUNTRIES.split())


def undress(name: str) -> str:
    """The name without what is put around a word to have it: `xX_admin_Xx`, `TheAdmin`, `admin-1` are `admin`."""
    bare = name.strip("0123456789-_.")
    if framed := re.fullmatch(r"[xX]+[-_.]?(.+?)[-_.]?[xX]+", bare):
        bare = framed[1]
    return re.sub(r"^[Tt]he[-_.]?(?=\w{3})", "", bare)


def seems_reserved(name: str) -> bool:
    """Whether the name is a reserved word, or one of the official words with something around it or joined to it."""
    bare = look_of(undress(name))
    joined = {(bare[:at], bare[at:]) for at in range(1, len(bare))}
    return (
        look_of(name) in _RESERVED_LOOKS
        or bare in _OFFICIAL_LOOKS
        or any({one, other} <= _RESERVED_LOOKS and {one, other} & _OFFICIAL_LOOKS for one, other in joined)
        or seems_of_computer(name)
    )


FORMER_LEVELS = ("beginner", "casual", "club", "expert", "champion")
"""The names of the levels that older versions knew by their numbers, from 1, in every game: as the migration has it."""


def call_computer(slug: str, level: str) -> str:
    """What the account of a level of a game is called: `Mastery-newcomer`; `Mastery-newcomera` where that is taken."""
    return f"{slug[:9].capitalize()}-{level[:9]}"


def seems_of_computer(name: str) -> bool:
    """Whether a computer of any game is, was or may be called so."""
    called = {
        look_of(call_computer(ruleset.slug, level.name))
        for ruleset in registry.all_rulesets()
        for level in (*list_levels(ruleset), *list_retired(ruleset))
    }
    look = look_of(name)
    return look in called or look[:-1] in called or _OF_NUMBERED_COMPUTER.fullmatch(name.lower()) is not None


def seems_of_staff(name: str) -> bool:
    """Whether the name could be mistaken for that of the site or its staff."""
    whole = {read_of(name), read_of(name.strip("0123456789-_.")), read_of(undress(name))}
    parts = {read_of(part.rstrip("0123456789") or part) for part in re.split(r"[-_.]|(?<=[a-z0-9])(?=[A-Z])", name)}
    site = read_of(re.sub(r"[^A-Za-z0-9]", "", settings.SITE_NAME))
    return (
        bool((whole | parts) & _PARTS_READ)
        or any(read.startswith(_ENDS_READ) or read.endswith(_ENDS_READ) for read in whole)
        or (len(site) > 2 and any(site in read for read in whole))
    )


def seems_address(name: str) -> bool:
    """Whether the name ends as the name of a host does, `ann.example.com` or `ann.de`, or begins as one, or reads as
    the number of one, `127.0.0.1`."""
    first, *more = name.lower().split(".")
    if not more:
        return False
    if re.fullmatch(r"[0-9.]+", name) or re.fullmatch(r"[0-9OIl]{1,3}(\.[0-9OIl]{1,3}){3}", name):
        return True
    return first in _BEGINS_OF_ADDRESSES or look_of(more[-1]) in _ADDRESS_LOOKS or more[-1] in _COUNTRIES


def validate_name(name: str) -> None:
    """Raises ValidationError with the sentence for the person choosing the name."""
    if not NAME.fullmatch(name):
        raise invalid(refusals.NAME_FORM())
    if not re.search(r"[A-Za-z0-9]", name):
        raise invalid(refusals.NAME_EMPTY())
    if seems_reserved(name) or seems_of_staff(name):
        raise invalid(refusals.NAME_RESERVED())
    if seems_address(name):
        raise invalid(refusals.NAME_ADDRESS())
