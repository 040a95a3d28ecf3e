"""What is sent as JSON and cannot be kept is refused with 400 by every address that takes some."""

import base64
import json

import pytest
from django.test import Client
from django.urls import reverse

from core.json_bodies import BadJson, read_value
from tests.notifications.push_service import Browser
from tests.rows import each_row

BAD = [
    pytest.param(b'{"endpoint": "https://a/\\ud800"}', id="half a surrogate pair"),
    pytest.param(b'{"\\udfff": 1}', id="half a pair as a key"),
    pytest.param(b'{"endpoint": "\xed\xa0\x80"}', id="half a pair as bytes"),
    pytest.param(b'{"endpoint": "a\\u0000"}', id="an escaped NUL"),
    pytest.param(b'{"keys": {"auth": ["\\ud83d"]}}', id="deep inside"),
    pytest.param(b'{"endpoint": NaN}', id="not a number"),
    pytest.param(b'{"endpoint": 1e999}', id="infinite"),
    pytest.param(b'{"endpoint": 9223372036854775808}', id="a huge number"),
    pytest.param(b'{"endpoint": ' + b"9" * 5000 + b"}", id="thousands of digits"),
    pytest.param(b'{"a":' * 40 + b"1" + b"}" * 40, id="deep"),
    pytest.param(b"[" * 4000 + b"]" * 4000, id="without end"),
    pytest.param('{"endpoint": "a"}'.encode("utf-16"), id="not UTF-8"),
    pytest.param(b"{", id="cut"),
    pytest.param(b"", id="nothing"),
]
ADDRESSES = ["push_subscribe", "push_unsubscribe", "push_renew", "mail_events"]


@pytest.fixture
def tell(client, alice, settings):
    """What a browser of Alice's or the mail provider sends; the answer."""
    settings.MAIL_PROVIDER, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": "postmark:Zp4uG1kWm9QdT7xR"}
    client.force_login(alice)
    proof = f"Basic {base64.b64encode(settings.ANYMAIL['WEBHOOK_SECRET'].encode()).decode()}"

    def run(name: str, body: bytes, **headers: str):
        path = reverse(name, args=["postmark"] if name == "mail_events" else [])
        sent = {"Authorization": proof, **headers}
        return client.post(path, body, content_type="application/json", headers=sent)

    return run


@each_row("body", BAD)
@each_row("name", ADDRESSES)
def test_refused_with_a_sentence(tell, name, body):
    answer = tell(name, body)
    assert (answer.status_code, "could not be read." in answer.content.decode()) == (400, True)


@each_row("name", ["push_subscribe", "push_unsubscribe", "push_renew"])
@each_row("body", [b"[]", b'"a"', b"null", b"1", json.dumps({"a": "x" * 9000}).encode()])
def test_a_browser_sends_one_object_and_a_short_one(tell, name, body):
    assert tell(name, body).status_code == 400


def test_sound_json_of_any_script_goes_through(tell):
    told = {"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/1", "keys": Browser().keys, "ж": "😀"}
    assert tell("push_subscribe", json.dumps(told).encode()).status_code == 201
    assert read_value(b'{"a": [1, -2.5, true, null, "\\ud83d\\ude00"]}', longest=99)["a"][4] == "😀"


def test_a_provider_that_sends_json_in_a_form_is_read_the_same_way(alice, settings):
    settings.MAIL_PROVIDER, settings.ANYMAIL = "mandrill", {"WEBHOOK_SECRET": "a:Zp4uG1kWm9QdT7xR"}
    form = {"mandrill_events": '[{"msg": {"email": "\\ud800"}}]'}
    assert Client().post(reverse("mail_events", args=["mandrill"]), form).status_code == 400


def test_json_that_is_too_long_is_refused():
    with pytest.raises(BadJson):
        read_value(b'"abc"', longest=4)


@pytest.mark.parametrize("told", [{"RecordType": {}}, {"RecordType": ["Bounce"]}, [], [1], None, {"ID": []}])
def test_a_report_that_the_provider_s_reader_cannot_read_is_refused(tell, told):
    answer = tell("mail_events", json.dumps(told).encode())
    assert answer.status_code in (200, 400)


def test_a_bounce_for_a_text_that_is_no_address_concerns_nobody(tell):
    for address in ({}, [], 7, True):
        told = {"RecordType": "Bounce", "Type": "HardBounce", "Email": address}
        assert tell("mail_events", json.dumps(told).encode()).status_code in (200, 400)
