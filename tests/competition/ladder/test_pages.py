"""The pages of ladders: who reads what, rows that agree with the post, and a number of queries that never grows."""

import re

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Vacation
from competition import ladder
from competition.models import LadderGame, LadderMember
from games.models import Game
from tests.competition.ladder.conftest import DAY, SLUG, Rungs, fill_in, make_people
from tests.factories import GameFactory, UserFactory

PAGE = reverse("ladder", args=[SLUG])
CHALLENGE = reverse("ladder_challenge", args=[SLUG])


@pytest.fixture
def here(db) -> Rungs:
    """Twelve players, as of now."""
    rungs = Rungs()
    rungs.join("ABCDEFGHJKMN", now=timezone.now())
    return rungs


def read_rows(page: str) -> dict[str, str]:
    """By player what stands at the end of their row: the label of the button, or the sentence."""
    found = {}
    for row in re.findall(r"<li.*?</li>", page, re.S):
        if name := re.search(r'href="/people/(\w+)/"', row):
            end = re.search(r'class="why[^>]*>(.*?)</p>|<button[^>]*>(\w+)', row)
            found[name[1].removeprefix("Player")] = (end[1] or end[2]) if end else ""
    return found


def count_queries(client, address: str) -> int:
    assert client.get(address).status_code == 200
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return len(asked)


# --- Reading -----------------------------------------------------------------------------------------------------
def test_visitors_read_the_places_and_no_button(client, here):
    page = client.get(PAGE).content.decode()
    assert read_rows(page) == dict.fromkeys("ABCDEFGHJKMN", "")
    assert "Log in to join" in page


def test_every_row_has_the_button_or_the_sentence_of_the_post(client, here):
    here.start("K", "H", now=timezone.now())
    span = {"from_at": timezone.now() - DAY, "until_at": timezone.now() + DAY, "booked_at": timezone.now()}
    Vacation.objects.create(user=here.people["G"], **span)
    client.force_login(here.people["K"])
    rows = read_rows(client.get(PAGE).content.decode())
    for letter, told in rows.items():
        with transaction.atomic():
            response = client.post(CHALLENGE, {"other": here.people[letter].username})
            transaction.set_rollback(True)
        assert (response.status_code == 302) == (told == "Challenge"), letter
        if told != "Challenge":
            assert f'<p class="errors" role="alert">{told}</p>' in response.content.decode(), letter
    assert [letter for letter, told in rows.items() if told == "Challenge"] == list("EFJ")


def test_own_place_and_the_way_to_it(client, db):
    people = make_people(60)
    fill_in(people, now=timezone.now())
    client.force_login(people[40])
    page = client.get(PAGE).content.decode()
    assert "Your place: 41 of 60." in page
    assert 'href="?page=2#me"' in page
    assert 'id="me"' in client.get(PAGE, {"page": "2"}).content.decode()


@pytest.mark.parametrize("page", ["0", "-1", "4", "½", "9" * 30, "x"])
def test_a_page_that_is_none_is_the_first(client, db, page):
    fill_in(make_people(60), now=timezone.now())
    assert "Climber00000" in client.get(PAGE, {"page": page}).content.decode()


def test_readers_who_see_no_ratings_read_none_here(client, here):
    assert "rating ?" in client.get(PAGE).content.decode()
    here.people["A"].show_ratings = False
    here.people["A"].save()
    client.force_login(here.people["A"])
    assert "rating ?" not in client.get(PAGE).content.decode()


def test_what_finished_games_did_whatever_staff_do_later(client, here):
    now = timezone.now()
    here.play("F", "C", winner="F", now=now)
    here.play("G", "D", winner="D", now=now)
    here.play("H", "E", termination="agreement", now=now)
    here.play("K", "G", winner="K", termination="time", now=now)
    here.play("M", "J", termination="void", now=now)
    Game.objects.update(winner=None, termination="void")
    page = client.get(PAGE).content.decode()
    for told in (
        "PlayerF beat PlayerC and moved from place 6 to place 3.",
        "PlayerD beat PlayerG. Nobody moved.",
        "PlayerH and PlayerE drew. Nobody moved.",
        "PlayerK beat PlayerG on time and moved from place 10 to place 7. PlayerG left the ladder.",
        "The game of PlayerM and PlayerJ ended without a result. Nobody moved.",
    ):
        assert told in page


def test_all_ladders_with_ones_own_place(client, here):
    client.force_login(here.people["C"])
    page = client.get(reverse("ladders")).content.decode()
    assert "Your place: 3 of 12." in page
    assert page.count("Nobody is on this ladder yet.") >= 1


def add_game(by, of) -> None:
    """A running ladder game, by somebody who may stand nowhere any more."""
    game = GameFactory(first=by, second=of, arranged=Game.Arranged.LADDER)
    LadderGame.objects.create(game=game, ruleset_slug=SLUG, challenger=by, challenged=of, started_at=timezone.now())


def test_a_number_of_queries_that_is_the_same_for_two_rows_and_for_all(client, carol):
    people = make_people(60)
    fill_in(people[:6], now=timezone.now())
    add_game(carol, people[4])
    client.force_login(people[5])
    few = count_queries(client, PAGE)
    LadderMember.objects.all().delete()
    fill_in(people, now=timezone.now())
    client.force_login(people[20])
    for other in people[15:19]:
        add_game(people[30], other)
    assert count_queries(client, PAGE) == few <= 16


# --- Acting ------------------------------------------------------------------------------------------------------
def test_join_and_leave(client, here):
    newcomer = UserFactory()
    client.force_login(newcomer)
    assert "Joining means that others then start games with you" in client.get(PAGE).content.decode()
    response = client.post(reverse("ladder_join", args=[SLUG]), follow=True)
    assert "You’re on the ladder, at place 13." in response.content.decode()
    response = client.post(reverse("ladder_leave", args=[SLUG]), follow=True)
    assert "You’ve left the ladder." in response.content.decode()
    assert LadderMember.objects.on(SLUG).count() == 12


def test_a_challenge_leads_to_its_game(client, here):
    client.force_login(here.people["F"])
    response = client.post(CHALLENGE, {"other": "playerc"}, follow=True)
    game = Game.objects.get()
    assert response.redirect_chain[0][0] == game.get_absolute_url()
    page = response.content.decode()
    assert "Your ladder game with PlayerC has started." in page
    assert f'This is a game of the <a href="{PAGE}">ladder of Mastery</a>' in page


def test_two_clicks_start_one_game(client, here):
    client.force_login(here.people["F"])
    sent = {"other": "PlayerC", "key": "a" * 22}
    answers = [client.post(CHALLENGE, sent) for _ in range(2)]
    assert {answer["Location"] for answer in answers} == {Game.objects.get().get_absolute_url()}


@pytest.mark.parametrize("name", ["ladder_join", "ladder_leave", "ladder_challenge"])
def test_visitors_log_in_first(client, here, name):
    address = reverse(name, args=[SLUG])
    assert client.post(address).url.startswith(reverse("account_login"))
    assert client.get(address).url == PAGE
    assert not LadderGame.objects.exists()


@pytest.mark.parametrize("name", ["ladder", "ladder_join", "ladder_leave", "ladder_challenge"])
def test_a_ladder_of_no_game_is_not_there(client, here, name):
    client.force_login(here.people["F"])
    address = reverse(name, args=["chess"])
    response = client.get(address) if name == "ladder" else client.post(address, {"other": "PlayerC"})
    assert response.status_code == 404
    assert not LadderMember.objects.on("chess").exists()


@pytest.mark.parametrize(
    ("by", "other", "status", "sentence"),
    [
        ("X", "PlayerA", 409, "Join the ladder first."),
        ("F", "PlayerF", 409, "You can challenge only players above you."),
        ("F", "Nobody", 409, "Nobody isn’t on this ladder any more."),
        ("F", "PlayerX", 409, "PlayerX isn’t on this ladder any more."),
        ("F", "", 409, "isn’t on this ladder any more."),
        ("F", "\0<b>", 409, "&lt;b&gt; isn’t on this ladder any more."),
        ("N", "PlayerA", 409, "You can challenge up to 5 places above you: place 7 and below."),
    ],
)
def test_who_cannot_be_challenged(client, here, by, other, status, sentence):
    here.people["X"] = UserFactory(username="PlayerX")
    client.force_login(here.people[by])
    response = client.post(CHALLENGE, {"other": other})
    assert (response.status_code, LadderGame.objects.count()) == (status, 0)
    assert sentence in response.content.decode()


def test_somebody_elses_place_is_not_theirs_to_leave(client, here, carol):
    client.force_login(carol)
    client.post(reverse("ladder_leave", args=[SLUG]), {"user": here.people["A"].pk, "other": "PlayerA"})
    assert here.read() == "ABCDEFGHJKMN"


# --- On other pages ----------------------------------------------------------------------------------------------
def test_where_somebody_stands_is_on_their_profile(client, here):
    ladder.join(here.people["C"], "masters")
    page = client.get(here.people["C"].get_absolute_url()).content.decode()
    assert re.search(r"Mastery</a>: 3 of 12", page)
    assert ": 1 of 1<" in page


@pytest.mark.parametrize("address", ["/leaderboard/mastery/", "/rules/mastery/"])
def test_pages_of_a_game_lead_to_its_ladder(client, db, address):
    assert f'href="{PAGE}"' in client.get(address).content.decode()


@pytest.mark.parametrize("address", ["/leaderboard/", "/people/", "/"])
def test_pages_of_all_games_lead_to_the_ladders(client, db, address):
    assert f'href="{reverse("ladders")}"' in client.get(address).content.decode()
