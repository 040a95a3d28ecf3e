"""Rows of mails that answer what somebody wrote by email."""

from django.utils import timezone

from notifications import reply_tokens
from notifications.models import ListedTurns
from notifications.reply_tokens import Addressed
from replies import unread
from replies.acting import Asked, Thread, act, tell_nothing_found, write_answer
from replies.models import Reply
from tests.factories import GameFactory
from tests.mails.table import mover_of, replay, tells


def write(user, *lines: str, addressed: Addressed, is_proven: bool = True, subject: str = "Your turn in 2 games"):
    """Writes to an address of ours; returns the writer."""
    fields = {"user": user, "arrived_at": timezone.now(), "way": "mailbox", "verdict": "proven"}
    reply = Reply.objects.create(key=f"{Reply.objects.count():064x}", **fields)
    thread = Thread("<1@mail.example>", "", subject)
    write_answer(reply, act(Asked(reply, addressed, lines, is_proven)), thread=thread)
    return user


def write_in(game, *lines: str, **how):
    mover = mover_of(game)
    other = game.seats.exclude(user=mover).get().user
    addressed = Addressed(mover.pk, game.pk, game.revision, game.ply)
    subject = f"Your turn against {other} ({game.ruleset.name} #{game.pk})"
    return write(mover, *lines, addressed=addressed, subject=subject, **how)


@tells("reply_answered")
def answered_with_a_turn(cast):
    game = replay("mastery-imperial-ross", turns=22, first=cast.alice, second=cast.boris)
    return write_in(game, game.position.legal_moves()[0])


@tells("reply_answered")
def answered_with_a_turn_at_master(cast):
    game = replay("master-red-wins", turns=20, first=cast.alice, second=cast.boris)
    return write_in(game, game.position.legal_moves()[0])


@tells("reply_answered")
def answered_with_no_turn(cast):
    game = GameFactory(first=cast.alice, second=cast.boris)
    return write_in(game, "c1-c1")


@tells("reply_answered")
def answered_with_resign(cast):
    return write_in(GameFactory(first=cast.alice, second=cast.boris), "resign")


@tells("reply_answered")
def answered_without_proof(cast):
    game = replay("masters-ember-wins", turns=10, first=cast.boris, second=cast.alice)
    return write_in(game, game.position.legal_moves()[0], is_proven=False)


@tells("reply_answered")
def answered_in_several_games(cast):
    games = [GameFactory(first=cast.alice, second=cast.boris, ruleset_slug=slug) for slug in ("mastery", "masters")]
    turns = [[game.pk, game.revision, game.ply] for game in games]
    code = reply_tokens.code_of(cast.alice.pk, turns)
    ListedTurns.objects.create(code=code, user=cast.alice, turns=turns, made_at=timezone.now())
    lines = (f"1: {games[0].position.legal_moves()[0]}", "2: a1-a1")
    return write(cast.alice, *lines, addressed=Addressed(cast.alice.pk, listed_id=code))


@tells("reply_answered")
def answered_without_naming_a_game(cast):
    games = [GameFactory(first=cast.alice, second=cast.boris) for _ in range(2)]
    turns = [[game.pk, game.revision, game.ply] for game in games]
    code = reply_tokens.code_of(cast.alice.pk, turns)
    ListedTurns.objects.create(code=code, user=cast.alice, turns=turns, made_at=timezone.now())
    return write(cast.alice, "a2-a3", addressed=Addressed(cast.alice.pk, listed_id=code))


@tells("reply_answered")
def answered_with_nothing_found(cast):
    game = GameFactory(first=cast.alice, second=cast.boris)
    mover = mover_of(game)
    addressed = Addressed(mover.pk, game.pk, game.revision, game.ply)
    fields = {"user": mover, "arrived_at": timezone.now(), "way": "mailbox", "verdict": "proven"}
    reply = Reply.objects.create(key="0" * 64, **fields)
    answers = [tell_nothing_found(Asked(reply, addressed, (), True))]
    write_answer(reply, answers, thread=Thread("<1@mail.example>", "", ""), is_last=True)
    return mover


@tells("reply_unread")
def not_read_from_another_address(cast):
    game = GameFactory(first=cast.alice, second=cast.boris)
    addressed = Addressed(cast.alice.pk, game.pk, game.revision, game.ply)
    told = unread.TOLD[unread.Reason.ANOTHER]()
    unread.tell(told, user_id=cast.alice.pk, reason="another", addressed=addressed, now=timezone.now())
    return cast.alice


@tells("reply_unread")
def not_read_for_an_old_address(cast):
    told = unread.TOLD[unread.Reason.TOKEN]()
    unread.tell(told, user_id=cast.alice.pk, reason="token", addressed=None, now=timezone.now())
    return cast.alice
