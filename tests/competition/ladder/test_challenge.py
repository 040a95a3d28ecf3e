"""Who may challenge whom on a ladder: each refusal by its code and sentence, the same for the page and the post."""

import pytest

from accounts.conduct import blocks, restrictions
from accounts.models import Restriction, Vacation
from competition import ladder
from competition.events import game_found
from competition.ladder import challenging
from competition.ladder.figures import find_reach
from competition.models import LadderGame, LadderMember
from core.refusal import Refusal
from engine.contract import Side
from games import clock
from games.events import turn_started
from games.models import Game
from games.play import rated_pairs
from games.play.start import fix_options
from tests.competition.ladder.conftest import DAY, NOON, be_away, read, refuse
from tests.factories import GameFactory, UserFactory
from tests.rows import each_row

Kind = Restriction.Kind


@each_row(("size", "reach"), [(3, 5), (20, 5), (50, 5), (51, 6), (120, 12)])
def test_up_to_five_places_or_a_tenth_of_the_ladder_rounded_up(size, reach):
    assert find_reach(size) == reach


# --- The game ----------------------------------------------------------------------------------------------------
def test_a_challenge_starts_its_game_at_once(eight):
    game = eight.start("F", "C")
    game.refresh_from_db()
    assert (game.arranged, game.rated, game.private, game.vacation_days) == (Game.Arranged.LADDER, True, False, 14)
    assert (game.clock_control, game.options) == (clock.Days(3), fix_options(game.ruleset, {}))
    row = LadderGame.objects.get(pk=game.pk)
    assert (row.challenger, row.challenged, row.settled_at) == (eight.people["F"], eight.people["C"], None)


def test_only_the_challenged_is_told_and_not_of_the_turn_besides(eight):
    found, turns = [], []

    def note(*, game_id, user_ids, **_):
        found.append((game_id, user_ids))

    def note_turn(*, turn, **_):
        turns.append((turn.mover_id, turn.is_told))

    game_found.connect(note)
    turn_started.connect(note_turn)
    game = eight.start("F", "C")
    game_found.disconnect(note)
    turn_started.disconnect(note_turn)
    mover = game.seats.get(side=game.side_to_move).user_id
    assert found == [(game.pk, [eight.people["C"].pk])]
    assert turns == [(mover, mover == eight.people["C"].pk)]


def test_sides_alternate_between_two_players_whoever_challenges(eight):
    at, sides = NOON, []
    for by, of in ["FC", "CF", "FC"]:
        sides.append(eight.play(by, of, winner=by, now=at).seats.get(user=eight.people["F"]).side)
        at += 61 * DAY
    assert sides in ([0, 1, 0], [1, 0, 1])


def test_the_first_game_of_two_is_by_chance(rungs):
    rungs.join("ABCDEF")
    sides = {rungs.play("F", of, winner=of).seats.get(user=rungs.people["F"]).side for of in "ABCDE"}
    sides |= {rungs.play("E", of, winner=of).seats.get(user=rungs.people["E"]).side for of in "ABCD"}
    assert sides == {Side.FIRST, Side.SECOND}


def test_in_master_the_site_seats_the_players_and_nobody_throws(alice, boris):
    for user in (alice, boris):
        ladder.join(user, "master", now=NOON)
    assert ladder.challenge("master", challenger=boris, other=alice, now=NOON).opening == ""


# --- The table of refusals ---------------------------------------------------------------------------------------
def test_not_on(eight):
    eight.people["X"] = UserFactory()
    assert read(refuse(eight, "X", "A")) == ("not_on", "Join the ladder first.")


def test_who_is_leaving_challenges_nobody_and_is_gone_for_others(eight):
    eight.start("F", "C")
    eight.leave("C")
    assert read(refuse(eight, "C", "A")) == ("not_on", "Join the ladder first.")
    assert read(refuse(eight, "G", "C")) == ("gone", "PlayerC isn’t on this ladder any more.")


def test_gone(eight):
    eight.leave("C")
    refusal = refuse(eight, "F", "C")
    assert (*read(refusal), refusal.status) == ("gone", "PlayerC isn’t on this ladder any more.", 409)


def test_gone_by_a_game_that_ended_while_the_challenge_waited_for_the_ladder(eight, monkeypatch):
    other = eight.start("G", "C")

    def wait(slug):
        monkeypatch.undo()
        eight.end(other, winner="G", termination="time")

    monkeypatch.setattr(challenging, "lock_ladder", wait)
    with pytest.raises(Refusal) as refused:
        eight.start("F", "C")
    assert refused.value.code == "gone"
    assert not Game.objects.of(eight.people["F"]).exists()


def test_self_and_below(eight):
    assert read(refuse(eight, "C", "C")) == ("self", "You can challenge only players above you.")
    assert read(refuse(eight, "C", "F")) == ("below", "You can challenge only players above you.")


def test_too_high(rungs):
    rungs.join("ABCDEFGHJKMN")
    sentence = "You can challenge up to 5 places above you: place 7 and below."
    assert read(refuse(rungs, "N", "F")) == ("too_high", sentence)
    rungs.start("N", "G")


def test_playing_whoever_started_it(eight):
    eight.start("F", "C")
    assert read(refuse(eight, "F", "C")) == ("playing", "You and PlayerC already have a ladder game.")
    LadderMember.objects.filter(user=eight.people["C"]).update(rank=2**40)
    assert read(refuse(eight, "C", "F")) == ("playing", "You and PlayerF already have a ladder game.")
    assert Game.objects.count() == 1


def test_too_soon_after_their_last_game_whoever_started_it(eight):
    eight.play("F", "C", winner="F")
    sentence = "Your last ladder game with PlayerF ended on 3 May. You can challenge again from 10 May."
    assert read(refuse(eight, "C", "F", now=NOON + 6 * DAY)) == ("too_soon", sentence)
    eight.start("C", "F", now=NOON + 7 * DAY)


def test_away_and_you_away(eight):
    be_away(eight.people["C"])
    assert read(refuse(eight, "F", "C")) == ("away", "PlayerC is on vacation until 12 May.")
    assert read(refuse(eight, "C", "A")) == ("you_away", "You’re on vacation. End it first.")


def test_a_day_of_vacation_that_was_used_automatically_keeps_nobody_off(eight):
    Vacation.objects.create(
        user=eight.people["C"], from_at=NOON - DAY, until_at=NOON + DAY, automatic=True, booked_at=NOON
    )
    eight.start("F", "C")


# --- As elsewhere ------------------------------------------------------------------------------------------------
def test_blocked(eight):
    blocks.make(eight.people["C"], eight.people["F"], mute=False, now=NOON)
    refusal = refuse(eight, "F", "C")
    assert (*read(refusal), refusal.status) == ("blocked", "You can’t challenge this player.", 403)


def test_who_blocks_somebody_is_told_so(eight):
    blocks.make(eight.people["F"], eight.people["C"], mute=False, now=NOON)
    sentence = "You’ve blocked PlayerC. To challenge this player, end the block in your settings first."
    assert read(refuse(eight, "F", "C")) == ("blocked", sentence)


@pytest.mark.parametrize("kind", [Kind.BARRED, Kind.BARRED_RATED, Kind.SUSPENDED])
def test_who_is_barred_or_suspended_neither_challenges_nor_is_challenged(eight, admin, kind):
    terms = {"games": Restriction.Games.GO_ON} if kind == Kind.SUSPENDED else {}
    restrictions.impose(eight.people["C"], kind, reason="A test", by=admin, until=NOON + DAY, now=NOON, **terms)
    eight.people["C"].refresh_from_db()
    refusal = refuse(eight, "C", "A")
    assert (refusal.code, refusal.status) == (kind, 403)
    assert read(refuse(eight, "F", "C")) == ("challenger_restricted", "PlayerC can’t start new games at the moment.")


def test_twelve_rated_games_in_ninety_days(eight):
    for at in range(12):
        GameFactory(first=eight.people["F"], second=eight.people["C"], rated=True, now=NOON + at * DAY)
    refusal = refuse(eight, "F", "C", now=NOON + 12 * DAY)
    assert (refusal.code, refusal.again_at) == ("many_rated", NOON + 90 * DAY)
    assert refusal.sentence == (
        "You two have started 12 rated games of Mastery in the last 90 days. You can challenge again from 1 August."
    )


def test_too_often(eight, monkeypatch):
    monkeypatch.setattr(rated_pairs, "MOST", 99)
    for _ in range(20):
        eight.start("F", "C")
        LadderGame.objects.update(running=False)
    with pytest.raises(Refusal) as refused:
        eight.start("F", "D")
    assert (refused.value.code, refused.value.status) == ("too_often", 429)


def test_a_closed_account_challenges_nobody(eight):
    eight.people["F"].is_active = False
    eight.people["F"].save()
    with pytest.raises(Refusal) as refused:
        eight.start("F", "C")
    assert (refused.value.code, refused.value.status) == ("closed", 403)
