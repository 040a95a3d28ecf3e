"""A row that fails stops no other: neither the ones after it, nor the ones to be changed together with it."""

import pytest
from django.contrib.sessions.models import Session
from django.db.models.signals import pre_delete
from django.utils import timezone

from core.each import Tally, delete_all, do_each, do_many, do_steps
from core.refusal import Refusal
from core.words import Sentence
from tests.factories import UserFactory

FAULT = "Row %s could not be done"


def do(key: int) -> int:
    if key == 2:
        raise Refusal(Sentence("no", "Not now.")())
    return 1 // key


def test_a_row_that_fails_is_logged_and_the_others_are_done(caplog):
    assert do_each([0, 1, 2, 0, 3, 1], do, fault=FAULT) == Tally(done=2, refused=1, failed=2)
    assert caplog.text.count("Row 0 could not be done") == 2
    assert caplog.text.count("ZeroDivisionError") == 2
    assert "Row 2" not in caplog.text


def test_the_caller_says_which_errors_are_expected():
    assert do_each([0, 1], do, fault=FAULT, expected=ZeroDivisionError) == Tally(done=1, refused=1)


def test_nothing_is_begun_after_the_time_is_over():
    assert do_each([1, 1], do, fault=FAULT, until=0) == Tally()


def test_many_are_done_at_once_and_if_one_fails_each_alone(db, caplog):
    users = [UserFactory() for _ in range(3)]
    asked = []

    def rename(some):
        asked.append(list(some))
        for user in some:
            user.about = "renamed"
            user.save()
        if users[1] in some:
            raise RuntimeError

    assert do_many(users[:1], rename, fault=FAULT) == Tally(done=1)
    assert do_many(users, rename, fault=FAULT) == Tally(done=2, failed=1)
    assert asked == [users[:1], users, *([user] for user in users)]
    for user, about in zip(users, ["renamed", "", "renamed"], strict=True):
        user.refresh_from_db()
        assert user.about == about
    assert caplog.text.count("could not be done") == 1


def test_every_step_runs_and_the_caller_gets_the_first_error(caplog):
    taken = []

    def take(name, result):
        taken.append(name)
        return 1 // result

    with pytest.raises(ZeroDivisionError):
        do_steps({"one": lambda: take("one", 1), "two": lambda: take("two", 0), "three": lambda: take("three", 1)})
    assert taken == ["one", "two", "three"]
    assert "Step two failed" in caplog.text
    assert do_steps({"one": lambda: take("one", 1)}) == {"one": 1}


@pytest.mark.parametrize("batch", [1, 2, 10])
def test_rows_that_cannot_be_deleted_hide_none_behind_them(db, batch):
    """However few are read at once."""
    now = timezone.now()
    for name in "abcdef":
        Session.objects.create(session_key=name, session_data="", expire_date=now)

    def keep(instance, **_):
        if instance.pk in "abd":
            raise RuntimeError

    pre_delete.connect(keep, sender=Session)
    try:
        assert delete_all(Session.objects.order_by("pk"), batch=batch, fault=FAULT) == 3
    finally:
        pre_delete.disconnect(keep, sender=Session)
    assert "".join(sorted(Session.objects.values_list("pk", flat=True))) == "abd"
