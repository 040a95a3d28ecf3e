"""The machine: a small site, every action as a rule, and after each step what must be true."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from notifications.models import Mode
from tests.actions import challenges, computers, guests, mails, post, settings
from tests.restricted import find_defied
from tests.stateful import invariants, opponents, ratings
from tests.stateful.deeds import ROOMS, Deed, draw_deeds
from tests.stateful.post import HUNG_UP, REFUSED, TAKEN
from tests.stateful.site import Site

BEGINS = (
    datetime(2026, 3, 26, 9, tzinfo=UTC),  # a Thursday; Berlin's clocks change on Sunday
    datetime(2026, 6, 9, 15, tzinfo=UTC),
    datetime(2026, 10, 30, 20, tzinfo=UTC),  # New York's change on Sunday
)
people = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(list(Mode)),
        "mail": st.sampled_from((TAKEN, TAKEN, REFUSED, HUNG_UP)),
        "device": st.booleans(),
        "days": st.sampled_from((30, 3, 1, 0)),
    }
)

asked_for = tuple(filter(None, os.environ.get("STATEFUL_ROOMS", "").split(",")))
"""Rooms that you want opened in every example, such as `away,offers`."""
rooms = st.builds(
    lambda number, *some: frozenset(asked_for or some[:number] or ROOMS),
    st.sampled_from((0, 2, 3, 3, 4)),
    *[st.sampled_from(ROOMS)] * 4,
)
"""Few rooms of actions in most examples, so that what belongs together comes together: with all of a hundred in each,
one that takes two deeds in a row would be met in ten thousand. Known as swarm testing."""


terms = {name: each.strategy for name, each in challenges.terms.items()}


class Machine(RuleBasedStateMachine):
    """Within a transaction of the test's, to whose start it returns at the end. `users` have signed up."""

    users: ClassVar[list[int]]

    def __init__(self) -> None:
        super().__init__()
        self.before = transaction.savepoint()
        self.site: Site | None = None
        self.rooms: frozenset[str] = frozenset()

    @initialize(begins=st.sampled_from(BEGINS), habits=st.tuples(*[people] * 3), rooms=rooms, **terms)
    def open(self, begins: datetime, habits: tuple[dict[str, Any], ...], rooms: Iterable[str], **terms: Any) -> None:
        """A game has begun, and each player has chosen how to be told of it. Only what is in these rooms happens."""
        self.rooms = frozenset(rooms)
        self.site = Site(begins, users=self.users)
        self.site.open()
        for number, habit in enumerate(habits):
            self.site.give_vacation(self.site.players[number], days=habit["days"])
            settings.save_preferences(self.site, number=number, hour=8, reminders=None, mode=habit["mode"], quiet=None)
            post.answer_mails(self.site, number=number, answer=habit["mail"])
            if habit["device"]:
                settings.add_device(self.site, number=number, place=0)
        challenges.start_game(self.site, **terms)

    @rule(deed=draw_deeds())
    def happen(self, deed: Deed) -> None:
        """One rule for all: of several, Hypothesis would leave out some in each example, and in half of them time."""
        assert self.site is not None
        deed.do(self.site)

    @invariant()
    def holds(self) -> None:
        """Each on a line of its own, by which Hypothesis tells one fault from another."""
        if (site := self.site) is None:
            return
        assert not site.faults, tell(site.faults)
        assert not (wrong := list(invariants.find_told_twice(site))), tell(wrong)
        assert not (wrong := list(invariants.find_given_up_early())), tell(wrong)
        assert not (wrong := list(site.watcher.find_mistold())), tell(wrong)
        assert not (wrong := list(invariants.find_lines_left())), tell(wrong)
        assert not (wrong := list(invariants.find_lines_that_rest_on_nothing())), tell(wrong)
        assert not (wrong := list(invariants.find_wrong_clocks(site))), tell(wrong)
        assert not (wrong := list(invariants.find_wrong_balances(site))), tell(wrong)
        assert not (wrong := list(invariants.find_wrong_copies(site))), tell(wrong)
        assert not (wrong := list(ratings.find_wrongly_rated(site))), tell(wrong)
        assert not (wrong := list(opponents.find_wrong_opponents(site))), tell(wrong)
        assert not (wrong := list(invariants.find_broken_trees(site))), tell(wrong)
        assert not (wrong := list(site.blocks.find_defied(now=site.now))), tell(wrong)
        assert not (wrong := list(invariants.find_unwanted_bells(site))), tell(wrong)
        assert not (wrong := list(invariants.find_overslept(site))), tell(wrong)
        assert not (wrong := mails.find_unanswered(site)), tell(wrong)
        assert not (wrong := list(computers.find_faults_of_computers())), tell(wrong)
        assert not (wrong := list(guests.find_faults_of_guests(site))), tell(wrong)
        kept = {game_id: kept.at for game_id, kept in site.kept.items()}
        assert not (wrong := list(find_defied(site.laid, kept=kept, now=site.now))), tell(wrong)
        assert not (wrong := list(invariants.find_what_simulator_finds(site))), tell(wrong)

    def teardown(self) -> None:
        if self.site is not None:
            self.site.close()
        transaction.set_rollback(False)
        transaction.savepoint_rollback(self.before)


def tell(wrong: Iterable[str]) -> str:
    return "\n".join(wrong)
