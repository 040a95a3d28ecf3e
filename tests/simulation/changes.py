"""What people of a simulation change besides games: what they have set, their devices, and mail and push that break."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.utils import timezone

from accounts import events
from accounts.models import User
from notifications.channels.email import receivers as bounces
from notifications.channels.push import devices
from notifications.preferences import saving
from notifications.routing import writing
from tests.simulation.people import HOUR, MODES, QUIET, WEEKENDS, ZONES, Person
from tests.simulation.sink import Sink
from tests.simulation.world import World

DAY = timedelta(days=1)
A_DAY = 0.08
"""How often, a day, each person changes something of theirs."""
WITH_DEVICE = 0.4
"""So many have a device from the first day."""
BROWSER, MARK = "Firefox/140 Linux", "theirs"
KEYS = {
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}
"""The example of RFC 8291: no browser of a simulation unseals anything."""


class Changes:
    """What each person may do on a day, or have happen; all through what the pages call."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, world.rng
        self.choices: tuple[Callable[[Person], None], ...] = (
            self.change_mode,
            self.change_quiet,
            self.change_weekend,
            self.move,
            self.add_device,
            self.lose_device,
            self.log_out,
            self.break_push,
            self.break_mail,
            self.bounce,
        )

    def begin(self, person: Person) -> None:
        if self.rng.random() < WITH_DEVICE:
            self.add_device(person)

    def live_a_day(self, person: Person) -> None:
        if self.rng.random() < A_DAY:
            self.rng.choice(self.choices)(person)

    # --- Settings -----------------------------------------------------------------------------------------------
    def change_mode(self, person: Person) -> None:
        mode = self.rng.choice(MODES)
        saving.save_preferences(person.user, mode=mode)
        person.note(timezone.now(), mode=mode)

    def change_quiet(self, person: Person) -> None:
        quiet = self.rng.choice(QUIET)
        begins, ends = quiet or (None, None)
        saving.save_preferences(person.user, quiet_from=begins, quiet_until=ends)
        person.note(timezone.now(), quiet=quiet)

    def change_weekend(self, person: Person) -> None:
        """Holds for games to come."""
        person.user.refresh_from_db()
        person.user.weekend = self.rng.choice(WEEKENDS)
        person.user.save(update_fields=["weekend"])
        person.note(timezone.now(), weekend=person.user.weekend)

    def move(self, person: Person) -> None:
        person.user.refresh_from_db()
        person.user.move_to(self.rng.choice(ZONES))
        person.note(timezone.now(), zone=person.user.time_zone)

    # --- Devices ------------------------------------------------------------------------------------------------
    def add_device(self, person: Person) -> None:
        """A new browser takes the place of the one there was: it is removed, as its owner would."""
        self.lose_device(person)
        person.endpoint = f"https://fcm.googleapis.com/fcm/send/{person.user.username}-{len(person.settings)}"
        told = {"endpoint": person.endpoint, "keys": KEYS}
        devices.register(person.user, told, browser=BROWSER, mark=MARK, now=timezone.now())
        person.note(timezone.now(), push=True)

    def log_out(self, person: Person) -> None:
        """Push ends in the browser in which they do."""
        how = {"user_id": person.user.pk, "mark": MARK, "browser": BROWSER}
        events.logged_out_here.send(sender=User, **how)
        person.log_out()

    def lose_device(self, person: Person) -> None:
        person.user.push_devices.all().delete()
        person.log_out()

    def break_push(self, person: Person) -> None:
        """The subscription ends, or its service is away for hours."""
        if not person.endpoint:
            return
        if self.rng.random() < 0.5:
            self.world.push.gone.add(person.endpoint)
            later = partial(self.add_device, person)
        else:
            self.world.push.away.add(person.endpoint)
            later = partial(self.mend_push, person, person.endpoint)
        person.note(timezone.now(), push=False)
        self.world.plan(person.find_awake(timezone.now() + HOUR * self.rng.uniform(2, 90), self.rng), later)

    def mend_push(self, person: Person, endpoint: str) -> None:
        self.world.push.away.discard(endpoint)
        if person.endpoint == endpoint:
            told = {"endpoint": endpoint, "keys": KEYS}
            devices.register(person.user, told, browser=BROWSER, mark=MARK, now=timezone.now())
            person.note(timezone.now(), push=True)

    # --- Mail ---------------------------------------------------------------------------------------------------
    def break_mail(self, person: Person) -> None:
        """The server refuses their address for some days."""
        if person.setting.email:
            Sink.refuses.add(person.user.email)
            person.note(timezone.now(), email=False)
            self._mend_mail_later(person)

    def bounce(self, person: Person) -> None:
        """Mails are taken and come back, which the provider tells a little later."""
        if person.setting.email:
            Sink.bounces.add(person.user.email)
            person.note(timezone.now(), email=False)
            self.world.plan(timezone.now() + HOUR, partial(self.tell_bounce, person))
            self._mend_mail_later(person)

    def tell_bounce(self, person: Person) -> None:
        bounces.take(person.user.email, reason="The mail came back: the mailbox is full.", complained=False)

    def _mend_mail_later(self, person: Person) -> None:
        at = person.find_awake(timezone.now() + DAY * self.rng.uniform(0.5, 6), self.rng)
        self.world.plan(at, partial(self.mend_mail, person))

    def mend_mail(self, person: Person) -> None:
        """The mailbox works again, and its owner asks for a test, which shows the site that it does.

        It counts as working from an hour later on, when the test has come.
        """
        Sink.refuses.discard(person.user.email)
        Sink.bounces.discard(person.user.email)
        key = f"test:{person.user.pk}:{timezone.now():%Y%m%dT%H%M%S}"
        writing.write(writing.make("test", key=key, recipient_id=person.user.pk))
        self.world.plan(timezone.now() + HOUR, partial(self.find_mended, person, timezone.now()))

    def find_mended(self, person: Person, since: datetime) -> None:
        """Once the test has come: the mail server itself may have been away."""
        if self.world.has_got_test(person, since=since):
            person.note(timezone.now(), email=True)
        else:
            self.world.plan(timezone.now() + HOUR, partial(self.find_mended, person, since))
