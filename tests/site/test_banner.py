"""An announcement stands at the top of every page from one instant until another."""

import time
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from mastery_site.models import Announcement
from mastery_site.pages import banner
from tests.administration import enter

HOUR = timedelta(hours=1)
WORDS = "On Sunday the site rests for an hour."


def announce(text: str = WORDS, *, start: timedelta = -HOUR, end: timedelta = HOUR) -> Announcement:
    now = timezone.now()
    return Announcement.objects.create(text=text, from_at=now + start, until_at=now + end)


@pytest.mark.parametrize("page", ["/", "/challenges/", "/rules/", "/account/login/", "/account/signup/"])
def test_it_stands_on_every_page(client, db, page):
    announce()
    assert WORDS in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("start", "end", "shown"), [(-HOUR, HOUR, True), (HOUR, 2 * HOUR, False), (-2 * HOUR, -HOUR, False)]
)
def test_it_is_shown_in_its_time_alone(client, db, start, end, shown):
    announce(start=start, end=end)
    assert (WORDS in client.get("/challenges/").content.decode()) is shown


def test_a_cached_announcement_begins_and_ends_when_it_should(db):
    now = timezone.now()
    announce(start=HOUR, end=2 * HOUR)
    shown = [banner.list_announcements(now + hours * HOUR) for hours in (0, 1.5, 2.5)]
    assert shown == [[], [WORDS], []]


def test_a_page_does_not_ask_the_database_each_time(db, django_assert_num_queries):
    announce()
    with django_assert_num_queries(1):
        assert [banner.list_announcements() for _ in range(5)] == [[WORDS]] * 5


def test_an_announcement_of_staff_is_shown_at_once_and_never_markup(client, admin, django_capture_on_commit_callbacks):
    enter(client, admin)
    assert "<b>Rest</b>" not in client.get("/challenges/").content.decode()
    now = timezone.now()
    form = {
        "text": "<b>Rest</b>",
        "from_at_0": f"{now - HOUR:%Y-%m-%d}",
        "from_at_1": f"{now - HOUR:%H:%M}",
        "until_at_0": f"{now + HOUR:%Y-%m-%d}",
        "until_at_1": f"{now + HOUR:%H:%M}",
    }
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/admin/mastery_site/announcement/add/", form).status_code == 302
    page = client.get("/challenges/").content.decode()
    assert "&lt;b&gt;Rest&lt;/b&gt;" in page
    assert "<b>Rest</b>" not in page


def test_an_announcement_that_is_deleted_is_gone_at_once(db, django_capture_on_commit_callbacks):
    announcement = announce()
    assert banner.list_announcements() == [WORDS]
    with django_capture_on_commit_callbacks(execute=True):
        announcement.delete()
    assert banner.list_announcements() == []


def test_an_announcement_that_ends_before_it_begins_is_refused(db):
    now = timezone.now()
    with pytest.raises(ValidationError, match="must end after it begins"):
        Announcement(text=WORDS, from_at=now, until_at=now - HOUR).full_clean()


def test_no_page_fails_for_want_of_a_banner(client, db, monkeypatch):
    monkeypatch.setattr(Announcement, "objects", None)
    assert client.get("/challenges/").status_code == 200


def test_another_process_shows_it_after_half_a_minute(db, monkeypatch):
    assert banner.list_announcements() == []
    announce()  # nothing was committed here
    assert banner.list_announcements() == []
    later = time.monotonic() + banner.KEPT
    monkeypatch.setattr(banner.time, "monotonic", lambda: later)
    assert banner.list_announcements() == [WORDS]
