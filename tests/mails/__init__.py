"""Every mail of the site, for those who look at them; `table` says how, the other modules are its rows."""

from tests.mails import challenges, competition, following, games, others, ratings, replies
from tests.mails.table import LINES_OF_OTHERS, MAILS, make_mail

__all__ = [
    "LINES_OF_OTHERS",
    "MAILS",
    "challenges",
    "competition",
    "following",
    "games",
    "make_mail",
    "others",
    "ratings",
    "replies",
]
