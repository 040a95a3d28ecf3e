"""Who loses points since games of somebody were taken out reads why, and may appeal; who is right gets theirs back."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import Game, PlayerRating, RatedGame
from moderation import acting, appeals
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.exporting import on_account_exporting
from moderation.models import Appeal, LoggedAction
from notifications.models import Notice
from notifications.registry import KINDS
from tests.factories import GameFactory
from tests.moderation.staff import make_moderator, open_as

pytestmark = pytest.mark.django_db(transaction=True)
TURNS = ("Md1-c1", "Mc8-b8")
WHY = "These games were lost on purpose."


@pytest.fixture
def games(alice, boris, carol) -> list[int]:
    """Alice has lost a game to Boris, and two to Carol; Boris has lost one to Carol."""
    found = []
    for winner, loser in ((boris, alice), (carol, alice), (carol, alice), (carol, boris)):
        game = GameFactory(first=winner, second=loser, turns=TURNS, rated=True)
        play.resign(game.pk, side=Side.SECOND)
        found.append(game.pk)
    return found


def order(staff, **answers) -> Order:
    answers = {"since": date(2000, 1, 1), "others": WHY, **answers}
    return Order(staff, timezone.now(), told="You lost on purpose.", reason="Seen it.", answers=answers)


@pytest.fixture
def decision(mira, alice, games) -> LoggedAction:
    acting.perform(registry.ACTIONS.find("take_rated_out_since"), alice, order=order(mira))
    return LoggedAction.objects.get()


def read_ratings() -> dict[str, float]:
    return dict(PlayerRating.objects.filter(ruleset_slug="mastery").values_list("user__username", "rating"))


def describe(person) -> dict:
    notice = Notice.objects.filter(kind="rating_corrected", channel="email", recipient=person).latest("pk")
    return KINDS.get("rating_corrected").describe(notice, now=timezone.now())


def list_out() -> list[int]:
    return list(RatedGame.objects.exclude(taken_out_at=None).order_by("pk").values_list("pk", flat=True))


def test_the_others_are_told_why_with_a_way_to_appeal_and_the_person_by_the_warning(decision, alice, boris, carol):
    for other in (boris, carol):
        told = describe(other)
        assert told["reason"] == [WHY]
        assert told["appeal"].endswith(appeals.path_of_game(decision, user_id=other.pk))
    assert "reason" not in describe(alice)
    assert "appeal" not in describe(alice)


def test_what_the_person_reads_is_not_told_to_the_others(decision, client, carol, games):
    text = client.get(appeals.path_of_game(decision, user_id=carol.pk)).content.decode()
    assert "Staff have taken games of yours out of the ratings" in text
    assert WHY in text
    assert "You lost on purpose" not in text
    assert f"#{games[1]}<" in text
    assert f"#{games[0]}<" not in text, "a game of Boris"
    assert "You can appeal once" in text


def test_nothing_written_for_them_is_told_in_common_words(mira, alice, boris, games):
    acting.perform(registry.ACTIONS.find("take_rated_out_since"), alice, order=order(mira, others=" "))
    assert describe(boris)["reason"] == ["These games were not played as rated games have to be."]


def test_the_page_is_nobodys_else(decision, client, alice, mira):
    for other in (alice, mira):
        assert client.get(appeals.path_of_game(decision, user_id=other.pk)).status_code == 404


def test_an_appeal_that_is_right_puts_back_the_games_of_these_two_alone(decision, client, carol, zoe, games):
    path = appeals.path_of_game(decision, user_id=carol.pk)
    assert client.post(path, {"text": "I won both."}).status_code == 302
    with pytest.raises(Refusal):
        appeals.make_of_game(decision, by=carol, text="Again.")
    made, staff = Appeal.objects.get(), open_as(zoe)
    assert "games with Alice out of the ratings" in staff.get(reverse("moderation")).content.decode()
    page = reverse("moderation_appeal", args=[made.pk])
    said = {"outcome": "reversed", "answer": "You are right."}
    shown = staff.post(page, {**said, "preview": "1"}).content.decode()
    assert "Back in the ratings: 2 games" in shown
    assert list_out() == games[:3]
    assert staff.post(page, said).status_code == 302
    assert list_out() == games[:1]
    row = LoggedAction.objects.get(action="answer_appeal")
    assert "Back in the ratings: 2 games" in row.what
    assert not hasattr(LoggedAction.objects.get(pk=decision.pk), "reversed_by")
    [notice] = Notice.objects.filter(kind="appeal_answered", channel="email", recipient=carol)
    told = KINDS.get("appeal_answered").describe(notice, now=timezone.now())
    assert (told["what"], told["is_reversed"]) == ("games taken out of the ratings", True)


def test_an_appeal_that_is_not_right_changes_nothing(decision, carol, zoe, games):
    made = appeals.make_of_game(decision, by=carol, text="I won both.")
    appeals.answer(made.pk, outcome="upheld", answer="It stands.", staff=zoe)
    assert list_out() == games[:3]


def test_undoing_all_after_an_appeal_leaves_every_rating_as_before_the_decision(mira, alice, carol, zoe, games):
    before = read_ratings()
    acting.perform(registry.ACTIONS.find("take_rated_out_since"), alice, order=order(mira))
    decision = LoggedAction.objects.get()
    made = appeals.make_of_game(decision, by=carol, text="I won both.")
    appeals.answer(made.pk, outcome="reversed", answer="Yes.", staff=zoe)
    assert read_ratings() != before
    acting.undo(decision, order=order(zoe))
    assert read_ratings() == before
    assert not appeals.may_appeal_of_game(decision, now=timezone.now())
    assert describe(carol).get("undone_since") is None, "the last notice tells that they count again"


def test_who_decided_answers_no_appeal_of_theirs_nor_who_plays_the_opponent(decision, mira, zoe, carol):
    GameFactory(first=zoe, second=carol, now=timezone.now() - timedelta(days=1))
    make_moderator("Nils")
    made = appeals.make_of_game(decision, by=carol, text="I won both.")
    for staff in (mira, zoe):
        with pytest.raises(Refusal) as refused:
            appeals.answer(made.pk, outcome="reversed", answer="Yes.", staff=staff)
        assert refused.value.status == 403


def test_the_form_asks_what_the_others_read(staff, alice, games):
    page = reverse("moderation_act_on_person", args=["Alice", "take_rated_out_since"])
    text = staff.get(page).content.decode()
    assert "What the others read whose ratings change" in text
    assert "These games were not played as rated games have to be." in text


def test_the_copy_of_ones_data_names_the_games_of_an_appeal_and_what_was_done(decision, alice, carol, games):
    appeals.make_of_game(decision, by=carol, text="I won both.")
    appeals.make(decision.restriction, text="I did not.")
    (hers,) = on_account_exporting(user_id=carol.pk)["appeals"]
    assert (hers["against"], hers["games"]) == ("Staff have taken games of yours out of the ratings", games[1:3])
    (alices,) = on_account_exporting(user_id=alice.pk)["appeals"]
    assert (alices["against"], alices["games"]) == ("You have been warned", games[:3])


def test_so_does_that_of_an_appeal_about_one_game(mira, boris, games):
    acting.perform(registry.ACTIONS.find("void"), Game.objects.get(pk=games[0]), order=order(mira))
    appeals.make_of_game(LoggedAction.objects.get(), by=boris, text="I won.")
    (his,) = on_account_exporting(user_id=boris.pk)["appeals"]
    assert (his["against"], his["games"]) == ("Staff have declared this game void", games[:1])
