"""The migration that adds the messages of the site: once, and beside what staff wrote."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from moderation.models import MessageTemplate
from moderation.ready_messages import READY

pytestmark = pytest.mark.django_db
migration = import_module("moderation.migrations.0012_ready_messages")


def run(step) -> None:
    class Editor:
        pass

    editor = Editor()
    editor.connection = connection
    step(apps, editor)


def test_they_are_added_once_and_leave_alone_what_staff_wrote():
    own = MessageTemplate.objects.create(action="warn", title="Warning", text="Ours.")
    run(migration.add)
    assert MessageTemplate.objects.exclude(key="").count() == len(READY)
    MessageTemplate.objects.filter(key="warn").update(text="Changed.")
    run(migration.add)
    assert MessageTemplate.objects.exclude(key="").count() == len(READY)
    assert MessageTemplate.objects.get(key="warn").text == "Changed."
    own.refresh_from_db()
    assert (own.text, own.key) == ("Ours.", "")


def test_going_back_removes_them_but_for_what_staff_changed():
    run(migration.add)
    MessageTemplate.objects.filter(key="warn").update(text="Changed.")
    run(migration.remove)
    assert list(MessageTemplate.objects.values_list("key", flat=True)) == ["warn"]
