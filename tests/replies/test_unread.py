"""No mail ends in silence: who wrote one hears what became of it, or finds it again; who floods gets nobody flooded."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from mastery_site.database.pruning import prune
from notifications.models import ListedTurns, Notice
from replies import unread
from replies.incoming import Incoming
from replies.mails.parsing import parse
from replies.mails.proof import Verdict
from replies.models import Reply, UnreadMail
from replies.receiving import Outcome, receive
from tests.answering import bring, keep, write_answer
from tests.factories import GameFactory
from tests.replies import desk

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
STRANGER = "mallory@elsewhere.example"


def bring_from(user, *lines: str, sender: str = "", number: int | None = None, **how) -> Outcome:
    """As a mail of whoever has the address of their last email of a turn."""
    got = keep(desk.find_last(user, "Your turn"), user=user.pk, kind="", at=timezone.now())
    raw = write_answer(got, *lines, sender=sender or user.email, number=number)
    given = bring(raw, at=timezone.now(), proof=how.pop("proof", Verdict.PROVEN))
    fields = {name: getattr(given, name) for name in given.__dataclass_fields__}
    return receive(Incoming(**{**fields, **how}))


def read_told(user) -> str:
    desk.post()
    return " ".join(next(each for each in reversed(mail.outbox) if "did nothing" in each.subject).body.split())


# --- Where nothing was found -----------------------------------------------------------------------------------------
def test_a_mail_without_any_line_of_its_own_is_answered_with_the_game(game, alice):
    assert bring_from(alice, "") is Outcome.DONE
    told = desk.read_answer(alice)
    assert "We found no turn in your email. Write it as the first line." in told
    assert game.get_absolute_url() in told
    assert "Reply with your turn, for example" in told
    assert desk.find_last(alice).reply_to
    reply = Reply.objects.get()
    assert (reply.outcome, reply.first_line, reply.refused) == ("nothing_found", "", True)


def test_one_to_a_list_is_answered_with_how_to_name_a_game(game, alice, boris):
    GameFactory(first=alice, second=boris)
    GameFactory(first=alice, second=boris)
    desk.post()
    assert ListedTurns.objects.exists()
    assert desk.answer(alice, "") is Outcome.DONE
    told = desk.read_answer(alice)
    assert "Write one line for each game" in told
    assert "Your games: http" in told


def test_a_mail_cut_off_for_its_size_is_told_where_nothing_was_found(game, alice):
    assert bring_from(alice, "", is_cut=True) is Outcome.IGNORED
    assert "too large" in read_told(alice)
    turn = game.position.legal_moves()[0]
    assert bring_from(alice, turn, is_cut=True) is Outcome.DONE
    assert desk.turns_of(game) == [turn]


# --- Where nobody knows who wrote it ---------------------------------------------------------------------------------
def test_the_accounts_own_address_is_told_once_a_day_for_each_reason(game, alice):
    for _ in range(30):
        bring_from(alice, "SECRET words", sender=STRANGER)
        bring_from(alice, "SECRET words", proof=Verdict.FAILED)
    desk.post()
    told = [each for each in mail.outbox if "did nothing" in each.subject]
    assert [each.to for each in told] == [[alice.email]] * 2
    assert not any("SECRET" in each.body or STRANGER in each.body for each in told)
    assert all(game.get_absolute_url() in each.body and not each.reply_to for each in told)
    with time_machine.travel(timezone.now() + DAY):
        bring_from(alice, "x", sender=STRANGER)
    assert Notice.objects.filter(kind="reply_unread").count() == 3


def test_a_stranger_learns_nothing_of_whether_there_is_such_an_account(game, alice):
    """What the provider or the mailbox does with a mail is the same, and nobody but the account is written to."""
    outcomes = {bring_from(alice, "x", sender=sender) for sender in (STRANGER, "boris@example.org")}
    assert outcomes == {Outcome.IGNORED}
    desk.post()
    assert {each.to[0] for each in mail.outbox if "did nothing" in each.subject} == {alice.email}


def test_of_a_stranger_only_the_domain_is_kept(game, alice):
    bring_from(alice, "SECRET words", sender=STRANGER)
    row = UnreadMail.objects.get()
    assert (row.user, row.reason, row.domain, row.first_line) == (alice, "another", "elsewhere.example", "")
    assert STRANGER not in str(vars(row))


def test_a_row_says_why_when_and_what_was_written(game, alice, caplog):
    caplog.set_level("INFO")
    at = timezone.now() - timedelta(minutes=3)
    assert bring_from(alice, "I am away", envelope_sender="", arrived_at=at) is Outcome.IGNORED
    row = UnreadMail.objects.get()
    assert (row.reason, row.arrived_at, row.first_line, row.verdict) == ("machine", at, "I am away", "unproven")
    assert f"An email for player {alice.pk} was not acted on: machine" in caplog.text
    assert not Notice.objects.filter(kind="reply_unread").exists()


def test_the_same_mail_leaves_one_row_however_often_it_comes(game, alice):
    for _ in range(3):
        bring_from(alice, "x", sender=STRANGER, number=7)
    assert UnreadMail.objects.count() == 1


def test_rows_have_a_bound_and_the_oldest_makes_room(game, alice, monkeypatch):
    monkeypatch.setattr(unread, "MOST_OF_ONE", 3)
    monkeypatch.setattr(unread, "MOST_OF_NOBODY", 2)
    for number in range(6):
        bring_from(alice, "x", sender=STRANGER, number=number)
        raw = f"To: turn@reply.example.org\nFrom: x@spam{number}.example\nMessage-ID: <{number}@x>\n\nBuy".encode()
        assert receive(bring(raw, at=timezone.now())) is Outcome.NOT_OURS
    assert UnreadMail.objects.filter(user=alice).count() == 3
    assert set(UnreadMail.objects.filter(user=None).values_list("domain", flat=True)) == {
        "spam4.example",
        "spam5.example",
    }


def test_a_mail_to_somebody_else_leaves_no_row(game):
    assert parse(b"To: ada@reply.example.org\n\nHi")
    assert receive(bring(b"To: ada@reply.example.org\n\nHi", at=timezone.now())) is Outcome.NOT_OURS
    assert not UnreadMail.objects.exists()


def test_they_are_kept_for_thirty_days(game, alice):
    bring_from(alice, "x", sender=STRANGER)
    prune(now=timezone.now() + 29 * DAY)
    assert UnreadMail.objects.exists()
    prune(now=timezone.now() + 31 * DAY)
    assert not UnreadMail.objects.exists()


# --- Where they are found again --------------------------------------------------------------------------------------
def test_a_player_finds_them_in_their_settings(client, game, alice, boris):
    bring_from(alice, "x", sender=STRANGER)
    for _ in range(3):
        bring_from(alice, "a1-a1")
    client.force_login(alice)
    page = client.get(reverse("answers_by_email")).content.decode()
    assert page.count("It came from another address, at elsewhere.example.") == 1
    assert page.count("“a1-a1”") == 3
    assert page.count("Our answer says why.") == 2
    assert page.count("the two answers before it had said so") == 1
    client.force_login(boris)
    assert "None in the last 30 days" in client.get(reverse("answers_by_email")).content.decode()


def test_the_page_is_found_from_the_settings_where_there_are_replies(client, alice, settings):
    client.force_login(alice)
    link = f'href="{reverse("answers_by_email")}"'
    assert link in client.get(reverse("notice_timing")).content.decode()
    settings.REPLY_ADDRESS = ""
    assert link not in client.get(reverse("notice_timing")).content.decode()
    assert client.get(reverse("answers_by_email")).status_code == 404
