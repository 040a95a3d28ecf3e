"""What a player does alone in a game: play a turn, resign. All lead back to the game's page."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest

from accounts.models import AfterTurn, User
from accounts.posted.sent_forms import once
from core.addresses import address_of
from core.numbers import read_number
from core.posting import posted_from
from core.refusal import Refusal
from core.words import Said, say_all
from engine.contract import Side
from games import access, clock, play
from games.models import Turn
from games.pages import game_page, read_revision
from games.play.offers import registry as offers
from games.reading.find import find_seats
from games.reading.waiting import list_waiting
from games.telling import result_of
from games.views.acting import Done, by_player
from games.views.typed import read_text
from games.words import done as words
from games.words import refusals


@posted_from(game_page, admits=access.is_guest_at)
@by_player
def play_move(request: HttpRequest, pk: int, *, side: Side) -> Done:
    """Plays the turn that was clicked or typed, and leads to the page that the player prefers after a turn."""
    text = read_turn(request)
    if not text.strip():
        raise Refusal(refusals.NO_TURN_CHOSEN(), status=422)
    played = play.play_move(
        pk,
        side=side,
        expected_revision=read_revision(request),
        expected_ply=read_number(request.POST.get("ply", "")),
        text=text,
        key=request.POST.get("key", "").replace("\0", ""),
        remark=request.POST.get("remark", "") if request.user.is_authenticated else "",
    )
    declined = [said() for kind in played.declines if (said := offers.get(kind).has_played_on)]
    user = request.user
    way_on = find_way_on(user, played.turn) if isinstance(user, User) and user.after_turn != AfterTurn.STAY else ""
    turn = played.turn.text
    have_played = words.PLAYED_IN_GAME(turn=turn, number=pk) if way_on else words.PLAYED(turn=turn)
    return Done(say_all(have_played, *declined, tell_answers(played.answers)), address=way_on)


def tell_answers(answers: Sequence[Turn]) -> Said | None:
    """The turns that armed lines played right after one played by hand, in a sentence; None where there are none."""
    if len(answers) > 1:
        return words.ANSWERED_MORE(number=len(answers))
    return words.ANSWERED(turn=answers[0].text) if answers else None


def find_way_on(user: User, turn: Turn) -> str:
    """The page that the user prefers after a turn; empty to stay, also after the last turn of a game or where no other
    game waits."""
    if turn.game.is_over:
        return ""
    if user.after_turn == AfterTurn.LIST:
        return address_of("home")
    following = list_waiting(user.pk).find_next(but=turn.game_id)
    return game_page(following) if following else ""


@posted_from(game_page, admits=access.is_guest_at)
@by_player
def undo_turn(request: HttpRequest, pk: int, *, side: Side) -> Said:
    """Takes back the turn that the player has just played, while the opponent has not seen it."""
    turn = play.undo(pk, side=side, expected_revision=read_revision(request))
    return words.UNDONE(turn=turn.text)


@posted_from(game_page, admits=access.is_guest_at)
@by_player
def resign(request: HttpRequest, pk: int, *, side: Side) -> Said:
    """Ends the game as lost; where it has ended already, for instance by another click, tells how."""
    try:
        play.resign(pk, side=side)
    except Refusal as refusal:
        if refusal.code != "over":
            raise
        game = access.get_game(access.player_of(request), pk)
        if game.termination == "resignation" and game.winner == side.other:
            return words.RESIGNED_ALREADY()
        raise Refusal(refusals.OVER_ALREADY(result=result_of(game))) from None
    return words.RESIGNED()


def read_turn(request: HttpRequest) -> str:
    return read_text(request.POST.get("text", ""))


@posted_from(game_page)
@once()
@by_player
def claim_win(request: HttpRequest, pk: int, *, side: Side) -> Said:
    play.claim_win(pk, side=side)
    return words.WIN_CLAIMED(left=clock.DAYS_TO_ANSWER * clock.DAY)


@posted_from(game_page)
@once()
@by_player
def always_rematch(request: HttpRequest, pk: int, *, side: Side) -> Said:
    """Sets by `wished=yes` that this player always offers the opponent of this game a rematch; otherwise ends that."""
    players = {seat.side: seat.user_id for seat in find_seats(pk)}
    wished = request.POST.get("wished") == "yes"
    play.wish_rematches(players[side], other_id=players[side.other], wished=wished)
    if not wished:
        return words.NO_REMATCHES()
    return words.REMATCHES()


@posted_from(game_page)
@by_player
def leave_out(request: HttpRequest, pk: int, *, side: Side) -> Said:
    """Leaves a game that its reader won on time out of the ratings."""
    assert isinstance(request.user, User)  # guests play no rated games, and are turned away before
    play.leave_out(pk, user=request.user)
    return words.LEFT_OUT()
