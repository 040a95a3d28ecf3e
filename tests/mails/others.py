"""Rows of mails about vacation, reports and the account."""

from datetime import timedelta
from pathlib import Path

from allauth.account.adapter import get_adapter
from allauth.core.context import request_context
from django.conf import settings
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Rescue, Restriction, User
from accounts.time_off import vacation
from games import play
from moderation import acting, appeals, reports, safeguards
from moderation.actions.contract import Order
from moderation.actions.registry import ACTIONS
from tests.factories import GameFactory, UserFactory
from tests.mails.table import MAILS, Cast, Stage, tells


def run_out(cast: Cast, *, games: int) -> None:
    """Alice's time has run out in so many games, and vacation saves them."""
    now = timezone.now()
    vacation.grant(cast.alice, now=now - timedelta(days=9))
    for hours in range(games):
        GameFactory(first=cast.alice, second=cast.boris, vacation_days=14, now=now - timedelta(days=3, hours=hours + 1))
    play.run_out_due(now=now)


@tells("vacation_used")
def vacation_used_for_the_first_time(cast):
    run_out(cast, games=1)


@tells("vacation_used")
def vacation_used_for_several_games(cast):
    vacation.grant(cast.alice, now=timezone.now() - timedelta(days=60))
    vacation.take_day(cast.alice, at=timezone.now() - timedelta(days=9), now=timezone.now())
    run_out(cast, games=3)


@tells("report_result")
def report_result(cast):
    made = reports.make(cast.alice, about=cast.boris, matter="words", text="He called me a woodpusher.")
    said = "Thank you for telling us. He was asked to keep to the matter of the game."
    reports.answer(
        made.pk,
        staff=UserFactory(username="Mira", is_staff=True, is_superuser=True),
        outcome="acted",
        answer=said,
        reason="Plain enough.",
    )


@tells("staff_message")
def staff_message(cast):
    mira = UserFactory(username="Mira", is_staff=True, is_superuser=True)
    said = "Do you share a device with somebody?\nYou both may play here."
    order = Order(staff=mira, now=timezone.now(), told=said)
    acting.perform(ACTIONS.get("message"), cast.alice, order=order)


def report_to(cast: Cast) -> User:
    """Somebody insults Boris while Mira is on the staff; returns her."""
    mira = UserFactory(username="Mira", is_staff=True, is_superuser=True, time_zone="Europe/Berlin")
    reports.make(cast.boris, about=UserFactory(username="Mallow"), matter="words", text="He called me a woodpusher.")
    return mira


@tells("report_grave")
def report_grave(cast):
    return report_to(cast)


@tells("staff_digest")
def staff_digest(cast):
    return report_to(cast)


def suspend(cast: Cast, *, by: str = "Mira") -> Restriction:
    staff, reason = UserFactory(username=by), "You played on with three accounts, after a warning on 3 May."
    until, games = timezone.now() + timedelta(days=30), Restriction.Games.PAUSED
    kind = Restriction.Kind.SUSPENDED
    return restrictions.impose(cast.alice, kind, reason=reason, rule="F1", by=staff, until=until, games=games)


@tells("restricted")
def suspended(cast):
    suspend(cast)


@tells("restricted")
def warned(cast):
    reason = "Please keep to the game.\n\nWe read what you wrote to Boris, and would have you leave that."
    kind = Restriction.Kind.WARNED
    restrictions.impose(cast.alice, kind, reason=reason, rule="C1", by=UserFactory(username="Mira"))


@tells("restricted")
def muted_with_a_game(cast):
    """One decision: a game is void, and Alice is muted and plays no rated games."""
    staff = UserFactory(username="Mira", is_staff=True, is_superuser=True)
    answers = {"length": "30"}
    order = Order(staff=staff, now=timezone.now(), told="You stalled, and then wrote that.", rule="F4", answers=answers)
    steps = [acting.Step(ACTIONS.get(name), cast.alice, order) for name in ("mute", "bar_rated")]
    acting.perform(ACTIONS.get("void"), GameFactory(first=cast.alice, second=cast.boris), order=order, beside=steps)


@tells("restriction_over")
def restriction_lifted(cast):
    restrictions.close(suspend(cast).pk, how=Restriction.Close.LIFTED)


@tells("restriction_over")
def restriction_ended(cast):
    restrictions.end_due(now=suspend(cast).until_at)


@tells("appeal_answered")
def appeal_answered(cast):
    appeal = appeals.make(suspend(cast), text="I share the house with my brother, who plays here too.")
    said = "You both play from one address, and in turn. We keep to what we decided."
    staff = UserFactory(username="Zoe", is_staff=True, is_superuser=True)
    appeals.answer(appeal.pk, outcome="upheld", answer=said, staff=staff)


@tells("closed_to_new")
def closed_to_new_accounts(cast):
    boss = UserFactory(username="Ada", is_staff=True, is_superuser=True)
    staff = UserFactory(username="Mira", is_staff=True, is_superuser=True)
    reason = "Forty accounts in ten minutes, all of which send challenges with the same advertisement."
    safeguards.close_to_new(staff=staff, reason=reason, now=timezone.now())
    return boss


@tells("test")
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
            **dict.fromkeys(["activate_url", "password_reset_url", "signup_url", "stop_url", "url"], link),
            **dict.fromkeys(["from_email", "deleted_email"], cast.alice.email),
            "to_email": "alice@new.example",
            "whose": cast.boris.username,
            "new": "alice@new.example",
            "addresses": ["alice@new.example"],
            "rescue": Rescue(email="alice@new.example", due_at=timezone.now() + timedelta(days=3)),
            **dict.fromkeys(["timestamp", "since", "until", "due"], timezone.now()),
            **dict.fromkeys(["site_url", "probe_url"], settings.SITE_URL),
            "browser": "Chrome on Linux",
            "code": "1234-5678",
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
        "account",
        tell_of_account(prefix),
    )
