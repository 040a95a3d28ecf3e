"""Ends push when a user is logged out: in one browser, in all others, or everywhere, for example by a suspension.

A session that expires without use ends nothing. Its user did not leave, and still hears of their games.
"""

from typing import Any

from django.dispatch import receiver

from accounts import events
from accounts.conduct import restrictions
from accounts.models import Restriction
from notifications.channels.push import devices


@receiver(events.logged_out_here, dispatch_uid="notifications.channels.push.here")
def on_logged_out_here(*, user_id: int, mark: str, browser: str, **_: Any) -> None:
    devices.end_here(user_id, mark=mark, browser=browser)


@receiver(events.logged_out_elsewhere, dispatch_uid="notifications.channels.push.elsewhere")
def on_logged_out_elsewhere(*, user_id: int, mark: str, **_: Any) -> None:
    devices.end_elsewhere(user_id, mark=mark)


@receiver(events.restriction_imposed, dispatch_uid="notifications.channels.push.restricted")
def on_restriction_imposed(*, restriction_id: int, **_: Any) -> None:
    """A user who may not log in is logged out everywhere."""
    restriction = Restriction.objects.get(pk=restriction_id)
    if restrictions.Activity.SIGN_IN in restrictions.list_forbidden(restriction):
        devices.end_elsewhere(restriction.user_id)
