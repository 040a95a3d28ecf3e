"""The limits of the site: counted in the transaction of what they limit, told on a page, refused until when."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.limiting import describing, limits, spending
from accounts.limiting.limits import ACTIONS, Per
from accounts.limiting.spending import hash_mailbox, spend, tell_when
from accounts.models import Allowance
from core.refusal import Refusal
from mastery_site.database import pruning
from tests.apps import APPS
from tests.rows import each_row
from tests.together import run_together

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
pytestmark = pytest.mark.django_db


def use(action: str, **who) -> None:
    with transaction.atomic():
        spend(action, **{"now": NOON, **who})


def use_up(action: str, number: int, **who) -> None:
    for _ in range(number):
        use(action, **who)


def refuse(action: str, **who) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        use(action, **who)
    return refusal.value


def cases():
    return [(name, place) for name, action in ACTIONS.items() for place in range(len(action.limits))]


@each_row(("name", "place"), cases())
def test_each_limit_lets_that_many_through_in_any_such_span_and_no_more(name, place):
    """The uses are spread so that no other limit of the action is reached."""
    limit = ACTIONS[name].limits[place]
    for number in range(limit.most):
        use(name, **name_people(limit.per, number), now=NOON + number * limit.span / limit.most)
    late = NOON + limit.span - SECOND
    refusal = refuse(name, **name_people(limit.per, limit.most), now=late)
    assert (refusal.status, refusal.code) == (429, "too_often")
    assert abs(refusal.again_at - (NOON + limit.span)) <= timedelta(milliseconds=1)
    use(name, **name_people(limit.per, limit.most), now=NOON + limit.span + SECOND)


def name_people(per: Per, number: int) -> dict:
    """Where uses are not counted together, each use is of another person."""
    other = 1000 + number
    return {
        Per.SENDER: {"sender": 1, "recipient": other},
        Per.PAIR: {"sender": 1, "recipient": 2},
        Per.RECIPIENT: {"sender": other, "recipient": 2},
        Per.ADDRESS: {"sender": other, "recipient": other, "origin": ("a place",)},
    }[per]


def test_people_pairs_and_places_count_apart():
    use_up("report", 10, sender=1, origin=("here",))
    refuse("report", sender=1, origin=("there",))
    use_up("report", 10, sender=2, origin=("here",))
    use_up("challenge", 10, sender=1, recipient=23)
    refuse("challenge", sender=1, recipient=23)
    use("challenge", sender=12, recipient=3)
    use("challenge", sender=1, recipient=2)


def test_a_refused_or_undone_action_does_not_count():
    with transaction.atomic():
        spend("report", now=NOON, sender=1)
        transaction.set_rollback(True)
    assert not Allowance.objects.exists()
    use_up("report", 10, sender=1)
    before = list(Allowance.objects.values())
    refuse("report", sender=1, now=NOON + timedelta(hours=23))
    assert list(Allowance.objects.values()) == before
    use("report", sender=1, now=NOON + timedelta(hours=24))


@pytest.mark.django_db(transaction=True)
def test_without_a_transaction_nothing_is_counted():
    with pytest.raises(transaction.TransactionManagementError):
        spend("report", now=NOON, sender=1)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_cannot_slip_past_a_limit():
    use_up("challenge_from_stranger", 18, recipient=7)
    answers = run_together([lambda: use("challenge_from_stranger", recipient=7)] * 8)
    assert sum(answer is None for answer in answers) == 2
    assert all(isinstance(answer, Refusal) for answer in answers if answer is not None)


@pytest.mark.django_db(transaction=True)
def test_the_first_uses_at_once_are_all_counted_and_wait_for_each_other_in_one_order():
    calls = [lambda n=n: use("invitation", sender=n % 2, recipient=n % 3, origin=("a place",)) for n in range(8)]
    assert run_together(calls) == [None] * 8
    assert len(Allowance.objects.get(key__startswith="invitation/address").times.split()) == 8


def test_a_use_costs_two_queries(django_assert_num_queries):
    use("challenge", sender=1, recipient=2)
    with transaction.atomic(), django_assert_num_queries(2):
        spend("challenge", now=NOON, sender=1, recipient=2)


def test_a_row_holds_no_more_than_its_limit_and_goes_when_it_counts_no_more():
    for number in range(100):
        use("test_notification", sender=1, now=NOON + number * timedelta(minutes=10))
    [limit] = ACTIONS["test_notification"].limits
    counts_until = NOON + 99 * timedelta(minutes=10) + limit.span
    assert len(Allowance.objects.get().times.split()) <= limit.most
    pruning.prune(now=counts_until - SECOND)
    assert Allowance.objects.exists()
    pruning.prune(now=counts_until + SECOND)
    assert not Allowance.objects.exists()


def test_no_key_is_longer_than_its_column_and_none_holds_an_address():
    big = 2**63 - 1
    for name in ACTIONS:
        use(name, sender=big, recipient=hash_mailbox("dora@example.org"), origin=tuple(digit * 32 for digit in "def"))
    keys = list(Allowance.objects.values_list("key", flat=True))
    assert max(map(len, keys)) <= Allowance._meta.get_field("key").max_length
    assert not any("@" in key or "dora" in key for key in keys)


@pytest.mark.parametrize(
    "other", ["DORA@example.org", " dora@Example.ORG ", "dora+a@example.org", "dora+b+c@example.org"]
)
def test_an_address_is_one_mailbox_however_it_is_written(other):
    assert hash_mailbox(other) == hash_mailbox("dora@example.org")
    assert hash_mailbox("dora@example.com") != hash_mailbox("dora@example.org")


@pytest.mark.parametrize(
    ("wait", "told"),
    [
        (SECOND, "at 13:01 CET (in 1 minute)"),
        (timedelta(minutes=9, seconds=1), "at 13:10 CET (in 10 minutes)"),
        (timedelta(minutes=119), "at 14:59 CET (in 119 minutes)"),
        (timedelta(hours=4, minutes=20), "at 17:20 CET (in 5 hours)"),
        (timedelta(hours=20), "tomorrow at 09:00 CET (in 20 hours)"),
        (timedelta(days=3), "on Thursday 7 January at 13:00 CET (in 3 days)"),
    ],
)
def test_when_it_goes_on_is_told_in_the_reader_s_zone_and_from_now(wait, told):
    with timezone.override(ZoneInfo("Europe/Berlin")):
        assert str(tell_when(NOON + wait, now=NOON)) == told


def test_the_sentence_says_what_was_too_much_and_when_it_goes_on():
    use_up("message", 30, sender=1, recipient=2)
    assert refuse("message", sender=1, recipient=2).sentence == (
        "You have reached the limit of 30 chat messages to the same opponent in 10 minutes. "
        "You can go on at 12:10 UTC (in 10 minutes)."
    )


def test_a_refusal_by_several_limits_tells_the_one_that_lasts_longest():
    for number in range(3):
        use_up("challenge", 40 if number < 2 else 20, sender=1, now=NOON + number * timedelta(hours=1))
    assert refuse("challenge", sender=1, now=NOON + timedelta(hours=2)).again_at == NOON + timedelta(days=1)


def test_the_page_tells_every_limit_there_is(client):
    page = " ".join(re.sub(r"<[^>]+>", " ", client.get(reverse("rules_of_limits")).content.decode()).split())
    for action in (*ACTIONS.values(), *limits.ASKED_BY_ALLAUTH.values()):
        told = page.partition(action.noun.capitalize())[2]
        for limit in action.limits:
            assert str(describing.describe(action, limit)) in told
        assert str(action.note).replace("'", "&#x27;") in told
    assert reverse("rules_of_limits") in client.get(reverse("rules_index")).content.decode()


def test_allauth_asks_the_same_module():
    assert limits.write_for_allauth() == settings.ACCOUNT_RATE_LIMITS
    assert settings.ACCOUNT_RATE_LIMITS["login_failed"] == "10/60s/ip,5/300s/key"
    assert settings.ACCOUNT_RATE_LIMITS["signup"] == "", "that is asked here, in the transaction of the account"


def test_every_action_is_asked_somewhere():
    """A limit that nobody asks would be told on the page all the same."""
    from pathlib import Path

    code = "".join(path.read_text() for app in APPS for path in Path(settings.BASE_DIR, app).rglob("*.py"))
    for name in ACTIONS:
        assert any(f'{how}"{name}"' in code for how in ("spend(", "action = ", "limit=")), name
    assert spending.ACTIONS is ACTIONS
