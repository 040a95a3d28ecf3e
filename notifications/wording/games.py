"""What kinds about a game have in common: who plays whom, the last turn, the board, the time left."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils import timezone

from accounts.faces.small import draw_small
from accounts.models import User
from core.words import Said, Sentence, tell_moment
from engine import drawing
from engine.contract import Side
from games import telling
from games.models import Game, Seat, Turn
from games.pictures.boards import draw_picture
from games.play.seeing import read_seen
from games.reading.find import find_game as find_with_seats
from games.reading.seats import read_seats
from notifications.contract import Kind, Known, Line
from notifications.faults import Dropped
from notifications.models import EMAIL, Notice
from notifications.routing.writing import make, write
from notifications.wording import chains, links
from notifications.wording.turns import find_last, tell_each, tell_last
from notifications.words import games as words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


INSTANT = "l j F Y, H:i"


class OfGame(Kind):
    """A kind about one game. Its sentence in the inbox has `{who}` for the opponent."""

    is_in_thread = True
    tells_result: ClassVar[bool] = False
    """Whether its sentence itself tells the result. If not, its line adds when the game is over by now."""

    def name_subject(self, notice: Notice) -> Hashable:
        return notice.id_of("game")

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        game = known.games.get(notice.id_of("game") or 0)
        if game is None:
            return Line(self.label)
        seats = read_seats(game, reader_id=user.pk)
        mine = seats.mine
        who = seats.other.user.shown_name if seats.other else seats.first.user.shown_name
        about = self.name_game(game, who=who)
        if mine and (span := chains.find_span(notice, game)):
            chain = chains.name_chain(chains.pick_chain(known.turns.get(game.pk, ()), span, reader=mine.side))
            about = words.AND_FACT(first=about, then=chain) if chain else about
        elif mine and self.tells_turn and (told := tell_last(game, known.turns.get(game.pk, ()), side=mine.side)):
            about = words.AND_FACT(first=about, then=told)
        if game.ended_at is not None and not self.tells_result and notice.created_at < game.ended_at:
            about = words.AND_FACT(first=about, then=words.GAME_IS_OVER())
        return Line(self.say(notice, game, mine=mine, who=who), about, game.get_absolute_url())

    def name_game(self, game: Game, *, who: str) -> Said:
        """Names the game for the line below the sentence."""
        return words.GAME(ruleset=game.ruleset.name, number=game.pk)

    def say(self, notice: Notice, game: Game, *, mine: Seat | None, who: str) -> StrOrPromise | Said:
        """Returns what the inbox says to the opponent of `who`."""
        return self.choose_sentence(notice, game, mine=mine)(who=who)

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> Sentence:
        assert self.sentence is not None  # each kind about a game has one
        return self.sentence


class OfOffer(OfGame):
    """A kind about an offer within a game; its payload names the kind of offer."""

    def name_offer(self, notice: Notice) -> str:
        """Returns the name of the kind of offer; empty if the payload has none."""
        return str(notice.payload.get("offer", "")) if isinstance(notice.payload, dict) else ""

    def name_subject(self, notice: Notice) -> Hashable:
        game = super().name_subject(notice)
        return game and (self.name_offer(notice), game)


def tell_player(kind: Kind, *, key: str, side: Side, payload: dict[str, Any]) -> None:
    """Writes a notice to the player of a side in the game that the payload names."""
    reader = Seat.objects.values_list("user_id", flat=True).get(game_id=payload["game"], side=side)
    write(make(kind.name, key=key, recipient_id=reader, payload=payload))


def load_game(notice: Notice) -> Game:
    """Returns the game that the notice names, in the form for its recipient: see `play.seeing`. Raises Dropped."""
    return load_game_of(notice.payload["game"], notice)


def load_game_of(pk: int, notice: Notice) -> Game:
    """Returns the game with this id, in the form for the recipient of a notice. Raises Dropped."""
    return read_seen(partial(find_game, pk), reader_id=notice.recipient_id)


def find_game(pk: int) -> Game:
    """Returns the game with this id and its players. Raises Dropped."""
    if (game := find_with_seats(pk)) is None:
        raise Dropped("The game is gone.")
    return game


def load_my_turn(notice: Notice) -> Game:
    """Returns the game if it is still this very turn of the player. An offer of a draw changes nothing here. Raises
    Dropped."""
    game = load_game(notice)
    turn = (notice.payload["ply"], notice.payload["turn_started_at"])
    if turn != (game.ply, game.turn_started_at.isoformat()):
        raise Dropped("The turn has passed.")
    require_my_turn(game, notice)
    return game


def require_my_turn(game: Game, notice: Notice) -> None:
    if game.is_over:
        raise Dropped("The game is over.")
    if find_seats(game, notice)[0].side != game.side_to_move:
        raise Dropped("It is not their turn.")


def find_seats(game: Game, notice: Notice) -> tuple[Seat, Seat]:
    """Returns the reader's seat and the opponent's. Raises Dropped."""
    seats = read_seats(game, reader_id=notice.recipient_id)
    if seats.mine is None or seats.other is None:
        raise Dropped("Not a player of this game.")
    return seats.mine, seats.other


def describe_game(
    game: Game, notice: Notice, *, now: datetime, pictured: bool = True, faced: bool = False
) -> dict[str, Any]:
    """Describes the game for its reader: who plays whom, the last turn, the board, the time left; with `faced`, the
    face of the opponent."""
    mine, theirs = find_seats(game, notice)
    ruleset, position, side = game.ruleset, game.position, Side(mine.side)
    known = find_last(game)
    last = known[0] if known else None
    chain, told = find_chain(game, notice, mine=mine)
    return {
        "game": game,
        "ruleset": ruleset,
        "mine": mine,
        "theirs": theirs,
        "opponent": theirs.user.shown_name,
        "my_side": ruleset.sides[mine.side],
        "their_side": ruleset.sides[theirs.side],
        "my_turn": not game.is_over and game.side_to_move == mine.side,
        "opening": telling.opening_of(game),
        "chain": [
            {**tell_turn(turn, mine=mine, theirs=theirs, by_hand=chain[0]), "told": sentences}
            for turn, sentences in zip(chain, told, strict=True)
        ],
        "chain_named": chains.name_chain(chain),
        "last_turn": last,
        "last_told": tell_last(game, known, side=mine.side),
        "link": links.absolute(game.get_absolute_url()),
        "left": telling.remaining(game.deadline_at, now=now),
        "deadline": show_instant(game.deadline_at) if game.deadline_at else "",
        "picture": draw_picture(ruleset, position, side=side, last_turn=last.text if last else None)
        if pictured and notice.channel == EMAIL
        else None,
        "face": draw_small(theirs.user) if faced and notice.channel == EMAIL else None,
        "text_board": drawing.draw_text_board(ruleset, position),
    }


def find_chain(game: Game, notice: Notice, *, mine: Seat) -> tuple[list[Turn], list[str]]:
    """Returns the turns that were played at once, from the one played by hand on, and each in sentences: see
    `chains.pick_chain`."""
    span = chains.find_span(notice, game)
    if span is None:
        return [], []
    known = chains.load_turns([(game.pk, range(span.start - 1, span.stop))]).get(game.pk, [])
    chain = chains.pick_chain(known, span, reader=mine.side)
    return chain, tell_each(game, chain, known=known, side=mine.side)


def tell_turn(turn: Turn, *, mine: Seat, theirs: Seat, by_hand: Turn) -> dict[str, Any]:
    """Returns a turn of a chain in the form that emails list."""
    is_mine = turn.side == mine.side
    who = words.YOU() if is_mine else theirs.user.shown_name
    return {"ply": turn.ply, "text": turn.text, "who": who, "planned": is_mine and turn != by_hand}


def show_instant(instant: datetime) -> str:
    """Shows an instant in the active zone, rounded down to the minute: 'Tuesday 24 November 2026, 18:05
    (Europe/Berlin)'."""
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return str(words.MOMENT_IN_ZONE(moment=tell_moment(instant, form=INSTANT), zone=zone))


def find_opponent(game: Game, *, user: User) -> str:
    other = read_seats(game, reader_id=user.pk).other
    assert other is not None  # the reader plays in the game
    return other.user.shown_name


def name_turn(game: Game) -> str:
    """Returns a name that no other turn has, even if a turn was taken back."""
    began = int(game.turn_started_at.timestamp())
    return f"game-{game.pk}-turn-{game.ply + 1}-{began}@{links.host()}"
