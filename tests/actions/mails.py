"""What readers do with our emails: they answer them, at once, late, twice, broken, or as somebody else."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from accounts.limiting.counting import Per
from accounts.models import Allowance
from games.models import Game, Message, Turn
from notifications import reply_tokens
from notifications.models import ListedTurns, Notice
from notifications.reply_tokens import Addressed
from replies.mails.proof import Verdict
from replies.models import Reply, UnreadMail
from replies.receiving import Outcome, receive
from replies.repeating import is_silent
from tests.actions import action
from tests.actions.drawing import number_from, one_of
from tests.actions.scene import Scene
from tests.answering import Got, bring, write_answer

LEGAL = "a legal turn"
lines = one_of(
    (LEGAL,) * 8 + ("yes", "no", "draw", "resign", "resign yes", "note Well played", "Hi there", "a1-a1", "", "2: draw")
)
senders = one_of(("owner",) * 6 + ("stranger", "unproven", "forged", "machine", "cut"))
PROOFS = {"unproven": Verdict.UNPROVEN, "forged": Verdict.FAILED}


def has_mails(site: Scene) -> bool:
    return bool(site.post.got)


def pick(site: Scene, number: int) -> Got:
    """Mostly one about a turn that is still to be played, else one of the last."""
    fresh = [got for got in site.post.got if is_fresh(got)] if number < 4 else []
    found = fresh or site.post.got
    return found[-1 - number % len(found)]


def is_fresh(got: Got) -> bool:
    told = find_games(reply_tokens.read(reply_tokens.find_token(got.reply_to)))
    return any(Game.objects.waiting_for(got.user).filter(pk=pk, ply=ply).exists() for pk, _, ply in told)


def find_games(addressed: Addressed) -> list[tuple[int, int, int]]:
    """The games that an email was about, each with its revision and its turns as they were told."""
    if addressed.listed_id:
        return [tuple(turn) for turn in ListedTurns.objects.get(pk=addressed.listed_id).turns]
    return [(addressed.game_id, addressed.revision, addressed.ply)]


@action(weight=4, needs=has_mails, number=number_from(0, 5), choice=number_from(0, 20), line=lines, sender=senders)
def answer_mail(site: Scene, *, number: int, choice: int, line: str, sender: str) -> None:
    """Whatever it is about: nothing is done that was not asked for, nor for a stranger, nor twice."""
    got = pick(site, number)
    told = find_games(reply_tokens.read(reply_tokens.find_token(got.reply_to)))
    place = choice % len(told)
    game_id, _, ply = told[place]
    game, player = Game.objects.get(pk=game_id), site.find_player(got.user)
    if line == LEGAL:
        moves = list(game.position.legal_moves()) or ["a1-a2"]
        line = moves[choice % len(moves)]
    line = f"{place + 1}: {line}" if len(told) > 1 and line else line
    address = "mallory@example.invalid" if sender == "stranger" else player.address
    raw = write_answer(got, line, sender=address)
    raw = (b"Auto-Submitted: auto-replied\n" if sender == "machine" else b"") + raw
    incoming = replace(bring(raw, at=site.now, proof=PROOFS.get(sender, Verdict.PROVEN)), is_cut=sender == "cut")
    before, known, unread = stand_of(game), Reply.objects.count(), UnreadMail.objects.count()
    outcome = receive(incoming)
    after = stand_of(game)
    changed = before != after
    if changed and (sender not in ("owner", "cut") or not line):
        site.faults.append(f"game {game_id} changed by a mail of {sender} that says {line!r}")
    if outcome is not Outcome.DONE and (changed or Reply.objects.count() != known):
        site.faults.append(f"a mail was {outcome}, and something came of it")
    if outcome is Outcome.IGNORED and UnreadMail.objects.count() != unread + 1:
        site.faults.append(f"a mail of {sender} was ignored, and left no row")
    note_played(site, game, ply=ply, before=before, after=after)
    again = receive(incoming)
    if stand_of(game) != after or again is not outcome:
        site.faults.append(f"game {game_id} changed as the same mail came again, which was {again} after {outcome}")


@action(weight=1, needs=has_mails, number=number_from(0, 5))
def answer_beyond_the_limit(site: Scene, *, number: int) -> None:
    """It waits, and nothing comes of it; then its writer takes it back."""
    got = pick(site, number)
    game = Game.objects.get(pk=find_games(reply_tokens.read(reply_tokens.find_token(got.reply_to)))[0][0])
    key, before = f"reply/{Per.SENDER}/3600/{got.user}", stand_of(game)
    times = " ".join([f"{site.now.timestamp():.3f}"] * 200)
    Allowance.objects.update_or_create(key=key, defaults={"times": times, "until_at": site.now + timedelta(hours=1)})
    raw = write_answer(got, "draw", sender=site.find_player(got.user).address)
    if (outcome := receive(bring(raw, at=site.now))) is not Outcome.LATER:
        site.faults.append(f"a mail beyond the limit was {outcome}")
    if stand_of(game) != before:
        site.faults.append(f"game {game.pk} changed by a mail beyond the limit")
    Reply.objects.filter(done_at=None).delete()
    Allowance.objects.filter(key=key).delete()


def stand_of(game: Game) -> tuple[int, int, int]:
    """The revision of a game, the rows of its turns, and those of its chat."""
    revision = Game.objects.values_list("revision", flat=True).get(pk=game.pk)
    return revision, Turn.objects.filter(game=game).count(), Message.objects.filter(game=game).count()


def note_played(
    site: Scene, game: Game, *, ply: int, before: tuple[int, int, int], after: tuple[int, int, int]
) -> None:
    """Checks that a turn that was played is the one that was asked for; its player was here."""
    turns = list(Turn.objects.filter(game=game).order_by("-pk")[: after[1] - before[1]])[::-1]
    if not turns:
        return
    if turns[0].ply != ply + 1:
        site.faults.append(f"game {game.pk}: a mail about turn {ply + 1} has played turn {turns[0].ply}")
    if sum(not turn.armed for turn in turns) > 1:
        site.faults.append(f"game {game.pk}: one mail has played {len(turns)} turns")
    mover = game.seats.get(side=turns[0].side)
    site.rating_diary.see(mover.user_id)


def find_unanswered(site: Scene) -> list[str]:
    """Each answer by email is answered once, by email alone, and to whom it was written from."""
    rows = Notice.objects.filter(kind="reply_answered").values_list("dedupe_key", "recipient_id", "channel")
    wrong = []
    for reply in Reply.objects.all():
        told = [(user, channel) for key, user, channel in rows if key == f"reply:{reply.pk}"]
        if reply.done_at is None:
            wrong.append(f"answer {reply.pk} was left lying")
        elif told != [(reply.user_id, "email")] and (told or not (reply.refused and is_silent(reply))):
            wrong.append(f"answer {reply.pk} of player {reply.user_id} was answered to {told}")
    for row in UnreadMail.objects.all():
        if bool(row.first_line) and bool(row.domain):
            wrong.append(f"words of a stranger are kept: {row.pk}")
    for key, user, channel in Notice.objects.filter(kind="reply_unread").values_list(
        "dedupe_key", "recipient_id", "channel"
    ):
        if channel != "email" or key.split(":")[1] != str(user):
            wrong.append(f"{key} was told to {user} by {channel}")
    return wrong
