"""Clears what one test leaves to the next: the database, in which the log of moderation is cleared by its one named
way, as everywhere; and what the process keeps of it."""

from django.core.cache import cache
from django.core.management import call_command

from accounts import switches
from mastery_site import banner
from moderation.retention import retention


def clear() -> None:
    with retention():
        call_command("flush", interactive=False, verbosity=0)


def forget() -> None:
    """Forgets what was counted of limits, and what was announced or switched."""
    cache.clear()
    banner.forget()
    switches.forget()
