"""Providers bring answers to a webhook: theirs alone are taken, and each says who sent the mail in its own way."""

import base64
import json
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.models import Heartbeat, Turn
from replies import receiving
from replies.models import Reply
from replies.receiving import Outcome
from tests.factories import GameFactory
from tests.replies.ways.answering import write_answer
from tests.replies.ways.brought import (
    BRINGS,
    SECRET,
    SIGNING_KEY,
    Brought,
    by_amazon_ses,
    by_mailgun,
    by_postmark,
    by_sendgrid,
    by_sns,
    sign_for_sendgrid,
    tell_public_key,
)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailNotSupportedWarning"),
]
HOUR = 3600.0
SIGNED = "v=1; a=rsa-sha256; c=relaxed/relaxed; d={domain}; s=x; h=from:to; bh=eA==; b=eA=="


@pytest.fixture
def take_from(settings):
    """The site takes answers from this provider."""

    def set_provider(name: str) -> None:
        settings.REPLY_PROVIDER = name
        settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}

    return set_provider


def count_turns() -> int:
    return Turn.objects.count()


@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize("provider", BRINGS)
def test_an_answer_is_played_once_however_often_it_is_brought(take_from, provider, raw):
    take_from(provider)
    game = GameFactory()
    brought = BRINGS[provider](write_answer(game), raw=raw)
    assert [brought.send().status_code for _ in range(3)] == [200] * 3
    assert count_turns() == 1
    reply = Reply.objects.get()
    assert (reply.way, reply.verdict, reply.outcome) == ("webhook", "proven", "played")
    assert not Heartbeat.objects.filter(part__in=["no_reply", "replies"]).exists()


# --- Who may bring them ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("provider", BRINGS)
def test_nobody_else_brings_any(take_from, settings, provider):
    take_from(provider)
    brought = BRINGS[provider](write_answer(GameFactory()))
    assert brought.send(secret="postmark:wrong").status_code == 400
    assert Client().post(f"/mail-replies/{provider}/", brought.body, content_type="application/json").status_code == 401
    for other in {*BRINGS, "mailjet", "none"} - {provider}:
        assert Brought(other, {}).send().status_code == 404
    settings.ANYMAIL = {}
    assert brought.send().status_code == 404
    settings.REPLY_PROVIDER = ""
    assert brought.send().status_code == 404
    assert count_turns() == 0


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, 200),
        ({"signature": "0" * 64}, 400),
        ({"token": "x" * 50}, 400),
        ({"timestamp": "soon"}, 400),
        ({"timestamp": "9" * 40}, 400),
    ],
)
def test_a_form_of_mailgun_is_signed(take_from, changes, status):
    take_from("mailgun")
    brought = by_mailgun(write_answer(GameFactory()))
    brought.body |= changes
    assert (brought.send().status_code, count_turns()) == (status, status == 200)


@pytest.mark.parametrize(("age", "status"), [(8 * HOUR, 200), (10 * HOUR, 400), (-HOUR, 400)])
def test_an_old_signature_of_mailgun_counts_no_more(take_from, age, status):
    take_from("mailgun")
    assert by_mailgun(write_answer(GameFactory()), age=age).send().status_code == status
    assert count_turns() == (status == 200)


@pytest.mark.parametrize(
    ("age", "changed", "status"),
    [(0, b"", 200), (70 * HOUR, b"", 200), (80 * HOUR, b"", 400), (0, b"&x=1", 400), (None, b"", 400)],
)
def test_a_form_of_sendgrid_is_signed_where_its_key_is_set(take_from, settings, age, changed, status):
    take_from("sendgrid")
    settings.ANYMAIL["SENDGRID_INBOUND_WEBHOOK_VERIFICATION_KEY"] = tell_public_key()
    told = urlencode(by_sendgrid(write_answer(GameFactory())).body).encode()
    headers = {} if age is None else sign_for_sendgrid(told, age=age)
    proof = Brought("sendgrid", {}).send  # for its credentials alone
    assert proof().status_code == 400
    authorization = f"Basic {base64.b64encode(SECRET.encode()).decode()}"
    answer = Client().post(
        "/mail-replies/sendgrid/",
        told + changed,
        content_type="application/x-www-form-urlencoded",
        headers={"Authorization": authorization, **headers},
    )
    assert (answer.status_code, count_turns()) == (status, status == 200)


def test_amazon_is_asked_for_the_password_and_its_headers_fit_the_body(take_from):
    take_from("amazon_ses")
    brought = by_amazon_ses(write_answer(GameFactory()))
    asked = Client().post("/mail-replies/amazon_ses/", brought.body, content_type="application/json")
    assert (asked.status_code, asked["WWW-Authenticate"]) == (401, 'Basic realm="answers"')
    assert brought.send(**{"x-amz-sns-message-id": "other"}).status_code == 400
    assert brought.send(**{"x-amz-sns-message-type": "UnsubscribeConfirmation"}).status_code == 400
    assert brought.send().status_code == 200


def test_who_set_up_a_topic_of_amazon_finds_in_the_log_how_to_confirm_it(take_from, caplog):
    take_from("amazon_ses")
    address = "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=x"
    assert by_sns({"Type": "SubscriptionConfirmation", "SubscribeURL": address}).send().status_code == 200
    assert address in caplog.text


# --- Who sent them -----------------------------------------------------------------------------------------------
def verdict_of(brought: Brought) -> str:
    assert brought.send().status_code == 200
    return ",".join(Reply.objects.values_list("verdict", flat=True))


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ({"spf": "Fail (not permitted)"}, "unproven"),
        ({"spf": "Softfail"}, "unproven"),
        ({"spf": "None"}, "unproven"),
        ({"envelope_from": "somebody@else.example"}, "unproven"),
    ],
)
def test_postmark_tells_of_spf_in_the_uppermost_header(take_from, told, verdict):
    take_from("postmark")
    mail = write_answer(GameFactory())
    mail["Received-SPF"] = f"Pass identity=mailfrom; envelope-from={mail['From']}"  # the sender's own words
    assert verdict_of(by_postmark(mail, **told)) == verdict


@pytest.mark.parametrize(
    ("spf", "dkim", "domains", "verdict"),
    [
        ("Pass", "Fail", [], "proven"),
        ("Fail", "Pass", ["example.org"], "proven"),
        ("Fail", "Pass", ["EXAMPLE.org"], "proven"),
        ("Fail", "Pass", [], "unproven"),
        ("Fail", "Pass", ["evil.example"], "unproven"),
        ("Fail", "Pass", ["org"], "unproven"),
        ("Fail", "Pass", ["mail.example.org"], "unproven"),
        ("Fail", "Pass", ["evil.example", "example.org"], "unproven"),
        ("Neutral", "Fail", ["example.org"], "unproven"),
    ],
)
def test_mailgun_tells_of_both_in_its_own_headers(take_from, spf, dkim, domains, verdict):
    take_from("mailgun")
    mail = write_answer(GameFactory())
    for domain in domains:
        mail["DKIM-Signature"] = SIGNED.format(domain=domain)
    mail["X-Mailgun-Spf"], mail["X-Mailgun-Dkim-Check-Result"] = "Pass", "Pass"  # the sender's own words
    assert verdict_of(by_mailgun(mail, spf=spf, dkim=dkim)) == verdict


@pytest.mark.parametrize(
    ("spf", "dkim", "verdict"),
    [
        ("pass", "none", "proven"),
        ("fail", "{@example.org : pass}", "proven"),
        ("fail", "{@evil.example : pass, @example.org : fail}", "unproven"),
        ("fail", "{@evil.example : pass, @example.org : pass}", "proven"),
        ("softfail", "none", "unproven"),
        ("fail", "{@org : pass}", "unproven"),
    ],
)
def test_sendgrid_tells_of_both_in_fields(take_from, spf, dkim, verdict):
    take_from("sendgrid")
    assert verdict_of(by_sendgrid(write_answer(GameFactory()), spf=spf, dkim=dkim)) == verdict


@pytest.mark.parametrize(
    ("told", "domains", "verdict"),
    [
        ({"spf": "FAIL", "dkim": "FAIL"}, [], "proven"),
        ({"dkim": "FAIL", "dmarc": "GRAY"}, [], "proven"),
        ({"spf": "FAIL", "dmarc": "GRAY"}, ["example.org"], "proven"),
        ({"spf": "FAIL", "dmarc": "GRAY"}, ["evil.example"], "unproven"),
        ({"spf": "FAIL", "dkim": "GRAY", "dmarc": "FAIL"}, ["example.org"], "unproven"),
        ({"spf": "FAIL", "dkim": "FAIL", "dmarc": "FAIL", "policy": "reject"}, [], ""),
        ({"spf": "PROCESSING_FAILED", "dkim": "FAIL", "dmarc": "GRAY"}, [], "unproven"),
    ],
)
def test_amazon_tells_of_all_three_in_the_receipt(take_from, told, domains, verdict):
    take_from("amazon_ses")
    mail = write_answer(GameFactory())
    for domain in domains:
        mail["DKIM-Signature"] = SIGNED.format(domain=domain)
    assert verdict_of(by_amazon_ses(mail, **told)) == verdict


# --- What cannot be dealt with -----------------------------------------------------------------------------------
def test_a_fault_of_ours_has_the_mail_brought_again(take_from, monkeypatch):
    take_from("postmark")
    brought = by_postmark(write_answer(GameFactory()))
    usual = receiving.receive
    monkeypatch.setattr(receiving, "receive", lambda incoming: 1 / 0)
    answer = brought.send()
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert Heartbeat.objects.filter(part="no_reply").exists()
    monkeypatch.setattr(receiving, "receive", lambda incoming: Outcome.IN_HAND)
    assert brought.send().status_code == 503
    monkeypatch.setattr(receiving, "receive", usual)
    assert brought.send().status_code == 200
    assert not Heartbeat.objects.filter(part="no_reply").exists()
    assert count_turns() == 1


DEEP = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    "told",
    [
        *(b"", b"{", b"[]", b"null", b'"x"', DEEP.encode(), b'{"Headers": 7}', b'{"Headers": [{}]}', b"\xff"),
        json.dumps({"FromFull": [], "Headers": [{"Name": "A\r\nB", "Value": "x\r\n\r\ny"}]}).encode(),
        json.dumps({"RawEmail": "\ud800\0", "Headers": []}).encode(),
        json.dumps({"RawEmail": "x", "Headers": [], "OriginalRecipient": {"x": []}}).encode(),
    ],
)
def test_what_cannot_be_read_is_not_brought_again(take_from, told):
    take_from("postmark")
    assert Brought("postmark", told).send().status_code == 200
    assert not Reply.objects.exists()


@pytest.mark.parametrize("told", [b"", b"{", b"[]", b"null", DEEP.encode(), b'{"Type": []}', b"\xff"])
def test_amazon_would_not_send_it(take_from, told):
    take_from("amazon_ses")
    assert Brought("amazon_ses", told).send().status_code == 400


def test_the_wrong_webhook_of_the_provider_is_told_as_a_fault(take_from, caplog):
    take_from("postmark")
    assert Brought("postmark", {"RecordType": "Bounce"}).send().status_code == 503
    assert "Bounce" in caplog.text
