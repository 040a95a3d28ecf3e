"""An appeal against the only administrator goes to a moderator without ties, and back to her only where nobody else is
there, which the text then says."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction
from core.refusal import Refusal
from moderation import acting, appeals
from moderation.actions.registry import ACTIONS
from moderation.models import Appeal, LoggedAction
from moderation.queue import Desk
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import make_report, open_as
from tests.moderation.test_deciding import make_order, play_with

pytestmark = pytest.mark.django_db(transaction=True)
MINE = "so whoever decided will look at it again"


@pytest.fixture
def appeal(admin, boris) -> Appeal:
    """Against a mute by Ada."""
    acting.perform(ACTIONS.get("mute"), boris, order=make_order(admin))
    return appeals.make(Restriction.objects.get(), text="I was joking.")


def list_given(*people) -> list[str]:
    return [each.username for each in people if Desk(each, now=timezone.now()).appeals]


def answer(appeal: Appeal, staff, outcome: str = "reversed") -> str:
    try:
        appeals.answer(appeal.pk, outcome=outcome, answer="We looked again.", staff=staff, has_shown_factor=True)
    except Refusal as refusal:
        return refusal.code
    return ""


def test_a_moderator_is_given_it_and_reverses_it_and_she_is_not(appeal, admin, mira):
    assert list_given(admin, mira) == ["Mira"]
    assert (answer(appeal, admin), answer(appeal, mira)) == ("own", "")
    assert Restriction.objects.get().close == Restriction.Close.LIFTED


def test_of_two_administrators_the_other_answers(appeal, admin, mira):
    olga = UserFactory(username="Olga", is_staff=True, is_superuser=True)
    assert list_given(admin, mira, olga) == ["Olga"]
    assert (answer(appeal, mira), answer(appeal, olga)) == ("higher", "")


def test_where_the_other_administrator_has_ties_a_moderator_answers(admin, mira, boris):
    olga = UserFactory(username="Olga", is_staff=True, is_superuser=True)
    play_with(olga, boris)
    acting.perform(ACTIONS.get("mute"), boris, order=make_order(admin))
    appeal = appeals.make(Restriction.objects.get(), text="I was joking.")
    assert list_given(admin, mira, olga) == ["Mira"]
    assert (answer(appeal, olga), answer(appeal, mira)) == ("concerned", "")


@pytest.mark.parametrize("tie", [play_with, lambda mira, boris: make_report(boris, about=mira)])
def test_a_moderator_with_ties_is_nobody_else_and_the_text_says_so(client, admin, mira, boris, tie):
    tie(mira, boris)
    acting.perform(ACTIONS.get("mute"), boris, order=make_order(admin))
    restriction = Restriction.objects.get()
    assert MINE in client.get(restriction.appeal_path).content.decode()
    appeal = appeals.make(restriction, text="I was joking.")
    assert list_given(admin, mira) == ["Ada"]
    assert (answer(appeal, mira), answer(appeal, admin)) == ("concerned", "")


def test_with_a_moderator_the_text_says_that_another_answers(client, admin, mira, boris):
    acting.perform(ACTIONS.get("mute"), boris, order=make_order(admin))
    page = client.get(Restriction.objects.get().appeal_path).content.decode()
    assert "Another member of our staff than the one who decided will answer." in page
    assert MINE not in page


def test_what_she_did_to_a_game_too(admin, mira, alice, boris):
    game = GameFactory(first=alice, second=boris)
    acting.perform(ACTIONS.get("void"), game, order=make_order(admin))
    appeal = appeals.make_of_game(LoggedAction.objects.get(), by=boris, text="It was fine.")
    assert list_given(admin, mira) == ["Mira"]
    assert (answer(appeal, admin), answer(appeal, mira)) == ("own", "")
    game.refresh_from_db()
    assert not game.is_over


def test_without_an_appeal_it_is_still_hers_to_undo(admin, mira, boris):
    acting.perform(ACTIONS.get("mute"), boris, order=make_order(admin))
    with pytest.raises(Refusal) as refused:
        acting.undo(LoggedAction.objects.get(), order=make_order(mira))
    assert refused.value.code == "higher"


def test_the_page_lets_the_moderator_answer(appeal, mira):
    page = open_as(mira).get(reverse("moderation_appeal", args=[appeal.pk])).content.decode()
    assert "Take it" in page
    assert "What the person reads" in page
