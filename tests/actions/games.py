"""What players do in games: they play, plan ahead, give up, put games in order, and write to each other."""

from datetime import timedelta

from engine.contract import Side
from games import chat, play
from games.models import Game, Message
from tests.actions import action
from tests.actions.drawing import number_from, one_of, several, sides, whether, which
from tests.actions.scene import HOUR, Scene
from tests.thinking import write_secret


def has_games(site: Scene) -> bool:
    return bool(site.times.games)


def pick_game(site: Scene, number: int) -> Game:
    """One that goes on; the last, where none does."""
    known = site.find_games()
    games = list(known.active().order_by("pk"))
    return games[number % len(games)] if games else known.latest("pk")


# --- Turns -------------------------------------------------------------------------------------------------------
remarks = one_of((False, False, True))


@action(weight=3, needs=has_games, number=which, choice=number_from(0, 20), expected=whether, remark=remarks)
def play_turn(site: Scene, *, number: int, choice: int, expected: bool, remark: bool) -> None:
    """Any turn, with or without a remark, or one that a line of the other waits for."""
    game = pick_game(site, number)
    moves = list(game.position.legal_moves())
    lines = game.conditional_lines.filter(from_ply=game.ply, side=1 - game.side_to_move) if expected else []
    awaited = [line.turns[0] for line in lines if line.turns[0] in moves]
    mover = game.seats.get(side=game.side_to_move).user
    text = awaited[0] if awaited else moves[choice % len(moves)]
    play_text(site, game, text, remark=write_secret("remark", mover, game) if remark else "")


def play_text(site: Scene, game: Game, text: str, *, remark: str = "") -> None:
    """Plays a turn by hand."""
    side = Side(game.side_to_move)
    play.play_move(game.pk, side=side, expected_revision=game.revision, text=text, remark=remark)
    site.rating_diary.see(game.seats.get(side=side).user_id)
    game.refresh_from_db()


@action(weight=2, needs=has_games, number=which, choice=number_from(0, 20), fresh=whether)
def undo_turn(site: Scene, *, number: int, choice: int, fresh: bool) -> None:
    """Undoes the last turn of a game, or one that is played for that."""
    game = pick_game(site, number)
    if fresh:
        moves = list(game.position.legal_moves())
        play_text(site, game, moves[choice % len(moves)])
    play.undo(game.pk, side=Side(1 - game.side_to_move), expected_revision=game.revision)


@action(
    weight=2,
    needs=has_games,
    number=which,
    side=sides,
    choices=several(number_from(0, 20), min_size=1, max_size=6),
    ending=one_of(("", "", "", "resign", "accept_draw")),
    stops=whether,
)
def arm_line(site: Scene, *, number: int, side: Side, choices: list[int], ending: str, stops: bool) -> None:
    """Arms any turns one after another, which make a line or are refused as none."""
    game = pick_game(site, number)
    position, turns = game.position, []
    for choice in choices:
        if moves := sorted(position.legal_moves()):  # sets may be among what lists them
            turns.append(moves[choice % len(moves)])
            position = position.play(turns[-1])
    play.arm(game.pk, side=side, turns=turns, expected_position=game.position_text, ending=ending, stops=stops)


@action(meanwhile=False, needs=has_games, number=which, side=sides)
def remove_line(site: Scene, *, number: int, side: Side) -> None:
    game = pick_game(site, number)
    line = play.list_lines(game.pk, side=side).first()
    play.disarm(game.pk, side=side, line_id=line and line.pk)


@action(meanwhile=False, needs=has_games, number=which, side=sides, sure=number_from(0, 4))
def resign(site: Scene, *, number: int, side: Side, sure: int) -> None:
    """Seldom: a game that is over has little to show."""
    if sure == 4:
        play.resign(pick_game(site, number).pk, side=side)


@action(meanwhile=False, needs=has_games, number=which, side=sides)
def claim_win(site: Scene, *, number: int, side: Side) -> None:
    play.claim_win(pick_game(site, number).pk, side=side)


@action(
    meanwhile=False,
    needs=has_games,
    number=which,
    side=sides,
    what=one_of(("pin", "unpin", "skip", "back", 4, 24, 168)),
)
def put_in_queue(site: Scene, *, number: int, side: Side, what: str | int) -> None:
    """Pins, skips, snoozes for so many hours, or takes that back."""
    game = pick_game(site, number)
    user_id = game.seats.get(side=side).user_id
    if what in ("pin", "unpin"):
        play.pin(game.pk, user_id=user_id, pinned=what == "pin")
    elif what == "back":
        play.bring_back(game.pk, user_id=user_id)
    elif what == "skip":
        play.skip(game.pk, user_id=user_id)
    else:
        play.snooze(game.pk, user_id=user_id, lasts=int(what) * HOUR)


@action(meanwhile=False, needs=has_games, number=which, side=sides)
def write_message(site: Scene, *, number: int, side: Side) -> None:
    game = pick_game(site, number)
    seat = game.seats.get(side=side)
    chat.send(seat.user, game_id=game.pk, text=f"Hello at {site.now + timedelta():%H:%M}")


@action(needs=has_games, number=which, side=sides)
def read_messages(site: Scene, *, number: int, side: Side) -> None:
    """Opens the chat of a game, as its page does."""
    game = pick_game(site, number)
    last = Message.objects.filter(game=game).order_by("-pk").values_list("pk", flat=True).first()
    play.mark_read(game.seats.get(side=side), up_to=last or 0)
