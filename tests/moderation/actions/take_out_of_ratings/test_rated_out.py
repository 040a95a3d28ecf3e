"""What staff do about ratings: take a game out, or all of somebody's since a day, and bar people from rated games.

Boris has won rated games against Alice and Carol since the first of the month; Mira decides, and Zoe undoes.
"""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse

from accounts.conduct import restrictions
from accounts.conduct.restrictions import Activity
from accounts.models import Restriction, User
from core.refusal import Refusal
from engine.contract import Side
from games import events, play
from games.models import Game, PlayerRating, RatedGame, RatingEntry
from moderation import acting, appeals
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from notifications.models import Notice
from tests.factories import GameFactory
from tests.moderation.staff import act, act_on_game, open_as

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)
FIRST = datetime(2026, 11, 1, 12, tzinfo=UTC)
LATER = FIRST + 20 * DAY
TURNS = ("Md1-c1", "Mc8-b8")
SINCE = registry.ACTIONS.find("take_rated_out_since")
ONE = registry.ACTIONS.find("take_out_of_ratings")


def win(winner: User, loser: User, *, day: int) -> Game:
    at = FIRST + day * DAY
    game = GameFactory(first=winner, second=loser, rated=True, turns=TURNS, now=at)
    play.resign(game.pk, side=Side.SECOND, now=at)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def games(alice, boris, carol) -> list[Game]:
    """The first of them is older than what is taken out."""
    found = [win(boris, other, day=day) for day, other in ((0, alice), (5, alice), (6, carol))]
    Notice.objects.all().delete()
    return found


@pytest.fixture
def corrected():
    """Whose rating was announced to be corrected, and by which game."""
    found = []

    def receive(user_id, game_id, **_):
        found.append((user_id, game_id))

    events.rating_corrected.connect(receive)
    yield found
    events.rating_corrected.disconnect(receive)


def make_order(staff: User, **more) -> Order:
    answers = {"since": date(2026, 11, 5), "length": "30"}
    return Order(**{"staff": staff, "now": LATER, "told": "You had help.", "rule": "F4", "answers": answers, **more})


def read_all() -> tuple[list, list]:
    return list(PlayerRating.objects.order_by("pk").values()), list(RatingEntry.objects.order_by("pk").values())


def show(*users: User) -> list[int]:
    rows = dict(PlayerRating.objects.values_list("user", "rating"))
    return [round(rows[user.pk]) for user in users]


# --- All since a day ---------------------------------------------------------------------------------------------
def test_all_since_a_day_are_one_row_told_once_and_put_back_to_every_digit(
    games, alice, boris, carol, mira, zoe, corrected
):
    before = read_all()
    acting.perform(SINCE, boris, order=make_order(mira))
    assert show(alice, boris, carol) == [1338, 1662, 1500]
    row = LoggedAction.objects.get()
    assert (row.person, row.before["games"]) == (boris, [game.pk for game in games[1:]])
    laid = Restriction.objects.get()
    assert laid.reason == (
        "2 rated games of yours since 5 November 2026 don’t count for ratings any more. You had help."
    )
    assert sorted(corrected) == [(user.pk, None) for user in (alice, boris, carol)]
    assert Notice.objects.filter(recipient=boris, kind="restricted", channel="email").count() == 1
    assert not Notice.objects.filter(kind="staff_decided").exists()
    acting.undo(row, order=make_order(zoe))
    assert read_all() == before
    assert not RatedGame.objects.exists()
    assert Restriction.objects.get().close == "lifted"
    assert len(corrected) == 6


def test_an_appeal_that_is_right_puts_them_back_as_well(games, boris, mira, zoe):
    before = read_all()
    acting.perform(SINCE, boris, order=make_order(mira))
    made = appeals.make(Restriction.objects.get(), text="I had none.", now=LATER)
    appeals.answer(made.pk, outcome="reversed", answer="Sorry.", staff=zoe, now=LATER)
    assert read_all() == before


def test_the_rehearsal_tells_how_many_games_and_whose_ratings_and_changes_nothing(games, alice, boris, mira, corrected):
    GameFactory(first=boris, second=alice, rated=True, now=LATER)
    before, was = read_all(), show(alice, boris)
    said = [str(each) for each in acting.foresee(SINCE, boris, order=make_order(mira))]
    assert said[0].startswith("The person reads: You have been warned. Reason: 3 rated games of yours since 5 November")
    assert said[1:3] == ["Taken out of the ratings: 3 games", "1 of these is still going on"]
    assert {f"Alice, Mastery: {was[0]} → 1338", f"Boris, Mastery: {was[1]} → 1662"} < set(said[3:])
    assert len(said) == 6
    assert read_all() == before
    assert not LoggedAction.objects.exists()
    assert not Restriction.objects.exists()


def test_the_page_shows_it_beforehand(games, boris, mira):
    page = act(open_as(mira), boris, "take_rated_out_since", since="2026-11-05", preview="1").content.decode()
    assert "Taken out of the ratings: 2 games" in page
    assert "Nothing has been done yet" in page
    assert not RatedGame.objects.exists()


@pytest.mark.parametrize(("since", "code"), [(date(2999, 1, 1), "not_begun"), (date(2026, 11, 8), "nothing")])
def test_a_day_to_come_and_one_without_rated_games_are_refused(games, boris, mira, since, code):
    for do in (acting.perform, acting.foresee):
        with pytest.raises(Refusal) as refused:
            do(SINCE, boris, order=make_order(mira, answers={"since": since}))
        assert (refused.value.code, refused.value.status) == (code, 422)
    assert not LoggedAction.objects.exists()


def test_staff_who_played_the_person_long_ago_take_out_no_game_of_their_own(games, boris, mira):
    """Games of more than 90 days ago are no tie by themselves."""
    win(boris, mira, day=-120)
    answers = {"since": date(2026, 1, 1)}
    with pytest.raises(Refusal) as refused:
        acting.perform(SINCE, boris, order=make_order(mira, answers=answers))
    assert refused.value.code == "own_game"
    assert not RatedGame.objects.exists()


# --- One game ----------------------------------------------------------------------------------------------------
def test_the_rehearsal_of_a_game_names_both_ratings(games, boris, carol, mira):
    was = show(boris, carol)
    said = [str(each) for each in acting.foresee(ONE, games[2], order=make_order(mira))]
    assert said[0] == "The game no longer counts for ratings."
    assert said[2] == f"Carol: {was[1]} → 1500"
    assert said[1].startswith(f"Boris: {was[0]} → ")
    assert show(boris, carol) == was


def test_other_acts_rehearse_ratings_too(games, carol, mira):
    said = [str(each) for each in acting.foresee(registry.ACTIONS.find("void"), games[2], order=make_order(mira))]
    assert f"Carol: {show(carol)[0]} → 1500" in said


def test_both_are_told_once_of_each_what_was_done_and_what_their_rating_reads(games, boris, carol, mira, corrected):
    acting.perform(ONE, games[2], order=make_order(mira))
    assert sorted(corrected) == [(boris.pk, games[2].pk), (carol.pk, games[2].pk)]
    emails = Notice.objects.filter(kind="staff_decided", channel="email")
    assert sorted(emails.values_list("recipient", flat=True)) == [boris.pk, carol.pk]


@pytest.mark.parametrize("shown", [True, False])
def test_the_page_of_the_decision_shows_ratings_only_to_who_wants_to_see_them(client, games, carol, mira, shown):
    User.objects.filter(pk=carol.pk).update(show_ratings=shown)
    acting.perform(ONE, games[2], order=make_order(mira))
    path = appeals.path_of_game(LoggedAction.objects.get(), user_id=carol.pk)
    page = client.get(path).content.decode()
    assert "The game no longer counts for ratings." in page
    assert ("→ 1500" in page) is shown


def test_staff_see_of_a_game_whether_it_is_rated_and_what_it_changed(games, alice, boris, mira):
    staff = open_as(mira)

    def read(game: Game) -> str:
        return staff.get(reverse("moderation_game", args=[game.pk])).content.decode()

    assert "Boris: Mastery 1500 → 1662 (+162)" in read(games[0])
    assert act_on_game(staff, games[0], "take_out_of_ratings").status_code == 302
    page = read(games[0])
    assert "Not rated: our staff took this game out of the ratings." in page
    assert reverse("moderation_act_on_game", args=[games[0].pk, "take_out_of_ratings"]) not in page, "it is out already"
    running = GameFactory(first=boris, second=alice, rated=True)
    assert "Rated." in read(running)
    act_on_game(staff, running, "take_out_of_ratings")
    assert "our staff took this game out" in read(running)
    unrated = GameFactory(first=boris, second=alice)
    assert "Unrated." in read(unrated)
    assert act_on_game(staff, unrated, "take_out_of_ratings").status_code == 409


# --- No rated games ----------------------------------------------------------------------------------------------
def test_who_is_barred_from_rated_games_may_start_none_until_then(boris, mira, zoe):
    acting.perform(registry.ACTIONS.find("bar_rated"), boris, order=make_order(mira))
    row = LoggedAction.objects.get()
    assert row.what == "No rated games until Mon 21 Dec 2026, 12:00 UTC."
    barred = User.objects.get(pk=boris.pk)
    with pytest.raises(Refusal, match="You can’t start rated games until 21 December 2026"):
        restrictions.refuse(barred, Activity.RATED, now=LATER)
    for other in (Activity.CHALLENGE, Activity.OPEN_CHALLENGE, Activity.PLAY, Activity.CHAT):
        restrictions.refuse(barred, other, now=LATER)
    restrictions.refuse(barred, Activity.RATED, now=LATER + 31 * DAY)
    acting.undo(row, order=make_order(zoe))
    restrictions.refuse(User.objects.get(pk=boris.pk), Activity.RATED, now=LATER)


def test_it_always_has_an_end(boris, mira):
    choices = registry.ACTIONS.find("bar_rated").list_fields(boris)["length"].choices
    assert "good" not in dict(choices)
    assert act(open_as(mira), boris, "bar_rated", length="good").status_code == 422
