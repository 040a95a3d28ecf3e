"""Both players are told how a game ended, each from their own side of the board."""

from datetime import timedelta

import pytest

from engine.contract import Side
from games import play
from tests.factories import LAST_MASTER, play_turns, set_up


@pytest.fixture
def told(game, deliver):
    """Ends the game by a function and returns what each player was told: subject and body by address."""

    def run(end) -> dict[str, str]:
        deliver()
        end(game)
        messages = [message for message in deliver() if "Your turn" not in message.subject]
        assert len(messages) == 2
        return {message.to[0].split("@")[0]: f"{message.subject}\n{message.body}" for message in messages}

    return run


def run_out(game):
    play.run_out_due(now=game.deadline_at + timedelta(minutes=2))


def agree(game):
    play.offers.propose(game.pk, "draw", side=Side.FIRST)
    play.offers.accept(game.pk, "draw", side=Side.SECOND)


def capture(game):
    play_turns(set_up(game, LAST_MASTER), "Md4xd5")


@pytest.mark.parametrize(
    ("end", "alice_reads", "boris_reads"),
    [
        (lambda game: play.resign(game.pk, side=Side.FIRST), "You (Dark) resigned.", "Alice (Dark) resigned."),
        (run_out, "You (Dark) ran out of time.", "Alice (Dark) ran out of time."),
        (agree, "The game was drawn by agreement.", "The game was drawn by agreement."),
        (capture, "Boris (Light) lost their last Master.", "You (Light) lost your last Master."),
    ],
)
def test_the_result_is_told_in_words_from_each_side(told, end, alice_reads, boris_reads):
    found = told(end)
    assert alice_reads in found["alice"]
    assert "mistake" not in found["alice"]
    assert boris_reads in found["boris"]


@pytest.mark.parametrize(("ending", "what"), [("resign", "You (Light) resigned."), ("accept_draw", "by agreement.")])
def test_only_the_owner_of_a_line_that_ended_the_game_is_told_so(told, game, client, boris, admin, ending, what):
    def end(game):
        turn = game.position.legal_moves()[0]
        line = {"turns": [turn], "ending": ending, "stops": False}
        play.arm(game.pk, side=Side.SECOND, expected_position=game.position_text, **line)
        play.offers.propose(game.pk, "draw", side=Side.FIRST)
        play_turns(game, turn)

    found = {name: " ".join(body.split()) for name, body in told(end).items()}
    assert f"{what} Your conditional turns did this for you, as you had planned." in found["boris"]
    assert "planned" not in found["alice"]
    assert "conditional" not in found["alice"]
    client.force_login(boris)
    assert ", as you had planned" in client.get("/inbox/").content.decode()
    play.adjudicate(game.pk, winner=Side.SECOND, staff=admin, reason="Twins.")
    assert "planned" not in client.get("/inbox/").content.decode()


def test_a_game_that_staff_had_go_on_and_that_ends_alike_by_hand_was_not_planned(game, client, boris, admin):
    turn = game.position.legal_moves()[0]
    line = {"turns": [turn], "ending": "resign", "stops": False}
    play.arm(game.pk, side=Side.SECOND, expected_position=game.position_text, **line)
    play_turns(game, turn)
    client.force_login(boris)
    assert ", as you had planned" in client.get("/inbox/").content.decode()
    play.reopen(game.pk, staff=admin, reason="Twins.")
    play.resign(game.pk, side=Side.SECOND)
    assert "planned" not in client.get("/inbox/").content.decode()


def test_a_decision_of_staff_is_described_in_words(told, admin):
    """By `staff_decided` alone: what, and why."""
    found = told(lambda game: play.adjudicate(game.pk, winner=Side.FIRST, staff=admin, reason="Gone."))
    assert found["alice"].startswith("Staff have decided the result of this game")
    assert "Boris (Light) lost by decision of the site’s staff." in found["alice"]
    assert "You (Light) lost by decision of the site’s staff." in found["boris"]
    assert "> Gone." in found["boris"]
    assert "Is this wrong? You can appeal once: http" in " ".join(found["boris"].split())


def test_a_void_game_is_announced_as_having_no_result(told, admin):
    for body in told(lambda game: play.void(game.pk, staff=admin, reason="Twins.")).values():
        assert body.startswith("Staff have declared this game void")
        assert "it counts in nobody’s record" in " ".join(body.split())
        assert "> Twins." in body


def test_winner_and_loser_are_told_apart_in_the_subject(told):
    found = told(lambda game: play.resign(game.pk, side=Side.SECOND))
    assert found["alice"].startswith("You won against Boris")
    assert found["boris"].startswith("You lost against Alice")


def test_a_second_look_of_the_sweep_tells_nothing_more(told, game, deliver):
    told(run_out)
    run_out(game)
    assert deliver() == []


def test_an_offered_draw_is_told_to_the_other_player(game, deliver):
    deliver()
    play.offers.propose(game.pk, "draw", side=Side.FIRST)
    (message,) = deliver()
    assert message.to == ["boris@example.org"]
    assert message.subject == f"Alice offers a draw (Mastery #{game.pk})"


@pytest.mark.parametrize("answer", [play.offers.accept, play.offers.decline])
def test_an_offer_that_was_answered_meanwhile_is_not_told(game, deliver, answer):
    deliver()
    play.offers.propose(game.pk, "draw", side=Side.FIRST)
    answer(game.pk, "draw", side=Side.SECOND)
    assert not any("offers" in message.subject for message in deliver())
