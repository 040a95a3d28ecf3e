"""The chat on the page of a game: who sees it, how it is written to, what is kept, how it is brought up to date."""

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.limits import ACTIONS
from engine.contract import Side
from games import chat, play
from games.models import Game
from tests.factories import GameFactory, play_turns
from tests.marks import marked


def read(client, game, query="") -> str:
    return client.get(f"{game.get_absolute_url()}{query}").content.decode()


def part(page: str) -> str:
    return page.split('id="chat"')[1].split("</section>")[0]


def say(client, game, message, **headers):
    return client.post(reverse("game_chat", args=[game.pk]), {"message": message}, headers=headers)


def poll(client, game, **query):
    game.refresh_from_db()
    return client.get(reverse("game_state", args=[game.pk]), {"revision": game.revision, **query})


def read_up_to(game, user) -> int:
    return game.seats.get(user=user).read_up_to


def test_both_players_read_a_message_with_its_writer_and_time(client, as_alice, game, boris):
    assert say(as_alice, game, "Good luck & <b>fun</b>!").url == f"{game.get_absolute_url()}#chat"
    for user in (None, boris):
        if user:
            client.force_login(user)
        assert "Good luck &amp; &lt;b&gt;fun&lt;/b&gt;!" in part(read(client, game))
        assert "Alice" in part(read(client, game))


def test_nobody_else_sees_that_there_is_a_chat(client, game, carol, alice):
    message = chat.send(alice, game_id=game.pk, text="Between us")
    for visit in (lambda: None, lambda: client.force_login(carol)):
        visit()
        assert 'id="chat"' not in read(client, game)
        assert poll(client, game, said="0").status_code == 204
        assert "Between us" not in read(client, game, f"?before={message.pk + 1}")
    assert say(client, game, "Me too").status_code == 403
    assert game.messages.count() == 1


def test_a_private_game_is_not_found_by_who_writes_to_it(client, alice, boris, carol):
    game = GameFactory(first=alice, second=boris, private=True)
    client.force_login(carol)
    assert say(client, game, "Hello?").status_code == 404


@pytest.mark.parametrize(("message", "sentence"), [("  ", "Write something first."), ("x" * 1001, "1000 characters")])
def test_a_message_that_is_refused_is_kept_in_its_field(as_alice, game, message, sentence):
    answer = say(as_alice, game, message)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page.split('role="alert"')[1].split("</div>")[0]
    assert f">{message}</textarea>" in part(page)


@pytest.mark.usefixtures("at_noon")
def test_too_many_messages_are_refused_with_429(as_alice, game, alice):
    for number in range(ACTIONS["message"].limits[0].most):
        chat.send(alice, game_id=game.pk, text=str(number))
    answer = say(as_alice, game, "One more")
    assert answer.status_code == 429
    assert 500 < int(answer["Retry-After"]) <= 600
    assert "You can go on at" in answer.content.decode()
    assert ">One more</textarea>" in part(answer.content.decode())


def test_the_script_gets_the_chat_alone_refused_or_not(as_alice, game):
    done = say(as_alice, game, "Hello!", X_Requested_With="chat")
    refused = say(as_alice, game, "", X_Requested_With="chat")
    assert (done.status_code, refused.status_code) == (200, 422)
    for answer in (done, refused):
        page = answer.content.decode()
        assert 'id="game"' not in page
        assert "Hello!" in part(page)
    assert "></textarea>" in part(done.content.decode())
    assert "Write something first." in part(refused.content.decode())


def test_a_player_who_was_logged_out_meanwhile_finds_the_message_in_its_field_after_the_log_in(client, game, alice):
    asked = client.post(reverse("game_chat", args=[game.pk]), marked(alice, message="I was away & thought"))
    assert asked.url.startswith("/account/login/")
    client.force_login(alice)
    page = client.get(parse_qs(urlsplit(asked.url).query)["next"][0]).content.decode()
    assert ">I was away &amp; thought</textarea>" in part(page)
    assert not game.messages.exists()
    assert "thought" not in part(read(client, game))


# --- Reading -----------------------------------------------------------------------------------------------------
def test_new_messages_are_counted_and_marked_until_the_page_is_opened(client, game, alice, boris):
    for text in ("One", "Two"):
        last = chat.send(alice, game_id=game.pk, text=text)
    client.force_login(boris)
    page = read(client, game)
    assert "2 new<" in part(page)
    assert "2 new messages." in page
    assert read_up_to(game, boris) == last.pk
    assert "new messages" not in read(client, game)
    assert read_up_to(game, alice) == 0


def test_a_page_that_asks_by_itself_has_read_nothing(client, game, alice, boris):
    client.force_login(boris)
    read(client, game)
    message = chat.send(alice, game_id=game.pk, text="Hello!")
    answer = poll(client, game, said="0")
    assert 'id="game"' not in answer.content.decode()
    assert f'data-said="{message.pk}"' in answer.content.decode()
    assert poll(client, game, said=str(message.pk)).status_code == 204
    assert poll(client, game).status_code == 204
    assert "Hello!" in poll(client, game, revision="0").content.decode()
    assert read_up_to(game, boris) == 0


def test_an_earlier_position_shows_the_chat_as_well(as_alice, game, boris):
    chat.send(boris, game_id=game.pk, text="Hello!")
    assert "Hello!" in as_alice.get(reverse("game_at", args=[game.pk, 0])).content.decode()


def test_older_messages_are_a_link_away_and_mark_nothing_as_read(client, game, alice, boris):
    now = timezone.now()
    for number in range(50):
        chat.send(alice, game_id=game.pk, text=f"Number {number}.", now=now + timedelta(minutes=number))
    client.force_login(boris)
    older = re.search(r'href="[^"]*(\?before=\d+)#chat"', part(read(client, game)))[1]
    first = read_up_to(game, boris)
    play.mark_read(game.seats.get(user=boris), up_to=first)
    page = part(read(client, game, older))
    assert re.findall(r"Number (\d+)\.", page) == [str(number) for number in range(10)]
    assert "data-said" not in page
    assert read_up_to(game, boris) == first


@pytest.mark.parametrize("before", ["x", "", "²", "9" * 30, "-1"])
def test_a_number_that_is_none_shows_the_last_messages(as_alice, game, boris, before):
    chat.send(boris, game_id=game.pk, text="Hello!")
    assert "Hello!" in part(as_alice.get(game.get_absolute_url(), {"before": before}).content.decode())


def test_after_the_chat_has_closed_it_can_be_read_but_not_written_to(as_alice, game, boris):
    chat.send(boris, game_id=game.pk, text="Well played")
    play.resign(game.pk, side=Side.FIRST)
    assert 'id="message"' in part(read(as_alice, game))
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - chat.OPEN_AFTER_END)
    page = part(read(as_alice, game))
    assert "Well played" in page
    assert 'id="message"' not in page
    assert say(as_alice, game, "Again?").status_code == 409


def test_the_page_costs_the_same_however_much_was_said(client, game, alice, boris):
    client.force_login(boris)
    counts = []
    for start in (0, 30):
        for number in range(start, start + 30):
            chat.send(alice, game_id=game.pk, text=str(number), now=timezone.now() + timedelta(minutes=number))
        read(client, game)
        with CaptureQueriesContext(connection) as queries:
            read(client, game)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_claim_is_mentioned_quietly_between_the_messages(client, alice, boris):
    game = GameFactory(ruleset_slug="masters", first=alice, second=boris)
    client.force_login(boris)
    chat.send(alice, game_id=game.pk, text="Hello")
    play_turns(game, "e2-e3", "c11-c10", "Pf1-e2", "e11-e10", "*d11,Pe2-d3")
    chat.send(boris, game_id=game.pk, text="Give it back!")
    told = ["Hello", "Ember’s puppeteer takes hold of Frost’s scout on d11.", "Give it back!"]
    game.refresh_from_db()
    said = {"revision": game.revision, "said": 0}  # the chat alone, for a page that has not its last message
    for address, query in ((game.get_absolute_url(), {}), (reverse("game_state", args=[game.pk]), said)):
        page = client.get(address, query).content.decode().partition('id="chat-list"')[2]
        assert sorted(told, key=page.index) == told
        assert page.count(told[1]) == 1
