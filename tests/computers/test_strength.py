"""How strong a level is, by its games against people whose ratings were established when these ended."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from computers import shown_strength, strength, tasks
from computers.models import LevelStrength
from computers.starting import find_computer
from engine import glicko, registry
from engine.contract import Side
from engine.strength import OF_EACH, Played, choose, estimate
from games import play
from games.models import Game, PlayerRating, RatingEntry
from tests.administration import enter
from tests.factories import GameFactory, UserFactory
from tests.games.rating.conftest import LONG_TURNS
from tests.rows import each_row

NOW = datetime(2027, 8, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
MASTERY = registry.get("mastery")
SCORES = (1, 0.5, 0, 0, 1)
TOLD = "Mastery, steady player, plays like {} ± {} ({} games)"
TURNS = LONG_TURNS


# --- The estimate -------------------------------------------------------------------------------------------------
def of_six(games: int) -> list[Played]:
    return [Played(i % 6, 1400 + 50 * (i % 6), 70, SCORES[i % 5]) for i in range(games)]


def test_it_is_the_rating_that_best_explains_the_results():
    found = estimate(of_six(30))
    assert (round(found.rating, 2), round(found.margin, 2), found.games) == (1524.59, 129.87, 30)


@each_row(
    ("played", "known"),
    [
        (of_six(20), True),
        (of_six(19), False),
        ([game._replace(person=game.person % 5) for game in of_six(20)], True),
        ([game._replace(person=game.person % 4) for game in of_six(40)], False),
        ([game._replace(person=0 if i > 8 else game.person) for i, game in enumerate(of_six(60))], False),
        ([], False),
    ],
    ids=["20 games", "19 games", "5 people", "4 people", "most of one", "none"],
)
def test_it_takes_20_games_of_5_people_at_most_ten_of_each(played, known):
    assert (estimate(played) is not None) is known


def test_of_each_person_the_latest_ten_count():
    played = [Played(i % 2, 1500, 60, i // 2) for i in range(30)]
    assert [game.score for game in choose(played)] == [each for each in range(OF_EACH) for _ in range(2)]


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_who_has_won_or_lost_every_game_has_a_rating_within_the_bounds(score):
    found = estimate([game._replace(score=score) for game in of_six(30)])
    assert glicko.LOWEST <= found.rating <= glicko.HIGHEST
    assert (found.rating > 1900) is (score == 1.0)
    assert 0 < found.margin < 1000


def test_more_games_make_it_surer():
    margins = [estimate(played).margin for played in (of_six(20), of_six(40), of_six(60))]
    assert margins == sorted(margins, reverse=True)


# --- What counts ----------------------------------------------------------------------------------------------------
@pytest.fixture
def steady(db):
    return find_computer(MASTERY, level="steady")


@pytest.fixture
def people(db):
    return [UserFactory() for _ in range(5)]


def rate(person, rating: float, *, deviation: float = 70, at: datetime, slug: str = "mastery") -> RatingEntry:
    """As if a game of theirs had ended then, after which this was their rating."""
    game = GameFactory(first=person, now=at - DAY, ruleset_slug=slug)
    play.resign(game.pk, side=Side.FIRST, now=at)
    PlayerRating.objects.get_or_create(user=person, ruleset_slug=slug)
    return RatingEntry.objects.create(
        game=game,
        user=person,
        ruleset_slug=slug,
        ended_at=at,
        opponent_rating=1500,
        opponent_deviation=60,
        score=0,
        rating=rating,
        deviation=deviation,
        volatility=0.06,
    )


def meet(computer, person, *, at: datetime, won: bool = False, turns=TURNS) -> Game:
    """A game that ended then, and that the person has won or lost."""
    game = GameFactory(first=person, second=computer.user, now=at - DAY, turns=turns)
    play.resign(game.pk, side=Side.SECOND if won else Side.FIRST, now=at)
    return game


def list_met(computer, since=NOW - 365 * DAY) -> list[Played]:
    return [met.played for met in strength.list_met(computer, since=since)]


@pytest.mark.parametrize("won", [True, False])
def test_a_person_counts_as_they_were_rated_when_the_game_ended(steady, alice, won):
    rate(alice, 1600, at=NOW - 30 * DAY)
    rate(alice, 1700, at=NOW - 10 * DAY)
    rate(alice, 2000, at=NOW - 30 * DAY, slug="masters")
    meet(steady, alice, at=NOW - 5 * DAY, won=won)
    meet(steady, alice, at=NOW - 20 * DAY)
    meet(steady, alice, at=NOW - 40 * DAY)
    latest, middle = list_met(steady)
    weeks = 5 / 7
    assert latest == (alice.pk, 1700, glicko.age(glicko.Rating(1700, 70, 0.06), weeks), 0.0 if won else 1.0)
    assert (middle.rating, middle.score) == (1600, 1.0)


def test_a_draw_is_half_a_point(steady, alice):
    rate(alice, 1600, at=NOW - 30 * DAY)
    game = meet(steady, alice, at=NOW - DAY)
    Game.objects.filter(pk=game.pk).update(winner=None, termination="agreement", ply=60)
    assert [met.score for met in list_met(steady)] == [0.5]


@pytest.mark.parametrize(("ending", "plies", "tells"), [("agreement", 59, False), ("repetition", 59, True)])
def test_a_draw_that_was_agreed_on_early_tells_nothing(steady, alice, ending, plies, tells):
    """Levels once took each draw that they were offered."""
    rate(alice, 1600, at=NOW - 30 * DAY)
    game = meet(steady, alice, at=NOW - DAY)
    Game.objects.filter(pk=game.pk).update(winner=None, termination=ending, ply=plies)
    assert bool(list_met(steady)) == tells


def test_a_game_without_a_person_of_an_established_rating_says_nothing(steady, alice, boris, carol):
    rate(alice, 1600, at=NOW - 30 * DAY, deviation=111)
    rate(boris, 1600, at=NOW - 500 * DAY, deviation=109)
    for person in (alice, boris, carol):
        meet(steady, person, at=NOW - DAY)
    assert list_met(steady) == []


def test_neither_does_one_that_was_cut_short_taken_back_called_off_or_is_older(steady, alice):
    rate(alice, 1600, at=NOW - 400 * DAY, deviation=45)
    meet(steady, alice, at=NOW - DAY, turns=TURNS[:9])
    meet(steady, alice, at=NOW - 366 * DAY)
    back = meet(steady, alice, at=NOW - DAY)
    back.turns.create(ply=11, side=0, text="x", position_text="x", position_key="x", played_at=NOW, taken_back_at=NOW)
    for termination in ("called_off", "void", "cancelled", "suspension"):
        Game.objects.filter(pk=meet(steady, alice, at=NOW - DAY).pk).update(termination=termination, winner=None)
    assert list_met(steady) == []
    meet(steady, alice, at=NOW - DAY)
    assert len(list_met(steady)) == 1


def test_an_entry_that_does_not_count_rates_nobody(steady, alice):
    entry = rate(alice, 1600, at=NOW - 30 * DAY)
    RatingEntry.objects.filter(pk=entry.pk).update(why="staff", rating=None, deviation=None, volatility=None)
    meet(steady, alice, at=NOW - DAY)
    assert list_met(steady) == []


# --- What is stored -------------------------------------------------------------------------------------------------
def fill(computer, people, *, at: datetime, rating: float = 1500, each: int = 4) -> None:
    """Games of people of that rating, of which each wins every other."""
    for person in people:
        rate(person, rating, at=at - DAY)
        for number in range(each):
            meet(computer, person, at=at + number * timedelta(minutes=1), won=number % 2 == 0)


def test_it_is_worked_out_for_twelve_months_and_by_calendar_year(steady, people, django_assert_num_queries):
    fill(steady, people, at=datetime(2026, 3, 1, tzinfo=UTC), rating=1400)
    fill(steady, people, at=datetime(2027, 3, 1, tzinfo=UTC), rating=1600)
    assert strength.measure_levels(NOW) == 1
    found = {row.year: (round(row.rating, -1), row.games) for row in LevelStrength.objects.all()}
    assert found == {0: (1600, 20), 2026: (1400, 20), 2027: (1600, 20)}
    fill(steady, people, at=NOW - DAY, rating=1600)
    assert strength.measure_levels(NOW) == 1
    assert LevelStrength.objects.get(year=0).games == 40
    assert strength.measure_levels(NOW + 800 * DAY) == 0
    assert sorted(LevelStrength.objects.values_list("year", flat=True)) == [2026, 2027], "what was is kept"
    with django_assert_num_queries(6):  # the levels; its games, their entries; the storing and its savepoint
        strength.measure_levels(NOW)


def test_with_nineteen_games_nothing_is_known(steady, people):
    fill(steady, people, at=NOW - 10 * DAY)
    Game.objects.filter(seats__user=steady.user).latest("pk").delete()
    assert strength.measure_levels(NOW) == 0
    assert not LevelStrength.objects.exists()


def test_a_level_that_is_retired_is_measured_too(people):
    club = find_computer(MASTERY, level="club")
    fill(club, people, at=NOW - 10 * DAY)
    assert strength.measure_levels(NOW) == 1


# --- What is shown --------------------------------------------------------------------------------------------------
@pytest.fixture
def known(steady):
    shown_strength.forget()
    for year, rating in ((0, 1480.4), (2026, 1450.0), (2027, 1479.5)):
        LevelStrength.objects.create(computer=steady, year=year, rating=rating, margin=89.6, games=46)


LABEL = "Level 6 (steady player), plays like 1480 ± 90 (46 games)"


@pytest.mark.usefixtures("known")
def test_its_profile_says_how_strong_it_is(client, alice, steady, django_assert_num_queries):
    client.force_login(alice)
    other = find_computer(MASTERY, level="keen").user
    for who, shown in ((steady.user, True), (other, False), (alice, False)):
        page = client.get(who.get_absolute_url()).content.decode()
        assert (TOLD.format(1480, 90, 46) in page) is shown


@pytest.mark.usefixtures("known", "asked")
@pytest.mark.parametrize("path", ["/rules/mastery/", "/"])
def test_who_chooses_a_level_sees_it(client, alice, against, path):
    assert LABEL in client.get(path).content.decode().replace("&nbsp;", " ")
    against()
    client.force_login(alice)
    page = client.get(path).content.decode()
    assert page.count(LABEL) == 1
    assert page.count("plays like") == 1


@pytest.mark.usefixtures("known", "asked")
@pytest.mark.parametrize("path", ["/rules/mastery/", "/", "/people/Mastery-steady/"])
def test_who_hides_ratings_sees_none(client, alice, boris, against, path):
    against()
    alice.show_ratings = False
    alice.save(update_fields=["show_ratings"])
    for reader, shown in ((boris, True), (alice, False), (boris, True)):
        client.force_login(reader)
        assert ("plays like 1480" in client.get(path).content.decode()) is shown


def test_pages_ask_for_it_once_in_a_while(client, steady, django_assert_num_queries):
    assert shown_strength.read_strengths() == ()
    LevelStrength.objects.create(computer=steady, year=0, rating=1500, margin=80, games=30)
    with django_assert_num_queries(0):
        assert shown_strength.read_strengths() == ()
    shown_strength.forget()
    with django_assert_num_queries(1):
        assert [shown.rating for shown in shown_strength.read_strengths()] == [1500]


@pytest.mark.usefixtures("known")
def test_administrators_see_it_by_year(client, admin, steady, django_assert_num_queries):
    newcomer = find_computer(MASTERY, level="newcomer")
    LevelStrength.objects.create(computer=newcomer, year=2027, rating=1000, margin=100, games=1_200)
    page = enter(client, admin).get(reverse("admin:levels"))
    assert page.context["years"] == [2026, 2027, 0]
    assert [[each and each.rating for each in level.by_year] for level in page.context["levels"]] == [
        [None, 1000.0, None],
        [1450.0, 1479.5, 1480.4],
    ]
    text = page.content.decode().replace("&nbsp;", " ")
    assert "1480 ± 90 (46)" in text
    assert "1000 ± 100 (1,200)" in text
    with django_assert_num_queries(1):
        strength.list_by_year()


def test_an_empty_table_says_why(client, admin):
    assert "No level has played" in enter(client, admin).get("/admin/levels/").content.decode()


@pytest.mark.parametrize("who", ["alice", ""])
def test_nobody_else_sees_that_page(client, alice, who):
    if who:
        client.force_login(alice)
    assert client.get("/admin/levels/").status_code in (302, 403)


def test_the_task_does_it(steady, people):
    now = datetime.now(UTC)
    fill(steady, people, at=now - 10 * DAY)
    assert tasks.measure_levels() == 1
