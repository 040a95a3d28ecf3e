"""Nothing that can be sent to any address of the site brings it down: nasty ids, names, queries, cookies and forms.

Every address is known from the resolver; what is thrown at it from a table, and from hypothesis. `test_every_field.py`
throws the table at each field of each form, the others filled in as they should be.
"""

import io
import random
from importlib import import_module
from itertools import product
from urllib.parse import quote

import pytest
from django.http import SimpleCookie
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import ChallengeFactory, GameFactory
from tests.faults.addresses import list_addresses, visit_each
from tests.faults.conftest import repeat
from tests.faults.nasty import NASTY

EXAMPLES = repeat("BAD_INPUT", 1)
VALUES = min(4 * EXAMPLES, len(NASTY))
"""So many values stand in each part of an address; `make soak` tries all."""
# fmt: off
FIELDS = [
    "next", "login", "password", "username", "email", "password1", "time_zone", "code", "name", "credential", "about",
    "text", "key", "revision", "answer", "audience", "opponent", "address", "side", "pace", "days", "bank_start",
    "bank_increment", "bank_cap", "private", "note", "option_setup", "option_rules", "option_draws", "reason", "all",
    "action", "oldpassword", "password2", "ply", "your_turn", "passwordless", "kind", "until",
]
# fmt: on
QUERY = [
    "name",
    "person",
    "by",
    "action",
    "next",
    "below",
    "text",
    "revision",
    "turns",
    "flip",
    "ruleset",
    "opponent",
    "game",
    "pace",
    "page",
    "process",
]
SAYS_IT_IS_ILL = {"healthz"}
"""Its 503 is an answer."""
ADDRESSES = [one for one in list_addresses() if one.name not in SAYS_IT_IS_ILL]
PARTS = 4
"""Tests that share the addresses, for as many processes."""
nasty = st.sampled_from(NASTY) | st.text(max_size=40).filter(
    lambda text: not any("\ud800" <= c <= "\udfff" for c in text)
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def alice_s(client, alice, boris, confirmed):
    """The cookie of Alice's session. She has a game and a challenge, both numbered 1 where the tables begin at 1."""
    GameFactory(first=alice, second=boris)
    ChallengeFactory(challenger=boris, audience="player", opponent=alice)
    client.force_login(alice)
    confirmed(client)
    return client.cookies["sessionid"].value


def open_clients(session):
    """New ones: of a visitor, and of whom this session is."""
    visitor, player = Client(), Client()
    player.cookies["sessionid"] = session
    return [visitor, player]


def survive(response, sent):
    assert response.status_code < 500, sent
    assert "script-src 'self'" in response.get("Content-Security-Policy", "")
    if response.get("Content-Type", "").startswith("text/html"):
        page = response.content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    for name, value in response.items():
        assert "\n" not in value
        assert name.lower() != "set-cookie"


@pytest.mark.parametrize("first", range(PARTS))
def test_nasty_parts_of_an_address_do_not_bring_it_down(alice_s, first):
    """Where `reverse` would not make such an address, its text is made of one that it does."""
    for address in visit_each([one for one in ADDRESSES if one.arguments][first::PARTS]):
        visitor, alice = open_clients(alice_s)
        short = [value for value in NASTY if len(value) <= 6000]
        for part in address.parts:
            for value in random.Random(f"{address.name} {part}").sample(short, min(VALUES, len(short))):
                path = fill_with(address, part, value)
                survive(visitor.get(path), path)
                survive(alice.post(path), path)


def fill_with(address, part, value) -> str:
    marks = {name: f"7{number}1" for number, name in enumerate(sorted(address.parts), start=3)}
    return address.fill(**marks).replace(marks[part], quote(value, safe=""))


@pytest.mark.parametrize("first", range(PARTS))
@pytest.mark.late
def test_nasty_queries_and_forms_bring_no_address_down(alice_s, first):
    for address in visit_each(ADDRESSES[first::PARTS]):
        throw_at(address, open_clients(alice_s))


def throw_at(address, clients):
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
        print_blob=True,
    )
    @given(
        query=st.dictionaries(st.sampled_from(QUERY), nasty, max_size=4),
        form=st.dictionaries(st.sampled_from(FIELDS), nasty | st.lists(nasty, max_size=3), max_size=12),
    )
    def throw(query, form):
        for client in clients:
            survive(client.get(address.fill(), query), query)
            survive(client.post(address.fill(), form, query_params=query), (query, form))

    throw()


@pytest.mark.parametrize(
    ("address", "name"),
    [
        *product(["home", "challenges", "account_login"], ["sessionid", "csrftoken", "messages"]),
        *(("home", "guest"), ("lesson", "lessons"), ("account_login", "known_device")),
    ],
)
def test_nasty_cookies_bring_no_address_down(client, address, name):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    path = next(one for one in ADDRESSES if one.name == address).fill(slug="mastery")
    some = random.Random(seed).sample(NASTY, VALUES)
    for value in [*some, '"\\000aaaaaaaaaaaa"', "a" * 5000, random.Random(seed).randbytes(30).hex()]:
        client.cookies = SimpleCookie()
        header = f"{name}={value}".encode("utf-8", "replace").decode("latin-1")
        survive(client.get(path, headers={"Cookie": header}), value)


@pytest.mark.parametrize("body", [b"", b"\xff\xfe\x00", b"a=%ff&b=%00", b"{", b"------x\r\n\r\n", b"&" * 5000])
@pytest.mark.parametrize(
    "content_type",
    [
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/json",
        "",
    ],
)
def test_bodies_that_are_no_form_bring_no_address_down(alice_s, body, content_type):
    for path in ("/account/login/", "/challenges/new/", "/settings/"):
        for client in open_clients(alice_s):
            survive(client.generic("POST", path, body, content_type), (path, body))


DECLARED = (
    "=utf-16",
    "=utf8",
    "=undefined",
    "=idna",
    "=rot13",
    "*=''undefined",
    '="utf-8"; a="',
    "=x; a*=nonsense''%41",
)


@pytest.mark.parametrize("declared", DECLARED)
def test_whatever_charset_a_request_declares_it_is_read_as_utf_8(db, rf, declared):
    """By the entry that the server calls: Django fails at some of them before any middleware."""
    application = import_module("mastery_site.wsgi").application
    form = f"csrfmiddlewaretoken={'c' * 32}&login=für".encode()
    environ = {**rf.generic("POST", "/account/login/", form).environ, "HTTP_COOKIE": f"csrftoken={'c' * 32}"}
    kinds = {"application/x-www-form-urlencoded": "200 OK", "multipart/form-data; boundary=x": "403 Forbidden"}
    for kind, status in kinds.items():
        environ["wsgi.input"] = io.BytesIO(form)
        told, begun = f"{kind}; charset{declared}", []
        answer = application({**environ, "CONTENT_TYPE": told}, lambda *args, begun=begun: begun.append(args[0]))
        page = b"".join(answer).decode()
        assert (begun, 'value="für"' in page) == ([status], status == "200 OK")


METHODS = ("put", "patch", "delete", "options", "head", "trace")


def test_unusual_http_methods_are_answered(alice_s):
    for number, address in enumerate(visit_each(ADDRESSES)):
        methods = METHODS if len(METHODS) <= EXAMPLES else METHODS[number % 3 :: 3]
        for client in open_clients(alice_s):
            for method in methods:
                survive(getattr(client, method)(address.fill()), (address.name, method))
