"""What staff of a simulation do besides the actions of tests/actions/: they answer waves of reports, and have mail
mended."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

from django.utils import timezone

from accounts.models import User
from core.refusal import Refusal
from moderation import acting, reports
from moderation.actions import registry
from moderation.models import LoggedAction, Report
from notifications.channels.email import mending
from tests.actions.staff import make_order
from tests.simulation.people import HOUR, Person
from tests.simulation.world import World

A_DAY = 0.006
"""How often, a day, a wave of reports about somebody is answered."""


class Staff:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"staff {world.seed}")

    def live_a_day(self, person: Person) -> None:
        if self.rng.random() < A_DAY:
            with self.world.asking():  # muted already
                self.answer_wave(person)

    def answer_wave(self, person: Person) -> None:
        """Several report one person, and one decision answers them all."""
        crowd = [each.user for each in self.world.people.values() if each is not person]
        for reporter in self.rng.sample(crowd, min(5, len(crowd))):
            with suppress(Refusal):  # of one who may not, or has already
                reports.make(reporter, about=person.user, matter="words", text="He insults everybody.")
        open_ones = Report.objects.filter(about=person.user, answered_at=None).values_list("pk", flat=True)
        order = make_order(self.world, until=timezone.now() + 30 * HOUR)
        order = replace(order, settles=tuple(open_ones))
        acting.perform(registry.ACTIONS.get("mute"), User.objects.get(pk=person.user.pk), order=order)
        row = LoggedAction.objects.exclude(restriction=None).latest("pk")
        assert row.restriction_id is not None
        self.world.laid.append((row.restriction_id, timezone.now()))

    def mend_mail(self) -> None:
        """Administrators run `manage.py mail-mended`, once the mail works again."""
        mending.mend(self.world.mail_down[0], now=timezone.now())
