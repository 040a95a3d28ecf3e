"""The messages that come with the site: for whatever staff say, and added once, beside what staff wrote."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from moderation import reasons
from moderation.actions import registry
from moderation.models import MessageTemplate
from moderation.ready_messages import READY
from moderation.suggesting import WARN, suggest
from tests.rows import each_row

pytestmark = pytest.mark.django_db
migration = import_module("moderation.migrations.0012_ready_messages")
of_removals = import_module("moderation.migrations.0018_messages_of_removals")


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


def test_messages_beside_removals_speak_of_no_earlier_time_but_for_what_staff_changed():
    run(migration.add)
    texts = MessageTemplate.objects.filter(key__in=of_removals.KEYS)
    now = dict(texts.values_list("key", "text"))
    run(of_removals.backward)
    assert len(now) == sum(each.text.endswith(of_removals.BEFORE) for each in texts.all()) == 4
    changed = texts.get(key="remove_since_spam").text.replace("You sent", "We saw")
    texts.filter(key="remove_since_spam").update(text=changed)
    run(of_removals.forward)
    assert dict(texts.values_list("key", "text")) == {**now, "remove_since_spam": changed}


def test_the_ready_messages_can_be_sent_as_they_are_and_name_what_there_is():
    occasions = {action.name for action in registry.ACTIONS.all() if action.tells}
    occasions |= {"undo", "answer", "answer_appeal"}
    names = {each.name for each in reasons.REASONS if not each.instead and not each.is_retired}
    assert len({one.key for one in READY}) == len({one.title for one in READY}) == len(READY)
    for one in READY:
        assert one.action in occasions
        assert one.reason in ("", *names)
        assert 0 < len(one.text) <= 1000
        assert 0 < len(one.title) <= 60
        assert 0 < len(one.key) <= 40
        assert not set("[]{}<>…") & set(one.text), "no gaps to fill"


def test_there_is_one_for_whatever_staff_say():
    said = (
        "warn mute bar suspend remove_writing remove_since rename clear_profile bar_reports undo answer answer_appeal"
    )
    said += " message bar_rated take_rated_out_since take_out_of_ratings"
    said += " adjudicate void move_deadline pause resume reopen take_back close_chat hide_game remove_line"
    assert {one.action for one in READY if one.reason == ""} == set(said.split())


@each_row("reason", [each for each in reasons.REASONS if not (each.instead or each.is_retired or each.of_kinds)])
def test_every_reason_that_reaches_staff_has_a_message_for_what_is_suggested_each_time(reason):
    assert [one for one in READY if (one.action, one.reason) == (WARN, reason.name)]
    assert [one for one in READY if (one.action, one.reason) == ("suspend", reason.name)]
    for earlier in range(3):
        action = suggest(reason.rule, earlier).action
        assert [one for one in READY if one.action == action and one.reason in ("", reason.name)]
