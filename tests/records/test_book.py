"""The book of finished public games: kept with every change of a result, counted anew, and read without a delay."""

from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from engine import registry
from games import play
from games.fairness import FROM_PLY
from games.models import Game
from records import book
from records.models import BookChange, BookEntry, BookTurn
from records.tasks import check_book, update_book
from tests.factories import GameFactory, UserFactory, play_turns

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xd6")
OTHER = ("Pd4-d5", "Pf6-f5")

pytestmark = pytest.mark.django_db


def end_game(first, second, *turns, winner=0, **fields) -> Game:
    game = play_turns(GameFactory(first=first, second=second, **fields), *turns)
    play.resign(game.pk, side=1 - winner)
    game.refresh_from_db()
    return game


def read(client, *turns, slug="mastery", **asked):
    position = registry.get(slug).start()
    for turn in turns:
        position = position.play(turn)
    return client.get(reverse("book", args=[slug]), {"position": position.text(), **asked})


def tell(page) -> list[tuple]:
    return [tuple(turn)[:5] for turn, _ in page.context["turns"]]


def count_plainly() -> dict:
    """The book as it would be made from the games alone."""
    found: dict = {}
    for game in Game.objects.filter(private=False, ended_at__isnull=False).prefetch_related("seats__user"):
        if not game.has_result or any(seat.user.is_guest for seat in game.seats.all()):
            continue
        ruleset, players = game.ruleset, {seat.side: seat.user for seat in game.seats.all()}
        position, places, by_computer = ruleset.start(**game.options), [], False
        for turn in game.turns.filter(taken_back_at=None).order_by("ply"):
            by_computer = players[turn.side].is_computer
            places.append((book.key_of(ruleset, position), by_computer, turn.text))
            position = position.play(turn.text)
        for place in [*places, (book.key_of(ruleset, position), by_computer, "")]:
            row = found.setdefault(place, [0, 0, 0, 0])
            row[0] += 1
            row[1 + (2 if game.winner is None else game.winner)] += 1
    return {place: tuple(row) for place, row in found.items()}


def list_entries() -> dict:
    return {
        (row.key, row.by_computer, row.text): (row.games, row.first_won, row.second_won, row.drawn)
        for row in BookEntry.objects.all()
    }


def test_turns_are_told_with_how_often_and_how_these_games_ended(client, alice, boris, carol):
    games = [end_game(alice, boris, *TURNS), end_game(boris, carol, *TURNS, winner=1), end_game(carol, alice, *OTHER)]
    assert update_book() == 3
    assert tell(read(client)) == [("Pd4-d5", 3, 2, 1, 0)]
    page = read(client, "Pd4-d5")
    assert tell(page) == [("Pe5-e4", 2, 1, 1, 0), ("Pf6-f5", 1, 1, 0, 0)]
    assert [game.pk for game, *_ in page.context["newest"]] == [game.pk for game in reversed(games)]
    assert all(f'href="/games/{game.pk}/1/"' in page.content.decode() for game in games), "to the position"
    assert page.context["turns"][0][0].last_on == timezone.now().date()
    last = read(client, *TURNS)
    assert tell(last) == []
    assert "2 games ended here." in last.content.decode()
    assert f'href="/games/{games[0].pk}/{len(TURNS)}/"' in last.content.decode()
    assert "One game ended here." in read(client, *OTHER).content.decode()
    assert "No finished game has come here." in read(client, "Pd4-e5").content.decode()


def test_games_that_stood_in_the_book_before_it_knew_last_positions_are_completed(client, alice, boris):
    end_game(alice, boris, *TURNS)
    update_book()
    right = list_entries()
    BookTurn.objects.filter(text="").delete()
    BookEntry.objects.filter(text="").delete()
    assert check_book() == 0
    assert update_book() == 1
    assert list_entries() == right
    assert check_book() == update_book() == 0


def test_people_and_computers_are_apart_and_one_player_s_games_are_had_alone(client, alice, boris, carol):
    robot = UserFactory(kind="computer")
    end_game(alice, robot, *TURNS)
    end_game(boris, carol, *OTHER)
    update_book()
    assert tell(read(client, "Pd4-d5")) == [("Pf6-f5", 1, 1, 0, 0)]
    client.force_login(alice)
    assert tell(read(client, "Pd4-d5", who="computers")) == [("Pe5-e4", 1, 1, 0, 0)]
    assert tell(read(client, mine=1)) == [("Pd4-d5", 1, 1, 0, 0)]
    assert tell(read(client, opponent="carol")) == [("Pd4-d5", 1, 1, 0, 0)]
    assert tell(read(client, mine=1, opponent="carol")) == []
    assert read(client, opponent="nobody-here").status_code == 422
    client.logout()
    assert read(client, mine=1).status_code == 403


def test_private_running_and_void_games_and_guests_are_in_no_book(client, alice, boris, carol):
    end_game(alice, boris, *TURNS, private=True)
    play_turns(GameFactory(first=alice, second=boris), *TURNS)
    end_game(UserFactory(kind="guest", is_active=False), UserFactory(kind="computer"), *TURNS)
    play.void(end_game(boris, carol, *TURNS).pk, staff=UserFactory(is_staff=True), reason="A test.")
    update_book()
    assert not BookTurn.objects.exists()
    assert not BookEntry.objects.exists()


@pytest.mark.late
def test_whatever_staff_do_the_book_is_what_it_would_be_made_anew(alice, boris, carol):
    random, staff = Random(41), UserFactory(is_staff=True)
    games = [end_game(alice, boris, *random.choice((TURNS, OTHER)), winner=random.randrange(2)) for _ in range(4)]
    for _ in range(25):
        game = Game.objects.get(pk=random.choice(games).pk)
        how = {"staff": staff, "reason": "A test."}
        if not game.is_over:
            play.resign(game.pk, side=random.randrange(2))
        elif game.is_void or random.random() < 0.4:
            play.reopen(game.pk, **how)
        elif random.random() < 0.5:
            play.void(game.pk, **how)
        else:
            winner = random.choice([each for each in (0, 1, None) if each != game.winner])
            play.adjudicate(game.pk, winner=winner, **how)
        if random.random() < 0.6:
            update_book()
            assert list_entries() == count_plainly()
            assert book.recount() == 0
    update_book()
    assert list_entries() == count_plainly()
    assert not BookChange.objects.exists()


def test_counting_anew_finds_what_is_wrong_and_adds_what_is_missing(alice, boris, caplog):
    game = end_game(alice, boris, *TURNS)
    BookChange.objects.all().delete()
    assert check_book() == 0
    assert update_book() == 1, "an older game, as after an upgrade"
    right = list_entries()
    BookEntry.objects.filter(text="Pd4-d5").update(games=9)
    BookEntry.objects.filter(text="Pe5-e4").delete()
    BookEntry.objects.create(key=5, by_computer=False, text="Pz1-z2", games=1)
    assert check_book() == 3
    assert "The book had" in caplog.text
    assert list_entries() == right
    assert check_book() == 0
    Game.objects.filter(pk=game.pk).update(private=True)
    check_book()
    update_book()
    assert not BookTurn.objects.exists(), "it was hidden"


def test_turns_of_computers_are_never_told_where_a_game_is_being_played_nor_by_a_mirror(client, alice, boris):
    ruleset, random = registry.get("mastery"), Random(5)
    line, position = [], ruleset.start()
    while len(line) < FROM_PLY:
        quiet = [move for move in position.legal_moves() if ruleset.is_quiet(move)]
        line.append(random.choice(quiet))
        position = position.play(line[-1])
    end_game(UserFactory(kind="computer"), alice, *line, position.legal_moves()[0])
    update_book()
    client.force_login(boris)
    assert read(client, *line, who="computers").status_code == 200
    running = play_turns(GameFactory(first=alice, second=boris), *line)
    answer = read(client, *line, who="computers")
    assert answer.status_code == 403
    assert "A game is being played" in answer.content.decode()
    assert tell(answer) == []
    assert read(client, *line).status_code == 200, "a book of people is allowed"
    client.logout()
    assert read(client, *line, who="computers").status_code == 403
    near = position.play(position.legal_moves()[3])
    client.force_login(boris)
    asked = {"position": near.text(), "who": "computers"}
    assert client.get(reverse("book", args=["mastery"]), asked).status_code == 403, "it is near to one’s own"
    play.resign(running.pk, side=0)
    assert read(client, *line, who="computers").status_code == 200


def test_a_turn_of_another_version_of_the_rules_is_left_out(client, alice, boris):
    end_game(alice, boris, *TURNS)
    update_book()
    BookEntry.objects.filter(text="Pd4-d5").update(text="Pd4-d9")
    assert tell(read(client)) == []


@pytest.mark.parametrize("position", ["rubbish", "x" * 4000, "8/8 d", "\0"])
def test_what_is_no_position_is_refused_in_a_sentence(client, position):
    answer = client.get(reverse("book", args=["mastery"]), {"position": position})
    assert answer.status_code in (400, 422)
    assert client.get(reverse("book", args=["unheard-of"])).status_code == 404


def test_more_games_cost_no_more_queries(client, alice, boris, django_assert_max_num_queries):
    client.force_login(alice)

    def count(more: int) -> int:
        for _ in range(more):
            end_game(alice, boris, *TURNS)
        update_book()
        with django_assert_max_num_queries(30) as queries:
            read(client, mine=1)
            read(client)
        return len(queries)

    count(1)
    assert count(2) == count(9)


def test_an_ending_costs_one_query(alice, boris, django_assert_num_queries):
    game = end_game(alice, boris, *TURNS)
    with django_assert_num_queries(1):
        book.on_result_changed(game_id=game.pk)


def test_it_is_on_practice_analysis_and_rules_pages_and_nothing_near_it_judges(client, alice, boris):
    end_game(alice, boris, *TURNS)
    update_book()
    client.force_login(alice)
    practice = client.get("/practice/mastery/?turns=Pd4-d5").content.decode()
    assert "/book/mastery/?position=" in practice
    assert "/book/mastery/" in client.get("/rules/mastery/").content.decode()
    made = client.post(reverse("analyse_practice", args=["mastery"]), {"turns": "Pd4-d5"}, follow=True)
    assert "/book/mastery/?position=" in made.content.decode()
    part = read(client, part=1).content.decode()
    assert "<html" not in part
    for word in ("winning", "better", "mistake", "evaluation", "best"):
        assert word not in part.lower()
