"""What staff of a simulation do to people and to the clocks of their games, whatever people do meanwhile."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from core.refusal import Refusal
from games import play
from games.models import Game
from moderation import acting, reports
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction, Report
from notifications.channels.email import mending
from tests.simulation.people import HOUR, Person
from tests.simulation.world import World

A_DAY = 0.08
"""How often, a day, staff do anything about somebody."""
MORE_A_DAY = 0.02
"""How often somebody concerned tries to decide, a wave of reports is answered, or a game hidden or shown again."""
ON_PEOPLE = ("note", "message", "warn", "mute", "bar", "bar_reports", "suspend", "end_sessions")
ON_GAMES = ("pause", "resume", "take_back", "void", "adjudicate")
WITHOUT_TURN = ("resignation", "time", "agreement", "cancelled", "void", "adjudication", "suspension")
"""Terminations that no turn brought about."""


class Staff:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"staff {world.seed}")
        self.others = Random(f"others of staff {world.seed}")
        self.moderator: User | None = None

    def live_a_day(self, person: Person) -> None:
        """Raises what the site refuses."""
        if self.others.random() < MORE_A_DAY:
            self.others.choice((self.judge_as_player, self.answer_wave, self.hide_or_show))(person)
        if self.rng.random() >= A_DAY:
            return
        match self.rng.choice(("person", "person", "game", "reopen", "undo")):
            case "person":
                self.act_on_person(person)
            case "game":
                self.act_on_game(person)
            case "reopen":
                self.reopen(person)
            case _:
                self.undo(person)

    def make_order(self, **answers: Any) -> Order:
        if self.moderator is None:
            self.moderator = User.objects.create_superuser("Ada", "ada@simulation.invalid")
        return Order(self.moderator, timezone.now(), "Seen it.", "Read the rules.", "C1", answers=answers)

    def act_on_person(self, person: Person) -> None:
        until = timezone.now() + self.rng.choice((5, 30, 100)) * HOUR
        games = self.rng.choice(("go_on", "paused", "lost", "void"))
        order = self.make_order(until=until, which="barred", games=games)
        name, running = self.rng.choice(ON_PEOPLE), list(self.find_timed(person))
        acting.perform(find_action(name), User.objects.get(pk=person.user.pk), order=order)
        if name == "end_sessions" or (name == "suspend" and games != "go_on"):  # logged out, also where push arrives
            person.endpoint = ""
            person.note(timezone.now(), push=False)
        if name == "suspend" and games == "paused":
            for game in running:
                if game.paused_until is None or game.paused_until < until:
                    self.world.times.pause(game.pk, until, by_staff=True)
        row = LoggedAction.objects.exclude(person=None).latest("pk")
        if row.restriction_id is not None:
            self.world.laid.append((row.restriction_id, timezone.now()))

    def judge_as_player(self, person: Person) -> None:
        """Somebody who plays here, too, and is on the staff for once, decides about another: often an opponent."""
        judge = self.others.choice([each for each in self.world.people.values() if each is not person]).user
        order = replace(self.make_order(until=timezone.now() + 60 * HOUR, which="barred"), staff=judge)
        User.objects.filter(pk=judge.pk).update(is_staff=True, is_superuser=True)
        order.staff.refresh_from_db()
        try:
            self.perform_on(person, self.others.choice(("warn", "mute", "bar", "bar_reports")), order)
        finally:
            User.objects.filter(pk=judge.pk).update(is_staff=False, is_superuser=False)

    def answer_wave(self, person: Person) -> None:
        """Several report one person, and one decision answers them all."""
        crowd = [each.user for each in self.world.people.values() if each is not person]
        for reporter in self.others.sample(crowd, min(5, len(crowd))):
            try:
                reports.make(reporter, about=person.user, matter="words", text="He insults everybody.")
            except Refusal:
                continue  # one who may not, or has already
        open_ones = Report.objects.filter(about=person.user, answered_at=None).values_list("pk", flat=True)
        order = self.make_order(until=timezone.now() + 30 * HOUR)
        self.perform_on(person, "mute", replace(order, settles=tuple(open_ones)))

    def hide_or_show(self, person: Person) -> None:
        """The game of theirs that began last, be it over or not."""
        game = Game.objects.of(person.user).order_by("-pk").first()
        if game is None:
            return
        done = LoggedAction.objects.filter(action="hide_game", game=game, reverses=None, reversed_by=None).first()
        if done is not None:
            acting.undo(done, order=self.make_order())
        else:
            acting.perform(find_action("hide_game"), game, order=self.make_order())

    def perform_on(self, person: Person, name: str, order: Order) -> None:
        acting.perform(find_action(name), User.objects.get(pk=person.user.pk), order=order)
        row = LoggedAction.objects.exclude(restriction=None).latest("pk")
        assert row.restriction_id is not None
        self.world.laid.append((row.restriction_id, timezone.now()))

    def find_timed(self, person: Person) -> QuerySet[Game]:
        return Game.objects.active().of(person.user).exclude(deadline_at=None).order_by("pk")

    def act_on_game(self, person: Person) -> None:
        game, name = self.find_timed(person).first(), self.rng.choice(ON_GAMES)
        if game is None:
            return
        until = timezone.now() + self.rng.choice((20, 60)) * HOUR
        acting.perform(find_action(name), game, order=self.make_order(until=until, winner="draw", turns=1))
        if name == "pause":
            self.world.times.pause(game.pk, until, by_staff=True)
        elif name == "resume":
            self.world.times.resume(game.pk)

    def mend_mail(self) -> None:
        """Administrators run `manage.py mail-mended`, once the mail works again."""
        mending.mend(self.world.mail_down[0], now=timezone.now())

    def reopen(self, person: Person) -> None:
        """Lets the game go on that ended last, unless a turn ended it."""
        over = Game.objects.ended().of(person.user).filter(termination__in=WITHOUT_TURN, pk__in=self.world.times.clocks)
        if game := over.order_by("-ended_at", "-pk").first():
            acting.perform(find_action("reopen"), game, order=self.make_order())

    def undo(self, person: Person) -> None:
        """Games that it ended or paused go on."""
        rows = LoggedAction.objects.filter(person=person.user, game=None).order_by("-pk")
        order = self.make_order()
        found = next((row for row in rows if acting.may_undo(row, reader=order.staff)), None)
        if found is None:
            return
        until = found.restriction.until_at if found.restriction else None
        acting.undo(found, order=order)
        play.settle_suspensions()
        if found.action == "suspend":
            for game in self.find_timed(person):
                self.note_resumed(game.pk, until)

    def note_resumed(self, game_id: int, until: datetime | None) -> None:
        """What a suspension paused, is paused by it still."""
        mine = self.world.times.clocks.get(game_id)
        if mine and mine.pauses and until and mine.pauses[-1][1] == until > timezone.now():
            self.world.times.resume(game_id)


def find_action(name: str) -> Any:
    return registry.ACTIONS.find(name)
