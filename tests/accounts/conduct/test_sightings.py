"""From where somebody logs in is kept as a keyed hash for 90 days, and tells staff which accounts share it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import sightings
from accounts.models import Sighting
from mastery_site.database.pruning import prune
from tests.moderation.staff import make_moderator, open_as

pytestmark = pytest.mark.django_db
ADDRESS = "203.0.113.77"


def log_in(rf, *users, address: str = ADDRESS) -> None:
    for user in users:
        sightings.on_user_logged_in(request=rf.post("/", REMOTE_ADDR=address), user=user)


def test_two_who_come_from_one_address_share_it_and_nobody_sees_which(rf, alice, boris, carol):
    log_in(rf, alice, boris)
    log_in(rf, carol, address="198.51.100.9")
    sightings.note(alice, Sighting.Kind.DEVICE, key="a browser")
    sightings.note(boris, Sighting.Kind.DEVICE, key="a browser")
    assert [(each.user, each.places, each.devices) for each in sightings.list_shared(alice)] == [(boris, 1, 1)]
    text = open_as(make_moderator()).get(reverse("moderation_person", args=["Alice"])).content.decode()
    assert "1 device, 1 address" in text
    hidden = [ADDRESS, "203.0.113", *Sighting.objects.values_list("key", flat=True)]
    assert not [each for each in hidden if each in text]


def test_a_stored_key_is_neither_the_address_nor_another_stored_hash_of_it(rf, alice, settings):
    log_in(rf, alice)
    key = Sighting.objects.get().key
    assert len(key) == 32
    assert ADDRESS not in key
    settings.SECRET_KEY = "another"
    log_in(rf, alice)
    assert Sighting.objects.count() == 2, "the hash has the site's key"


def test_coming_again_adds_no_row_and_after_90_days_without_a_visit_the_row_is_gone(rf, alice, boris):
    log_in(rf, alice, alice, boris)
    assert Sighting.objects.count() == 2
    now = timezone.now()
    Sighting.objects.filter(user=alice).update(last_at=now - timedelta(days=91))
    Sighting.objects.filter(user=boris).update(last_at=now - timedelta(days=89))
    assert prune(now=now)["sightings"] == 1
    assert Sighting.objects.get().user == boris
