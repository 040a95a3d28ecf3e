"""Restrictions in words: to the person, who reads what they can’t do, and to staff."""

from typing import NamedTuple

from core.words import Sentence


class Told(NamedTuple):
    """A kind of restriction, as it is told without its end, with it, and where it has none."""

    says: Sentence
    until: Sentence
    for_good: Sentence


def _tell(code: str, says: str, until: str, for_good: str) -> Told:
    return Told(Sentence(code, says), Sentence(f"{code}_until", until), Sentence(f"{code}_for_good", for_good))


WARNED = _tell("warned", "You have been warned", "You have been warned until {until}", "You have been warned")
PROFILE_CLEARED = _tell(
    "profile_cleared",
    "Your profile text has been removed",
    "Your profile text has been removed until {until}",
    "Your profile text has been removed",
)
RENAMED = _tell(
    "renamed",
    "Your name has been removed: please choose another",
    "Your name has been removed: please choose another until {until}",
    "Your name has been removed: please choose another",
)
MUTED = _tell(
    "muted",
    "You can’t write to other players",
    "You can’t write to other players until {until}",
    "You can’t write to other players for good",
)
MUTED_IN_CHATS = _tell(
    "muted_in_chats",
    "You can’t write in chats",
    "You can’t write in chats until {until}",
    "You can’t write in chats for good",
)
BARRED_RATED = _tell(
    "barred_rated",
    "You can’t start rated games",
    "You can’t start rated games until {until}",
    "You can’t start rated games for good",
)
BARRED_OPEN = _tell(
    "barred_open",
    "You can’t post or accept open challenges",
    "You can’t post or accept open challenges until {until}",
    "You can’t post or accept open challenges for good",
)
BARRED = _tell(
    "barred",
    "You can’t send or accept challenges",
    "You can’t send or accept challenges until {until}",
    "You can’t send or accept challenges for good",
)
BARRED_REPORTS = _tell(
    "barred_reports",
    "You can’t report anybody",
    "You can’t report anybody until {until}",
    "You can’t report anybody for good",
)
SUSPENDED = _tell("suspended", "You are suspended", "You are suspended until {until}", "You are suspended for good")

BECAUSE = Sentence("because", "{what}. Reason: {reason}.")
BECAUSE_BY_RULE = Sentence("because_by_rule", "{what}. Reason: {reason} ({rule}).")

# To staff: {kind} is the label of the kind, with a capital.
STAFF = Told(
    Sentence("staff", "{kind}"),
    Sentence("staff_until", "{kind} until {until}"),
    Sentence("staff_good", "{kind} for good"),
)
IN_CHATS = Sentence("in_chats", "{kind} in chats")
