"""The queue: what stands in it, for whom, in which order; claims; the page of a report."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import User
from core.refusal import Refusal
from games import chat
from moderation import appeals, queue, reports
from moderation.models import Appeal, LoggedAction, MessageTemplate, Report
from moderation.models.held import HOLD_LASTS
from moderation.things import registry
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import act, make_moderator, make_report, open_as

pytestmark = pytest.mark.django_db


def list_names(staff: User) -> list[str]:
    return [group.first.about.username for group in queue.Desk(staff, now=timezone.now()).list_groups().groups]


def test_the_gravest_and_then_the_oldest_comes_first_and_one_person_once(alice, boris, carol, mira):
    make_report(alice, about=carol, matter="spam")
    make_report(carol, about=alice, matter="words")
    make_report(alice, about=boris, matter="words")
    make_report(carol, about=boris, matter="spam")
    assert list_names(mira) == ["Alice", "Boris", "Carol"]
    group = queue.Desk(mira, now=timezone.now()).list_groups().groups[1]
    assert (group.waiting, group.reporters, len(group.others)) == (2, 2, 1)


def test_nobody_is_given_what_they_reported_or_what_is_about_them_or_from_their_games(alice, boris, mira, zoe, admin):
    """What is about one of the staff is for administrators alone."""
    game = GameFactory(first=mira, second=boris)
    theirs = [
        make_report(mira, about=alice),
        make_report(alice, about=mira),
        make_report(alice, about=boris, game=game, matter="help"),
    ]
    assert list_names(mira) == []
    assert (len(list_names(zoe)), len(list_names(admin))) == (2, 3)
    for report in theirs:
        for page in ("moderation_report", "moderation_claim"):
            address = reverse(page, args=[report.pk])
            assert open_as(mira).post(address, {}).status_code == 404
        with pytest.raises(Refusal):
            reports.take(report.pk, staff=mira)


def test_a_moderator_who_takes_one_has_it_for_a_while_and_may_give_it_back(staff, alice, boris, mira, zoe):
    report = make_report(alice, about=boris)
    assert staff.post(reverse("moderation_claim", args=[report.pk])).url == reverse(
        "moderation_report", args=[report.pk]
    )
    with pytest.raises(Refusal, match="Mira is working on this"):
        reports.take(report.pk, staff=zoe)
    with pytest.raises(Refusal, match="Mira is working on this"):
        reports.answer(report.pk, outcome="acted", answer="", reason="Seen it.", staff=zoe)
    assert queue.count_waiting(zoe, now=timezone.now()) == ""
    assert queue.count_waiting(mira, now=timezone.now()) == "1"
    assert "Mira has it" in open_as(zoe).get(reverse("moderation")).content.decode()
    reports.take(report.pk, staff=zoe, now=timezone.now() + HOLD_LASTS + timedelta(seconds=1))
    reports.release(report.pk, staff=zoe)
    report.refresh_from_db()
    assert report.held_by is None


def test_a_claim_takes_all_that_waits_about_the_person(alice, boris, carol, mira):
    one, other = make_report(alice, about=boris), make_report(carol, about=boris)
    reports.take(one.pk, staff=mira)
    other.refresh_from_db()
    assert other.held_by == mira


def test_only_moderators_see_the_count_in_the_masthead(client, staff, alice, boris, mira):
    make_report(alice, about=boris)
    assert '<span class="count">1<span class="visually-hidden"> waiting' in staff.get(reverse("home")).content.decode()
    client.force_login(alice)
    assert "waiting</span>" not in client.get(reverse("home")).content.decode()


@pytest.mark.django_db(transaction=True)
def test_one_page_shows_all_that_is_needed_to_decide(staff, alice, boris, mira):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Mc8-b8"])
    line = chat.send(boris, game_id=game.pk, text="You are a woodpusher")
    thing = registry.THINGS.find("message").find(alice, line.pk)
    report = reports.make(alice, about=boris, matter="words", text="He is rude.", thing=thing)
    act(staff, boris, "note", reason="Told him in May.")
    text = staff.get(reverse("moderation_report", args=[report.pk])).content.decode()
    for said in (
        "You are a woodpusher",
        "He is rude.",
        "Told him in May.",
        "1 game",
        "After turn 2 of 2",
        "line reported",
    ):
        assert said in text
    for action in ("Mute", "Suspend", "Adjudicate", "Remove a chat line", "Warn"):
        assert action in text
    earlier = staff.get(reverse("moderation_report", args=[report.pk]), {"ply": 1}).content.decode()
    assert "After turn 1 of 2" in earlier


def test_an_action_answers_the_report_it_was_taken_for(staff, alice, boris, mira):
    report = make_report(alice, about=boris)
    done = act(staff, boris, "mute", length="7", report=report.pk, answers="this")
    assert done.url == reverse("moderation")
    report.refresh_from_db()
    assert (report.outcome, report.answered_by) == ("acted", mira)
    assert LoggedAction.objects.get(report=report).after["answered"] == [report.pk]


def test_all_that_waits_about_a_person_is_answered_at_once(staff, alice, boris, carol, mira):
    one, other = make_report(alice, about=boris), make_report(carol, about=boris)
    page = reverse("moderation_report", args=[one.pk])
    said = {"outcome": "no_breach", "answer": "Thanks.", "reason": "Banter.", "answers": "same"}
    assert staff.post(page, said).status_code == 302
    assert {each.outcome for each in Report.objects.filter(pk__in=[one.pk, other.pk])} == {"no_breach"}


def test_a_template_begins_the_answer_to_a_report_and_to_an_appeal(staff, alice, boris, admin):
    made = MessageTemplate.objects.create(action="answer", title="Thanks", text="Thank you for telling us.")
    other = MessageTemplate.objects.create(action="answer_appeal", title="Stands", text="It stands.")
    report = make_report(alice, about=boris)
    laid = restrictions.impose(boris, restrictions.Kind.WARNED, reason="Insults", by=make_moderator("Nils"))
    appeal = appeals.make(laid, text="I was joking.")
    pages = [("moderation_report", report.pk, made), ("moderation_appeal", appeal.pk, other)]
    for name, pk, template in pages:
        sent = {"outcome": "upheld", "template": template.pk, "answer": "", "reason": "Clear.", "fill": "1"}
        filled = staff.post(reverse(name, args=[pk]), sent)
        assert filled.status_code == 200
        assert filled.context["form"]["answer"].value() == template.text
        assert template.title in filled.content.decode()
    assert Report.objects.get().is_open
    assert Appeal.objects.get().is_open


def test_an_answer_needs_an_outcome_and_a_reason_and_loses_nothing(staff, alice, boris):
    page = reverse("moderation_report", args=[make_report(alice, about=boris).pk])
    answer = staff.post(page, {"answer": "We looked into it."})
    assert answer.status_code == 422
    assert "We looked into it." in answer.content.decode()
    assert "Please give a reason" in answer.content.decode()


def test_queries_are_as_many_for_many_as_for_one(staff, alice, boris, django_assert_max_num_queries):
    def count(page: str) -> int:
        with django_assert_max_num_queries(60) as queries:
            assert staff.get(page).status_code == 200
        return len(queries)

    first = make_report(alice, about=boris)
    act(staff, boris, "note", reason="Noted")
    act(staff, boris, "warn")
    GameFactory(first=boris, second=alice)
    make_report(UserFactory(), about=boris)
    staff.get(reverse("home"))
    pages = [reverse("moderation"), reverse("moderation_report", args=[first.pk])]
    pages += [reverse("moderation_person", args=["Boris"]), reverse("moderation_log")]
    before = [count(page) for page in pages]
    for number in range(4):
        other = UserFactory()
        make_report(other, about=boris)
        make_report(alice, about=other)
        act(staff, boris, "note", reason=f"Note {number}")
        act(staff, boris, "warn")
        GameFactory(first=boris, second=other)
    assert [count(page) for page in pages] == before
