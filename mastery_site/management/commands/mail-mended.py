"""Undoes what was blamed on players while the site itself could not send email. Their addresses count as working again,
and emails that were given up or put off go out now. Complaints about spam remain.

Run it once the mail server accepts email again. Running it twice does no harm.
"""

from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from notifications.channels.email import mending


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        told = 'when the fault began, in UTC, as "2026-11-25 12:30"; without it, as far as the site found it itself'
        parser.add_argument("--since", type=read_instant, help=told)

    def handle(self, *args: Any, since: datetime | None, **options: Any) -> None:
        since = since or mending.find_beginning()
        if since is None:
            raise CommandError('The site knows of no fault of email. Say when it began: --since "2026-11-25 12:30"')
        mended = mending.mend(since, now=timezone.now())
        self.stdout.write(
            f"Since {since:%Y-%m-%d %H:%M} UTC: {mended.readers} addresses count as working again; "
            f"{mended.sent_again} emails that were given up and {mended.waiting} that waited go out now."
        )
        if mended.lost:
            self.stdout.write(
                f"{mended.lost} emails about accounts (sign-ups, new passwords) were given up, and no copy is kept: "
                "their readers have to ask again."
            )


def read_instant(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
