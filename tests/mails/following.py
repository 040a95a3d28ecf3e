"""Rows of mails about games and players that somebody follows."""

from games import clock, play
from notifications.preferences.switches import save_table
from records import following
from tests.factories import UserFactory
from tests.mails.table import LONGEST, tells


def start(first, second, *, slug: str = "mastery"):
    return play.start_game(ruleset_slug=slug, options={}, control=clock.Days(3), first=first, second=second)


def follow(cast, kind: str):
    """Alice follows Boris, and wants an email of each."""
    save_table(cast.alice, {(kind, "email"): True})
    following.follow_person(cast.alice, cast.boris)


@tells("followed_started")
def followed_started(cast):
    follow(cast, "followed_started")
    start(cast.boris, UserFactory(username=LONGEST))


@tells("followed_over")
def followed_over(cast):
    follow(cast, "followed_over")
    play.resign(start(cast.boris, UserFactory(username=LONGEST), slug="masters").pk, side=0)
