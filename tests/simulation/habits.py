"""How often the people of a simulation do what can be done: each action of tests/actions/ by lot, on the days of each.

Whatever is added there is done here SELDOM, unless a table below says otherwise.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from accounts.models import User
from tests.actions import ACTIONS, Action, find_action
from tests.actions.drawing import pairs, players
from tests.simulation.people import Person

if TYPE_CHECKING:
    from tests.simulation.world import World

SELDOM = 0.004
OFTEN = {
    "accept_standing": 0.06,
    "analyse": 0.15,
    "ask_for_code": 0.15,
    "block": 0.03,
    "challenge_on_ladder": 0.15,
    "decide_and_undo": 0.02,
    "edit_analysis": 0.15,
    "end_block": 0.02,
    "follow_game": 0.07,
    "follow_person": 0.13,
    "go_away": 0.015,
    "join_ladder": 0.03,
    "make_standing": 0.1,
    "pause_by_staff": 0.01,
    "pry": 0.1,
    "restrict": 0.015,
    "resume_standing": 0.02,
    "set_automatic": 0.04,
    "take_note": 0.1,
    "take_record": 0.13,
}
"""So often a day does each person what they do more than seldom."""
SOON = {"ask_for_code": ("enter_code", (0, 0, 5, 15))}
"""What follows on an action, within so many minutes."""
BY_STAFF = ("hidden", "staff", "suspended", "together")
"""Rooms in which somebody has something done to them, and need not be here."""
OTHERWISE = {
    "challenges": "playing.py: people seek a game when one has ended.",
    "computers": "computers.py: a worker answers, as long as the site is up.",
    "guests": "computers.py: guests come one after another.",
    "mails": "mails.py: turns are played by answering emails.",
    "passing": "Time passes by itself.",
    "post": "changes.py: mail and push break, and are mended later.",
    "settings": "changes.py: what each person has set is written down, by which telling.py judges.",
    **dict.fromkeys(("ask", "answer", "agree"), "playing.py: people ask in place of a turn."),
    **dict.fromkeys(("play_turn", "undo_turn", "resign"), "playing.py: people answer turns."),
    **dict.fromkeys(("play_rated", "hand_points"), "playing.py and farming.py"),
    **dict.fromkeys(("be_found_and_stay_away", "close_the_top"), "absent.py and opponents.py, as time passes."),
    "pair_now": "A periodic task does it, and opponents.py looks at who waits.",
    **dict.fromkeys(("close_account", "stay"), "telling.py judges nobody who leaves."),
    **dict.fromkeys(("switch_site", "close_to_new"), "They keep guests from coming, who come without asking."),
    "enter_code": "Follows when somebody has asked for one.",
    "move_deadline": "What is brought forward leaves no day and a half for the reminder of telling_losses.py.",
    "visit": "People visit when they do anything.",
}
"""Rooms and actions that the simulator has no lots for, and where it does the like."""
DONE = [each for each in ACTIONS if each.name not in OTHERWISE and each.room not in OTHERWISE]


class Actor:
    """A person as actions know them."""

    def __init__(self, person: Person) -> None:
        self.person, self.pk, self.leaves = person, person.user.pk, False

    @property
    def user(self) -> User:
        return User.objects.get(pk=self.pk)

    @property
    def devices(self) -> list[str]:
        return [self.person.endpoint] if self.person.endpoint else []

    @devices.setter
    def devices(self, devices: list[str]) -> None:
        """They are logged out, also where push arrives."""
        assert not devices
        self.person.log_out()

    @property
    def weekend(self) -> str:
        return self.person.setting.weekend

    @property
    def zone(self) -> str:
        return self.person.setting.zone


class Habits:
    """Draws lots of its own, so that it changes as little as can be of what else a seed brings."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"habits {world.seed}")

    def live_a_day(self, person: Person) -> None:
        here = [each.person for each in self.world.players if not each.person.is_gone]
        for action in DONE:
            if self.rng.random() < OFTEN.get(action.name, SELDOM) and self.world.times.clocks and len(here) > 1:
                if action.room not in BY_STAFF:
                    self.world.visit(person)
                self.do(action, person, here)

    def do(self, action: Action, person: Person, here: list[Person]) -> None:
        if action.needs(self.world) and not person.is_gone:
            other = self.rng.choice([each for each in here if each is not person])
            self.world.act(action, **{name: self.draw(each, person, other) for name, each in action.drawn.items()})
        if action.name in SOON:
            name, minutes = SOON[action.name]
            later = self.world.now + timedelta(minutes=self.rng.choice(minutes))
            self.world.plan(later, partial(self.do, find_action(name), person, here))

    def draw(self, drawn: Any, person: Person, other: Person) -> Any:
        if drawn is players:
            return person.place
        return (person.place, other.place) if drawn is pairs else drawn.draw(self.rng)
