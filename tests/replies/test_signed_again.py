"""A mail that a signature alone proves is good whoever brings it: so it plays only where it was written to this token,
and not before the email that it answers."""

from datetime import timedelta
from email.utils import format_datetime
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Turn
from mastery_site.checks.replies import tell_untrusted
from notifications.models import Notice
from replies import authorities
from replies.incoming import Incoming, Way
from replies.mails.parsing import parse
from replies.mails.proof import Verdict
from replies.models import Authority, Reply, UnreadMail
from replies.receiving import Outcome, receive
from tests.administration import enter
from tests.factories import GameFactory, play_turns
from tests.replies import desk
from tests.replies.ways.answering import AUTHORITY, address_of, find_mover, write_answer

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _authority(settings):
    settings.REPLY_AUTHORITY = f"{AUTHORITY}, filter.reply.localhost"


def write_signed(game, *, results: str = "dkim=pass header.d={domain}", **headers: str):
    domain = find_mover(game).email.partition("@")[2]
    told = f"{AUTHORITY}; {results.format(domain=domain)}"
    return write_answer(game, Authentication_Results=told, **headers)


def bring(mail, **how) -> Outcome:
    return receive(Incoming(parse(mail.as_bytes()), timezone.now(), Way.MAILBOX, **how))


def test_one_to_this_token_plays():
    game = GameFactory()
    assert bring(write_signed(game)) is Outcome.DONE
    assert Turn.objects.count() == 1


def test_one_that_another_brings_to_this_token_plays_nothing():
    """An old mail with `Delivered-To`, or brought by a server that names the token as its recipient."""
    game = GameFactory()
    token = address_of(game)
    for mail, how in (
        (write_signed(game, To="mallory@example.org", Delivered_To=token), {}),
        (write_signed(game, To="mallory@example.org"), {"recipients": (token,)}),
        (write_signed(game, To="mallory@example.org", Cc=f"x@example.org, {token}"), {}),
    ):
        cc = "Cc" in mail
        mail["DKIM-Signature"] = f"v=1; d={find_mover(game).email.partition('@')[2]}; h=from:to:date; b=x"
        mail.replace_header("Message-ID", f"<{Reply.objects.count()}@x.example>")
        assert bring(mail, **how) is Outcome.DONE, cc
    assert not Turn.objects.exists()
    assert set(Reply.objects.values_list("verdict", "outcome")) == {("unproven", "unproven")}


def test_the_one_with_a_second_to_plays_nothing():
    game = GameFactory()
    raw = b"To: mallory@example.org\r\n" + write_signed(game).as_bytes()
    receive(Incoming(parse(raw), timezone.now(), Way.MAILBOX))
    assert not Turn.objects.exists()


@pytest.mark.parametrize(("ago", "plays"), [(timedelta(minutes=2), True), (2 * HOUR, False)])
def test_one_dated_before_the_email_that_it_answers_is_refused_and_told(ago, plays):
    game = play_turns(GameFactory(), "Md1-c1")
    mail = write_signed(game, Date=format_datetime(timezone.now() - ago))
    assert bring(mail) is (Outcome.DONE if plays else Outcome.IGNORED)
    assert Turn.objects.count() == 1 + plays
    if not plays:
        assert UnreadMail.objects.get().reason == "old"
        assert Notice.objects.get(kind="reply_unread").recipient == find_mover(game)


@pytest.mark.parametrize("date", ["", "soon", "Fri, 99 Nov 2026 99:99:99 +0000"])
def test_one_without_a_date_that_can_be_read_plays_nothing(date):
    game = GameFactory()
    assert bring(write_signed(game, Date=date)) is Outcome.DONE
    assert Reply.objects.get().outcome == "unproven"


def test_what_the_path_proves_as_well_is_not_asked_for_its_date():
    game = play_turns(GameFactory(), "Md1-c1")
    mail = write_answer(game, Date=format_datetime(timezone.now() - 9 * HOUR))
    assert bring(mail) is Outcome.DONE
    assert Turn.objects.count() == 2


def test_what_a_provider_says_of_a_signature_is_judged_alike():
    game = GameFactory()
    mail = write_answer(game, To="mallory@example.org")
    how = {"recipients": (address_of(game),), "proof": Verdict.PROVEN}
    bring(mail, **how, by_signature=True)
    assert not Turn.objects.exists()
    mail.replace_header("Message-ID", "<2@x.example>")
    bring(mail, **how)
    assert Turn.objects.count() == 1


# --- Names that are not trusted ----------------------------------------------------------------------------------
def test_names_that_are_not_trusted_are_remembered_and_shown(client, admin, settings, monkeypatch):
    game = GameFactory()
    above = "Authentication-Results: mx2.reply.localhost; none\r\nReceived: from x by mx2.reply.localhost id 1\r\n"
    receive(Incoming(parse(above.encode() + write_answer(game).as_bytes()), timezone.now(), Way.MAILBOX))
    assert authorities.list_untrusted() == ["mx2.reply.localhost"]
    settings.REPLY_MAILBOX = "imaps://x:y@mail.example.org/INBOX"
    browser = enter(client, admin)
    assert "<code>mx2.reply.localhost</code>" in browser.get("/moderation/site/").content.decode()
    monkeypatch.setattr("mastery_site.management.commands.check.find_unready", list)
    said = StringIO()
    call_command("check", stdout=said)
    assert "REPLY_AUTHORITY does not name mx2.reply.localhost" in said.getvalue()
    settings.REPLY_AUTHORITY += ", mx2.reply.localhost"
    assert (authorities.list_untrusted(), tell_untrusted()) == ([], "")
    assert "mx2.reply.localhost" not in browser.get("/moderation/site/").content.decode()


def test_so_many_names_are_remembered():
    for number in range(3):
        authorities.note([f"mx{number}.{place}.example" for place in range(15)], now=timezone.now() + number * HOUR)
    assert Authority.objects.count() == authorities.MOST
    assert Authority.objects.filter(name__startswith="mx2.").count() == 15


# --- The thread ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "written", ["{id}", "Your message of Friday {id}", "{id} (from x@y.example)", "<x@y.example> {id}"]
)
def test_the_email_that_is_answered_is_found_among_comments_and_words(written):
    known = "<notice-12.3@localhost>"
    game = GameFactory()
    bring(write_answer(game, In_Reply_To=written.format(id=known)))
    assert known in Notice.objects.get(kind="reply_answered").payload["references"]
    assert desk.turns_of(game)
