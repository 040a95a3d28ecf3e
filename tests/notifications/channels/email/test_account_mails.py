"""Whatever allauth or Django sends becomes a row in the surrounding transaction, and a mail after it."""

import pytest
from django.core.mail import BadHeaderError, EmailMultiAlternatives, send_mail
from django.db import transaction
from django.urls import reverse

from notifications import registry
from notifications.models import Notice
from notifications.preferences import switches


def test_the_row_falls_with_its_transaction(alice):
    with transaction.atomic():
        send_mail("Hello", "there", None, [alice.email])
        assert Notice.objects.exists()
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


def test_all_of_the_message_arrives(alice, deliver):
    message = EmailMultiAlternatives("Hello", "text", "a@b.example", [alice.email], bcc=["c@d.example"])
    message.extra_headers["X-Why"] = "because"
    message.attach_alternative("<html><head><style>p{color:red}</style></head><body><p>html", "text/html")
    message.attach("a.bin", b"\x00\xff", "application/octet-stream")
    assert message.send() == 1
    (sent,) = deliver()
    assert (sent.subject, sent.body, sent.from_email) == ("Hello", "text", "a@b.example")
    assert sent.recipients() == [alice.email, "c@d.example"]
    assert sent.extra_headers == {"X-Why": "because"}
    assert '<p style="color: red' in sent.alternatives[0].content
    assert sent.attachments[0].content == b"\x00\xff"


def test_switches_do_not_hold_it_back(alice, deliver):
    switches.turn_off(alice, kinds=registry.list_switchable())
    send_mail("Your password", "was changed", None, [alice.email])
    assert len(deliver()) == 1


def test_the_same_words_twice_are_two_mails(alice, deliver):
    for _ in range(2):
        send_mail("Code", "123", None, [alice.email])
    assert len(deliver()) == 2


def test_a_header_that_was_tampered_with_is_refused_at_once(alice):
    with pytest.raises(BadHeaderError):
        send_mail("Hello\nBcc: all@example.org", "there", None, [alice.email])
    assert not Notice.objects.exists()


def test_it_belongs_to_the_owner_of_its_address(alice, boris):
    send_mail("Hello", "there", None, ["ALICE@example.org"])
    send_mail("Hello", "there", None, ["nobody@example.org"])
    assert list(Notice.objects.order_by("pk").values_list("recipient__username", flat=True)) == ["Alice", None]


def test_no_copy_of_a_secret_link_is_kept(client, alice, deliver):
    client.post(reverse("account_reset_password"), {"email": alice.email})
    assert "/account/password/reset/" in str(Notice.objects.get().payload)
    (message,) = deliver()
    assert "/account/password/reset/" in message.body
    assert Notice.objects.get().payload == {"subject": message.subject}


def test_it_wears_the_layout_of_the_other_mails(client, alice, deliver):
    client.post(reverse("account_reset_password"), {"email": alice.email})
    html = deliver()[0].alternatives[0].content
    assert 'class="card" style="' in html
    assert "prefers-color-scheme: dark" in html
    assert "/unsubscribe/" not in html
