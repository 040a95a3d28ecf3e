"""A game that staff hide: nobody but its players and staff finds it, wherever public games are."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition import ladder
from engine.contract import Side
from games import play
from games.exporting import tell_games
from games.models import Game, OnTimeRecord
from games.punctuality import refresh
from moderation import acting
from moderation.actions.contract import Order
from moderation.actions.registry import ACTIONS
from moderation.models import LoggedAction
from notifications.models import Notice
from records import book, bulk, bulk_files, following, puzzles
from records.models import BookTurn, MonthOfGames, Puzzle
from tests.factories import GameFactory
from tests.moderation.staff import act_on_game, make_moderator, open_as
from tests.records.puzzled import make_analysed

pytestmark = pytest.mark.django_db
MOST = 250
"""Pages that are looked at."""
ADDRESSES = (
    *("game", "game_text", "game_json", "game_gif", "game_frames", "game_material", "game_abstract_play"),
    *("embed_game", "embed_frames", "game_picture", "review"),
)
POSITIONS = ("game_at", "game_svg", "game_png", "embed_game_at", "game_picture_at")


def make_order(staff) -> Order:
    return Order(staff=staff, now=timezone.now(), reason="Seen it.", told="Not for everybody.")


def hide(game: Game, mira) -> LoggedAction:
    acting.perform(ACTIONS.get("hide_game"), Game.objects.get(pk=game.pk), order=make_order(mira))
    return LoggedAction.objects.filter(action="hide_game").latest("pk")


def crawl(client: Client) -> dict[str, str]:
    """Each page that links lead to from the front page on, with what it says."""
    found, waiting = {}, ["/", "/games/?over=1"]
    while waiting and len(found) < MOST:
        path = waiting.pop(0)
        if path in found:
            continue
        page = client.get(path)
        found[path] = page.content.decode() if not page.streaming and page["Content-Type"].startswith("text") else ""
        hrefs = re.findall(r'href="(/[^"#?]*)["#?]', found[path])
        waiting += [each for each in hrefs if not re.match("/(static|account|rules|practice|learn|terms)/", each)]
    return found


def list_leading(client: Client, *parts: str) -> set[str]:
    """The pages on which something leads to one of these."""
    return {path for path, page in crawl(client).items() if any(re.search(rf"{part}\b", page) for part in parts)}


def answers(client: Client, game: Game) -> set[int]:
    paths = [reverse(name, args=[game.pk]) for name in ADDRESSES]
    paths += [reverse(name, args=[game.pk, 1]) for name in POSITIONS]
    return {client.get(path).status_code for path in paths}


def climb(alice, boris) -> Game:
    """Boris has won a place on the ladder by a rated game of three turns."""
    for player in (alice, boris):
        ladder.join(player, "mastery")
    game = ladder.challenge("mastery", challenger=boris, other=alice)
    play.resign(game.pk, side=game.seats.get(user=alice).side)
    return game


@pytest.mark.late
@pytest.mark.long
def test_no_page_that_others_reach_leads_to_one(client, alice, boris, carol, mira):
    analysed, _ = make_analysed()
    Game.objects.filter(pk=analysed.pk).update(ended_at=timezone.now())
    puzzles.find_some(most=50)
    puzzle = Puzzle.objects.get()
    running, climbed = GameFactory(first=alice, second=boris, turns=["Md1-c1"], rated=True), climb(alice, boris)
    following.follow_person(carol, alice)
    book.update_marked()
    games = (analysed, running, climbed)
    parts = [f"/games/{game.pk}" for game in games] + [f"/puzzles/{puzzle.pk}"]
    client.force_login(carol)
    for reader in (Client(), client):
        assert len(list_leading(reader, *parts)) > 3
    for game in games:
        hide(game, mira)
    book.update_marked()
    for reader in (Client(), client):
        assert list_leading(reader, *parts) == set()
    for row in LoggedAction.objects.filter(action="hide_game", reverses=None):
        acting.undo(row, order=make_order(mira))
    book.update_marked()
    assert len(list_leading(Client(), *parts)) > 3


def test_its_addresses_are_for_its_players_and_staff_alone(client, alice, boris, carol, mira):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    play.resign(game.pk, side=0)
    assert 404 not in answers(Client(), game)
    hide(game, mira)
    assert answers(Client(), game) == {404}
    client.force_login(carol)
    assert answers(client, game) == {404}
    page = game.get_absolute_url()
    for reader in (open_as(mira), open_as(alice)):
        assert "hidden by our staff: only the two players and staff can see it" in reader.get(page).content.decode()
    assert open_as(make_moderator("Vera")).get(reverse("game_text", args=[game.pk])).status_code == 200


def test_a_game_that_its_players_keep_private_stays_so_for_staff(alice, boris, mira, staff):
    game = GameFactory(first=alice, second=boris, private=True)
    assert open_as(mira).get(game.get_absolute_url()).status_code == 404
    assert act_on_game(staff, game, "hide_game").status_code == 409


def test_both_players_are_told_why_and_their_own_data_tells(staff, alice, boris, carol):
    game = GameFactory(first=alice, second=boris)
    Notice.objects.all().delete()
    assert act_on_game(staff, game, "hide_game", told="Their chat is on another site.").status_code == 302
    told = Notice.objects.filter(kind="staff_decided", channel="email")
    assert {each.recipient for each in told} == {alice, boris}
    row = LoggedAction.objects.get()
    assert (row.told, row.before["hidden_at"]) == ("Their chat is on another site.", None)
    assert row.after["hidden_at"]
    (mine,) = tell_games(alice.pk)
    assert (mine["private"], mine["hidden_by_staff_at"]) == (True, Game.objects.get().hidden_at)


def test_book_files_and_punctuality_follow(alice, boris, mira, settings, tmp_path):
    settings.RECORDS_DIR, settings.RECORDS_LICENCE = tmp_path, "CC0-1.0"
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Mc8-b8"])
    play.resign(game.pk, side=0)
    later = timezone.now() + timedelta(days=40)
    refresh()

    def read() -> tuple[bool, int, int]:
        book.update_marked()
        bulk.write_due(now=later)
        refresh()
        written = sum(MonthOfGames.objects.values_list("games", flat=True))
        return BookTurn.objects.exists(), written, OnTimeRecord.objects.get(user=alice).games

    assert read() == (True, 1, 1)
    row = hide(game, mira)
    assert read() == (False, 0, 0)
    acting.undo(row, order=make_order(mira))
    assert read() == (True, 1, 1)
    assert bulk_files.find_folder() == tmp_path


def test_a_rematch_is_as_public_and_as_rated_as_the_game_was(alice, boris, mira):
    game = GameFactory(first=alice, second=boris, rated=True, turns=["Md1-c1", "Mc8-b8"])
    play.resign(game.pk, side=0)
    hide(game, mira)
    play.offers.propose(game.pk, "rematch", side=Side.FIRST)
    play.offers.accept(game.pk, "rematch", side=Side.SECOND)
    after = Game.objects.latest("pk")
    assert after.pk != game.pk
    assert (after.private, after.hidden_at, after.rated) == (False, None, True)
