"""A row of the log holds what was done as code and arguments, and is told in the language of who reads it."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import translation

from moderation import log
from moderation.models import LoggedAction
from moderation.words import log as words
from tests.moderation.staff import act

pytestmark = pytest.mark.django_db
UNTIL = datetime(2027, 1, 25, 13, tzinfo=UTC)


def write(admin, alice, what):
    return log.write("mute", by=admin, person=alice, what=what)


def test_it_keeps_the_place_of_the_sentence_and_its_arguments_beside_the_text(admin, alice):
    row = write(admin, alice, words.MUTED_UNTIL(until=UNTIL))
    assert row.said == {"code": "moderation.words.log.MUTED_UNTIL", "with": {"until": {"moment": UNTIL.isoformat()}}}
    assert row.what == "Muted until Mon 25 Jan 2027, 13:00 UTC."
    assert LoggedAction.objects.get().told_what == row.what


def test_a_day_is_told_in_the_language_of_who_reads(admin, alice):
    write(admin, alice, words.MUTED_UNTIL(until=UNTIL))
    with translation.override("de"):
        assert LoggedAction.objects.get().told_what == "Muted until Mo 25 Jan 2027, 13:00 UTC."


@pytest.mark.parametrize(
    "said", [None, {"code": "moderation.words.log.NO_LONGER_THERE", "with": {}}, {"code": "os.path.join", "with": {}}]
)
def test_an_older_row_and_one_of_another_version_are_told_as_they_were_written(admin, alice, said):
    row = LoggedAction(action="mute", by=admin, person=alice, what="As it was.", said=said, done_at=UNTIL)
    assert row.told_what == "As it was."


def test_what_an_action_did_is_kept_so_and_shown_on_the_page(staff, alice):
    act(staff, alice, "mute", told="Insults.", length="7")
    row = LoggedAction.objects.get()
    assert row.said["code"] == "moderation.words.log.MUTED_UNTIL"
    assert row.told_what in staff.get(reverse("moderation_log")).content.decode()
