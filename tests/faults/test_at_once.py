"""The same or different submissions at one instant, through the pages of several web processes on PostgreSQL."""

import random
from functools import partial

import pytest

from tests.faults.conftest import repeat
from tests.faults.public import call_together
from tests.servers import free_port

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]

ROUNDS = repeat("AT_ONCE", 1)
"""One, of a crowd that is the repetition: what any two of fifty can do to each other shows at once. `make soak` has 20,
for what shows in one round of seven."""
CROWD = 50
FIRST_TURNS = ("Md1-c1", "Md1-b1")


@pytest.fixture(scope="module")
def site(public):
    public.run_web(processes=3)
    return public


@pytest.fixture(scope="module")
def people(site):
    return site.set_scene("people", names=["Alice", "Boris", "Carol", "Dora"])


def submit(site, people, game, text, key):
    fields = {"text": text, "key": key, "revision": 1}
    return partial(site.post, f"/games/{game}/play/", fields, session=people["Alice"]["session"])


def turns_of(site, game):
    return [text for (text,) in site.query("SELECT text FROM games_turn WHERE game_id = %s", game)]


def test_fifty_identical_submissions_are_one_turn_and_fifty_like_answers(site, people):
    for game in site.set_scene("games", first="Alice", second="Boris", count=ROUNDS):
        answers = call_together([submit(site, people, game, "Md1-c1", f"key{game}")] * CROWD)
        site.insist(answers, *[302] * CROWD)
        assert {answer.headers.get("Location") for answer in answers} == {f"/games/{game}/"}
        assert turns_of(site, game) == ["Md1-c1"]
        assert site.query("SELECT ply, revision FROM games_game WHERE id = %s", game) == [(1, 2)]
        assert site.count("notifications_notice", "channel = 'email' AND dedupe_key = %s", f"turn:{game}:2") == 1


def test_one_of_two_different_turns_at_once_is_played_and_the_other_is_told(site, people):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for game in site.set_scene("games", first="Alice", second="Boris", count=ROUNDS * 10):
        texts = chance.sample(FIRST_TURNS, 2)
        answers = call_together([submit(site, people, game, text, text) for text in texts])
        site.insist(answers, 302, 409)
        played = next(text for text, answer in zip(texts, answers, strict=True) if answer.status == 302)
        assert turns_of(site, game) == [played]
        refused = next(answer.text for answer in answers if answer.status == 409)
        assert "It’s not your turn." in refused


def test_the_first_requests_of_a_process_may_all_come_at_once(site, people):
    [game] = site.set_scene("games", first="Alice", second="Boris", count=1)
    port, looks = free_port(), ["/", f"/games/{game}/", f"/games/{game}/state/?revision=0", "/settings/vacation/"]
    site.begin_web(processes=1, port=port)
    turns = [partial(submit(site, people, game, text, text), port=port) for text in FIRST_TURNS]
    others = [partial(site.get, look, session=people[name]["session"], port=port) for look in looks for name in people]
    answers = call_together([*turns, *others])
    site.insist(answers, 302, 409, *[200] * len(others))


def test_one_of_two_players_who_accept_a_challenge_gets_the_game_and_the_other_is_told(site, people):
    before = site.count("games_game")
    challenges = site.set_scene("challenges", challenger="Alice", count=min(ROUNDS * 5, 20))
    for challenge in challenges:
        address = f"/challenges/{challenge}/accept/"
        answers = call_together(
            [partial(site.post, address, session=people[name]["session"]) for name in ("Carol", "Dora")]
        )
        site.insist(answers, 302, 409)
        assert any("Another player has already accepted this challenge." in answer.text for answer in answers)
    assert site.count("games_game") == before + len(challenges)
    assert site.count("games_challenge", "status = 'accepted'") == len(challenges)
    assert site.count("games_game", "challenge_id IS NOT NULL") == len(challenges)
    assert site.count("notifications_notice", "channel = 'email' AND kind = 'challenge_accepted'") == len(challenges)
