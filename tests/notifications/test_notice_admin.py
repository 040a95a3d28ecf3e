"""Staff read the outbox: searchable, never written, no secret in it."""

import pytest
from django.core.mail import send_mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from notifications.models import Notice
from tests.administration import enter

LIST = "/admin/notifications/notice/"


@pytest.fixture
def visit(client, admin):
    return enter(client, admin).get


@pytest.mark.parametrize(
    ("words", "meant"),
    [("alic", {"recipient__username": "Alice"}), ("turn:", {"kind": "your_turn"}), ("nobody", {"pk": 0}), ("", {})],
)
def test_it_is_searched_by_name_address_and_key(visit, game, words, meant):
    assert visit(LIST, {"q": words}).context["cl"].result_count == Notice.objects.filter(**meant).count()


def test_it_is_filtered_by_kind_and_channel_and_by_no_name_that_is_none(visit, game):
    for asked, meant in (
        ({"kind__exact": "your_turn", "channel__exact": "inbox"}, {"kind": "your_turn", "channel": "inbox"}),
        ({"kind__exact": "of_tomorrow"}, {"pk": 0}),
        ({"channel__exact": "pager"}, {"pk": 0}),
    ):
        assert visit(LIST, asked).context["cl"].result_count == Notice.objects.filter(**meant).count()


def test_it_takes_as_many_queries_for_many_rows_as_for_few(visit, game, alice, django_assert_num_queries):
    visit(LIST)  # the first visit notes the session
    with CaptureQueriesContext(connection) as few:
        visit(LIST)
    Notice.objects.bulk_create(
        Notice(recipient=alice, kind="test", dedupe_key=str(n), created_at=game.started_at, due_at=game.started_at)
        for n in range(200)
    )
    with django_assert_num_queries(len(few)):
        visit(LIST)


def test_staff_cannot_write_in_the_outbox(visit, client, game):
    notice = Notice.objects.first()
    assert client.post(f"{LIST}{notice.pk}/change/", {"state": "sent"}).status_code == 403
    assert client.post(f"{LIST}{notice.pk}/delete/", {"post": "yes"}).status_code == 403
    assert visit(f"{LIST}add/").status_code == 403


def test_the_secret_links_of_account_mails_are_not_shown(visit, alice):
    send_mail("Reset", "https://secret.example/", None, [alice.email])
    assert "secret.example" not in visit(f"{LIST}{Notice.objects.get().pk}/change/").content.decode()
