"""The front page of a player and of a visitor."""

import pytest
from django.utils import timezone
from django.utils.html import escape

from accounts.time_off import vacation
from core.prepared import PreparedQuery
from engine import registry
from engine.contract import Side
from games import clock, play
from games.models import Game
from games.views import entries, home, lists
from tests.factories import ChallengeFactory, GameFactory, UserFactory, play_turns


def section(page: str, heading: str) -> str:
    """What stands under a heading of the page; empty where there is none."""
    return page.split(heading, 1)[1].split("<h2", 1)[0] if heading in page else ""


def list_shown(client, name: str, address: str = "/") -> list[int]:
    """The games of one of the lists of the page, by id."""
    return [row.entry.pk for row in client.get(address).context[name]]


def test_my_turn_comes_first_and_by_deadline_with_no_deadline_last(client, alice, boris):
    slow = GameFactory(first=alice, second=boris, control=clock.Days(9))
    endless = GameFactory(first=alice, second=boris, control=clock.Unlimited())
    soon = GameFactory(first=alice, second=boris, control=clock.Days(1))
    client.force_login(alice)
    assert list_shown(client, "waiting") == [soon.pk, slow.pk, endless.pk]


def test_a_turn_played_moves_the_game_to_those_waiting_for_others(client, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), "Pd4-d5")
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert game.get_absolute_url() in section(page, "Waiting for opponents")
    assert game.get_absolute_url() not in section(page, "My turn")


def test_a_finished_game_is_shown_with_its_result(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    play.resign(game.pk, side=Side.SECOND)
    client.force_login(boris)
    recent = section(client.get("/").content.decode(), "Recently finished")
    assert "lost" in recent
    assert "Dark won: Light resigned." in recent


def test_counts_are_exact_also_beyond_what_is_listed(client, alice, boris):
    for _ in range(3):
        GameFactory(first=alice, second=boris)
    client.force_login(alice)
    context = client.get("/").context
    assert (context["waiting_count"], context["others_count"]) == (3, 0)


def test_challenges_for_me_are_on_the_page(client, alice, boris):
    ChallengeFactory(challenger=boris, audience="player", opponent=alice, note="Well?")
    client.force_login(alice)
    assert "Well?" in section(client.get("/").content.decode(), "Challenges for you")


def test_a_visitor_sees_games_and_challenges_but_no_private_game(client, alice, boris):
    public = GameFactory(first=alice, second=boris)
    private = GameFactory(first=alice, second=boris, private=True)
    ChallengeFactory(challenger=alice, note="Anyone?")
    page = client.get("/").content.decode()
    assert public.get_absolute_url() in page
    assert private.get_absolute_url() not in page
    assert "Anyone?" in page


def test_a_visitor_is_shown_each_game_with_its_board_and_can_try_it_at_once(client, db):
    page = client.get("/").content.decode()
    for ruleset in registry.all_rulesets():
        assert f'aria-label="Set-up of {escape(ruleset.name)}"' in page
        assert ruleset.summary in page
        practice = f"/practice/{ruleset.slug}/"
        assert f'href="{practice}"' in page
        assert client.get(practice).status_code == 200


def test_a_visitor_sees_running_games_as_boards_in_three_queries(
    client, alice, boris, monkeypatch, django_assert_num_queries
):
    for game in [GameFactory(first=alice, second=boris) for _ in range(6)]:
        play_turns(game, f"Pd4-{'cde'[game.pk % 3]}5")
        ChallengeFactory(challenger=UserFactory())
    shown = client.get("/").content.decode()
    boards = home.WATCHED + home.OFFERED
    assert shown.count('class="thumb"') == boards
    monkeypatch.setattr(entries, "draw_small", None)  # nothing is drawn a second time
    with django_assert_num_queries(3):
        assert client.get("/").content.decode().count('class="thumb"') == boards


def test_a_new_player_is_led_on_until_the_first_game_starts(client, alice, boris, carol):
    GameFactory(first=alice, second=boris)
    theirs = ChallengeFactory(challenger=alice, note="Anyone?")
    client.force_login(carol)
    page = client.get("/").content.decode()
    assert "Welcome, Carol!" in page
    for ruleset in registry.all_rulesets():
        assert f'href="/rules/{ruleset.slug}/"' in page
        assert f'href="/practice/{ruleset.slug}/"' in page
    assert theirs.get_absolute_url() in section(page, "Welcome, Carol!")
    assert 'href="/challenges/new/">Post a challenge' in page
    assert 'class="thumb"' in page
    mine = ChallengeFactory(challenger=carol)
    page = client.get("/").content.decode()
    assert page.count(mine.get_absolute_url()) == 1  # among those sent, and not among those to take
    assert "email you as soon as someone accepts" in page
    client.post(f"/challenges/{theirs.pk}/accept/")
    page = client.get("/").content.decode()
    assert "Learn a game" not in page
    assert "Waiting for others" in page or "My turn" in page


def test_a_private_game_is_not_shown_to_a_new_player(client, alice, boris, carol):
    private = GameFactory(first=alice, second=boris, private=True)
    client.force_login(carol)
    assert private.get_absolute_url() not in client.get("/").content.decode()


def test_one_click_leads_to_the_nearest_deadline(client, alice, boris):
    GameFactory(first=alice, second=boris, control=clock.Days(9))
    soon = GameFactory(first=alice, second=boris, control=clock.Days(1))
    client.force_login(alice)
    assert client.get("/next/").url == soon.get_absolute_url()
    client.force_login(boris)
    assert client.get("/next/").url == "/"


@pytest.mark.parametrize("signed_in", [True, False])
def test_queries_do_not_grow_with_the_games(client, alice, boris, signed_in, django_assert_max_num_queries):
    if signed_in:
        client.force_login(alice)

    def make():
        GameFactory(first=alice, second=boris)
        GameFactory(first=boris, second=alice)
        play.resign(GameFactory(first=boris, second=alice).pk, side=Side.FIRST)
        ChallengeFactory(challenger=UserFactory())
        ChallengeFactory(challenger=UserFactory(), audience="player", opponent=alice)

    make()
    client.get("/")
    with django_assert_max_num_queries(100) as few:
        client.get("/")
    for _ in range(4):
        make()
    with django_assert_max_num_queries(len(few)):
        client.get("/")
    assert len(few) <= 14
    assert Game.objects.count() == 15


def test_queries_of_a_new_players_page_do_not_grow(client, alice, boris, carol, django_assert_num_queries):
    client.force_login(carol)
    client.get("/")

    def make():
        GameFactory(first=alice, second=boris)
        ChallengeFactory(challenger=UserFactory())

    make()
    with django_assert_num_queries(9) as few:
        client.get("/")
    make()
    with django_assert_num_queries(len(few)):
        client.get("/")


def test_lists_longer_than_the_page_are_cut_at_the_nearest_deadlines_and_counted(client, alice, boris, monkeypatch):
    for module in (home, lists):
        monkeypatch.setattr(module, "PAGE", 2)
    monkeypatch.setattr(home, "find_active", PreparedQuery(home.find_active.make))
    controls = (clock.Unlimited(), clock.Days(9), clock.Days(1), clock.Days(5))
    mine = [GameFactory(first=alice, second=boris, control=control).pk for control in controls]
    theirs = [GameFactory(first=boris, second=alice, control=control).pk for control in controls[:3]]
    client.force_login(alice)
    context = client.get("/").context
    assert (context["waiting_count"], context["others_count"]) == (4, 3)
    assert list_shown(client, "waiting") == [mine[2], mine[3]]
    assert list_shown(client, "others") == [theirs[2], theirs[1]]
    older = client.get("/").context["waiting"].older
    assert list_shown(client, "waiting", f"/{older}") == [mine[1], mine[0]]
    assert list_shown(client, "others", f"/{older}") == [theirs[2], theirs[1]]


def test_a_player_of_games_is_told_once_what_vacation_is(client, alice, boris):
    client.force_login(alice)
    told = "If your time runs out, you don’t lose right away."
    assert told not in client.get("/").content.decode()
    GameFactory(first=alice, second=boris)
    assert told in client.get("/").content.decode()
    assert client.post("/settings/vacation/explained/").url == "/"
    assert told not in client.get("/").content.decode()


def test_a_player_who_has_seen_the_page_of_vacation_is_not_told(client, alice, boris):
    GameFactory(first=alice, second=boris)
    client.force_login(alice)
    client.get("/settings/vacation/")
    assert "you don’t lose right away" not in client.get("/").content.decode()


def test_vacation_is_counted_on_the_page(client, alice):
    vacation.grant(alice, now=timezone.now())
    client.force_login(alice)
    assert "3 days of vacation" in client.get("/").content.decode()
