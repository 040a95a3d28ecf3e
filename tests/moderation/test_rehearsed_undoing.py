"""Before something is undone, or an appeal upheld, staff may see what that does: nothing has been done then."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction
from core.refusal import Refusal
from moderation import acting, appeals
from moderation.actions.contract import Order
from moderation.models import Appeal, LoggedAction
from tests.factories import GameFactory
from tests.moderation.games import end, start_game, state_of
from tests.moderation.staff import act, act_on_game, open_as

pytestmark = pytest.mark.django_db(transaction=True)


def preview(client, address: str, pk: int, **said) -> str:
    page = client.post(reverse(address, args=[pk]), {"preview": "1", "reason": "A mistake.", "told": "Sorry.", **said})
    assert page.status_code == 200
    return page.content.decode()


def test_undoing_what_was_done_to_a_game(staff, alice, boris):
    game = start_game(alice, boris)
    end(game)
    before = state_of(game)
    act_on_game(staff, game, "void")
    void = state_of(game)
    page = preview(staff, "moderation_undo", LoggedAction.objects.get().pk)
    assert "What it would do" in page
    assert "Result: " in page
    assert (state_of(game), LoggedAction.objects.count()) == (void, 1)
    assert void != before


def test_a_deadline_that_moves_by_seconds_alone_reads_as_no_change(staff, alice, boris):
    now = timezone.now().replace(second=10)
    with time_machine.travel(now, tick=False):
        game = GameFactory(first=alice, second=boris, now=now)
        act_on_game(staff, game, "adjudicate", winner="draw")
    with time_machine.travel(now + timedelta(seconds=20), tick=False):
        page = preview(staff, "moderation_undo", LoggedAction.objects.get().pk)
    with time_machine.travel(now + timedelta(minutes=3), tick=False):
        later = preview(staff, "moderation_undo", LoggedAction.objects.get().pk)
    assert ("Deadline: " in page, "Deadline: " in later) == (False, True)


@pytest.mark.parametrize(
    ("action", "said"),
    [("warn", "Lifted: "), ("mute", "Lifted: muted"), ("take_rated_out_since", "Back in the ratings: 1 game")],
)
def test_undoing_what_was_done_to_a_person(staff, mira, alice, boris, action, said):
    end(start_game(alice, boris))
    act(staff, boris, action, length="7", since="2020-01-01")
    row = LoggedAction.objects.get()
    assert said in preview(staff, "moderation_undo", row.pk)
    assert (LoggedAction.objects.count(), Restriction.objects.get().close) == (1, "")


def test_what_is_refused_is_refused_beforehand_too(staff, mira, boris):
    act(staff, boris, "warn")
    row = LoggedAction.objects.get()
    acting.undo(row, order=Order(mira, row.done_at, reason="A mistake."))
    with pytest.raises(Refusal) as refused:
        acting.foresee_undo(row, order=Order(mira, row.done_at, reason="A mistake."))
    assert refused.value.code == "reversed_already"


@pytest.mark.parametrize(
    ("outcome", "said"), [("reversed", "Lifted: muted"), ("upheld", "The decision stands as it is.")]
)
def test_answering_an_appeal(staff, zoe, boris, outcome, said):
    act(staff, boris, "mute", length="7")
    appeal = appeals.make(Restriction.objects.get(), text="I only said hello.")
    page = preview(open_as(zoe), "moderation_appeal", appeal.pk, outcome=outcome, answer="We looked again.")
    assert said in page
    assert Appeal.objects.get().is_open
    assert Restriction.objects.get().close == ""
