"""It is the reader's turn. The turns of several games are sent as one email."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence, say_all, tell_moment
from games import events
from games.models import ClockChange, Game
from notifications import timing
from notifications.contract import Known
from notifications.faults import Dropped
from notifications.kind_names import FOUND, OF_TURNS
from notifications.models import Notice
from notifications.routing.readers import Reader, read_readers
from notifications.routing.writing import make, write
from notifications.scheduling import reminders
from notifications.timing import Urgency
from notifications.wording import chains, links
from notifications.wording.answered import require_untold
from notifications.wording.games import OfGame, describe_game, find_opponent, load_my_turn, name_turn
from notifications.wording.restarted import HAPPENED, find_why
from notifications.wording.several import list_games
from notifications.wording.turns import tell_last
from notifications.words import games as words

IN_FEED = "D d M Y, H:i T"
SEVERAL = "your_turn/several"
"""The folder with the templates of an email about turns of several games."""


class YourTurn(OfGame):
    takes_replies = True
    label = _("It’s my turn")
    order = 40
    urgency = Urgency.TURN
    tells_turn = True
    passes_with_turn = True
    sentence = Sentence("your_turn", "It’s your turn against {who}")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        if notice.others:
            return describe_several(notice, now=now)
        game = load_my_turn(notice)
        require_untold(notice)
        happened = find_why(notice.payload)
        return {**describe_game(game, notice, now=now, faced=True), "happened": happened and happened.yours()}

    def write_feed_item(self, game: Game, *, user: User, known: Known) -> dict[str, Any]:
        """Writes a new item for each turn of a game."""
        turns = known.turns.get(game.pk, [])
        at_once = [turn for turn in turns if turn.played_at == game.turn_started_at]
        chain = chains.name_chain(chains.pick_chain(at_once, range(game.ply + 1), reader=game.side_to_move))
        last = tell_last(game, turns, side=game.side_to_move)
        who = find_opponent(game, user=user)
        until = game.deadline_at and tell_moment(game.deadline_at, form=IN_FEED, zone=user.zone)
        turn = words.TURN_UNTIL(n=game.ply + 1, until=until) if until else words.TURN_WITHOUT_LIMIT(n=game.ply + 1)
        told = say_all(turn, last, words.FULL_STOP(sentence=chain) if chain else None)
        return {
            "title": str(words.TURN_AGAINST(who=who, ruleset=game.ruleset.name, number=game.pk)),
            "link": links.absolute(game.get_absolute_url()),
            "description": str(told),
            "pubdate": game.turn_started_at,
            "unique_id": name_turn(game),
            "unique_id_is_permalink": False,
        }


kind = YourTurn()


def describe_several(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """Describes the turns of a notice and its others that are still to be played. If one is left, the email is about
    that one."""
    found: list[tuple[Game, Notice]] = []
    for each in (notice, *notice.others):
        each.recipient = notice.recipient
        try:
            game = load_my_turn(each)
            require_untold(each)
        except Dropped:
            continue
        found.append((game, each))
    if not found:
        raise Dropped("The turns have passed, or were told by answers.")
    if len(found) == 1:
        game, each = found[0]
        return describe_game(game, each, now=now, faced=True)
    return {**list_games((game for game, _ in found), notice, now=now), "templates": SEVERAL}


@receiver(events.turn_started)
def on_turn_started(*, turn: events.StartedTurn, revision: int, **_: Any) -> None:
    """Writes the notice. Its email waits a little, since a player who sees the page may have answered by then.

    A channel that tells the reader that the game was found for them does not also tell of its first turn.
    """
    readers = read_readers({turn.mover_id}, kinds=OF_TURNS | {FOUND} if turn.is_told else OF_TURNS)
    tell(turn, revision=revision, since=turn.started_at, readers=readers)
    reminders.start_turn(turn, reader=readers[turn.mover_id])


@receiver(events.turn_undone)
def on_turn_undone(*, undone: events.StartedTurn, told_at: int, mover_id: int, **_: Any) -> None:
    """Undoes a turn that no player has seen: deletes its notices and restores the reminders from before it."""
    key = name_key(undone.game_id, told_at)
    Notice.objects.filter(recipient=undone.mover_id, kind=kind.name, dedupe_key=key).delete()
    reminders.undo_turn(undone, mover_id=mover_id)


@receiver(events.clock_restarted)
def on_clock_restarted(*, game_id: int, revision: int, kind: ClockChange.Kind, **_: Any) -> None:
    """Tells of the turn again, and why, since its clock was started again.

    If the turn itself begins again, for example after a takeback, that is announced next, and is told only once.
    """
    turn = reminders.read_turns([game_id]).get(game_id) if kind in HAPPENED else None
    if turn is not None:
        readers = read_readers({turn.mover_id}, kinds=OF_TURNS)
        tell(turn, revision=revision, since=timezone.now(), readers=readers, why=kind.value)


def tell(
    turn: events.StartedTurn, *, revision: int, since: datetime, readers: Mapping[int, Reader], why: str = ""
) -> None:
    """Writes the notice of a turn. Its clock has run `since` then; `why` says why it was started again, if it was."""
    without = readers[turn.mover_id].choose_ways(FOUND) if turn.is_told else ()
    now, payload = timezone.now(), describe_turn(turn) | ({"why": why} if why else {})
    due_at = now + settings.TURN_NOTICE_WAIT
    if turn.deadline_at is not None:
        latest = timing.find_latest(began=since, deadline=turn.deadline_at)
        due_at = due_at if timing.is_in_time(due_at, latest=latest) else now
        if alone := readers[turn.mover_id].list_alone():
            payload |= {"alone": alone, "latest": latest.isoformat()}
    key = name_key(turn.game_id, revision)
    notice = make(kind.name, key=key, recipient_id=turn.mover_id, payload=payload, due_at=due_at)
    write(notice, readers=readers, without=without)


def name_key(game_id: int, revision: int) -> str:
    return f"turn:{game_id}:{revision}"


def describe_turn(turn: events.StartedTurn) -> dict[str, Any]:
    """Returns a payload that no other turn has. It leaves out the revision, which an offer of a draw also raises."""
    payload = {"game": turn.game_id, "ply": turn.ply, "turn_started_at": turn.started_at.isoformat()}
    return {**payload, "answers": turn.answers} if turn.answers else payload
