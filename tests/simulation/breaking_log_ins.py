"""Breaks what must hold of log-ins by code in a simulation on purpose, in a run in which it does."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import time_machine

from accounts.models import User
from accounts.signing_in.codes import EmailedCode
from tests.simulation.log_ins import LET_IN
from tests.simulation.world import World


def take_any_code(world: World) -> None:
    """As if whatever is typed were the code."""
    user = User.objects.filter(pk__in=world.people, is_active=True, closing_at=None, authenticator=None).earliest("pk")
    browser = (user.pk, 9)
    with time_machine.travel(world.ends, tick=False), mock.patch.object(EmailedCode, "matches", return_value=True):
        world.log_ins.ask(user, browser, now=world.ends)
        world.log_ins.enter(world.log_ins.codes[-1], browser, now=world.ends, changed=True)


LOG_IN_BREAKERS: dict[str, Callable[[World], None]] = {LET_IN: take_any_code}
