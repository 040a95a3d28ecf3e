"""What moderators do to games: done, rehearsed, logged, undone, through the same functions as players."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import ClockChange, Game, Message
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from tests.factories import GameFactory, play_turns
from tests.moderation.games import end, pause, start_game, state_of, undo
from tests.moderation.staff import act_on_game, open_as

pytestmark = pytest.mark.django_db(transaction=True)
LATER = "2030-01-01T12:00"


@pytest.fixture
def game(alice, boris) -> Game:
    return start_game(alice, boris)


def soon() -> str:
    return f"{timezone.now() + timedelta(days=30):%Y-%m-%dT%H:%M}"


CASES = {
    "adjudicate": (None, lambda game: {"winner": "0"}),
    "adjudicate anew": (end, lambda game: {"winner": "0"}),
    "void": (None, lambda game: {}),
    "void what is over": (end, lambda game: {}),
    "reopen": (end, lambda game: {}),
    "pause": (None, lambda game: {"until": soon()}),
    "resume": (pause, lambda game: {}),
    "move_deadline": (None, lambda game: {"deadline": soon()}),
    "take_out_of_ratings": (None, lambda game: {}),
    "take_out_of_ratings what is over": (end, lambda game: {}),
    "take_back": (None, lambda game: {"turns": "2"}),
    "take_back what is over": (end, lambda game: {"turns": "1"}),
    "remove_line": (None, lambda game: {"line": str(Message.objects.get().pk)}),
    "close_chat": (None, lambda game: {}),
    "hide_game": (None, lambda game: {}),
    "hide_game what is over": (end, lambda game: {}),
}


def test_every_action_has_its_case_here():
    assert {action.name for action in registry.list_for_games()} == {case.split()[0] for case in CASES}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.late
def test_each_is_rehearsed_done_logged_and_undone(staff, mira, game, case):
    prepare, fields = CASES[case]
    if prepare:
        prepare(game)
    name, before, logged = case.split()[0], state_of(game), LoggedAction.objects.count()
    revision, fields = game.revision, fields(game)
    page = act_on_game(staff, game, name, preview="1", **fields)
    assert page.status_code == 200, page.context["form"].errors
    assert "Nothing has been done yet" in page.content.decode()
    assert (state_of(game), game.revision, LoggedAction.objects.count()) == (before, revision, logged)

    assert act_on_game(staff, game, name, **fields).status_code == 302
    row = LoggedAction.objects.get()
    assert (row.action, row.by, row.game, row.reason) == (name, mira, game, "Seen it.")
    assert row.before["revision"] == revision
    changed = state_of(game)
    if name not in ("pause", "resume", "move_deadline"):
        assert changed != before
    else:
        assert row.before["deadline_at"] != row.after["deadline_at"]

    seen = LoggedAction.objects.select_related("game").get()
    undo = staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake.", "told": "We were wrong."})
    assert undo.status_code == 302, undo.content.decode()
    assert {**state_of(game), "ended_at": None} == {**before, "ended_at": None}
    assert (game.ended_at is None) == (before["ended_at"] is None)
    assert LoggedAction.objects.get(reverses=row).game == game
    assert (
        staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "Again.", "told": "Again."}).status_code == 409
    )

    action, order, undone = (
        registry.ACTIONS.find(name),
        Order(staff=mira, now=timezone.now(), reason="Too."),
        state_of(game),
    )
    with pytest.raises(Refusal):  # by somebody who had looked before
        action.undo(seen.game, seen, order, case=action.make_case(order, reverses=seen))
    assert state_of(game) == undone


@pytest.mark.parametrize("case", [case for case in CASES if case != "remove_line"])
def test_nobody_acts_on_a_game_of_their_own(alice, boris, mira, game, case):
    prepare, fields = CASES[case]
    if prepare:
        prepare(game)
    game.seats.filter(user=alice).update(user=mira)
    before = state_of(game)
    page = act_on_game(open_as(mira), game, case.split()[0], **fields(game))
    assert page.status_code == 403
    assert state_of(game) == before
    assert not LoggedAction.objects.exists()


def test_reopening_a_game_gives_back_the_time_that_was_left(staff, game):
    left = game.deadline_at - timezone.now()
    end(game)
    act_on_game(staff, game, "reopen")
    game.refresh_from_db()
    assert not game.is_over
    assert abs((game.deadline_at - timezone.now()) - left) < timedelta(minutes=1)
    assert ClockChange.objects.get().kind == "reopened"
    play_turns(game, "Mc1-d1")


def test_a_result_is_put_back_though_a_rematch_was_offered_since(staff, game):
    end(game)
    act_on_game(staff, game, "adjudicate", winner="0")
    play.offers.propose(game.pk, "rematch", side=Side.FIRST)
    assert undo(staff, LoggedAction.objects.get()) == 302
    assert state_of(game)["termination"] == "resignation"


def test_a_result_that_staff_have_changed_again_is_not_put_back_past_that(staff, game):
    act_on_game(staff, game, "adjudicate", winner="0")
    act_on_game(staff, game, "void")
    first, second = LoggedAction.objects.order_by("pk")
    assert undo(staff, first) == 409
    assert state_of(game)["termination"] == "void"
    assert [undo(staff, second), undo(staff, first)] == [302, 302]
    assert state_of(game)["termination"] == ""


def play_two_and_take_the_second_back(game: Game) -> None:
    """As many turns stand as before, but others."""
    game.refresh_from_db()
    play_turns(game, "Mc1-d1")
    play.offers.propose(game.pk, "takeback", side=Side.FIRST)
    play.offers.accept(game.pk, "takeback", side=Side.SECOND)


def test_a_game_that_goes_on_is_not_closed_again_once_somebody_has_played(staff, game):
    end(game)
    act_on_game(staff, game, "reopen")
    play_two_and_take_the_second_back(game)
    assert undo(staff, LoggedAction.objects.get()) == 409
    assert not state_of(game)["termination"]


def test_a_decision_that_was_reversed_does_not_undo_a_later_one_like_it(staff, game):
    for action in ({"winner": "0"}, None, {"winner": "0"}):
        act_on_game(staff, game, "adjudicate" if action else "reopen", **action or {})
    first, _, later = LoggedAction.objects.order_by("pk")
    assert [undo(staff, first), undo(staff, later)] == [409, 302]
    assert not state_of(game)["termination"]


def test_a_game_that_ended_on_the_board_is_taken_back_not_reopened(staff, game, alice, boris):
    from tests.factories import LAST_MASTER, set_up

    ended = play_turns(set_up(GameFactory(first=alice, second=boris), LAST_MASTER), "Md4xd5")
    assert ended.is_over
    assert act_on_game(staff, ended, "reopen").status_code == 409
    assert act_on_game(staff, ended, "take_back", turns="1").status_code == 302
    ended.refresh_from_db()
    assert not ended.is_over


def test_a_removed_line_is_gone_for_players_and_kept_for_staff(client, staff, game, alice):
    line = Message.objects.get()
    act_on_game(staff, game, "remove_line", line=str(line.pk))
    client.force_login(alice)
    assert "woodpusher" not in client.get(game.get_absolute_url()).content.decode()
    assert "woodpusher" in staff.get(reverse("moderation_game", args=[game.pk])).content.decode()
    assert "woodpusher" in LoggedAction.objects.get().what


def test_nobody_writes_in_a_closed_chat(client, staff, game, alice):
    act_on_game(staff, game, "close_chat")
    client.force_login(alice)
    page = client.post(reverse("game_chat", args=[game.pk]), {"message": "Hello?"})
    assert page.status_code == 403
    assert "The site’s staff have closed this chat" in page.content.decode()
    assert "Hello?" in page.content.decode()
