"""A picture that somebody uploaded as their face can be reported, is kept as it was, and staff remove it."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.faces import keeping
from accounts.models import Picture, Restriction, User
from moderation.models import LoggedAction, Report
from tests.accounts.faces.pictures import paint
from tests.moderation.staff import act

pytestmark = pytest.mark.django_db
WORDS = {"matter": "name", "text": "That is me, not him."}


@pytest.fixture
def pictured(boris) -> User:
    keeping.upload(boris, paint(), now=timezone.now())
    return User.objects.get(pk=boris.pk)


def find_page() -> str:
    return reverse("report_thing", args=["face", Picture.objects.get().pk])


def shown(boris) -> str:
    return User.objects.get(pk=boris.pk).picture


def test_its_profile_leads_to_the_report(client, alice, pictured):
    client.force_login(alice)
    assert "Report the picture" in client.get(pictured.get_absolute_url()).content.decode()
    assert client.get("/people/Boris/report/?thing=picture").url == find_page()
    page = client.get(find_page()).content.decode()
    assert "Report the picture of Boris" in page
    assert "Abuse" in page
    assert "Cheating with help" not in page


def test_who_has_none_is_not_reported_for_it(client, alice, boris, carol):
    client.force_login(alice)
    assert "Report the picture" not in client.get(boris.get_absolute_url()).content.decode()
    assert client.get("/people/Boris/report/?thing=picture", follow=True).status_code == 404


def test_nobody_reports_their_own_or_what_nobody_sees(client, alice, pictured):
    client.force_login(pictured)
    assert client.get(find_page()).status_code == 404
    client.force_login(alice)
    keeping.remove([Picture.objects.get().pk], now=timezone.now())
    assert client.get(find_page()).status_code == 404


def test_staff_see_the_reported_picture_even_if_it_changes(client, staff, alice, pictured):
    client.force_login(alice)
    content = Picture.objects.get().content
    client.post(find_page(), WORDS)
    keeping.choose(pictured, 0, now=timezone.now())
    report = Report.objects.get()
    assert (report.about, report.matter) == (pictured, "name")
    page = staff.get(reverse("moderation_report", args=[report.pk])).content.decode()
    assert f'src="data:image/webp;base64,{content}"' in page
    assert "data:image" not in staff.get(reverse("moderation")).content.decode()


def test_staff_remove_it_with_a_warning_and_put_it_back(staff, zoe, pictured):
    mark, number = shown(pictured), Picture.objects.get().pk
    answer = act(staff, pictured, "remove_writing", thing=f"face-{number}")
    assert answer.status_code == 302
    assert shown(pictured) == ""
    warning = Restriction.objects.get(user=pictured)
    assert warning.kind == "warned"
    assert "picture beside your name" in warning.reason
    logged = LoggedAction.objects.get(action="remove_writing")
    staff.post(reverse("moderation_undo", args=[logged.pk]), {"reason": "It was fine."})
    assert shown(pictured) == mark


def test_everything_since_a_day_takes_it_too(staff, pictured):
    day = timezone.localdate().isoformat()
    assert act(staff, pictured, "remove_since", since=day).status_code == 302
    assert shown(pictured) == ""
    assert "1 picture" in Restriction.objects.get(user=pictured).reason
