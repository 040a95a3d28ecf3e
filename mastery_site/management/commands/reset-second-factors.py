"""Removes the second factors of people who cannot use them. After that their password is enough, and an email tells
them.

This is for the person who runs the server, if staff themselves are locked out. For players, staff have a page.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.signing_in import sealing
from accounts.signing_in.second_factors import take_away


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", help="whose")
        parser.add_argument(
            "--unreadable", action="store_true", help="those that this SECRET_KEY cannot read, of anybody"
        )

    def handle(self, *args: Any, names: list[str], unreadable: bool, **options: Any) -> None:
        if bool(names) == unreadable:
            raise CommandError("Give the names of people, or --unreadable.")
        people = {factor.user for factor in sealing.list_unreadable()} if unreadable else find_people(names)
        for user in sorted(people, key=lambda user: user.username):
            count = take_away(user)
            self.stdout.write(f"{user}: {count} taken away." if count else f"{user} had none.")


def find_people(names: list[str]) -> set[User]:
    """Returns the users of these names. If some names belong to no user, raises CommandError with all of them, before
    anything is removed."""
    found = {name: User.objects.filter(username__iexact=name).first() for name in names}
    if missing := [name for name, user in found.items() if user is None]:
        raise CommandError(f"Nobody is called {', '.join(missing)}.")
    return {user for user in found.values() if user}
