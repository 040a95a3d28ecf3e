"""A turn that is too long is refused with a sentence wherever one is typed, and what was typed stays in its field."""

import json
from html import unescape

import pytest
from django.urls import reverse

from engine import lessons
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db
TYPED = "Pd4-d5" + "\u0301\u0316" * 150 + "end"
REFUSED = f"A turn has up to 200 characters, and this has {len(TYPED)}."


def expect_kept(answer) -> None:
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert REFUSED in page
    assert f'value="{TYPED}"' in page


def test_in_a_game(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    sent = {"text": TYPED, "revision": game.revision, "ply": game.ply, "key": "k"}
    expect_kept(client.post(reverse("play_move", args=[game.pk]), sent))
    shown = client.get(reverse("game_preview", args=[game.pk]), {"text": TYPED})
    assert (shown.status_code, shown.content.decode()) == (422, REFUSED)


def test_in_a_line_planned_ahead(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    sent = {"text": TYPED, "turns": "", "position": game.position_text}
    expect_kept(client.post(reverse("plan_ahead", args=[game.pk]), sent))


def test_on_the_practice_board(client):
    expect_kept(client.post(reverse("practice", args=["mastery"]), {"text": TYPED}))


def test_in_a_line_pasted_there_or_replayed(client):
    pasted = client.post(reverse("practice", args=["mastery"]), {"turns": f"Pd4-d5; {TYPED}"})
    page = unescape(pasted.content.decode())
    assert pasted.status_code == 422
    assert REFUSED in page
    assert TYPED in page
    frames = client.post(reverse("line_frames", args=["mastery"]), {"turns": f"Pd4-d5; {TYPED}"})
    assert json.loads(frames.content)["last"] == 1


def test_in_a_lesson(client):
    task = lessons.find("mastery").tasks[0]
    expect_kept(client.post(reverse("lesson_task", args=["mastery", task.name]), {"text": TYPED}))


def test_in_a_record(client):
    told = client.post(reverse("open_record"), {"text": f'[Game "mastery"]\n\n1. {TYPED}\n'})
    page = unescape(told.content.decode())
    assert told.status_code == 422
    assert REFUSED in page
    assert TYPED in page
