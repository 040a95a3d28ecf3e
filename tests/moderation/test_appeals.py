"""Appeals: one for each decision, answered by somebody else where there is one, and told."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction, User
from analysis import trees
from core.refusal import Refusal
from moderation import appeals, queue
from moderation.models import Appeal, LoggedAction
from moderation.models.held import HOLD_LASTS
from notifications.models import Notice
from tests.factories import UserFactory
from tests.moderation.staff import act, open_as
from tests.moderation.writings import seal, share

pytestmark = pytest.mark.django_db


@pytest.fixture
def muted(mira, boris) -> Restriction:
    act(open_as(mira), boris, "mute", length="7")
    return Restriction.objects.get()


def appeal(restriction: Restriction, text: str = "I was joking."):
    return Client().post(restriction.appeal_path, {"text": text})


def answer(staff: User, **said):
    page = reverse("moderation_appeal", args=[Appeal.objects.get().pk])
    return open_as(staff).post(page, {"outcome": "upheld", "answer": "We read it all again.", **said})


def test_anyone_with_the_link_reads_and_appeals_without_logging_in(muted):
    text = Client().get(muted.appeal_path).content.decode()
    assert "You can’t write to other players until" in text
    assert "Insults in game 5" in text
    assert "Conduct C1" in text
    assert appeal(muted).status_code == 302
    assert "I was joking." in Client().get(muted.appeal_path).content.decode()
    assert appeal(muted, "Once more").status_code == 409
    assert Appeal.objects.count() == 1


@pytest.mark.parametrize("token", ["1", "1:abc", "x:y:z"])
def test_nobody_guesses_the_link(muted, token):
    assert Client().get(reverse("restriction", args=[token])).status_code == 404


def test_an_empty_appeal_is_refused(muted):
    assert appeal(muted, "  ").status_code == 422


def test_another_moderator_lifts_the_decision_and_the_person_is_told(muted, mira, zoe, boris):
    appeal(muted)
    assert [each.restriction for each in queue.Desk(zoe, now=timezone.now()).appeals] == [muted]
    assert queue.Desk(mira, now=timezone.now()).appeals == []
    assert [queue.count_waiting(each, now=timezone.now()) for each in (mira, zoe)] == ["", "1"]
    assert answer(mira, outcome="reversed").status_code == 403
    assert answer(zoe, outcome="reversed").status_code == 302
    muted.refresh_from_db()
    boris.refresh_from_db()
    assert (muted.close, boris.restricted) == ("lifted", False)
    assert Notice.objects.filter(recipient=boris, kind="appeal_answered", channel="email").count() == 1
    assert set(LoggedAction.objects.values_list("action", flat=True)) == {"mute", "answer_appeal"}
    assert LoggedAction.objects.exclude(reverses=None).get().by == zoe
    assert "Your appeal was upheld" in Client().get(muted.appeal_path).content.decode()
    assert answer(zoe).status_code == 409


def test_a_moderator_who_takes_one_has_it_for_a_while_and_may_give_it_back(muted, zoe, admin):
    appeal(muted)
    page, now = reverse("moderation_appeal", args=[Appeal.objects.get().pk]), timezone.now()
    assert open_as(zoe).post(page, {"claim": "1"}).url == page
    assert "Zoe has it" in open_as(admin).get(reverse("moderation")).content.decode()
    assert open_as(admin).post(page, {"claim": "1"}, follow=True).content.decode().count("Zoe is working on this") == 2
    assert answer(admin).status_code == 409
    assert [queue.count_waiting(each, now=now) for each in (zoe, admin)] == ["1", ""]
    later = now + HOLD_LASTS + timedelta(minutes=1)
    appeals.take(Appeal.objects.get().pk, staff=admin, now=later)
    appeals.release(Appeal.objects.get().pk, staff=admin)
    assert open_as(zoe).post(page, {"claim": "1"}).url == page
    assert open_as(zoe).post(page, {"release": "1"}).url == reverse("moderation")
    assert answer(admin).status_code == 302


def test_a_moderator_who_may_not_answer_reads_why_and_has_no_button(muted, mira, zoe, admin):
    """Zoe may not decide about Stan, who is on the staff; Mira decided about Boris, and Zoe then works on it."""
    stan = UserFactory(username="Stan", is_staff=True)
    by_admin = Restriction.objects.create(user=stan, kind=Restriction.Kind.MUTED, by=admin, from_at=timezone.now())
    of_stan, of_boris = (appeals.make(each, text="I was joking.") for each in (by_admin, muted))
    may_answer = 'class="button primary">Answer</button>'
    for staff, opened, why in (
        (zoe, of_stan, "somebody with the same rights or higher"),
        (zoe, of_boris, ""),
        (mira, of_boris, "another moderator or an administrator has to answer"),
        (admin, of_boris, "Zoe is working on this"),
    ):
        page = reverse("moderation_appeal", args=[opened.pk])
        shown = open_as(staff).get(page).content.decode()
        assert ('value="1">Take it' in shown, may_answer in shown) == (not why, not why), (staff, opened)
        assert why in shown
        if why:
            refused = open_as(staff).post(page, {"outcome": "upheld", "answer": "Typed at length."})
            assert refused.status_code in (403, 409)
            assert refused.content.decode().count(why) == 1
            assert "Typed at length." in refused.content.decode()
        else:
            appeals.take(opened.pk, staff=staff)


def test_a_decision_that_is_upheld_stays_in_force(muted, zoe, boris):
    appeal(muted)
    assert answer(zoe).status_code == 302
    muted.refresh_from_db()
    assert muted.closed_at is None
    assert "The decision stands" in Client().get(muted.appeal_path).content.decode()


def test_the_only_moderator_answers_appeals_and_the_page_says_so(muted, mira):
    assert "Nobody else on our staff can answer it" in Client().get(muted.appeal_path).content.decode()
    appeal(muted)
    assert [each.restriction for each in queue.Desk(mira, now=timezone.now()).appeals] == [muted]
    assert queue.count_waiting(mira, now=timezone.now()) == "1"
    assert answer(mira, outcome="reversed").status_code == 302


def test_the_page_says_when_another_moderator_will_answer(muted, zoe):
    assert "Another member of our staff" in Client().get(muted.appeal_path).content.decode()


def test_a_decision_that_was_reversed_cannot_be_appealed(muted, mira):
    open_as(mira).post(reverse("moderation_undo", args=[LoggedAction.objects.get().pk]), {"reason": "A mistake."})
    assert appeal(muted).status_code == 409


def test_a_wrong_decision_is_lifted_even_after_its_time_is_over(muted, zoe):
    ended = timezone.now() - timedelta(days=1)
    Restriction.objects.filter(pk=muted.pk).update(closed_at=ended, close="ended")
    appeal(muted)
    assert answer(zoe, outcome="reversed").status_code == 302
    muted.refresh_from_db()
    assert (muted.close, muted.closed_at) == ("lifted", ended)
    assert "our staff have lifted it" in Client().get(muted.appeal_path).content.decode()


def test_an_appeal_against_what_was_undone_meanwhile_can_be_answered_so(muted, mira, zoe):
    appeal(muted)
    open_as(mira).post(reverse("moderation_undo", args=[LoggedAction.objects.get().pk]), {"reason": "A mistake."})
    assert answer(zoe, outcome="reversed").status_code == 302
    assert Appeal.objects.get().outcome == "reversed"
    assert LoggedAction.objects.exclude(reverses=None).count() == 1


def test_a_removal_is_lifted_though_its_author_has_deleted_what_was_removed(mira, zoe, alice, boris):
    tree = share(boris, seal(alice, boris).turn.game)
    act(open_as(mira), boris, "remove_writing", thing=f"analysis-{tree.pk}")
    trees.discard(tree)
    laid = Restriction.objects.get()
    appeal(laid)
    assert answer(zoe, outcome="reversed").status_code == 302
    laid.refresh_from_db()
    assert laid.close == Restriction.Close.LIFTED


def test_staff_are_given_appeals_against_their_own_decisions_that_nobody_else_can_answer(muted, mira, zoe, admin):
    """An administrator decided both, and there is no other. Zoe has no rights over her colleague."""
    appeal(muted)
    admin.delete()
    mira.is_superuser = True
    mira.save()
    of_staff = Restriction.objects.create(
        user=UserFactory(username="Stan", is_staff=True), kind=Restriction.Kind.MUTED, by=mira, from_at=timezone.now()
    )
    appeal(of_staff)
    given = [[each.restriction for each in queue.Desk(one, now=timezone.now()).appeals] for one in (mira, zoe)]
    assert given == [[of_staff], [muted]]


def test_a_decision_cannot_be_appealed_long_after_its_end(muted):
    ended = timezone.now() - timedelta(days=appeals.WITHIN_DAYS + 1)
    Restriction.objects.filter(pk=muted.pk).update(closed_at=ended, close="ended")
    muted.refresh_from_db()
    with pytest.raises(Refusal, match="no longer"):
        appeals.make(muted, text="Late.")


def test_a_warning_stands_on_every_page_until_it_was_read(client, mira, boris):
    act(open_as(mira), boris, "warn")
    client.force_login(boris)
    assert "You have been warned" in client.get(reverse("home")).content.decode()
    path = Restriction.objects.get().appeal_path
    assert client.post(path, {"seen": "1"}).status_code == 302
    assert "You have been warned" not in client.get(reverse("rules_index")).content.decode()


def test_reading_a_restriction_does_not_hide_it(muted, boris):
    Client().post(muted.appeal_path, {"seen": "1"})
    muted.refresh_from_db()
    assert muted.closed_at is None


def test_a_person_who_was_renamed_in_error_has_their_name_back(mira, zoe, boris):
    act(open_as(mira), boris, "rename")
    appeal(Restriction.objects.get())
    answer(zoe, outcome="reversed")
    boris.refresh_from_db()
    assert boris.username == "Boris"
