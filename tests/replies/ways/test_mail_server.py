"""What Postfix, OpenDKIM and OpenDMARC really write about a sender is read as they mean it."""

from email.message import EmailMessage
from email.utils import format_datetime

import pytest
from django.utils import timezone

from games.models import Turn
from notifications.models import Notice
from replies import authorities
from replies.models import Reply, UnreadMail
from replies.tasks import read_replies
from tests.factories import GameFactory, UserFactory
from tests.machine import start
from tests.mail_server import NAME, SENDER, run_mail_server
from tests.replies.ways.answering import AUTHORITY, address_of

pytestmark = [pytest.mark.django_db, pytest.mark.late]


@pytest.fixture(scope="module")
def server(dovecot):
    with start(run_mail_server(dovecot)) as found:
        yield found


@pytest.fixture
def kim(db):
    return UserFactory(username="Kim", email=f"kim@{SENDER}")


@pytest.fixture
def game(kim, mailbox, settings):
    """It is Kim's turn; the site reads what the server delivers, and trusts it."""
    settings.REPLY_AUTHORITY = f"{AUTHORITY}, {NAME}"
    return GameFactory(first=kim)


def write(game, *, to: str = "", **headers: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"Kim <kim@{SENDER}>", to or address_of(game), "Re: Your turn"
    mail["Date"], mail["Message-ID"] = format_datetime(timezone.now()), f"<{game.pk}@{SENDER}>"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(f"{game.position.legal_moves()[0]}\n")
    return mail.as_bytes()


def hand_over(server, mail: bytes, game) -> None:
    server.send(mail, to=address_of(game), sender=f"kim@{SENDER}")
    server.wait_for(1)
    assert read_replies() == 1


def test_a_signed_answer_plays(server, game):
    """Each of three writes a header, all of one name: SPF says nothing, DKIM and DMARC that it is good."""
    hand_over(server, server.sign(write(game)), game)
    assert (Reply.objects.get().verdict, Turn.objects.count()) == ("proven", 1)


def test_a_forged_one_plays_nothing_whatever_it_says_of_itself(server, game, kim):
    claims = f"{NAME}; dmarc=pass header.from={SENDER}; dkim=pass header.d={SENDER}"
    hand_over(server, write(game, Authentication_Results=claims), game)
    assert not Turn.objects.exists()
    assert UnreadMail.objects.get().reason == "forged"
    assert Notice.objects.get(kind="reply_unread").recipient == kim


def test_an_old_one_that_was_written_to_another_and_is_brought_again_plays_nothing(server, game):
    """Its signature is good, and Postfix names the token in Delivered-To."""
    hand_over(server, server.sign(write(game, to="mallory@elsewhere.example")), game)
    assert not Turn.objects.exists()
    assert (Reply.objects.get().verdict, Reply.objects.get().outcome) == ("unproven", "unproven")


def test_its_name_is_told_where_it_is_not_trusted(server, game, settings):
    settings.REPLY_AUTHORITY = "mx.wrong.example"
    hand_over(server, server.sign(write(game, Authentication_Results="mx.evil.example; none")), game)
    assert not Turn.objects.exists()
    assert authorities.list_untrusted() == [NAME]
