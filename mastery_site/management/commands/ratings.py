"""Checks ratings: calculates each player's ratings again, and names each difference from what is stored."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS

from games.rating.checking import Check, Difference
from mastery_site.backup.rows import snapshot

ALIKE = "{ratings} ratings and {entries} entries are what the games make of them."
UNLIKE = "Differences: {count}, among {ratings} ratings and {entries} entries."


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["check"], help="check: as of one moment, while the site runs on")

    def handle(self, *args: Any, **options: Any) -> None:
        check, count = Check(), 0
        with snapshot(DEFAULT_DB_ALIAS):
            for difference in check.find():
                self.stdout.write(tell(difference))
                count += 1
        if count:
            raise CommandError(UNLIKE.format(count=count, ratings=check.ratings, entries=check.entries))
        self.stdout.write(ALIKE.format(ratings=check.ratings, entries=check.entries))


def tell(difference: Difference) -> str:
    """Describes a difference, such as “mastery, user 17, game 123: rating is 1500.0 instead of 1662.2119986”."""
    about = [difference.slug]
    if difference.user_id is not None:
        about.append(f"user {difference.user_id}")
    if difference.game_id is not None:
        about.append(f"game {difference.game_id}")
    return f"{', '.join(about)}: {difference.what} is {difference.stored} instead of {difference.expected}"
