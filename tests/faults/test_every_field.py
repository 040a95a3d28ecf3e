"""Each field of each form takes whatever is sent in it: the rest filled in as the page had it, one value nasty.

The forms are those of the site's own pages, in a scene that shows them all. A form of ours that no page of the scene
showed, or a word or key that only code knows of, fails the last test of this file, until the scene or a table has it.
"""

import base64
import copy
import json
import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.management.color import no_style
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Turn
from notifications.channels.email.files import FileBackend, list_names
from tests.administration import enter
from tests.faults.addresses import list_addresses
from tests.faults.conftest import repeat
from tests.faults.everything import ENDPOINT, Scene, set_scene
from tests.faults.nasty import NASTY
from tests.faults.posted import PageForm, kind_of, list_forms, list_words, name_of, read_forms, reading
from tests.faults.test_bad_input import survive
from tests.notifications.channels.email.test_bounces import BOUNCE
from tests.notifications.push_service import Browser
from tests.replies.ways.answering import address_of, find_mover, write_answer
from tests.replies.ways.brought import by_postmark

VALUES = min(repeat("EACH_FIELD", 1), len(NASTY))
"""So many values are thrown at each field, by everybody who has it; `make soak` throws all. One is thrown once."""
SEED = int(os.environ.get("FAULT_SEED", 1))
"""Which values: the same each time, so that a change is judged by itself."""
SECRET = "postmark:Zp4uG1kWm9QdT7xR"
BODIES: dict[str, dict[str, Any]] = {
    "push_subscribe": {"endpoint": ENDPOINT + "2", "keys": Browser().keys},
    "push_unsubscribe": {"endpoint": ENDPOINT},
    "push_renew": {"old": ENDPOINT, "subscription": {"endpoint": ENDPOINT + "3", "keys": Browser().keys}},
    "mail_events": BOUNCE,
}
"""Addresses that read JSON, each with one that they take."""
ODD = [None, True, -1, 2**70, 1e308, [], {}, [[]], ["a"], {"endpoint": "a"}]
"""What may stand in JSON where a text should."""

BY_PROVIDERS = {"SPF", "body-mime", "dkim", "email", "envelope", "message-headers", "timestamp"}
"""What mail providers send in forms: test_provider_forms.py fills them."""
BY_SCRIPTS = {"from", "to", "jumps", "material", "chosen"}
"""Of replays, of animations, and of a file of several games: tests/records/test_nasty_values.py fills them."""
FILLED_ELSEWHERE = {"secret", *BY_SCRIPTS, *BY_PROVIDERS}
"""The secret is of an emailed invitation, which no page shows: tests/games/invitations/test_attacks.py fills it."""
pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.late]


@pytest.fixture
def numbered_from_one(db):
    """Rows get their numbers from 1 on, as addresses are filled in; tests before this one have used them up."""
    empty = [model._meta.db_table for model in apps.get_models() if not model._default_manager.exists()]
    with connection.cursor() as cursor:
        sequences = [each for each in connection.introspection.sequence_list() if each["table"] in empty]
        for statement in connection.ops.sequence_reset_by_name_sql(no_style(), sequences):
            cursor.execute(statement)


@pytest.fixture
def scene(numbered_from_one, client, alice, boris, carol, admin, settings, tmp_path):
    settings.RECORDS_LICENCE = "CC0-1.0"
    settings.MAIL_PROVIDER, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": SECRET}
    settings.REPLY_PROVIDER, settings.REPLY_ADDRESS = "postmark", "turn@reply.example.org"
    settings.MAIL_TO_FILES, settings.MAIL_DIR = True, tmp_path / "mail"
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 86_400  # of seconds: a slow machine takes longer than five minutes
    scene = set_scene(alice, boris, carol, as_alice=client, staff=enter(Client(), admin))
    scene.paths.append(("staff", write_to_mailbox(find_running())))
    return scene


def find_running() -> Game:
    return Game.objects.active().exclude(seats__user__kind=User.Kind.COMPUTER).earliest("pk")


def write_to_mailbox(game: Game) -> str:
    """The page on which an administrator answers an email about the turn, which is in the site's own mailbox."""
    to = [find_mover(game).email]
    FileBackend().send_messages([EmailMessage("Your turn", "Play.", "a@localhost", to, reply_to=[address_of(game)])])
    return reverse("mailbox_reply", args=list_names())


@pytest.fixture
def bodies(scene):
    """Those of the table, and a turn that the mail provider brings."""
    return {**BODIES, "mail_replies": by_postmark(write_answer(find_running())).body}


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
    """A form to be sent, by whom; `fields` are its own and those that code was found to read."""

    who: str
    form: PageForm
    fields: tuple[str, ...]


Seen = dict[tuple, tuple[str, PageForm]]


def find_targets(scene: Scene) -> list[Target]:
    """A target for each set of fields that one address takes from one person, for each kind of offer."""
    seen: Seen = {}
    for who, path in dict.fromkeys(list_pages(scene)):
        response = scene.clients[who].get(path)
        forms = [PageForm(path)]
        if response.get("Content-Type", "").startswith("text/html"):
            forms += read_forms(path, response.content.decode())
        add(seen, who, forms)
    for who, form in scene.forms:
        add(seen, who, [form])
    targets = []
    for who, form in seen.values():
        with reading() as read, restored(scene, who):
            send(scene.clients[who], form, form.values)
        names = {*form.values, *(word for word in read.words if word != "csrfmiddlewaretoken")}
        targets.append(Target(who, form, tuple(sorted(names))))
    return targets


def add(seen: Seen, who: str, forms: Iterable[PageForm]) -> None:
    for form in forms:
        seen.setdefault((who, name_of(form.action), kind_of(form), *sorted(form.values)), (who, form))


def send(client: Client, form: PageForm, values: dict[str, list[str]]) -> HttpResponse:
    return client.get(form.action, values) if form.method == "get" else client.post(form.action, values)


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
                if VALUES == 1 and (address, name) in fields:
                    continue
                fields.add((address, name))
                for value in choose(f"{target.who} {address} {name}"):
                    with restored(scene, target.who):
                        sent = {**target.form.values, name: [value]}
                        survive(send(scene.clients[target.who], target.form, sent), (target, name, value))
                        posts += 1
    print(f"{posts} posts, {len(fields)} fields of {len({address for address, _ in fields})} addresses")
    missed = list_forms() - read.fields
    assert sorted(missed) == [], "no page of the scene shows these forms: let one"
    assert list_words() - FILLED_ELSEWHERE <= {name for _, name in fields}


def test_json_of_any_shape_is_taken_or_refused(scene, bodies):
    places = [(name, path) for name, told in bodies.items() for path in walk_json(told)]
    keys, posts = set(), 0
    for name, path in places:
        values = [*choose(f"{name} {path}"), *random.Random(f"{SEED} {path}").sample(ODD, min(VALUES, len(ODD)))]
        for value in values:
            with reading() as read, restored(scene, "alice"):
                survive(post_json(scene, name, replace_at(bodies[name], path, value)), (name, path, value))
                posts += 1
            keys |= read.keys
    print(f"{posts} posts of JSON at {len(places)} places")
    assert keys <= {path[-1] for _, path in places} | {"old", "subscription", "keys"}


def test_each_json_is_one_that_its_address_takes(scene, bodies):
    for name, told in bodies.items():
        with restored(scene, "alice"):
            assert post_json(scene, name, told).status_code in (200, 201, 204), name
            assert Turn.objects.filter(game=find_running()).count() == (name == "mail_replies")


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


Path = tuple[str | int, ...]


def walk_json(told: Any, path: Path = ()) -> Iterator[Path]:
    """Each place of an object or a list, and those within it."""
    for key, value in told.items() if isinstance(told, dict) else enumerate(told):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from walk_json(value, (*path, key))


def replace_at(told: Any, path: Path, value: object) -> Any:
    """The same with another value at this place."""
    first, *rest = path
    changed = copy.copy(told)
    changed[first] = replace_at(told[first], tuple(rest), value) if rest else value
    return changed
