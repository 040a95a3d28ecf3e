"""The inbox: what is new is counted on every page, listed on a page of its own, and seen once that has been opened."""

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.contract import Side
from games import challenges, play
from notifications import registry
from notifications.channels.inbox import unread
from notifications.models import Notice
from notifications.routing import channel_health, writing
from tests.factories import ChallengeFactory, GameFactory, play_turns

PAGE = "/inbox/"


@pytest.fixture
def visit(client, alice):
    """A page as Alice gets it."""
    client.force_login(alice)
    client.get("/settings/")  # the first visit notes the session
    return lambda path="/rules/": client.get(path).content.decode()


def ring(user, count: int = 1) -> None:
    rows = (writing.make("test", key=f"test:{n}", recipient_id=user.pk) for n in range(count))
    writing.write(*(writing.redirect(row, channel="inbox") for row in rows))


def count(user) -> int:
    return unread.unread_summary(user).unseen


def test_a_turn_rings_at_once(alice, boris):
    GameFactory(first=alice, second=boris)
    assert (count(alice), count(boris)) == (1, 0)


def test_every_page_counts_what_is_new_with_one_query(visit, alice, client, django_assert_num_queries):
    visit("/rules/mastery/")
    with django_assert_num_queries(3):  # session, user, bell
        page = visit("/rules/mastery/")
    assert 'class="count"' not in page
    ring(alice, 3)
    assert '<span class="count">3<span' in visit("/rules/mastery/")
    ring(alice, 120)
    assert '<span class="count">99+<span' in visit("/rules/mastery/")


def test_opening_a_game_is_seeing_its_news_and_no_other(visit, alice, boris):
    game, other = GameFactory(first=alice, second=boris), GameFactory(first=alice, second=boris)
    visit(f"{game.get_absolute_url()}state/")
    assert count(alice) == 2
    page = visit(game.get_absolute_url())
    assert '<span class="count">1<span' in page
    assert Notice.objects.get(channel="inbox", seen_at=None).payload["game"] == other.pk


def test_the_page_of_news_tells_each_and_marks_what_it_shows_as_seen(visit, alice, boris):
    game = GameFactory(first=alice, second=boris)
    play.resign(game.pk, side=Side.SECOND)
    challenge = ChallengeFactory(challenger=alice)
    challenges.accept(challenge.pk, user=boris)
    page = visit(PAGE)
    for sentence in ("You won against Boris", "Boris accepted your challenge", "It’s your turn against Boris"):
        assert page.count(sentence) == 1
    assert page.count('<span class="tag">new</span>') == 3
    assert count(alice) == 0
    assert '<span class="tag">new</span>' not in visit(PAGE)


def test_every_kind_can_be_listed_even_when_its_subject_is_gone(visit, alice):
    for n, kind in enumerate(registry.KINDS.all()):
        Notice.objects.create(
            recipient=alice,
            kind=kind.name,
            channel="inbox",
            dedupe_key=str(n),
            payload={"game": 999, "challenge": 999},
            state="sent",
            created_at=timezone.now(),
            due_at=timezone.now(),
            closed_at=timezone.now(),
        )
    passing = set(registry.list_passing())
    assert {"your_turn", "deadline_near"} <= passing
    assert visit(PAGE).count('<div class="main">') == len({kind.name for kind in registry.KINDS.all()} - passing)


def test_repeated_news_is_told_once(visit, alice, boris):
    game = GameFactory(first=alice, second=boris)
    told = (
        writing.make("chat_message", key=f"said:{number}", recipient_id=alice.pk, payload={"game": game.pk})
        for number in range(3)
    )
    writing.write(*(writing.redirect(each, channel="inbox") for each in told))
    page = visit(PAGE)
    assert page.count('<div class="main">') == 2
    assert "Boris wrote to you" in page
    assert "×3" in page


def test_only_turns_that_are_still_to_be_played_are_listed_and_counted(visit, alice, boris):
    played, won, waiting = (GameFactory(first=alice, second=boris) for _ in range(3))
    play_turns(played, "Pd4-d5")
    play.resign(won.pk, side=Side.SECOND)
    for _ in range(4):
        play_turns(waiting, waiting.position.legal_moves()[0])
    assert count(alice) == 2  # the turn that waits, and the game that is over
    page = visit(PAGE)
    assert page.count("your turn against Boris") == 1
    assert waiting.get_absolute_url() in page
    assert played.get_absolute_url() not in page
    assert "You won against Boris" in page


def test_a_hundred_turns_that_are_over_are_not_counted(visit, alice, boris):
    game = GameFactory(first=alice, second=boris)
    waits = Notice.objects.get(channel="inbox", recipient=alice)
    for number in range(120):
        payload = {**waits.payload, "ply": number + 1} if number % 2 else "nothing that names a turn"
        fields = {"pk": None, "dedupe_key": f"old:{number}", "payload": payload}
        Notice.objects.create(**{**{f.attname: getattr(waits, f.attname) for f in Notice._meta.fields}, **fields})
    assert count(alice) == 1
    assert '<span class="count">1<span' in visit("/rules/mastery/")
    play_turns(game, "Pd4-d5")
    assert count(alice) == 0


def test_a_reminder_that_took_the_way_to_the_bell_passes_with_its_turn(visit, alice, boris):
    game = GameFactory(first=alice, second=boris)
    begun = Notice.objects.get(channel="inbox", recipient=alice)
    row = writing.make("deadline_near", key="deadline", recipient_id=alice.pk, payload=begun.payload)
    writing.write(writing.redirect(row, channel="inbox"))
    assert "Your time is running out against Boris" in visit(PAGE)
    play_turns(game, "Pd4-d5")
    assert "Your time is running out against Boris" not in visit(PAGE)


def test_it_costs_the_same_for_one_and_for_fifty(visit, alice, boris, django_assert_max_num_queries):
    for _ in range(20):
        GameFactory(first=alice, second=boris)
    with django_assert_max_num_queries(8):
        assert visit(PAGE).count('<div class="main">') == 20


def test_older_entries_are_on_the_next_page(visit, alice):
    ring(alice, 60)
    page = visit(PAGE)
    assert page.count('<div class="main">') == 50
    oldest = Notice.objects.filter(channel="inbox").order_by("-pk")[49].pk
    assert f"?below={oldest}" in page
    assert visit(f"{PAGE}?below={oldest}").count('<div class="main">') == 10
    assert count(alice) == 0


def test_all_can_be_marked_as_seen(visit, alice, client):
    ring(alice, 60)
    assert "Mark all 10 older ones as seen" in visit(PAGE)
    assert client.post(reverse("inbox_seen")).status_code == 302
    assert count(alice) == 0


def test_it_is_the_reader_alone_who_sees_it(visit, boris, client):
    ring(boris)
    assert "A test" not in visit(PAGE)
    client.logout()
    assert client.get(PAGE).status_code == 302


def test_a_broken_channel_is_told_on_every_page_until_it_is_mended(visit, alice):
    channel_health.break_channel(alice.pk, channel="email", reason="bounced", now=timezone.now())
    assert "Our emails don’t reach you" in visit()
    assert "bounced" in visit(reverse("notice_switches"))
    channel_health.mend(alice.pk, channel="email")
    assert "Our emails don’t reach you" not in visit()
