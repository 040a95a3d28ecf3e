"""Whoever has standing challenges is told, once for all, why the site has paused them and when they go on."""

import pytest
from django.urls import reverse

from competition.models import StandingChallenge
from notifications.models import Notice
from tests.mails.competition import pause, stand

pytestmark = pytest.mark.django_db
Paused = StandingChallenge.Paused
SAID = {
    Paused.VACATION: "You’re on vacation. It opens again by itself when your vacation is over.",
    Paused.RESTRICTED: "You can’t start games with others just now. It opens again by itself once you can again.",
    Paused.UNSEEN: "You haven’t been here for 14 days. It opens again by itself at your next visit.",
}


@pytest.mark.parametrize("why", SAID)
def test_it_says_why_and_when_it_goes_on(alice, deliver, why):
    pause(alice, stand(alice), why=why)
    (mail,) = deliver()
    assert mail.subject == "A standing challenge of yours is paused"
    assert SAID[why] in " ".join(mail.body.split())
    assert "* Mastery · 3 days per turn · rated" in mail.body
    assert f"http://localhost:8000{reverse('standing')}" in mail.body


def test_several_that_are_paused_at_once_are_one_message(alice, deliver):
    pause(alice, stand(alice), stand(alice, slug="masters"), why=Paused.VACATION)
    (mail,) = deliver()
    assert mail.subject == "2 standing challenges of yours are paused"
    assert "They open again by themselves when your vacation is over." in " ".join(mail.body.split())
    assert "Masters · Ember & Frost" in mail.body


@pytest.mark.parametrize("since", [{"paused": ""}, {"paused": Paused.UNSEEN}, {"ended_at": "2027-01-04T12:00:00Z"}])
def test_what_no_longer_is_so_is_not_told(alice, deliver, since):
    gone, stays = stand(alice), stand(alice, slug="masters")
    pause(alice, gone, stays, why=Paused.VACATION)
    StandingChallenge.objects.filter(pk=gone.pk).update(**since)
    (mail,) = deliver()
    assert mail.subject == "A standing challenge of yours is paused"
    pause(alice, gone, why=Paused.VACATION)
    StandingChallenge.objects.filter(pk=gone.pk).update(**since)
    assert deliver() == []


def test_the_inbox_says_how_many_and_why(client, alice):
    pause(alice, stand(alice), stand(alice, slug="masters"), why=Paused.UNSEEN)
    client.force_login(alice)
    page = client.get(reverse("inbox")).content.decode()
    assert "2 standing challenges of yours are paused" in page
    assert "You haven’t been here for 14 days." in page
    assert f'href="{reverse("standing")}"' in page


def test_it_is_written_once(alice):
    pause(alice, stand(alice), why=Paused.VACATION)
    assert Notice.objects.filter(kind="standing_paused", channel="email").count() == 1
