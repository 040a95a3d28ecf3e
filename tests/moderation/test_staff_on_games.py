"""What moderators do to games: done, rehearsed, logged, undone, through the same functions as players."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction
from core.refusal import Refusal
from engine.contract import Side
from games import chat, clock, play
from games.models import ClockChange, Game, Message, PlayerRating, RatedGame
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from tests.factories import GameFactory, play_turns
from tests.moderation.staff import act, act_on_game, open_as

pytestmark = pytest.mark.django_db(transaction=True)
LATER = "2030-01-01T12:00"
STATE = ("winner", "termination", "ended_at", "ply", "side_to_move", "position_text", "chat_closed_at", "quiet_turns")


@pytest.fixture
def game(alice, boris) -> Game:
    """Rated, two turns played, a word said, Boris' time bank used up."""
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Mc8-b8"], control=clock.Bank(), rated=True)
    chat.send(boris, game_id=game.pk, text="You are a woodpusher")
    game.seats.filter(user=boris).update(bank=timedelta())
    return Game.objects.get(pk=game.pk)


def end(game: Game) -> None:
    play.resign(game.pk, side=Side.FIRST)


def pause(game: Game) -> None:
    until = timezone.now() + timedelta(days=20)
    play.offers.propose(game.pk, "pause", side=Side.FIRST, until=until)
    play.offers.accept(game.pk, "pause", side=Side.SECOND)


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
}


def state_of(game: Game) -> dict:
    game.refresh_from_db()
    seats = game.seats.order_by("side").values_list("bank", flat=True)
    lines = list(Message.objects.values_list("removed_at", flat=True))
    ratings = list(PlayerRating.objects.order_by("user").values("user", "rating", "deviation", "volatility", "games"))
    out = RatedGame.objects.exclude(taken_out_at=None).count()
    rows = {"banks": list(seats), "lines": lines, "ratings": ratings, "out": out}
    return {name: getattr(game, name) for name in STATE} | rows


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


def undo(staff, row: LoggedAction) -> int:
    return staff.post(
        reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake.", "told": "We were wrong."}
    ).status_code


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


ENDS = {"lost": ("suspension", Side.FIRST), "void": ("void", None)}


@pytest.mark.parametrize("chosen", ["lost", "void", "paused", "go_on"])
def test_a_suspension_does_to_running_games_what_was_chosen_and_lifting_it_undoes_it(staff, game, boris, chosen):
    before, over = game.deadline_at, GameFactory(first=boris)
    end(over)
    assert act(staff, boris, "suspend", length="30", games=chosen).status_code == 302
    game.refresh_from_db()
    if chosen in ENDS:
        assert (game.termination, game.winner) == ENDS[chosen]
    else:
        assert not game.is_over
        assert (game.deadline_at > before + timedelta(days=20)) == (chosen == "paused")
    assert undo(staff, LoggedAction.objects.get(person=boris)) == 302
    play.settle_suspensions()
    game.refresh_from_db()
    over.refresh_from_db()
    assert not game.is_over
    assert abs(game.deadline_at - before) < timedelta(days=1, minutes=1)
    assert over.termination == "resignation"


def test_a_later_decision_of_staff_stays_when_a_suspension_is_lifted(staff, game, boris):
    act(staff, boris, "suspend", length="30", games="lost")
    act_on_game(staff, game, "void")
    assert undo(staff, LoggedAction.objects.get(person=boris)) == 302
    play.settle_suspensions()
    assert state_of(game)["termination"] == "void"


def test_settling_twice_settles_once(staff, game, boris, mira):
    until = timezone.now() + timedelta(days=3)
    restrictions.impose(boris, Restriction.Kind.SUSPENDED, reason="Two accounts", by=mira, until=until, games="lost")
    assert [play.settle_suspensions(), play.settle_suspensions()] == [1, 0]
    assert LoggedAction.objects.filter(game=game).count() == 1


def test_a_game_that_cannot_be_settled_holds_up_no_other_and_is_tried_again(game, alice, boris, mira, caplog):
    other = GameFactory(first=alice, second=boris)
    Game.objects.filter(pk=game.pk).update(ruleset_slug="of a newer release")
    until = timezone.now() + timedelta(days=3)
    restrictions.impose(boris, Restriction.Kind.SUSPENDED, reason="Two accounts", by=mira, until=until, games="lost")
    assert [play.settle_suspensions(), play.settle_suspensions()] == [1, 0]
    assert f"game {game.pk} could not be settled" in caplog.text
    Game.objects.filter(pk=game.pk).update(ruleset_slug="mastery")
    assert [play.settle_suspensions(), play.settle_suspensions()] == [1, 0]
    assert {state_of(each)["termination"] for each in (game, other)} == {"suspension"}


@pytest.mark.parametrize("chosen", ENDS)
def test_an_action_of_staff_on_a_settled_game_stays_while_another_cannot_be_settled(
    staff, game, alice, boris, mira, chosen
):
    other = GameFactory(first=alice, second=boris)
    Game.objects.filter(pk=game.pk).update(ruleset_slug="of a newer release")
    until = timezone.now() + timedelta(days=3)
    restrictions.impose(boris, Restriction.Kind.SUSPENDED, reason="Two accounts", by=mira, until=until, games=chosen)
    assert play.settle_suspensions() == 1
    act_on_game(staff, other, "reopen")
    assert play.settle_suspensions() == 0
    assert not state_of(other)["termination"]


def test_an_action_of_staff_on_a_restored_game_stays_while_another_cannot_be_restored(staff, game, alice, boris, mira):
    other = GameFactory(first=alice, second=boris)
    until = timezone.now() + timedelta(days=3)
    imposed = restrictions.impose(
        boris, Restriction.Kind.SUSPENDED, reason="Two accounts", by=mira, until=until, games="void"
    )
    assert play.settle_suspensions() == 2
    Game.objects.filter(pk=game.pk).update(ruleset_slug="of a newer release")
    restrictions.close(imposed.pk, how=Restriction.Close.LIFTED)
    assert play.settle_suspensions() == 1
    act_on_game(staff, other, "void")
    assert play.settle_suspensions() == 0
    assert state_of(other)["termination"] == "void"
