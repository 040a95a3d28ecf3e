"""Every mail of the site, made by the code that sends it, for those who look at them: a browser test and screenshots.

A new kind of mail needs a row: a function decorated with `tells(Kind...)`, which does what the mail tells of and
returns its reader. The newest notice of that kind for that reader is what is looked at.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from email import message_from_bytes, policy
from functools import cache
from pathlib import Path

from allauth.account.adapter import get_adapter
from allauth.core.context import request_context
from django.conf import settings
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts import off_time
from accounts.models import User
from games import challenges, chat, clock, play
from games.engine.contract import Side
from games.models import Game
from moderation import reports
from notifications import mails
from notifications.digests import write_digests
from notifications.files import StoredMail
from notifications.models import Channel, Kind, Notice
from notifications.wishes import save_wishes
from tests.factories import ChallengeFactory, GameFactory, UserFactory, play_turns
from tests.games.engine.test_golden import read

GOLDEN = Path(__file__).parent / "games" / "engine" / "golden"
LONGEST = "W" * 20
ADDRESS = "somebody@example.net"
LINES_OF_OTHERS = re.compile(r"https?://|^> \S{70}")
"""Lines that may be long: with a link, and a player's word that has no gap."""


@dataclass(frozen=True)
class Cast:
    """Alice reads, in Berlin; Boris is her opponent."""

    alice: User
    boris: User


Stage = Callable[[Cast], User | str | None]
MAILS: dict[str, tuple[Kind, Stage]] = {}
"""Name to what it is about, and how it comes about; returns the reader, a user or an address, None for Alice."""


def tells(kind: Kind) -> Callable[[Stage], Stage]:
    def add(stage: Stage) -> Stage:
        MAILS[stage.__name__] = (kind, stage)
        return stage

    return add


@cache
@override_settings(EMAIL_BACKEND="notifications.backend.OutboxBackend")
def make_mail(name: str) -> StoredMail:
    """The mail of this name, as it leaves; needs an empty database the first time."""
    kind, stage = MAILS[name]
    cast = Cast(
        UserFactory(username="Alice", time_zone="Europe/Berlin"),
        UserFactory(username="Boris", time_zone="America/New_York"),
    )
    reader = stage(cast) or cast.alice
    whose = {"recipient": reader} if isinstance(reader, User) else {"address": reader}
    notice = Notice.objects.filter(kind=kind, channel=Channel.MAIL, **whose).latest("pk")
    if kind == Kind.YOUR_TURN:  # whatever waits goes with it
        notice.others = Notice.objects.open().filter(kind=kind, channel=Channel.MAIL, **whose).exclude(pk=notice.pk)
    message = mails.compose(notice, now=max(notice.due_at, timezone.now()))
    return StoredMail(name, message_from_bytes(message.message().as_bytes(), policy=policy.default))


def replay(golden: str, *, turns: int, first: User, second: User, **terms) -> Game:
    """A game as far as so many turns of one that was kept."""
    slug, options, moves = read((GOLDEN / f"{golden}.txt").read_text())
    game = GameFactory(ruleset_slug=slug, options=options, first=first, second=second, **terms)
    return play_turns(game, *moves[:turns])


def mover_of(game: Game) -> User:
    return game.seats.get(side=game.side_to_move).user


# --- Games -------------------------------------------------------------------------------------------------------
@tells(Kind.YOUR_TURN)
def your_turn(cast):
    return mover_of(replay("mastery-imperial-ross", turns=22, first=cast.alice, second=cast.boris))


@tells(Kind.YOUR_TURN)
def your_turn_first_of_all(cast):
    GameFactory(first=cast.alice, second=cast.boris, control=clock.Unlimited())


@tells(Kind.YOUR_TURN)
def your_turn_at_master(cast):
    return mover_of(replay("master-red-wins", turns=20, first=cast.alice, second=cast.boris))


@tells(Kind.YOUR_TURN)
def your_turn_at_masters_with_the_longest_name(cast):
    other = UserFactory(username=LONGEST)
    return mover_of(replay("masters-ember-wins", turns=17, first=other, second=cast.alice))


def play_several(cast):
    """Games of each ruleset in which it is Alice's turn, and two just begun."""
    replay("mastery-imperial-ross", turns=22, first=cast.alice, second=cast.boris)
    replay("master-red-wins", turns=20, first=UserFactory(username=LONGEST), second=cast.alice)
    replay("masters-ember-wins", turns=17, first=cast.boris, second=cast.alice)
    GameFactory(first=cast.alice, second=cast.boris, control=clock.Unlimited())
    GameFactory(first=cast.alice, second=cast.boris)


@tells(Kind.YOUR_TURN)
def your_turns(cast):
    play_several(cast)


@tells(Kind.DIGEST)
def digest(cast):
    play_several(cast)
    Notice.objects.all().delete()
    save_wishes(cast.alice, mode="daily", digest_hour=3)
    today = timezone.localdate(timezone=cast.alice.zone) + timedelta(days=1)
    write_digests(now=datetime.combine(today, time(3, 1), tzinfo=cast.alice.zone))


@tells(Kind.DEADLINE_NEAR)
def deadline_near(cast):
    return mover_of(replay("mastery-draume-crown-ross", turns=15, first=cast.boris, second=cast.alice))


@tells(Kind.DRAW_OFFERED)
def draw_offered_at_my_turn(cast):
    game = replay("mastery-imperial-ross", turns=30, first=cast.alice, second=cast.boris)
    play.offer_draw(game.pk, side=Side.SECOND)


@tells(Kind.DRAW_OFFERED)
def draw_offered_at_their_turn(cast):
    game = replay("masters-ember-wins", turns=10, first=cast.boris, second=cast.alice)
    play.offer_draw(game.pk, side=Side.FIRST)


@tells(Kind.TIME_OFFERED)
def more_time_offered(cast):
    game = replay("mastery-imperial-ross", turns=30, first=cast.alice, second=cast.boris)
    play.offer_time(game.pk, side=Side.SECOND, days=5)


@tells(Kind.TIME_OFFERED)
def pause_offered(cast):
    game = replay("masters-ember-wins", turns=10, first=cast.boris, second=cast.alice)
    play.offer_pause(game.pk, side=Side.FIRST, until=timezone.now() + timedelta(days=30))


@tells(Kind.TIME_OFFERED)
def end_of_pause_offered(cast):
    game = replay("masters-ember-wins", turns=10, first=cast.boris, second=cast.alice)
    play.offer_pause(game.pk, side=Side.FIRST, until=timezone.now() + timedelta(days=30))
    play.accept_pause(game.pk, side=Side.SECOND)
    play.offer_resume(game.pk, side=Side.FIRST)


@tells(Kind.TAKEBACK_OFFERED)
def takeback_offered(cast):
    game = replay("mastery-imperial-ross", turns=29, first=cast.boris, second=cast.alice)
    play.offer_takeback(game.pk, side=Side.FIRST)


@tells(Kind.CHAT_MESSAGE)
def chat_messages(cast):
    game = replay("mastery-imperial-ross", turns=12, first=cast.alice, second=cast.boris)
    for text in ("Good morning!", "Sorry, I was away.\nBack on Monday.", "W" * 300, *map(str, range(9))):
        chat.send(cast.boris, game_id=game.pk, text=text)


@tells(Kind.CHAT_MESSAGE)
def chat_message(cast):
    game = replay("master-red-wins", turns=12, first=UserFactory(username=LONGEST), second=cast.alice)
    other = game.seats.exclude(user=cast.alice).get().user  # seated by lot
    chat.send(other, game_id=game.pk, text="Well played! 2 < 3 & 👏")


@tells(Kind.GAME_OVER)
def game_over_won(cast):
    replay("mastery-draume-crown-woag", turns=10**6, first=cast.boris, second=cast.alice)


@tells(Kind.GAME_OVER)
def game_over_lost_on_time(cast):
    now = timezone.now() - timedelta(days=4)
    game = GameFactory(first=cast.alice, second=cast.boris, now=now)
    play.flag(game.pk, now=timezone.now())


@tells(Kind.GAME_OVER)
def game_over_drawn(cast):
    game = replay("master-white-wins", turns=12, first=cast.alice, second=cast.boris)
    play.offer_draw(game.pk, side=Side.SECOND)
    play.accept_draw(game.pk, side=Side.FIRST)


@tells(Kind.GAME_OVER)
def game_over_void(cast):
    game = replay("masters-frost-wins", turns=8, first=cast.alice, second=cast.boris)
    play.void(game.pk, staff=UserFactory(username="Mira", is_staff=True), reason="Both are one person.")


# --- Challenges --------------------------------------------------------------------------------------------------
@tells(Kind.CHALLENGE_RECEIVED)
def challenge_received(cast):
    note = "A slow game?\nI have played Mastery twice, and lost both times."
    terms = {"options": {"setup": "draume-crown", "draws": ["repetition"]}, "control": clock.Bank(), "side": "random"}
    ChallengeFactory(challenger=cast.boris, audience="player", opponent=cast.alice, note=note, **terms)


@tells(Kind.CHALLENGE_RECEIVED)
def challenge_received_with_the_longest_words(cast):
    other = UserFactory(username=LONGEST)
    terms = {"ruleset_slug": "masters", "private": True, "control": clock.Unlimited()}
    ChallengeFactory(challenger=other, audience="player", opponent=cast.alice, note="w" * 300, **terms)


@tells(Kind.CHALLENGE_ACCEPTED)
def challenge_accepted(cast):
    sent = ChallengeFactory(challenger=cast.alice, audience="player", opponent=cast.boris)
    challenges.accept(sent.pk, user=cast.boris)


@tells(Kind.CHALLENGE_DECLINED)
def challenge_declined(cast):
    sent = ChallengeFactory(challenger=cast.alice, audience="player", opponent=cast.boris, ruleset_slug="master")
    challenges.decline(sent.pk, user=cast.boris, reason="Not before Christmas: too many games.\nAfter that, gladly!")


@tells(Kind.CHALLENGE_EXPIRING)
def challenge_expiring(cast):
    terms = {"control": clock.Reserve(), "weekends": True, "off_time_days": 14, "note": "Whenever you like."}
    ChallengeFactory(challenger=cast.boris, audience="player", opponent=cast.alice, **terms, now=nearly_expired())
    challenges.announce_expiring()


@tells(Kind.CHALLENGE_EXPIRING)
def challenge_of_mine_expiring(cast):
    ChallengeFactory(challenger=cast.alice, audience="player", opponent=cast.boris, now=nearly_expired())
    challenges.announce_expiring()


def nearly_expired() -> datetime:
    return timezone.now() - challenges.LASTS + timedelta(days=2, hours=5)


@tells(Kind.INVITATION)
def invitation(cast):
    note = "Shall we play as in the old days?"
    ChallengeFactory(challenger=cast.boris, audience="address", address=ADDRESS, ruleset_slug="master", note=note)
    return ADDRESS


# --- Off-time ----------------------------------------------------------------------------------------------------
def run_out(cast: Cast, *, games: int) -> None:
    """Alice's time has run out in so many games, and off-time saves them."""
    now = timezone.now()
    off_time.grant(cast.alice, now=now - timedelta(days=9))
    for hours in range(games):
        GameFactory(first=cast.alice, second=cast.boris, off_time_days=14, now=now - timedelta(days=3, hours=hours + 1))
    play.flag_due(now=now)


@tells(Kind.OFF_TIME_USED)
def off_time_used_for_the_first_time(cast):
    run_out(cast, games=1)


@tells(Kind.OFF_TIME_USED)
def off_time_used_for_several_games(cast):
    off_time.grant(cast.alice, now=timezone.now() - timedelta(days=60))
    off_time.take_day(cast.alice, at=timezone.now() - timedelta(days=9), now=timezone.now())
    run_out(cast, games=3)


# --- Others ------------------------------------------------------------------------------------------------------
@tells(Kind.REPORT_RESULT)
def report_result(cast):
    made = reports.make(cast.alice, about=cast.boris, matter="words", text="He called me a woodpusher.")
    said = "Thank you for telling us. He was asked to keep to the matter of the game."
    reports.answer(made.pk, staff=UserFactory(username="Mira"), outcome="acted", answer=said, reason="Plain enough.")


@tells(Kind.TEST)
def test_mail(cast):
    client = Client(SERVER_NAME="localhost")
    client.force_login(cast.alice)
    client.post(reverse("notice_test"))


def tell_of_account(prefix: str) -> Stage:
    """Any mail of allauth or of staff's help, from its templates: each may know what any of them knows."""

    def stage(cast: Cast) -> None:
        link = f"{settings.SITE_URL}/account/key/{'Mg3-x' * 12}/"
        told = {
            "user": cast.alice,
            "person": cast.alice,
            "username": cast.alice.username,
            **dict.fromkeys(["activate_url", "password_reset_url", "signup_url"], link),
            **dict.fromkeys(["from_email", "deleted_email"], cast.alice.email),
            "to_email": "alice@new.example",
            "new": "alice@new.example",
            "addresses": ["alice@new.example"],
            "timestamp": timezone.now(),
            "ip": "2001:db8:85a3:8d3:1319:8a2e:370:7348",
            "user_agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Safari/1",
        }
        request = HttpRequest()
        request.META["HTTP_HOST"] = "localhost"
        with request_context(request):
            get_adapter(request).send_mail(prefix, cast.alice.email, told)

    return stage


TEMPLATES = Path(settings.BASE_DIR / "templates")
for path in sorted(TEMPLATES.rglob("*_subject.txt")):
    prefix = str(path.relative_to(TEMPLATES)).removesuffix("_subject.txt")
    MAILS[prefix.replace("/", "_").replace("_email_", "_").replace("_mail_", "_")] = (
        Kind.ACCOUNT,
        tell_of_account(prefix),
    )
