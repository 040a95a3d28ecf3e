"""A level that is offered no more: its computer finishes what runs, starts no new game, and says so."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.profile import computers as names
from computers import accepting, starting, tasks, thinking
from computers.models import LAST, Computer, Thought
from core.refusal import Refusal
from engine import registry
from engine.games.master import levels as levels_of_master
from engine.games.mastery import levels
from engine.level import Level
from engine.search.playing import find_level, list_levels
from games import play
from games.models import Challenge, Game
from games.words.refusals import FORMER_LEVEL
from tests.administration import enter
from tests.computers.conftest import finish, play_first, side_of
from tests.factories import ChallengeFactory, GameFactory, UserFactory
from tests.games.views.test_challenge_new import OPEN

pytestmark = pytest.mark.django_db
SHOWN = "Computer (former level: club player)"
SENTENCE = str(FORMER_LEVEL())
MASTERY = registry.get("mastery")


@pytest.fixture
def retired(asked) -> Computer:
    """A computer of a level that was offered once, as an older version of the site made it."""
    return starting.find_computer(MASTERY, level="club")


@pytest.fixture
def retire(monkeypatch):
    """Has Mastery offer a level no more, from now on."""

    def end(name: str) -> None:
        gone = find_level(MASTERY, name)
        monkeypatch.setattr(levels, "LEVELS", tuple(level for level in levels.LEVELS if level is not gone))
        monkeypatch.setattr(levels, "RETIRED", (*levels.RETIRED, gone))
        forget_names()

    yield end
    monkeypatch.undo()
    forget_names()


def forget_names() -> None:
    names._list_known.cache_clear()
    names._list_retired.cache_clear()


def test_it_finishes_what_runs_as_strong_as_it_was(alice, retired):
    game = GameFactory(first=alice, second=retired.user)
    play_first(game, alice)
    thinking.think(game.pk)
    game.refresh_from_db()
    assert (game.ply, game.is_over) == (2, False)
    assert thinking.level_of(retired) is find_level(MASTERY, "club") is levels.RETIRED[2]
    assert starting.find_computer(MASTERY, level="club") == retired


@pytest.mark.parametrize("who", ["member", "guest"])
def test_it_starts_no_game_by_a_click(client, alice, retired, who):
    if who == "member":
        client.force_login(alice)
    answer = client.post(reverse("play_computer", args=["mastery"]), {"level": "club"}, follow=True)
    assert "Choose one of the levels offered." in answer.content.decode()
    with pytest.raises(Refusal) as refused:
        starting.start(alice, slug="mastery", level="club")
    assert (refused.value.code, refused.value.status) == ("no_level", 422)
    assert not Game.objects.exists()


def test_a_level_of_another_game_starts_none_either(alice, asked, monkeypatch):
    monkeypatch.setattr(levels_of_master, "LEVELS", (Level("of-dice", nodes=10),))
    starting.start(alice, slug="master", level="of-dice")
    for slug, level in (("mastery", "of-dice"), ("master", "keen")):
        with pytest.raises(Refusal, match="Choose one of the levels offered"):
            starting.start(alice, slug=slug, level=level)


def test_a_new_site_makes_no_account_for_it():
    tasks.make_accounts()
    assert not Computer.objects.filter(level_name__in=[level.name for level in levels.RETIRED]).exists()


def test_neither_the_chooser_nor_its_profile_offers_it(client, alice, retired):
    client.force_login(alice)
    offered = client.get("/rules/mastery/").content.decode()
    assert 'value="regular"' in offered
    assert 'value="club"' not in offered
    profile = client.get(retired.user.get_absolute_url()).content.decode()
    assert f"<h1>{SHOWN}</h1>" in profile
    assert "This level is no longer offered" in profile
    assert f"Challenge {SHOWN}" not in profile
    running = client.get(starting.find_computer(MASTERY, level="regular").user.get_absolute_url()).content.decode()
    assert "no longer offered" not in running
    assert "Challenge Computer, level 7 (club player)" in running


def test_staff_see_which_are_offered(client, admin, retired):
    starting.find_computer(MASTERY, level="regular")
    browser = enter(client, admin)
    page = browser.get(reverse("admin:computers_computer_changelist")).content.decode()
    assert [page.count(f'alt="{offered}"') for offered in ("True", "False")] == [3, 1]
    assert browser.get(reverse("admin:computers_computer_change", args=[retired.pk])).status_code == 200


def test_a_challenge_to_it_is_refused_in_words(client, alice, retired):
    client.force_login(alice)
    form = {**OPEN, "audience": "player", "opponent": retired.user.username}
    answer = client.post(reverse("challenge_new"), form)
    assert answer.status_code == 422
    assert SENTENCE in answer.content.decode()
    assert not Challenge.objects.exists()


def test_a_challenge_that_waited_for_it_is_declined_and_says_why(alice, asked, retire):
    computer = starting.find_computer(MASTERY, level="keen")
    ChallengeFactory(challenger=alice, audience="player", opponent=computer.user)
    retire("keen")
    assert accepting.answer_waiting() == 1
    found = Challenge.objects.get()
    assert (found.status, found.reason) == (Challenge.Status.DECLINED, SENTENCE)
    assert not Game.objects.exists()


def test_no_rematch_is_offered_to_it(client, alice, retired):
    game = finish(GameFactory(first=alice, second=retired.user))
    client.force_login(alice)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "This level of the computer is no longer offered." in page
    for words in (">Rematch</button>", "New challenge", "a rematch after every game"):
        assert words not in page
    with pytest.raises(Refusal, match="no longer offered"):
        play.offers.propose(game.pk, "rematch", side=side_of(game, alice))


def test_a_rematch_offered_before_is_declined(alice, asked, retire):
    game = finish(starting.start(alice, slug="mastery", level="keen"))
    play.offers.propose(game.pk, "rematch", side=side_of(game, alice))
    retire("keen")
    thinking.think(game.pk)
    game.refresh_from_db()
    assert "rematch" not in game.offers
    assert Game.objects.count() == 1
    assert not Thought.objects.exists()


@pytest.mark.parametrize(("level", "next_one"), [("keen", "hobby"), ("newcomer", "learner"), ("veteran", "strong")])
def test_a_guest_whose_level_is_gone_is_led_to_one_like_it(client, asked, retire, level, next_one):
    client.post(reverse("play_computer", args=["mastery"]), {"level": level})
    game = finish(Game.objects.get())
    retire(level)
    page = client.get(game.get_absolute_url()).content.decode()
    assert f'value="{level}"' not in page
    assert re.findall(r'<option value="(\w+)" selected>Level', page) == [next_one]


@pytest.mark.parametrize("level", levels.RETIRED, ids=lambda level: level.name)
def test_its_thoughts_wait_for_quicker_levels_and_overtake_none_that_is(alice, asked, level):
    computer = starting.find_computer(MASTERY, level=level.name)
    place = computer.place
    assert 1 <= place <= len(list_levels(MASTERY))
    game = GameFactory(first=alice, second=computer.user)
    Thought.objects.create(game=game, revision=0, asked_at=timezone.now())
    assert Thought.objects.in_order().get().place == place
    assert place < len(list_levels(MASTERY)), "the strongest, who thinks for long, waits for it"


def test_a_level_that_was_renamed_leaves_an_account_that_plays_on_and_is_not_offered(alice, asked, monkeypatch):
    """Its name is unknown to this version: it plays as the strongest, last of all, and takes no game."""
    game = starting.start(alice, slug="mastery", level="keen")
    renamed = tuple(
        Level("eager", level.word, nodes=level.nodes) if level.name == "keen" else level for level in levels.LEVELS
    )
    monkeypatch.setattr(levels, "LEVELS", renamed)
    tasks.make_accounts()
    older = Computer.objects.get(user__seats__game=game)
    assert (older.level_name, older.place, older.is_offered) == ("keen", LAST, False)
    assert thinking.level_of(older) is renamed[-1]
    assert starting.find_obstacle(UserFactory(), computer=older).code == "former_level"
    assert Computer.objects.get(ruleset_slug="mastery", level_name="eager").user.username == "Mastery-eager"
