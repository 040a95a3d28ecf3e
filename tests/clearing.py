"""Clears the database of tests: the log of moderation is cleared by its one named way, as everywhere."""

from django.core.management import call_command

from moderation.retention import retention


def clear() -> None:
    with retention():
        call_command("flush", interactive=False, verbosity=0)
