"""Each field of each form takes whatever is sent in it: the rest filled in as the page had it, one value nasty.

The forms are those of the site's own pages, in a scene that shows them all. A form of ours that no page of the scene
showed, or a word or key that only code knows of, fails the last test of this file, until the scene or a table has it.
"""

import base64
import copy
import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import admin
from django.core import mail
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import off_time
from accounts.models import User
from games import chat, clock, play
from games.engine.contract import Side
from moderation import reports
from moderation.models import Report
from notifications.channels.push import devices
from notifications.models import Kind
from notifications.wording import links
from tests.accounts.conftest import PASSWORD
from tests.accounts.security_keys import make_credential
from tests.accounts.test_second_factor import code_of
from tests.administration import enter
from tests.factories import ChallengeFactory, GameFactory, UserFactory, give_off_time, play_turns
from tests.faults.addresses import list_addresses
from tests.faults.conftest import repeat
from tests.faults.nasty import NASTY
from tests.faults.posted import PageForm, kind_of, list_forms, list_words, name_of, read_forms, reading
from tests.faults.test_bad_input import survive
from tests.notifications.push_service import Browser
from tests.notifications.test_bounces import BOUNCE

VALUES = min(repeat("EACH_FIELD", 1), len(NASTY))
"""So many values are thrown at each field; `make soak` throws all."""
SEED = int(os.environ.get("FAULT_SEED", 1))
"""Which values: the same each time, so that a change is judged by itself."""
DAY = timedelta(days=1)
ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/1"
SECRET = "postmark:Zp4uG1kWm9QdT7xR"
BODIES: dict[str, dict[str, Any]] = {
    "push_subscribe": {"endpoint": ENDPOINT + "2", "keys": Browser().keys},
    "push_unsubscribe": {"endpoint": ENDPOINT},
    "push_renew": {"old": ENDPOINT, "subscription": {"endpoint": ENDPOINT + "3", "keys": Browser().keys}},
    "mail_events": BOUNCE,
}
"""Addresses that read JSON, each with one that they take."""
BY_QUERY = {"ChallengeFilter"}
"""Forms that are no part of a post: `test_nasty_queries_and_forms` has their words."""
ODD = [None, True, -1, 2**70, 1e308, [], {}, [[]], ["a"], {"endpoint": "a"}]
"""What may stand in JSON where a text should."""

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@dataclass
class Scene:
    """Who looks at what: clients by name, and the ids of what there is for them to look at."""

    clients: dict[str, Client] = field(default_factory=dict)
    ids: dict[str, list[int]] = field(default_factory=dict)
    """By the first part of their addresses; "" for all others."""
    paths: list[tuple[str, str]] = field(default_factory=list)
    """Pages besides those that the resolver knows, each with who looks at it."""


@pytest.fixture
def numbered_from_one(db):
    """Rows get their numbers from 1 on, as addresses are filled in; tests before this one have used them up."""
    empty = [model._meta.db_table for model in apps.get_models() if not model._default_manager.exists()]
    with connection.cursor() as cursor:
        sequences = [each for each in connection.introspection.sequence_list() if each["table"] in empty]
        for statement in connection.ops.sequence_reset_by_name_sql(no_style(), sequences):
            cursor.execute(statement)


@pytest.fixture
def scene(numbered_from_one, client, alice, boris, carol, request, settings):
    """Alice has something of everything; others stand at the steps of log-ins and at links of mails."""
    settings.MAIL_PROVIDER, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": SECRET}
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 86_400  # of seconds: a slow machine takes longer than five minutes
    now = timezone.now()
    games = play_all(alice, boris)
    give_off_time(alice, days=20, now=now)
    off_time.book(alice, from_at=now + 3 * DAY, until_at=now + 5 * DAY)
    off_time.book(alice, from_at=now, until_at=now + DAY)
    mine = ChallengeFactory(challenger=alice)
    sent = ChallengeFactory(challenger=boris, audience="player", opponent=alice)
    devices.register(alice, {"endpoint": ENDPOINT, "keys": Browser().keys}, browser="", now=now)
    log_in(client, alice)
    scene = Scene({"alice": client, "visitor": Client(), "staff": enter(Client(), request.getfixturevalue("admin"))})
    others = [alice.push_devices.get().pk, *alice.off_times.values_list("pk", flat=True)]
    with_key = scene.clients["with_key"] = Client()
    log_in(with_key, carol)
    key = Authenticator.objects.create(
        user=carol, type="webauthn", data={"name": "My key", "credential": make_credential()}
    )
    scene.paths.append(("with_key", reverse("mfa_edit_webauthn", args=[key.pk])))
    scene.paths.append(("with_key", reverse("mfa_reauthenticate_webauthn")))
    reports.make(boris, about=alice, matter=Report.Matter.values[0], text="Slow.")
    scene.ids = {
        "account": [key.pk],
        "games": [game.pk for game in games],
        "challenges": [mine.pk, sent.pk],
        "": others,
    }
    add_ways_in(scene)
    for url in (links.unsubscribe_url(boris.pk, kind=Kind.YOUR_TURN), links.never_url("x@example.org")):
        scene.paths.append(("visitor", "/" + url.split("/", 3)[3]))
    scene.paths.append(("alice", reverse("report", args=[boris.username])))
    scene.paths += [
        ("alice", f"{reverse('challenge_new')}?ruleset={slug}") for slug in ("master", "masters", "mastery")
    ]
    return scene


def play_all(alice, boris) -> list:
    """Games of Alice and Boris, in each of which one thing waits for her; the last is over."""
    games = [GameFactory(first=alice, second=boris, control=clock.Reserve(3, 10)) for _ in range(7)]
    plain, drawn, timed, paused, resumed, taken, over = games
    play.offers.propose(drawn.pk, "draw", side=Side.SECOND)
    play.offers.propose(timed.pk, "more_time", side=Side.SECOND, days=2)
    play.offers.propose(paused.pk, "pause", side=Side.SECOND, until=timezone.now() + 5 * DAY)
    play.offers.propose(resumed.pk, "pause", side=Side.FIRST, until=timezone.now() + 5 * DAY)
    play.offers.accept(resumed.pk, "pause", side=Side.SECOND)
    play.offers.propose(resumed.pk, "resume", side=Side.SECOND)
    play_turns(taken, "Md1-c1", "Me8-f8")
    play.offers.propose(taken.pk, "takeback", side=Side.SECOND)
    play.resign(over.pk, side=Side.SECOND)
    chat.send(boris, game_id=plain.pk, text="Good luck!")
    return games


def log_in(client: Client, person: User) -> None:
    """Gives somebody a password, and shows once more that it is they, as the site asks before it changes safety."""
    person.set_password(PASSWORD)
    person.save()
    client.force_login(person)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def add_ways_in(scene: Scene) -> None:
    """Clients at the second step of a log-in, at a new password, and before a second factor is set up."""
    with_app, at_step, forgetful = Client(), Client(), Client()
    log_in(with_app, UserFactory(username="Dora"))
    page = with_app.get(reverse("mfa_activate_totp")).content.decode()
    with_app.post(reverse("mfa_activate_totp"), {"code": code_of(page.split('class="secret">')[1].split("<")[0])})
    at_step.post(reverse("account_login"), {"login": "Dora", "password": PASSWORD})
    forgetful.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    link = next(word for word in mail.outbox[-1].body.split() if "/password/reset/key/" in word)
    without_password = Client()
    without_password.force_login(UserFactory(username="Emil"))
    scene.clients["without_password"] = without_password
    scene.clients |= {"with_app": with_app, "at_step": at_step, "forgetful": forgetful}
    scene.paths += [
        ("without_password", reverse("account_set_password")),
        ("with_app", reverse("mfa_reauthenticate")),
        ("with_app", reverse("mfa_index")),
        ("at_step", reverse("mfa_authenticate")),
        ("forgetful", forgetful.get("/" + link.split("/", 3)[3]).url),
    ]


# --- What there is to post --------------------------------------------------------------------------------------
def list_pages(scene: Scene) -> Iterator[tuple[str, str]]:
    """Who looks at which path: every address, of everything of the scene, and what it adds."""
    yield from scene.paths
    for address in list_addresses(administration=True):
        if address.name.startswith("admin:"):
            number = find_one(address.name)
            yield "staff", address.fill(object_id=number, pk=number)
            continue
        others = {"provider": "postmark", "username": "Boris", "slug": "mastery"}
        numbers = scene.ids.get(address.fill().split("/")[1], scene.ids[""]) if "pk" in address.parts else [1]
        for number in numbers:
            yield "alice", address.fill(pk=number, **others)
        yield "visitor", address.fill(pk=numbers[0], **others)


def find_one(name: str) -> int:
    """The id of something that an address of the administration may be of, by the name of its model in its own."""
    for model in admin.site._registry:
        if name.startswith(f"admin:{model._meta.app_label}_{model._meta.model_name}_"):
            return model._default_manager.order_by("pk").values_list("pk", flat=True).first() or 1
    return 1


@dataclass(frozen=True)
class Target:
    """A form to be posted, by whom; `fields` are its own and those that code was found to read."""

    who: str
    form: PageForm
    fields: tuple[str, ...]


def find_targets(scene: Scene) -> list[Target]:
    """A target for each set of fields that one address takes from one person, for each kind of offer."""
    seen: dict[tuple, tuple[str, PageForm]] = {}
    for who, path in dict.fromkeys(list_pages(scene)):
        response = scene.clients[who].get(path)
        forms = [PageForm(path)]
        if response.get("Content-Type", "").startswith("text/html"):
            forms += read_forms(path, response.content.decode())
        for form in forms:
            seen.setdefault((who, name_of(form.action), kind_of(form), *sorted(form.values)), (who, form))
    targets = []
    for who, form in seen.values():
        with reading() as read, restored(scene, who):
            scene.clients[who].post(form.action, form.values)
        names = {*form.values, *(word for word in read.words if word != "csrfmiddlewaretoken")}
        targets.append(Target(who, form, tuple(sorted(names))))
    return targets


class restored:
    """What is posted within changes nothing: neither rows, nor who is logged in, nor how often one may."""

    def __init__(self, scene: Scene, who: str) -> None:
        self.client = scene.clients[who]

    def __enter__(self) -> None:
        self.cookies, self.before = copy.deepcopy(self.client.cookies), transaction.savepoint()

    def __exit__(self, *fault: object) -> None:
        transaction.savepoint_rollback(self.before)
        self.client.cookies = SimpleCookie(self.cookies)
        cache.clear()


def choose(name: str) -> list[str]:
    return random.Random(f"{SEED} {name}").sample(NASTY, VALUES)


# --- The tests --------------------------------------------------------------------------------------------------
def test_every_field_of_every_form_takes_whatever_is_sent(scene):
    print(f"FAULT_SEED={SEED}")
    posts, fields = 0, set()
    with reading() as read:
        for target in find_targets(scene):
            address = name_of(target.form.action)
            for name in target.fields:
                fields.add((address, name))
                for value in choose(f"{target.who} {address} {name}"):
                    with restored(scene, target.who):
                        sent = {**target.form.values, name: [value]}
                        survive(scene.clients[target.who].post(target.form.action, sent), (target, name, value))
                        posts += 1
    print(f"{posts} posts, {len(fields)} fields of {len({address for address, _ in fields})} addresses")
    missed = {(form, name) for form, name in list_forms() - read.fields if form not in BY_QUERY}
    assert sorted(missed) == [], "no page of the scene shows these forms: let one"
    assert list_words() <= {name for _, name in fields}


def test_json_of_any_shape_is_taken_or_refused(scene):
    bodies = [(name, path) for name, told in BODIES.items() for path in walk_json(told)]
    keys, posts = set(), 0
    for name, path in bodies:
        values = [*choose(f"{name} {path}"), *random.Random(f"{SEED} {path}").sample(ODD, min(VALUES, len(ODD)))]
        for value in values:
            with reading() as read, restored(scene, "alice"):
                survive(post_json(scene, name, replace_at(BODIES[name], path, value)), (name, path, value))
                posts += 1
            keys |= read.keys
    print(f"{posts} posts of JSON at {len(bodies)} places")
    assert keys <= {path[-1] for _, path in bodies} | {"old", "subscription", "keys"}


def test_no_other_address_reads_json(scene):
    for address in list_addresses(administration=True):
        with reading() as read, restored(scene, "alice"):
            scene.clients["alice"].post(address.fill(provider="postmark"), "{}", content_type="application/json")
        assert not read.keys or address.name in BODIES, f"{address.name} reads JSON: give BODIES one that it takes"


def post_json(scene: Scene, name: str, told: object):
    proof = f"Basic {base64.b64encode(SECRET.encode()).decode()}"
    path = next(address for address in list_addresses() if address.name == name).fill(provider="postmark")
    body = json.dumps(told)
    return scene.clients["alice"].post(path, body, content_type="application/json", headers={"Authorization": proof})


def walk_json(told: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in told.items():
        yield (*path, key)
        if isinstance(value, dict):
            yield from walk_json(value, (*path, key))


def replace_at(told: dict[str, Any], path: tuple[str, ...], value: object) -> dict[str, Any]:
    first, *rest = path
    return {**told, first: replace_at(told[first], tuple(rest), value) if rest else value}
