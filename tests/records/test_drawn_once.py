"""Pictures cost little however many are asked for: drawn one at a time, counted by network, kept for whoever asks."""

from threading import Event, Thread

import pytest
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.limits import ACTIONS
from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import spend
from accounts.models import Allowance
from core.bounded_cache import Store
from games.pictures import asked
from games.words import pictures as words
from records.models import Puzzle
from records.pictures.look import MOST, MOST_CAPTURED
from records.puzzles import find_some
from tests.factories import GameFactory, play_turns
from tests.records.puzzled import make_analysed

HERE, ELSEWHERE = "203.0.113.1", "198.51.100.7"
MOST_AT_ONCE = min(limit.most for limit in ACTIONS["picture"].limits)
NAMES = ["game_png", "position_png", "game_picture", "game_picture_at", "home_picture", "ruleset_picture"]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch):
    monkeypatch.setattr(asked, "pictures", Store(most=asked.KEPT))


@pytest.fixture
def game(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), "Pd4-d5", "Pe5-e4", "Pd5xc5")


def fetch(address: str, *, by: str = HERE, **query):
    return Client().get(address, query, REMOTE_ADDR=by)


def spend_all(*, by: str) -> None:
    origin = hash_networks(RequestFactory().get("/", REMOTE_ADDR=by))
    with transaction.atomic():
        for _ in range(MOST_AT_ONCE):
            spend("picture", now=timezone.now(), origin=origin)


def address_of(name: str, game) -> str:
    if name == "puzzle_picture":
        make_analysed()
        find_some()
        return reverse(name, args=[Puzzle.objects.get().pk])
    arguments = {"game_png": [game.pk, 2], "position_png": ["mastery"], "game_picture": [game.pk]}
    arguments |= {"game_picture_at": [game.pk, 1], "home_picture": [], "ruleset_picture": ["masters"]}
    return reverse(name, args=arguments[name])


@pytest.mark.parametrize("name", [*NAMES, "puzzle_picture"])
def test_a_network_that_asked_for_too_many_new_pictures_gets_those_alone_that_are_kept(name, game):
    address = address_of(name, game)
    spend_all(by=HERE)
    refused = fetch(address)
    assert (refused.status_code, refused["Cache-Control"]) == (429, "no-store")
    assert int(refused["Retry-After"]) > 0
    assert refused.content.decode().startswith("You")
    assert fetch(address, by=ELSEWHERE).status_code == 200
    assert fetch(address).status_code == 200, "it is kept now, and counts for nobody"


def test_what_is_kept_is_neither_counted_nor_drawn_again(game, monkeypatch, django_assert_max_num_queries):
    first = fetch(reverse("game_png", args=[game.pk, 2]))
    used = list(Allowance.objects.values_list("key", "times"))
    assert used
    monkeypatch.setattr("records.views.pictures.draw_png", lambda *_, **__: pytest.fail("it is drawn again"))
    with django_assert_max_num_queries(2):
        assert fetch(reverse("game_png", args=[game.pk, 2])).content == first.content
    assert list(Allowance.objects.values_list("key", "times")) == used


def test_an_svg_is_not_counted(game):
    assert fetch(reverse("game_svg", args=[game.pk, 2])).status_code == 200
    assert not Allowance.objects.exists()


def test_whoever_waits_too_long_behind_other_pictures_is_told(game, monkeypatch):
    monkeypatch.setattr(asked, "WAITS", 0)
    with asked._drawing:
        busy = fetch(reverse("game_png", args=[game.pk, 2]))
    assert (busy.status_code, busy["Cache-Control"], busy.content.decode()) == (503, "no-store", f"{words.BUSY()}\n")
    assert fetch(reverse("game_png", args=[game.pk, 2])).status_code == 200


def test_one_that_several_ask_for_at_once_is_drawn_once(monkeypatch):
    """They wait for it together, and nothing else is drawn meanwhile."""
    monkeypatch.setattr(asked, "spend", lambda *_, **__: None)
    monkeypatch.setattr(asked.transaction, "atomic", _Nothing)
    goes_on, began, drawn, got = Event(), Event(), [], []

    def draw(name: bytes) -> bytes:
        drawn.append(name)
        began.set()
        goes_on.wait(5)
        return name

    def ask(name: bytes) -> None:
        request = RequestFactory().get("/")
        got.append(asked.answer(request, name, lambda: draw(name), headers={}).content)

    threads = [Thread(target=ask, args=[name]) for name in (b"one", b"one", b"one", b"other")]
    for thread in threads:
        thread.start()
    assert began.wait(5)
    assert len(drawn) == 1
    goes_on.set()
    for thread in threads:
        thread.join(5)
    assert sorted(drawn) == [b"one", b"other"]
    assert sorted(got) == [b"one", b"one", b"one", b"other"]


class _Nothing:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def test_a_large_png_has_no_captured_pieces(game):
    """Their rows take more of the processor than the board."""
    address = reverse("game_png", args=[game.pk, 3])
    for size, has_them in ((MOST_CAPTURED, True), (MOST_CAPTURED + 1, False), (MOST, False)):
        plain, wanted = (fetch(address, size=size, captured=flag) for flag in (0, 1))
        assert (plain.content != wanted.content) is has_them
        assert (plain["ETag"] != wanted["ETag"]) is has_them
    svg = reverse("game_svg", args=[game.pk, 3])
    assert fetch(svg, size=MOST, captured=1).content != fetch(svg, size=MOST).content
