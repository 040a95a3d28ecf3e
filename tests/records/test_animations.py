"""A game as an animation: made once by a worker, for everybody, with a pause at its end."""

import io
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from computers import thinking
from engine import registry
from engine.contract import Side
from games import play
from games.models import Game
from records import animating
from records.animation import LAST, STEP, WHOLE, Drawer, Shown, draw_gif, measure_steps
from records.models import Animation
from records.pictures.look import Look
from records.tasks import draw_animations
from tests.factories import GameFactory, play_turns
from tests.together import run_together

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xc5")

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), *TURNS)


def fetch(game, **query):
    return Client().get(reverse("game_gif", args=[game.pk]), query)


def read_frames(content: bytes) -> list[tuple[Image.Image, int]]:
    """Each frame as it is seen, with its milliseconds."""
    gif = Image.open(io.BytesIO(content))
    frames = []
    for number in range(gif.n_frames):
        gif.seek(number)
        frames.append((gif.convert("RGB"), gif.info.get("duration", 0)))
    return frames


def count_unlike(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that a palette has not merely shifted a little."""
    pairs = zip(one.get_flattened_data(), other.get_flattened_data(), strict=True)
    unlike = sum(max(abs(a - b) for a, b in zip(*pixels, strict=True)) > 48 for pixels in pairs)
    return unlike / (one.width * one.height)


def play_out(slug: str, *, most: int) -> list[Shown]:
    rng, position = Random(3), registry.get(slug).start()
    shown = [Shown(position, None)]
    while len(shown) <= most and (moves := position.legal_moves()):
        turn = rng.choice(moves)
        position = position.play(turn)
        shown.append(Shown(position, turn))
    return shown


def test_who_asks_first_waits_and_everybody_else_gets_it(game):
    first = fetch(game)
    assert (first.status_code, first["Retry-After"]) == (202, "3")
    assert draw_animations() == 1
    made = fetch(game)
    assert (made.status_code, made["Content-Type"]) == (200, "image/gif")
    assert made["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert not made.cookies
    assert len(read_frames(made.content)) == len(TURNS) + 1
    assert Client().get(made.wsgi_request.path, headers={"if-none-match": made["ETag"]}).status_code == 304


ACCEPTED = {  # by what asks for it, and whether that is told to ask again
    "a page of another site in Chromium": ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", 200),
    "a page of another site in Firefox": ("image/avif,image/webp,image/png,*/*;q=0.5", 200),
    "a program": ("*/*", 202),
}


@pytest.mark.parametrize("who", ACCEPTED)
def test_until_it_is_drawn_it_is_the_last_position_which_nobody_keeps(game, who):
    accepted, status = ACCEPTED[who]
    for _ in range(2):
        answer = Client().get(reverse("game_gif", args=[game.pk]), headers={"accept": accepted})
        assert (answer.status_code, answer["Content-Type"]) == (status, "image/gif")
        assert answer["Cache-Control"] == "no-store"
        assert "ETag" not in answer
        [(still, _)] = read_frames(answer.content)
    draw_animations()
    last = read_frames(fetch(game).content)[-1][0]
    assert still.size == last.size
    assert count_unlike(still, last) < 0.01


def test_a_person_who_waits_sees_a_page_that_asks_again(game):
    page = Client().get(reverse("game_gif", args=[game.pk]), headers={"accept": "text/html,*/*"})
    assert (page.status_code, page["Refresh"], page["Cache-Control"]) == (202, "3", "no-store")
    assert game.get_absolute_url() in page.content.decode()


def test_turns_take_their_time_and_the_end_takes_longer():
    assert measure_steps(4) == [STEP] * 3 + [LAST]
    assert measure_steps(1) == [LAST]
    for frames in (2, 60, 62, 80, 400):
        assert sum(measure_steps(frames)) <= WHOLE + 0.1
        assert measure_steps(frames)[-1] == LAST


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_each_frame_shows_its_position(slug):
    """Beside the same board drawn as a whole; the palette may shift a colour a little."""
    from records.pictures.boards import draw_png

    ruleset, shown = registry.get(slug), play_out(slug, most=25)
    content = draw_gif(ruleset, shown, look=Look(size=300), result="")
    frames = read_frames(content)
    assert len(frames) == len(shown)
    for (frame, _), each in list(zip(frames, shown, strict=True))[::6]:
        whole = draw_png(ruleset, each.position, last_turn=each.turn, look=Look(size=300))
        board = Image.open(io.BytesIO(whole)).convert("RGB")
        assert frame.size == board.size
        assert count_unlike(frame, board) < 0.01


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_eighty_turns_are_280_kb_at_most_with_every_pixel_and_delay(slug):
    ruleset, shown, look = registry.get(slug), play_out(slug, most=80), Look(size=480)
    content = draw_gif(ruleset, shown, look=look, result="1-0")
    assert len(content) <= 280_000
    drawn = [frame.convert("RGB").tobytes() for frame in Drawer(ruleset, look).draw_all(shown, result="1-0")]
    read = read_frames(content)
    assert [frame.tobytes() for frame, _ in read] == drawn
    assert [delay for _, delay in read] == measure_steps(len(shown))


def test_the_result_stands_over_the_last_frame_of_a_game_that_is_over(game):
    fetch(game)
    draw_animations()
    running = read_frames(fetch(game).content)[-1][0]
    play.resign(game.pk, side=Side.SECOND, expected_revision=game.revision)
    assert fetch(game).status_code == 202, "another animation"
    draw_animations()
    over = read_frames(fetch(game).content)
    assert over[-1][0].get_flattened_data() != running.get_flattened_data()
    assert over[-1][1] == LAST


def test_it_is_seen_from_the_side_that_was_asked_for(game):
    for side in ("first", "second"):
        fetch(game, side=side)
    assert draw_animations() == 2
    first, second = (read_frames(fetch(game, side=side).content)[0][0] for side in ("first", "second"))
    assert first.get_flattened_data() != second.get_flattened_data()


def test_a_part_of_a_game_goes_from_ply_to_ply(game):
    fetch(game, **{"from": 1, "to": 2})
    draw_animations()
    assert len(read_frames(fetch(game, **{"from": 1, "to": 2}).content)) == 2


@pytest.mark.parametrize(
    "query", [{"from": 3}, {"to": 9}, {"from": 2, "to": 1}, {"from": "x"}, {"size": 5}, {"side": "up"}]
)
def test_what_cannot_be_drawn_gets_a_sentence(game, query):
    answer = fetch(game, **query)
    assert (answer.status_code, answer["Content-Type"]) == (422, "text/plain; charset=utf-8")
    assert not Animation.objects.exists()


def test_nobody_finds_one_of_a_private_game(alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris, private=True), *TURNS)
    player = Client()
    player.force_login(alice)
    assert [each.get(reverse("game_gif", args=[game.pk])).status_code for each in (Client(), player)] == [404, 404]


def test_a_takeback_before_it_is_drawn_leaves_it_undrawn(game):
    fetch(game)
    Game.objects.filter(pk=game.pk).update(ply=2, position_key="another")
    draw_animations()
    assert Animation.objects.get().fault == "gone_on"
    assert draw_animations() == 0, "it is not tried again"


def test_one_that_fails_is_tried_again_the_next_day(game, monkeypatch, caplog):
    def fail(*_, **__) -> bytes:
        raise RuntimeError("No more colours")

    with monkeypatch.context() as broken:
        broken.setattr(animating, "draw_gif", fail)
        fetch(game)
        assert draw_animations() == 0
    assert "could not be drawn" in caplog.text
    answer = fetch(game)
    assert (answer.status_code, draw_animations()) == (503, 0)
    assert int(answer["Retry-After"]) > 23 * 3600
    Animation.objects.update(asked_at=timezone.now() - animating.PATIENCE)
    assert (fetch(game).status_code, draw_animations()) == (202, 1)
    assert fetch(game).status_code == 200


def test_they_are_drawn_between_two_steps_of_an_analysis(game):
    fetch(game)
    thinking.make_way()
    assert fetch(game).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_asked_for_at_once_it_is_one(game):
    answers = run_together([lambda: fetch(game).status_code] * 4)
    assert answers == [202] * 4
    assert Animation.objects.count() == 1
    assert sum(run_together([draw_animations] * 3)) == 1


def test_the_page_of_a_public_game_leads_to_it(client, game):
    assert reverse("game_gif", args=[game.pk]) in client.get(game.get_absolute_url()).content.decode()
