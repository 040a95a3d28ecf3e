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
from engine.contract import Side
from games import access, play
from games.models import Turn
from games.pages import Done, by_player, game_page, read_revision
from games.play.offers import registry as offers
from games.reading.find import find_seats
from games.reading.waiting import list_waiting
from games.views.typed import read_text
from games.words import result_of


@posted_from(game_page, admits=access.is_guest_at)
@by_player
def play_move(request: HttpRequest, pk: int, *, side: Side) -> Done:
    """Plays the turn that was clicked or typed, and leads to the page that the player prefers after a turn."""
    text = read_turn(request)
    if not text.strip():
        raise Refusal("Choose your turn on the board, or type it, first.", code="empty", status=422)
    played = play.play_move(
        pk,
        side=side,
        expected_revision=read_revision(request),
        expected_ply=read_number(request.POST.get("ply", "")),
        text=text,
        key=request.POST.get("key", "").replace("\0", ""),
        remark=request.POST.get("remark", "") if request.user.is_authenticated else "",
    )
    declined = (offers.get(kind).has_played_on for kind in played.declines)
    user = request.user
    way_on = find_way_on(user, played.turn) if isinstance(user, User) and user.after_turn != AfterTurn.STAY else ""
    where = f" in game {pk}" if way_on else ""
    told = [f"You have played {played.turn.text}{where}.", *declined, tell_answers(played.answers)]
    return Done(" ".join(filter(None, told)), address=way_on)


def tell_answers(answers: Sequence[Turn]) -> str:
    """The turns that armed lines played right after one played by hand, in a sentence; empty where there are none."""
    if len(answers) > 1:
        return f"{len(answers)} more turns, planned before, were played right away."
    return f"The answer came right away: {answers[0].text}." if answers else ""


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
def resign(request: HttpRequest, pk: int, *, side: Side) -> str:
    """Ends the game as lost; where it has ended already, for instance by another click, tells how."""
    try:
        play.resign(pk, side=side)
    except Refusal as refusal:
        if refusal.code != "over":
            raise
        game = access.get_game(access.player_of(request), pk)
        if game.termination == "resignation" and game.winner == side.other:
            return "You have already resigned this game."
        raise Refusal(f"This game is already over: {result_of(game)}", code="over") from None
    return "You have resigned."


def read_turn(request: HttpRequest) -> str:
    return read_text(request.POST.get("text", ""))


@posted_from(game_page)
@once()
@by_player
def claim_win(request: HttpRequest, pk: int, *, side: Side) -> str:
    play.claim_win(pk, side=side)
    return "You have claimed the win. Your opponent is told, and has 7 days to move."


@posted_from(game_page)
@once()
@by_player
def always_rematch(request: HttpRequest, pk: int, *, side: Side) -> str:
    """Sets by `wished=yes` that this player always offers the opponent of this game a rematch; otherwise ends that."""
    players = {seat.side: seat.user_id for seat in find_seats(pk)}
    wished = request.POST.get("wished") == "yes"
    play.wish_rematches(players[side], other_id=players[side.other], wished=wished)
    if not wished:
        return "You no longer offer your opponent a rematch after every game."
    return "You now offer your opponent a rematch after every game. If you both do, it starts at once."
