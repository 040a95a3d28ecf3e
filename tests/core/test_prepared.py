"""A prepared query gives what the query set gives, whatever it is asked with."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import BigIntegerField, Exists, OuterRef, Q, Value
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from accounts.models import User
from core.prepared import PreparedQuery, Unforeseen
from games.models import Game, Seat, Turn
from tests.factories import GameFactory, UserFactory

pytestmark = pytest.mark.both


@pytest.fixture
def games(alice, boris):
    return [GameFactory(first=alice, second=boris, turns=turns) for turns in (["Pd4-d5"], ["Pd4-d5", "Pe5-e4"], [])]


@pytest.mark.parametrize(
    "make",
    [
        lambda ply: Turn.objects.filter(ply=ply).order_by("pk"),
        lambda ply: Game.objects.filter(ply__gte=ply, private=False).order_by("-pk"),
        lambda ply: Turn.objects.filter(ply=ply).select_related("game").order_by("-pk"),
        lambda ply: Game.objects.filter(ply=ply).values_list("options", "control", "private", "started_at", "ended_at"),
        lambda ply: Game.objects.exclude(ply=ply).order_by("pk").values_list("seats__user__username", "pk")[1:3],
    ],
)
def test_it_is_the_query_set_with_its_values(games, make, django_assert_num_queries):
    prepared = PreparedQuery(make)
    for ply in (0, 1, 2, 7, 1):
        expected = [tuple(row) if isinstance(row, tuple) else row for row in make(ply)]
        with django_assert_num_queries(1):
            found = [tuple(row) if isinstance(row, list) else row for row in prepared(ply)]
        assert found == expected


def test_models_have_all_their_values_and_are_as_those_of_a_query_set(games):
    [found] = PreparedQuery(lambda pk: Game.objects.filter(pk=pk))(games[1].pk)
    assert {name: value for name, value in vars(found).items() if name != "_state"} == {
        name: value for name, value in vars(Game.objects.get(pk=games[1].pk)).items() if name != "_state"
    }
    assert not found._state.adding


def test_models_beside_them_are_at_hand(games, alice, django_assert_num_queries):
    find_seats = PreparedQuery(lambda pk: Seat.objects.filter(game=pk).select_related("game", "user").order_by("side"))
    with django_assert_num_queries(1):
        first, second = find_seats(games[1].pk)
        assert (first.user, first.game, second.game.ply) == (alice, games[1], 2)


def test_texts_and_times_are_values_too_and_are_never_sql(games):
    by_name = PreparedQuery(lambda name: User.objects.filter(username=name).values_list("pk"))
    assert not by_name("Alice' OR '1'='1")
    assert len(by_name("Alice")) == 1
    since = PreparedQuery(lambda when: Game.objects.filter(started_at__gt=when).order_by("pk"))
    assert since(games[0].started_at - timedelta(seconds=1))[:1] == games[:1]
    assert since(games[-1].started_at + timedelta(days=1)) == []


def test_constants_are_written_into_the_sql(games, alice):
    """Else PostgreSQL, which plans a statement for any value, could use no index of some rows alone."""
    odd = "100 % of 'it' \\ %s"
    UserFactory(username="Odd", about=odd)
    find = PreparedQuery(
        lambda ply: (
            Game.objects.filter(ply=ply, ruleset_slug="mastery", revision__gt=1, private=False)
            .annotate(odd=Value(odd), known=Exists(User.objects.filter(about=odd, is_active=True)), none=Value(False))
            .values_list("odd", "known", "none")
        )
    )
    assert [tuple(row) for row in find(2)] == [(odd, True, False)]
    assert [type(parameter).__name__ for parameter in find.find_statement((None,)).parameters] == ["Slot"]


@pytest.mark.parametrize("count", range(4))
def test_a_list_of_values_may_have_any_length(games, count, django_assert_num_queries):
    find = PreparedQuery(lambda pks, ply: Turn.objects.filter(game__pk__in=pks, ply__gte=ply).order_by("pk"))
    chosen = tuple(game.pk for game in games[:count])
    with django_assert_num_queries(1 if count else 0):
        found = find(chosen, 1)
    assert found == list(Turn.objects.filter(game__in=chosen).order_by("pk"))


def test_lists_of_similar_lengths_share_a_statement(games):
    find = PreparedQuery(lambda pks: Game.objects.filter(pk__in=pks))
    for length in (1, 2, 3, 4, 5, 8):
        find(tuple(range(length)))
    assert find.find_statement.cache_info().misses == 4


def test_what_decides_which_query_it_is_is_told_by_name(games):
    find = PreparedQuery(lambda ply, *, over: Game.objects.filter(ply=ply, ended_at__isnull=not over).order_by("pk"))
    for _ in range(2):
        assert (len(find(0, over=False)), find(0, over=True)) == (1, [])
    assert find.find_statement.cache_info().misses == 2


def test_a_value_that_no_plan_is_made_for_finds_the_same(games, alice, carol):
    find = PreparedQuery(lambda pk: Game.objects.filter(seats__user=Unforeseen(pk, output_field=BigIntegerField())))
    assert set(find(alice.pk)) == set(games)
    assert find(carol.pk) == []


def test_each_of_several_values_goes_where_it_belongs(games, alice):
    prepared = PreparedQuery(lambda user_id, ply: Game.objects.filter(ply=ply, seats__user=user_id))
    assert prepared(alice.pk, 2) == [games[1]]
    assert prepared(UserFactory().pk, 2) == []


def test_a_user_is_got_by_number_as_by_any_query_set(alice, boris, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert User.objects.get(pk=alice.pk) == alice
    assert User.objects.get(pk=str(alice.pk)) == User.objects.get(pk=alice.pk, username="Alice") == alice
    for nobody in (0, -1, 2**63, 2**70):
        with pytest.raises(User.DoesNotExist):
            User.objects.get(pk=nobody)


def test_among_some_users_only_those_are_got(alice, boris):
    group = Group.objects.create(name="Some")
    group.user_set.add(alice)
    assert group.user_set.get(pk=alice.pk) == alice
    with pytest.raises(User.DoesNotExist):
        group.user_set.get(pk=boris.pk)
    with pytest.raises(User.DoesNotExist):
        User.objects.filter(username="Alice").get(pk=boris.pk)


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_within_a_transaction_or_not_at_all():
    """Django refuses only what it forms anew, and on SQLite nothing: that no lock was taken would not be seen."""
    lock = PreparedQuery(lambda pk: Game.objects.select_for_update().filter(pk=pk))
    with transaction.atomic():
        assert lock(1) == []
    with pytest.raises(TransactionManagementError):
        lock(1)


NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Game.objects.filter(started_at__gt=timezone.now()),
        lambda pk: Game.objects.filter(Q(pk=pk) | Q(started_at__lt=NOW - timedelta(days=1))),
        lambda pk: Game.objects.filter(pk=pk, started_at__date=NOW.date()),
        lambda pk: Game.objects.filter(Exists(Turn.objects.filter(game=OuterRef("pk"), played_at=NOW)), pk=pk),
        lambda pk: Game.objects.filter(pk=pk).annotate(at=Value(NOW)).values_list("at"),
        lambda pk: Game.objects.filter(pk=pk, deadline_at__in=[NOW, NOW]),
    ],
)
def test_a_time_that_was_read_when_it_was_prepared_is_refused(games, make):
    with pytest.raises(TypeError, match="must be given its times"):
        PreparedQuery(make)(*[1] * make.__code__.co_argcount)


def test_a_duration_is_not_taken_for_a_time(games):
    long = PreparedQuery(lambda pk: Seat.objects.filter(game=pk, vacation_used__lt=timedelta(days=2)).order_by("pk"))
    assert len(long(games[0].pk)) == 2


def test_none_is_refused_since_it_equals_nothing(games):
    by_deadline = PreparedQuery(lambda deadline: Game.objects.filter(deadline_at=deadline))
    with pytest.raises(TypeError, match="None"):
        by_deadline(None)
    assert len(PreparedQuery(lambda ply: Game.objects.filter(ply=ply, ended_at=None))(2)) == 1
