"""The balance of vacation: earned a day in twelve up to thirty, taken when vacation is set, given back if not used."""

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.signals import email_confirmed
from hypothesis import given
from hypothesis import strategies as st

from accounts import events
from accounts.models import User, Vacation
from accounts.profile.balance import DAY, FIRST, MOST, Balance
from accounts.time_off import vacation
from core.refusal import Refusal
from tests.factories import give_vacation
from tests.rows import each_row

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)

lengths = st.timedeltas(min_value=timedelta(), max_value=400 * DAY)
balances = st.builds(Balance, st.timedeltas(min_value=timedelta(), max_value=MOST), st.just(NOON))


# --- Arithmetic --------------------------------------------------------------------------------------------------
@each_row(("days", "has"), [(0, 3), (12, 4), (18, 4.5), (324, 30), (1000, 30)])
def test_a_day_is_earned_in_twelve_up_to_thirty(days, has):
    assert Balance(FIRST, NOON).at(NOON + days * DAY) == has * DAY


def test_nothing_is_earned_before_the_first_is_granted():
    assert Balance(timedelta(), None).at(NOON + 400 * DAY) == timedelta()


@given(balances, lengths, lengths)
def test_counting_in_steps_changes_the_balance_by_no_more_than_rounding(balance, one, other):
    on_the_way = balance.give(timedelta(), now=NOON + one)
    straight = balance.at(NOON + one + other)
    assert abs(on_the_way.at(NOON + one + other) - straight) <= timedelta(microseconds=1)


@given(balances, lengths, st.floats(0, 1))
def test_vacation_taken_and_given_back_at_once_leaves_the_balance_as_it_was(balance, later, share):
    now = NOON + later
    amount = balance.at(now) * share
    assert balance.take(amount, now=now).give(amount, now=now).at(now) == balance.at(now)


@given(balances, st.lists(st.tuples(lengths, st.floats(0, 1), st.floats(0, 1)), max_size=10))
def test_it_is_never_negative_and_never_above_thirty_days(balance, changes):
    now = NOON
    for later, taken, given_back in changes:
        now += later
        amount = balance.at(now) * taken
        balance = balance.take(amount, now=now).give(amount * given_back, now=now)
        assert timedelta() <= balance.at(now) <= MOST


# --- Granting ----------------------------------------------------------------------------------------------------
def test_three_days_are_granted_at_the_first_verification_and_none_at_the_next(rf, alice):
    for _ in range(2):
        address = alice.emailaddress_set.get()
        email_confirmed.send(sender=type(address), request=rf.get("/"), email_address=address)
        alice.refresh_from_db()
        assert alice.vacation_balance == FIRST
    assert not vacation.grant(alice, now=NOON)


def test_an_account_that_is_created_verified_has_them_at_once(db):
    dora = User.objects.create_verified("Dora", email="dora@example.org")
    assert vacation.balance_of(dora, now=dora.vacation_counted_at + 12 * DAY) == 4 * DAY


# --- Setting and ending ------------------------------------------------------------------------------------------
@pytest.fixture
def heard():
    """What was announced of vacation."""
    told = []

    def receive(signal, sender, **carried):
        told.append(carried)

    events.vacation_changed.connect(receive)
    yield told
    events.vacation_changed.disconnect(receive)


@pytest.fixture
def book(alice):
    """Sets vacation of Alice, who has ten days at NOON, from some days after it until some others."""
    give_vacation(alice, days=10, now=NOON)

    def book(begins, ends, *, now=NOON):
        return vacation.book(alice, from_at=NOON + begins * DAY, until_at=NOON + ends * DAY, now=now)

    return book


def balance(user, *, now=NOON) -> float:
    user.refresh_from_db()
    return vacation.balance_of(user, now=now) / DAY


def test_vacation_that_is_set_leaves_the_balance_at_once_and_is_announced(book, alice, heard):
    span = book(2, 6.5)
    assert balance(alice) == 5.5
    assert (span.from_at, span.until_at, span.automatic) == (NOON + 2 * DAY, NOON + 6.5 * DAY, False)
    assert heard == [{"user_id": alice.pk, "vacation_id": span.pk, "was": None, "now": NOON}]


def test_a_start_in_the_last_moments_counts_as_now(book):
    assert book(0, 1, now=NOON + timedelta(seconds=3)).from_at == NOON + timedelta(seconds=3)


@pytest.mark.parametrize(
    ("begins", "ends", "code"),
    [
        (-1, 2, "past"),
        (1, 1.01, "too_short"),
        (3, 2, "too_short"),
        (360, 367, "too_far"),
        (6, 14.1, "balance"),
        (4, 6, "overlap"),
        (5.9, 7, "overlap"),
        (3, 9, "overlap"),
    ],
)
def test_vacation_that_cannot_be_set_is_refused_with_a_sentence_and_changes_nothing(
    book, alice, heard, begins, ends, code
):
    book(4, 6)
    heard.clear()
    with pytest.raises(Refusal, match=r"^[A-Z].*\.$") as refusal:
        book(begins, ends)
    assert (refusal.value.code, refusal.value.status) == (code, 422)
    assert (Vacation.objects.count(), balance(alice), heard) == (1, 8, [])


def test_the_refusal_for_want_of_balance_says_how_much_there_is(book):
    with pytest.raises(Refusal, match=r"^That is 10\.1 days of vacation, and you have 10 days\.$"):
        book(0, 10.05)


def test_one_span_may_follow_another_at_once(book, alice):
    book(4, 6)
    book(2, 4)
    book(6, 7)
    assert [span.from_at for span in vacation.booked(alice, now=NOON)] == [NOON + n * DAY for n in (2, 4, 6)]


@pytest.mark.parametrize(("ended", "has"), [(1, 10 + 1 / 12), (2, 10 + 2 / 12), (3, 9 + 3 / 12), (5.5, 6.5 + 5.5 / 12)])
def test_ending_gives_back_what_was_not_used(book, alice, heard, ended, has):
    span, now = book(2, 6), NOON + ended * DAY
    vacation.end(alice, vacation_id=span.pk, now=now)
    span.refresh_from_db()
    assert span.until_at == max(now, NOON + 2 * DAY)
    assert balance(alice, now=now) == pytest.approx(has)
    assert heard[1:] == [
        {"user_id": alice.pk, "vacation_id": span.pk, "was": (span.from_at, NOON + 6 * DAY), "now": now}
    ]
    assert not vacation.booked(alice, now=now).exists()


@pytest.mark.parametrize("ended", [1, 3, 6])
def test_vacation_that_has_ended_is_not_ended_again(book, alice, ended):
    span = book(2, 6)
    if ended < 6:
        vacation.end(alice, vacation_id=span.pk, now=NOON + ended * DAY)
    before = balance(alice)
    with pytest.raises(Refusal) as refusal:
        vacation.end(alice, vacation_id=span.pk, now=NOON + ended * DAY)
    assert (refusal.value.code, balance(alice)) == ("over", before)


def test_nobody_ends_vacation_of_others_or_days_that_were_used_automatically(book, alice, boris):
    span = book(2, 6)
    taken = vacation.take_day(alice, at=NOON, now=NOON)
    for user, which in ((boris, span), (alice, taken)):
        with pytest.raises(Refusal) as refusal:
            vacation.end(user, vacation_id=which.pk, now=NOON)
        assert (refusal.value.code, refusal.value.status) == ("unknown", 404)


# --- Taken by itself ---------------------------------------------------------------------------------------------
def test_an_automatic_day_is_taken_from_the_balance_at_that_instant(alice):
    give_vacation(alice, days=0.5, now=NOON)
    assert vacation.take_day(alice, at=NOON + 5 * DAY, now=NOON + 90 * DAY) is None
    assert vacation.take_day(alice, at=NOON + 6 * DAY, now=NOON + 90 * DAY)
    assert balance(alice, now=NOON + 18 * DAY) == 1


def test_a_player_who_switched_it_off_keeps_what_they_have(book, alice):
    vacation.set_automatic(alice, False)
    assert vacation.take_day(alice, at=NOON, now=NOON) is None
    assert balance(alice) == 10
