"""A level put between others takes the place of none: accounts, running games, analyses, measured rows keep theirs."""

import json
from itertools import pairwise

import pytest
from django.utils import timezone

from accounts.models import User
from computers import starting, tasks, thinking
from computers.models import LAST, Computer, Review, Thought
from engine import registry
from engine.games.mastery import levels
from engine.level import Level
from engine.measuring import read_measured
from engine.search.playing import find_level, list_levels
from games.models import Game
from tests.computers.conftest import finish
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
BEFORE = levels.LEVELS
AT = 3
"""Before what is level 4 until then."""
SOME = BEFORE[:-1:2]
"""Below and above; nobody has games against all of them at once."""


@pytest.fixture
def put_between(monkeypatch):
    def put() -> None:
        between = Level("between", nodes=50, resigns_at=2_500)
        monkeypatch.setattr(levels, "LEVELS", (*BEFORE[:AT], between, *BEFORE[AT:]))

    return put


def list_accounts() -> set[tuple]:
    found = Computer.objects.exclude(level_name="between")
    return set(found.values_list("pk", "ruleset_slug", "level_name", "user__pk", "user__username", "user__about"))


def test_no_account_is_made_anew_renamed_or_given_another_level(put_between):
    tasks.make_accounts()
    before = list_accounts()
    strengths = {each.pk: thinking.level_of(each) for each in Computer.objects.all()}
    put_between()
    tasks.make_accounts()
    assert list_accounts() == before
    assert {each.pk: thinking.level_of(each) for each in Computer.objects.exclude(level_name="between")} == strengths
    assert Computer.objects.get(level_name="between").user.username == "Mastery-between"


def test_running_games_and_analyses_stay_with_the_same_computer(alice, against, put_between):
    games = {level.name: against(level=level.name).pk for level in SOME}
    over = finish(Game.objects.get(pk=games["regular"]))
    Review.objects.create(game=over, asked_at=timezone.now(), positions=1)
    put_between()
    tasks.make_accounts()
    for level in SOME:
        computer = Computer.objects.get(user__seats__game=games[level.name])
        assert thinking.level_of(computer) is find_level(registry.get("mastery"), level.name) is level
        assert starting.find_computer(registry.get("mastery"), level=level.name) == computer
    assert Computer.objects.get(user__seats__game=Review.objects.get().game).level_name == "regular"


def test_games_against_a_lower_level_still_come_first(asked, put_between):
    put_between()
    offered = list_levels(registry.get("mastery"))
    for level in reversed(offered):
        game = starting.start(UserFactory(), slug="mastery", level=level.name)
        Thought.objects.update_or_create(game=game, defaults={"revision": 0, "asked_at": timezone.now()})
    names = [Computer.objects.get(user__seats__game=each.game_id).level_name for each in Thought.objects.in_order()]
    assert names[AT - 1 : AT + 2] == ["leisure", "between", "hobby"]
    assert names == [level.name for level in offered]
    assert [each.place for each in Thought.objects.in_order()] == [*range(1, len(offered) + 1)]


def test_measured_rows_are_of_the_same_levels_by_their_new_numbers(put_between, monkeypatch, tmp_path):
    ruleset, names = registry.get("mastery"), [level.name for level in BEFORE]
    file = tmp_path / "measured.json"
    figures = {"draws": 0, "losses": 1, "elo": [1, 2, 3], "date": "2026-11-20", "share_of_time": 1}
    rows = [{"level": one, "beside": None, "wins": 1} for one in names[:1]]
    rows += [{"level": one, "beside": below, "wins": len(one)} for below, one in pairwise(names)]
    file.write_text(json.dumps([{**figures, **row} for row in rows]))
    monkeypatch.setattr(registry, "find_file", lambda slug, name: file if name == file.name else None)
    before = read_measured(ruleset).levels
    put_between()
    after = read_measured(ruleset).levels
    assert [(row.level, row.beside) for row in after] == [(move(row.level), move(row.beside)) for row in before]
    assert [(row.word, row.wins, row.elo) for row in after] == [(row.word, row.wins, row.elo) for row in before]


def move(number: int | None) -> int | None:
    return number + 1 if number is not None and number > AT else number


def test_the_form_shows_the_new_numbers_and_asks_for_levels_by_name(client, alice, asked, put_between):
    put_between()
    client.force_login(alice)
    page = client.get("/rules/mastery/").content.decode()
    assert '<option value="regular">Level 8 (club player)</option>' in page
    client.post("/computers/mastery/play/", {"level": "regular"})
    assert Computer.objects.get(user__seats__game=Game.objects.get()).level_name == "regular"


def test_a_computer_of_a_level_that_is_gone_plays_on_as_the_strongest(against):
    game = against(level="newcomer")
    Computer.objects.update(level_name="gone")
    computer = Computer.objects.get(user__seats__game=game)
    assert (thinking.level_of(computer), computer.place) == (BEFORE[-1], LAST)
    Thought.objects.get_or_create(game=game, defaults={"revision": 0, "asked_at": timezone.now()})
    assert Thought.objects.in_order().get(game=game).place == LAST


def test_accounts_of_an_older_version_are_taken_over(alice):
    user = User.objects.create(username="Mastery-level-3", email="mastery-3@computers.invalid", kind=User.Kind.COMPUTER)
    older = Computer.objects.create(user=user, ruleset_slug="mastery", level=3)
    tasks.make_accounts()
    assert starting.find_computer(registry.get("mastery"), level="club") == older
    assert Computer.objects.filter(ruleset_slug="mastery").count() == len(BEFORE) + 1


def test_an_account_of_an_older_version_beside_one_of_its_level_hinders_nothing():
    tasks.make_accounts()
    user = User.objects.create(username="Mastery-level-5", email="mastery-5@computers.invalid", kind=User.Kind.COMPUTER)
    Computer.objects.create(user=user, ruleset_slug="mastery", level=5)
    tasks.make_accounts()
    assert Computer.objects.get(user=user).level_name == ""
