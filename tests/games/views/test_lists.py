"""Lists of games: sorted, narrowed and paged by the address alone, with a small board for each game."""

import re
from datetime import timedelta

import pytest
from django.http import QueryDict
from django.utils import timezone

from engine.contract import Side
from games import clock, play
from games.models import Game
from games.reading import rows
from games.views import lists
from tests.factories import GameFactory, UserFactory, play_turns
from tests.rows import each_row

pytestmark = pytest.mark.both


@pytest.fixture
def games(alice, boris, carol) -> dict[str, Game]:
    """Three running games of Alice's; only the last has a turn."""
    return {
        "slow": GameFactory(first=boris, second=alice, control=clock.Days(9)),
        "endless": GameFactory(first=carol, second=alice, ruleset_slug="masters", control=clock.Unlimited()),
        "soon": play_turns(GameFactory(first=boris, second=alice, control=clock.Days(1)), "Pd4-d5"),
    }


def ask(games, query: str = "", *, viewer, player=None, **terms) -> lists.GameList:
    return lists.list_games(games, asked=QueryDict(query), viewer=viewer, player=player, **terms)


@each_row(
    ("query", "expected"),
    [
        ("", ["soon", "slow", "endless"]),
        ("sort=deadline", ["soon", "slow", "endless"]),
        ("sort=opponent", ["soon", "slow", "endless"]),
        ("sort=game", ["endless", "soon", "slow"]),
        ("sort=last", ["soon", "endless", "slow"]),
        ("sort=pk;DROP&page=x&game=none&opponent=", ["soon", "slow", "endless"]),
        ("game=masters", ["endless"]),
        ("game=mastery&sort=last", ["soon", "slow"]),
        ("opponent=bOR", ["soon", "slow"]),
        ("opponent=%25", []),
        ("opponent=%00carol", ["endless"]),
        ("opponent=alice", []),
        ("page=99999999999999999999", ["soon", "slow", "endless"]),
        ("page=2", []),
    ],
)
def test_the_address_sorts_and_narrows_and_what_it_should_not_say_asks_for_nothing(games, alice, query, expected):
    names = {game.pk: name for name, game in games.items()}
    shown = ask(Game.objects.of(alice).active(), query, viewer=alice, player=alice)
    assert [names[row.entry.pk] for row in shown] == expected


def test_finished_games_come_last_finished_first_and_know_no_deadline(alice, boris, carol):
    ended = [GameFactory(first=alice, second=person) for person in (carol, boris, carol)]
    for game in ended:
        play.resign(game.pk, side=Side.SECOND)
    over = Game.objects.of(alice).ended()
    for query, order in (("", [2, 1, 0]), ("sort=deadline", [2, 1, 0]), ("sort=opponent", [1, 2, 0])):
        shown = ask(over, query, viewer=alice, player=alice, over=True)
        assert [row.entry.pk for row in shown] == [ended[number].pk for number in order]
    assert shown.rows[0].entry.outcome == "won"
    assert shown.rows[0].entry.whose == ""


def test_a_row_tells_whose_turn_it_is_the_last_turn_and_the_time_left(games, alice, carol):
    rows = {row.entry.pk: row for row in ask(Game.objects.of(alice), viewer=alice, player=alice)}
    timed = [rows[games[name].pk] for name in ("slow", "endless", "soon")]
    slow, endless, soon = (row.entry for row in timed)
    assert [entry.whose for entry in (slow, endless, soon)] == ["Boris’s turn", "Carol’s turn", "Your turn"]
    assert [entry.waits for entry in (slow, endless, soon)] == [False, False, True]
    assert [entry.last_turn for entry in (slow, soon)] == ["", "Pd4-d5"]
    assert [row.haste for row in timed] == ["", "", "urgent"]
    assert [row.left for row in timed] == ["8 days 23 hours left", "", "23 hours 59 minutes left"]
    assert slow.title == "Mastery with Boris"
    for_carol = ask(Game.objects.of(alice), "game=mastery&sort=last", viewer=carol, player=alice)
    assert [row.entry.whose for row in for_carol] == ["Alice’s turn", "Boris’s turn"]


def test_a_turn_taken_back_is_not_the_last_one(games, alice):
    game = games["soon"]
    play_turns(game, game.position.legal_moves()[0])
    game.turns.filter(ply=2).update(taken_back_at=timezone.now())
    Game.objects.filter(pk=game.pk).update(ply=1)
    row = next(row for row in ask(Game.objects.of(alice), viewer=alice, player=alice) if row.entry.pk == game.pk)
    assert row.entry.last_turn == "Pd4-d5"


def test_deadlines_within_three_days_have_a_colour_of_their_own(alice, boris):
    for days in (2, 4):
        GameFactory(first=alice, second=boris, control=clock.Days(days))
    rows = ask(Game.objects.of(alice), viewer=alice, player=alice)
    assert [row.haste for row in rows] == ["soon", ""]


def test_private_games_are_left_out_of_every_list_but_their_players_own(alice, boris, carol):
    game = GameFactory(first=alice, second=boris, private=True)
    for viewer, seen in ((None, False), (carol, False), (boris, True), (alice, True)):
        shown = ask(Game.objects.of(alice), viewer=viewer, player=alice)
        assert [row.entry.pk for row in shown] == [game.pk] * seen
    assert not ask(Game.objects.all(), viewer=None)


def test_among_the_games_of_all_a_player_is_found_by_the_whole_name(games, boris):
    def find(query):
        return {row.entry.pk for row in ask(Game.objects.active(), query, viewer=None)}

    assert find("opponent=BORIS") == {games["slow"].pk, games["soon"].pk}
    assert find("opponent=Bor") == set()
    assert find("") == {game.pk for game in games.values()}


def test_pages_follow_each_other_keep_the_filter_and_leave_nothing_out(alice, boris, monkeypatch):
    monkeypatch.setattr(lists, "PAGE", 2)
    made = {GameFactory(first=alice, second=boris).pk for _ in range(5)}
    seen, query = [], "game=mastery&sort=last"
    for older in (True, True, False):
        shown = ask(Game.objects.of(alice), query, viewer=alice, player=alice)
        seen += [row.entry.pk for row in shown]
        assert (shown.older is not None) == older
        query = (shown.older or "").removeprefix("?")
    assert len(seen) == 5
    assert set(seen) == made
    assert shown.newer == "?game=mastery&sort=last&page=2"
    assert all("page" not in choice.query for choice in [*shown.tools.sorts, *shown.tools.games])


@pytest.mark.parametrize("address", ["/", "/?sort=opponent", "/people/Alice/?sort=game"])
def test_queries_stay_the_same_for_any_number_of_games(
    client, alice, boris, address, django_assert_max_num_queries, django_assert_num_queries
):
    client.force_login(alice)
    client.get(address)

    def make():
        play_turns(GameFactory(first=alice, second=boris), "Pd4-d5")
        GameFactory(first=alice, second=UserFactory())
        play.resign(GameFactory(first=boris, second=alice, ruleset_slug="masters").pk, side=Side.FIRST)

    make()
    with django_assert_max_num_queries(16) as few:
        client.get(address)
    for _ in range(4):
        make()
    with django_assert_num_queries(len(few)):
        client.get(address)


def test_pieces_are_drawn_once_on_a_page_and_each_board_uses_them(client, games, alice):
    client.force_login(alice)
    page = client.get("/").content.decode()
    defined = re.findall(r'<g id="([^"]+)"', page)
    assert len(defined) == len(set(defined))
    assert {"mastery.ground.1", "masters.ground.1", "mastery.M.0", "mastery.P.1"} <= set(defined)
    used = re.findall(r'<use href="#([^"]+)"', page)
    assert set(used) == set(defined)
    assert len(used) > 2 * len(set(used))


def test_a_position_is_drawn_once_however_often_it_is_listed(client, games, alice, monkeypatch):
    client.force_login(alice)
    client.get("/")
    monkeypatch.setattr("games.views.entries.draw_small", None)
    assert client.get("/?sort=game").status_code == 200


def test_the_filter_works_without_a_script_and_shows_no_button(client, games, alice):
    client.force_login(alice)
    page = client.get("/?game=mastery&opponent=Bo&sort=last").content.decode()
    tools = page.split('class="list-tools"', 1)[1].split("</form>")[0]
    assert '<input type="hidden" name="sort" value="last">' in tools
    assert 'name="opponent" value="Bo"' in tools
    assert 'class="visually-hidden button"' in tools
    assert "<script" not in tools
    assert client.get('/?opponent="><script>x').content.decode().count("<script>x") == 0


def test_a_filter_that_fits_nothing_says_so_and_leads_back(client, games, alice):
    client.force_login(alice)
    page = client.get("/?opponent=Zoe").content.decode()
    assert "No game fits this filter." in page
    assert "Welcome" not in page


def test_a_game_late_by_a_moment_is_shown_as_late(alice, boris):
    GameFactory(first=alice, second=boris)
    Game.objects.update(deadline_at=timezone.now() - timedelta(seconds=1))
    [row] = ask(Game.objects.of(alice), viewer=alice, player=alice)
    assert (row.left, row.haste) == ("time is up", "urgent")


def test_anyone_may_watch_public_games_in_one_query(client, games, alice, boris, django_assert_num_queries):
    private = GameFactory(first=alice, second=boris, private=True)
    over = GameFactory(first=alice, second=boris)
    play.resign(over.pk, side=Side.SECOND)
    client.get("/games/")  # the first visit reads the announcements
    with django_assert_num_queries(1):
        running = client.get("/games/?sort=deadline")
    assert [row.entry.pk for row in running.context["games"]] == [
        games["soon"].pk,
        games["slow"].pk,
        games["endless"].pk,
    ]
    finished = client.get("/games/?over=1")
    assert [row.entry.pk for row in finished.context["games"]] == [over.pk]
    client.force_login(alice)
    assert private.get_absolute_url() not in client.get("/games/").content.decode()
    assert not client.get("/games/?opponent=Nobody").context["games"].rows


@pytest.mark.parametrize(("over", "sort"), [(over, sort) for over in (False, True) for sort in lists.SORTS])
def test_one_players_games_are_found_without_reading_everybodys(alice, over, sort):
    """An index of all games in the order of the list would be quick for who plays most of them, and slow for others."""
    order = lists.choose_sorts(player=alice, over=over).get(sort, lists.SORTS_OVER["last"])[1]
    for name in ("deadline_at", "turn_started_at", "ended_at"):
        first = rows.sort_by_itself(order)[0]
        games = rows.name_players(Game.objects.of(alice), player=alice)
        said = str(games.order_by(first).values("pk").query).partition("ORDER BY")[2]
        assert name not in said or f'COALESCE("games_game"."{name}", "games_game"."{name}")' in said


def test_the_order_of_one_player_s_games_is_that_of_everybody_s(alice, boris):
    now = timezone.now()
    for days in (3, None, 1):
        control = clock.Days(days) if days else clock.Unlimited()
        GameFactory(first=alice, second=boris, control=control, now=now - timedelta(hours=days or 9))
    for sort, (_, order) in lists.SORTS.items():
        games = rows.name_players(Game.objects.of(alice), player=alice)
        assert list(games.order_by(*rows.sort_by_itself(order))) == list(games.order_by(*order)), sort
