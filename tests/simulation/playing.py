"""What the people of a simulation do: answer turns, seek games, talk terms, go away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from django.utils import timezone

from engine.contract import Side
from games import challenges, clock, events, play
from games.models import Game, Seat
from games.play.pause import is_paused
from tests.simulation import absent, silence
from tests.simulation.changes import Changes
from tests.simulation.computers import Computers
from tests.simulation.habits import Habits
from tests.simulation.mails import Mails
from tests.simulation.opponents import Opponents
from tests.simulation.people import HOUR, Person, next_midnight
from tests.simulation.ratings import Rated
from tests.simulation.staff import Staff
from tests.simulation.world import World

DAY = timedelta(days=1)
GAMES_EACH = 3
CONTROLS = (clock.Days(1), clock.Days(2), clock.Days(3), clock.Days(7), clock.Bank(3, 1, 7), clock.Reserve(1, 3))
RULESETS = ("mastery", "mastery", "masters", "master")


class Playing:
    """Plans every person's deeds in a world; what they do follows from what is announced."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, world.rng
        self.people, self.asking = world.people, world.asking
        self.awaited: dict[int, str] = {}
        """By game: the turn for which somebody has armed an answer."""
        self.changes, self.habits, self.staff = Changes(world), Habits(world), Staff(world)
        self.rated, self.computers = Rated(world), Computers(world)
        self.opponents, self.mails = Opponents(world, self.habits), Mails(world)

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Lets the people begin, and hears what is announced."""
        for person in self.people.values():
            for _ in range(GAMES_EACH):
                self.seek_later(person)
            self.changes.begin(person)
            self.day_later(person)
        silence.begin(self.world)
        absent.begin(self.world, self.come_to_games)
        self.world.plan(self.world.mail_down[1] + HOUR, self.staff.mend_mail)
        events.turn_started.connect(self.on_turn_started)
        events.result_changed.connect(self.on_result_changed)
        try:
            with self.computers.going_on(), self.opponents.going_on():
                yield
        finally:
            events.turn_started.disconnect(self.on_turn_started)
            events.result_changed.disconnect(self.on_result_changed)

    def on_turn_started(self, *, turn: events.StartedTurn, **_: Any) -> None:
        if turn.deadline_at is None:
            self.computers.on_turn_started(turn)
            return
        mover = self.people[turn.mover_id]
        at = mover.answers_at(timezone.now(), self.rng, away=self.world.times.away[turn.mover_id])
        if at is not None:
            self.world.plan(at, partial(self.answer, turn.game_id, turn.ply, mover))

    def on_result_changed(
        self, *, game_id: int, before: events.Result | None, after: events.Result | None, rated: bool, **_: Any
    ) -> None:
        """When it ends, one of the two seeks another. Did both, there would be more games each day, many times as many
        in the end."""
        self.rated.on_result_changed(game_id=game_id, after=after, rated=rated)
        if before is not None:
            return
        users = Seat.objects.filter(game=game_id).order_by("side").values_list("user_id", flat=True)
        if all(user in self.people for user in users):
            self.seek_later(self.people[self.rng.choice(users)])

    def come_to_games(self, person: Person, games: list[Game]) -> None:
        """Whoever was absent answers what waits, and lives on."""
        for game in games:
            self.world.plan(timezone.now() + HOUR, partial(self.answer, game.pk, game.ply, person))
        self.day_later(person)

    # --- Turns --------------------------------------------------------------------------------------------------
    def answer(self, game_id: int, ply: int, person: Person) -> None:
        game = Game.objects.get(pk=game_id)
        side = Side(game.side_to_move)
        if game.is_over or game.ply != ply or person.is_gone:
            return
        self.world.visit(person)
        if game.ply > 20 and self.rng.random() < 0.04:
            with self.asking():
                play.resign(game_id, side=side)
        elif self.rng.random() < 0.03:
            with self.asking():
                self.ask(game, side, person)
            again = person.find_awake(timezone.now() + DAY, self.rng)
            self.world.plan(again, partial(self.answer, game_id, ply, person))
        else:
            with self.asking():
                self.move(game, side)

    def move(self, game: Game, side: Side) -> None:
        """Plays any turn, and now and then asks to take it back. Raises what the site refuses."""
        moves = sorted(game.position.legal_moves())  # sets may be among what lists them
        text = self.rng.choice(moves)
        if (awaited := self.awaited.pop(game.pk, "")) in moves and self.rng.random() < 0.7:
            text = awaited
        if not self.mails.play(game, side, text):
            played = play.play_move(game.pk, side=side, expected_revision=game.revision, text=text)
            if self.rng.random() < 0.03 and not played.answers and not Game.objects.get(pk=game.pk).is_over:
                self.think_again(game, side)
                return
        self.world.rating_diary.see(game.seats.get(side=side).user_id)
        if self.rng.random() < 0.1:
            self.plan_ahead(game.pk, side)
        if self.rng.random() < 0.01:
            play.offers.propose(game.pk, "takeback", side=side)
            self.reply_later(game, side, "takeback", play.offers.accept)

    def think_again(self, game: Game, side: Side) -> None:
        """Undoes the turn that was just played, and plays another within the hour."""
        play.undo(game.pk, side=side, expected_revision=game.revision + 1)
        person = self.people[game.seats.get(side=side).user_id]
        again = timezone.now() + HOUR * self.rng.uniform(0, 1)
        self.world.plan(again, partial(self.answer, game.pk, game.ply, person))

    def plan_ahead(self, game_id: int, side: Side) -> None:
        """Arms answers to turns of the opponent's, who then mostly plays the first of them."""
        game = Game.objects.get(pk=game_id)
        if game.is_over or game.side_to_move == side:
            return
        position, turns = game.position, []
        for _ in range(self.rng.choice((2, 2, 4))):
            moves = sorted(position.legal_moves())
            if not moves:
                return
            turns.append(self.rng.choice(moves))
            position = position.play(turns[-1])
        stops = self.rng.random() < 0.5
        play.arm(game_id, side=side, turns=turns, expected_position=game.position_text, stops=stops)
        self.awaited[game_id] = turns[0]

    # --- Agreements ---------------------------------------------------------------------------------------------
    def ask(self, game: Game, side: Side, person: Person) -> None:
        """Asks to cancel, for a takeback of both last turns, for more time, a pause, or to end one; the other agrees,
        mostly."""
        if game.ply < 2 or self.rng.random() < 0.2:
            kind = "takeback" if game.ply > 1 else "cancel"
            play.offers.propose(game.pk, kind, side=side)
            self.reply_later(game, side, kind, self.choose_reply())
        elif self.rng.random() < 0.6:
            play.offers.propose(game.pk, "more_time", side=side, days=self.rng.randrange(1, 5))
            self.reply_later(game, side, "more_time", self.choose_reply())
        elif not is_paused(game, now=timezone.now()):
            until = next_midnight(person, timezone.now() + DAY * self.rng.randrange(1, 6))
            play.offers.propose(game.pk, "pause", side=side, until=until)
            self.reply_later(game, side, "pause", self.choose_reply())
        else:
            play.offers.propose(game.pk, "resume", side=side)
            self.reply_later(game, side, "resume", self.choose_reply())

    def choose_reply(self) -> Callable[..., None]:
        return play.offers.accept if self.rng.random() < 0.8 else play.offers.decline

    def reply_later(self, game: Game, side: Side, kind: str, reply: Callable[..., None]) -> None:
        other = self.people[game.seats.get(side=side.other).user_id]
        at = other.find_awake(timezone.now() + HOUR * self.rng.uniform(0.5, 8), self.rng)
        self.world.plan(at, partial(self.reply, game.pk, side.other, kind, reply))

    def reply(self, game_id: int, side: Side, kind: str, reply: Callable[..., None]) -> None:
        offered = Game.objects.values_list("offers", flat=True).get(pk=game_id)
        with self.asking():
            reply(game_id, kind, side=side)
            if reply is play.offers.accept:
                self.world.times.accept(game_id, kind, offered.get(kind, {}), by=int(side))

    # --- Games --------------------------------------------------------------------------------------------------
    def seek_later(self, person: Person) -> None:
        at = person.find_awake(timezone.now() + HOUR * self.rng.uniform(0, 30), self.rng)
        self.world.plan(at, partial(self.seek, person))

    def seek(self, person: Person) -> None:
        """Sends somebody a challenge; the other answers it in time, declines it, or lets it lapse."""
        if person.is_gone:
            return
        other = self.rng.choice([other for other in self.people.values() if other is not person])
        with self.asking():
            challenge = challenges.send(
                person.user,
                audience="player",
                opponent=other.user,
                ruleset_slug=self.rng.choice(RULESETS),
                options={},
                side="random",
                control=self.rng.choice(CONTROLS),
                weekends=(weekends := self.rng.random() < 0.4),
                vacation_days=self.rng.choice((0, 2, 14, 14)),
                rated=self.rated.is_wanted(),
            )
            self.world.times.keeps_weekends[challenge.pk] = weekends
            if self.rng.random() < 0.97:
                at = other.find_awake(timezone.now() + HOUR * self.rng.uniform(0.2, 40), self.rng)
                self.world.plan(at, partial(self.accept, challenge.pk, person, other))

    def accept(self, challenge_id: int, challenger: Person, person: Person) -> None:
        if person.is_gone:
            return
        self.world.visit(person)
        with self.asking():
            if self.rng.random() < 0.05:
                challenges.decline(challenge_id, user=person.user, reason="Too many games just now.")
                self.seek_later(challenger)
            else:
                challenges.accept(challenge_id, user=person.user)

    # --- Days ---------------------------------------------------------------------------------------------------
    def day_later(self, person: Person) -> None:
        at = person.find_awake(timezone.now() + DAY * self.rng.uniform(0.7, 1.3), self.rng)
        self.world.plan(at, partial(self.live_a_day, person))

    def live_a_day(self, person: Person) -> None:
        if person.is_gone:
            return
        self.changes.live_a_day(person)
        self.computers.live_a_day(person)
        self.habits.live_a_day(person)
        self.staff.live_a_day(person)
        with self.asking():  # too many rated games of the two
            self.rated.live_a_day(person)
        self.opponents.live_a_day(person)
        self.day_later(person)
