"""`manage.py ratings check` names whatever is stored otherwise than the games make it, and nothing else."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.models import Game, PlayerRating, RatedGame, RatingEntry
from games.rating import settle
from games.rating.checking import Check
from mastery_site.management.commands.ratings import tell
from tests.factories import UserFactory
from tests.games.rating.conftest import DAY, FIRST, HOUR, REASON, SECOND, begin, draw, lose_on_time, on_day, win


@pytest.fixture
def games(alice, boris, carol, mira) -> list[Game]:
    """Games of all kinds: counting and not, running, of two rulesets, unrated, reopened, left out, of who has left."""
    games = [win(alice, boris, at=on_day(1)), draw(boris, carol, at=on_day(30), staff=mira)]
    games += [lose_on_time(alice, other, at=on_day(31)) for other in (boris, carol)]
    games.append(win(alice, carol, at=on_day(40), turns=()))
    games.append(begin(alice, carol, now=on_day(41)))
    games.append(begin(alice, boris, now=on_day(41), ruleset_slug="masters", turns=()))
    win(boris, carol, at=on_day(42), rated=False)
    reopened = win(boris, alice, at=on_day(43))
    play.reopen(reopened.pk, staff=mira, reason=REASON, now=on_day(44))
    void = win(carol, alice, at=on_day(45))
    play.void(void.pk, staff=mira, reason=REASON, now=on_day(46))
    declined = lose_on_time(boris, carol, at=on_day(70))
    RatedGame.objects.create(game=declined, declined_by=carol, declined_at=on_day(71))
    settle([declined.pk])
    win(UserFactory(), UserFactory(), at=on_day(80))
    gone = UserFactory()
    win(gone, alice, at=on_day(81))
    User.objects.filter(pk=gone.pk).update(closed_at=on_day(82))
    PlayerRating.objects.filter(user=gone).delete()
    return games


def check() -> list[str]:
    """The lines of differences, as the command prints them."""
    return [tell(difference) for difference in Check().find()]


def test_nothing_is_named_where_all_is_well(games):
    with CaptureQueriesContext(connection) as queries:
        assert check() == []
    assert len(queries) == 3
    checked = Check()
    assert list(checked.find()) == []
    assert (checked.entries, checked.ratings) == (RatingEntry.objects.count(), PlayerRating.objects.count())


def entries(user, game):
    return RatingEntry.objects.filter(user=user, game=game)


def ratings(user):
    return PlayerRating.objects.filter(user=user, ruleset_slug="mastery")


RUNNING = {"ended_at": None, "termination": "", "winner": None, "left_at_end": None}
FAULTS = [  # what is broken, with Alice, the first game that she won against Boris, and what the lines have to say
    ("a rating", lambda alice, game: ratings(alice).update(rating=F("rating") + 1), ["rating"]),
    ("a deviation", lambda alice, game: ratings(alice).update(deviation=100), ["deviation"]),
    ("a volatility", lambda alice, game: ratings(alice).update(volatility=0.07), ["volatility"]),
    ("how many games", lambda alice, game: ratings(alice).update(games=F("games") + 1), ["games"]),
    ("the last game", lambda alice, game: ratings(alice).update(at=on_day(1)), ["at"]),
    ("when established", lambda alice, game: ratings(alice).update(established_until=on_day(1)), ["established_until"]),
    ("no rating", lambda alice, game: ratings(alice).delete(), ["rating"]),
    ("after a game", lambda alice, game: entries(alice, game).update(rating=1600), ["rating"]),
    ("before a game", lambda alice, game: entries(alice, game).update(before_deviation=349), ["before_deviation"]),
    ("weeks", lambda alice, game: entries(alice, game).update(weeks=2), ["weeks"]),
    ("a score", lambda alice, game: entries(alice, game).update(score=0.5), ["score", "rating"]),
    ("an opponent", lambda alice, game: entries(alice, game).update(opponent_rating=1700), ["rating", "volatility"]),
    ("an end", lambda alice, game: entries(alice, game).update(ended_at=on_day(1) + HOUR), ["ended_at"]),
    ("why", lambda alice, game: uncount(alice, game), ["why", "games"]),
    ("serial", lambda alice, game: entries(alice, game).update(serial=True), ["serial"]),
    ("early", lambda alice, game: entries(alice, game).update(early=True), ["early"]),
    ("opponents", lambda alice, game: ratings(alice).update(opponents=1), ["opponents"]),
    ("one entry", lambda alice, game: entries(alice, game).delete(), ["entries", "games"]),
    ("no entries", lambda alice, game: RatingEntry.objects.filter(game=game).delete(), ["entries", "games"]),
    ("another's game", lambda alice, game: entries(alice, game).update(user=UserFactory()), ["entry", "games"]),
    ("an unrated game", lambda alice, game: Game.objects.filter(pk=game.pk).update(rated=False), ["entry"]),
    ("the winner", lambda alice, game: Game.objects.filter(pk=game.pk).update(winner=None), ["score"]),
    ("no result", lambda alice, game: Game.objects.filter(pk=game.pk).update(termination="void"), ["why"]),
    ("it goes on", lambda alice, game: Game.objects.filter(pk=game.pk).update(**RUNNING), ["why"]),
    ("taken out", lambda alice, game: RatedGame.objects.create(game=game, taken_out_at=on_day(2)), ["why"]),
    ("an account", lambda alice, game: User.objects.filter(pk=alice.pk).update(closed_at=on_day(99)), ["rating"]),
]


def uncount(user, game) -> None:
    nothing = dict.fromkeys(("rating", "deviation", "volatility", "weeks"))
    before = dict.fromkeys(("before_rating", "before_deviation", "before_volatility"))
    entries(user, game).update(why="staff", **nothing, **before)


def test_each_difference_is_named(alice, games):
    for name, break_it, named in FAULTS:
        with transaction.atomic():
            break_it(alice, games[0])
            lines = check()
            transaction.set_rollback(True)
        assert lines, name
        for what in named:
            assert any(f": {what} is " in line for line in lines), (name, lines)
    assert check() == []


def test_a_line_says_where_and_what(alice, games):
    entries(alice, games[0]).update(weeks=2)
    assert check() == [f"mastery, user {alice.pk}, game {games[0].pk}: weeks is 2.0 instead of 0.0"]


def test_a_game_in_another_ruleset_is_named(alice, boris, games):
    masters = games[6]
    play.resign(masters.pk, side=FIRST, now=on_day(42))
    assert check() == []
    RatingEntry.objects.filter(game=masters).update(ruleset_slug="mastery")
    assert f"mastery, user {boris.pk}, game {masters.pk}: ruleset is mastery instead of masters" in check()


def test_settling_anew_mends_what_a_game_says(alice, games):
    Game.objects.filter(pk=games[0].pk).update(termination="void", winner=None)
    assert check()
    settle([games[0].pk])
    assert check() == []


def test_a_rating_of_somebody_without_games_is_where_everybody_starts(alice, boris):
    begin(alice, boris, now=on_day(1))
    assert check() == []
    ratings(boris).update(rating=1600)
    assert check() == [f"mastery, user {boris.pk}: rating is 1600.0 instead of 1500.0"]


def test_many_players_in_one_stream_or_both(alice, mira):
    """Players with ratings alone, with entries alone and with both, in any order."""
    players = [UserFactory() for _ in range(8)]
    for number, player in enumerate(players):
        game = begin(player, alice, now=on_day(number + 1) - DAY)
        if number % 2:
            play.resign(game.pk, side=SECOND, now=on_day(number + 1))
    assert check() == []
    PlayerRating.objects.filter(user__in=players[1::4]).delete()
    PlayerRating.objects.filter(user__in=players[0::4]).update(games=3)
    expected = [f"mastery, user {player.pk}: rating is none instead of there" for player in players[1::4]]
    expected += [f"mastery, user {player.pk}: games is 3 instead of 0" for player in players[0::4]]
    assert sorted(check()) == sorted(expected)


@pytest.mark.django_db(transaction=True)
def test_the_command_prints_them_and_fails_if_there_are_any(alice, boris):
    game = win(alice, boris, at=on_day(1))
    out = StringIO()
    call_command("ratings", "check", stdout=out)
    assert out.getvalue() == "2 ratings and 2 entries are what the games make of them.\n"
    entries(alice, game).update(weeks=2)
    with pytest.raises(CommandError, match=r"Differences: 1, among 2 ratings and 2 entries\.") as error:
        call_command("ratings", "check", stdout=out)
    assert error.value.returncode == 1
    assert out.getvalue().splitlines()[1:] == check()
