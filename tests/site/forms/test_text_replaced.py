"""A form that replaces what is written in a row names the version that its page saw: every form of every page is tried.

Each is sent twice, its page opened again between, with other words. Where the second stands in place of the first, the
form replaces text: sent once more from the page of before, it has to be refused. A new form is tried by itself.
"""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.versions import VERSION
from mastery_site.models import Announcement
from moderation.models import MessageTemplate
from tests.administration import enter
from tests.faults.everything import Scene, set_scene
from tests.faults.posted import PageForm, name_of, read_forms
from tests.faults.test_every_field import list_pages, numbered_from_one, restored, send  # noqa: F401  a fixture

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.late]

VERSIONED = {
    "change_analysis",
    "game_note",
    "mfa_edit_webauthn",
    "moderation_message",
    "player_note",
    "seal_remark",
    "settings",
}
"""What is found to replace text, and refuses older pages: how each shows both texts, test_older_pages.py tells."""
LEFT_OUT = {
    "admin:auth_group_change": "Django's own form, and the name of a group: no words that somebody thought out",
    "admin:mastery_site_announcement_change": "Django's own form; a line that administrators see at once",
    "my_report": "adds below what is there, and replaces nothing",
}
"""What replaces text without a version, and why."""
FIRST, SECOND, THIRD = "Alder", "Birch", "Cedar"
Written = dict[tuple[str, object, str], str]


def read_texts() -> Written:
    """All that is written in any column of any row."""
    found: Written = {}
    for model in apps.get_models():
        columns = [each for each in model._meta.concrete_fields if isinstance(each, WORDS) and not each.primary_key]
        if model is not Session and columns:
            for pk, *values in model._base_manager.values_list("pk", *(each.attname for each in columns)):
                found |= {
                    (model._meta.label, pk, each.attname): str(value)
                    for each, value in zip(columns, values, strict=True)
                }
    return found


WORDS = (models.CharField, models.TextField, models.JSONField)


def find_forms(client: Client, path: str) -> list[PageForm]:
    """Those of a page in which one writes."""
    page = client.get(path)
    shown = page.content.decode() if page.get("Content-Type", "").startswith("text/html") else ""
    return [form for form in read_forms(path, shown) if form.method == "post" and form.texts]


def list_fillings(form: PageForm) -> Iterator[list[str]]:
    """The fields to write in: all at once, and each by itself, where one takes no word."""
    yield form.texts
    yield from ([name] for name in form.texts if len(form.texts) > 1)


def write(client: Client, form: PageForm, *, fields: list[str], word: str) -> int:
    return send(client, form, {**form.values, **{name: [word] for name in fields}}).status_code


def kind_of(form: PageForm) -> tuple[object, ...]:
    return (form.action.partition("?")[0], *sorted({*form.values} - {VERSION}))


def replaces(scene: Scene, who: str, path: str, form: PageForm, *, fields: list[str]) -> PageForm | None:
    """The form as the page has it after it was sent once, if what is sent then stands in place of the first."""
    client = scene.clients[who]
    write(client, form, fields=fields, word=FIRST)
    before = read_texts()
    again = next((each for each in find_forms(client, path) if kind_of(each) == kind_of(form)), form)
    write(client, again, fields=fields, word=SECOND)
    after = read_texts()
    changed = (key for key, text in before.items() if FIRST in text and SECOND in after.get(key, ""))
    return again if any(changed) else None


def test_each_form_that_replaces_text_refuses_an_older_page(
    numbered_from_one,  # noqa: F811
    client,
    alice,
    boris,
    carol,
    admin,
    settings,
):
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 86_400  # of seconds
    scene = set_scene(alice, boris, carol, as_alice=client, staff=enter(Client(), admin))
    message = MessageTemplate.objects.create(title="Insults", text="Please don’t.")
    scene.paths.append(("staff", reverse("moderation_message", args=[message.pk])))
    now = timezone.now()
    Announcement.objects.create(text="Back at noon.", from_at=now, until_at=now + timedelta(days=1))
    seen, versioned, without = set(), set(), set()
    for who, path in dict.fromkeys(list_pages(scene)):
        for form in find_forms(scene.clients[who], path):
            name, kind = name_of(form.action), (who, name_of(form.action), *sorted(form.values))
            if kind in seen:
                continue
            seen.add(kind)
            for fields in list_fillings(form):
                with restored(scene, who):
                    older = replaces(scene, who, path, form, fields=fields)
                    if older is not None:
                        is_refused = write(scene.clients[who], older, fields=fields, word=THIRD) == 409
                        (versioned if is_refused else without).add(name)
    print(f"{len(seen)} forms")
    assert without == {*LEFT_OUT}
    assert versioned == VERSIONED
