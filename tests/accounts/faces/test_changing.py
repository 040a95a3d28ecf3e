"""The page on which people choose their face: one of twelve figures, or a picture that everybody sees then."""

import base64
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.conduct.restrictions import Close, Kind
from accounts.faces import keeping, squaring
from accounts.models import Picture, User
from accounts.own_data import closing, exports
from accounts.profile.faces import Face
from core.refusal import Refusal
from tests.accounts.faces.pictures import animate, claim_png, paint

pytestmark = pytest.mark.django_db
PAGE = reverse("change_face")
PROFILE = "/people/Alice/"


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


def send(client, content, name="me.png", told="image/png"):
    return client.post(PAGE, {"picture": SimpleUploadedFile(name, content, told)})


def find(user) -> User:
    return User.objects.get(pk=user.pk)


def address_of_picture(user) -> str:
    return reverse("face_picture", args=[find(user).picture])


@pytest.fixture
def pictured(alice) -> User:
    keeping.upload(alice, paint(), now=timezone.now())
    return find(alice)


# --- Figures ----------------------------------------------------------------------------------------------------------
def test_the_page_shows_twelve_figures_with_the_present_one_chosen(as_alice, alice):
    User.objects.filter(pk=alice.pk).update(figure=4)
    page = as_alice.get(PAGE).content.decode()
    for number in range(12):
        assert Face(alice.pk, number).drawn in page
    assert page.count('name="figure"') == 12
    assert 'value="4" checked' in page
    assert page.count(" checked") == 1


def test_a_chosen_figure_is_shown(as_alice, alice):
    assert as_alice.post(PAGE, {"figure": "7"}).status_code == 302
    assert find(alice).figure == 7
    assert Face(alice.pk, 7).drawn in as_alice.get(PROFILE).content.decode()


@pytest.mark.parametrize("figure", ["12", "-1", "x", "", "99999999999999999999"])
def test_another_figure_is_refused_with_a_sentence(as_alice, alice, figure):
    answer = as_alice.post(PAGE, {"figure": figure})
    assert answer.status_code == 422
    assert "Please choose one of the figures." in answer.content.decode()
    assert find(alice).figure == 0


# --- Pictures ---------------------------------------------------------------------------------------------------------
def test_an_uploaded_picture_is_shown_to_everybody_in_place_of_the_figure(as_alice, alice):
    assert send(as_alice, paint("JPEG")).status_code == 302
    page = Client().get(PROFILE).content.decode()
    assert f'src="{address_of_picture(alice)}" alt=""' in page
    assert alice.face.drawn not in page


def test_it_is_served_as_what_it_is_and_may_be_kept_for_good(client, pictured):
    client.force_login(pictured)
    answer = client.get(address_of_picture(pictured))
    assert answer.content == base64.b64decode(Picture.objects.get().content)
    assert answer.content[8:12] == b"WEBP"
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")


def test_the_same_picture_of_two_people_has_two_addresses(pictured, boris):
    keeping.upload(boris, paint(), now=timezone.now())
    assert address_of_picture(boris) != address_of_picture(pictured)


def test_a_new_picture_replaces_the_one_before(client, pictured):
    before = address_of_picture(pictured)
    keeping.upload(pictured, paint("WEBP", (90, 900)), now=timezone.now())
    assert Picture.objects.count() == 1
    assert client.get(before).status_code == 404
    assert client.get(address_of_picture(pictured)).status_code == 200


def test_choosing_a_figure_deletes_the_picture(client, pictured):
    client.force_login(pictured)
    client.post(PAGE, {"figure": "2"})
    assert not Picture.objects.exists()
    assert client.get(f"/faces/{pictured.picture}.webp").status_code == 404
    assert find(pictured).face == Face(pictured.pk, 2)


@pytest.mark.parametrize("mark", ["", "x", "0" * 22, "../secret"])
def test_no_other_address_has_a_picture(client, pictured, mark):
    assert client.get(f"/faces/{mark}.webp").status_code == 404


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "We couldn’t read this file."),
        (paint()[:200], "We couldn’t read this file."),
        (claim_png(60_000, 60_000), "This picture has more than 25 megapixels."),
        (animate("PNG"), "This picture moves."),
        (paint() + bytes(squaring.MOST_BYTES), "This file is larger than 5 MB."),
        (b"", "We couldn’t read this file."),
    ],
)
def test_what_is_no_fitting_picture_is_refused_with_a_sentence_and_nothing_is_kept(as_alice, alice, content, sentence):
    answer = send(as_alice, content)
    assert answer.status_code == 422
    assert sentence in answer.content.decode().replace("&#x27;", "’")
    assert not Picture.objects.exists()
    assert find(alice).picture == ""


def test_a_form_without_a_file_is_refused_with_a_sentence(as_alice):
    for sent in ({}, {"picture": "me.png"}):
        answer = as_alice.post(PAGE, sent)
        assert answer.status_code == 422
        assert "Please choose a picture first." in answer.content.decode()


def test_a_refused_one_leaves_the_picture_before(client, pictured):
    client.force_login(pictured)
    send(client, b"Hello")
    assert find(pictured).picture == pictured.picture
    assert client.get(address_of_picture(pictured)).status_code == 200


def test_whoever_uploads_too_often_is_refused_whether_or_not_the_files_are_good(as_alice, alice):
    for _ in range(10):
        assert send(as_alice, b"Hello").status_code in (422, 429)
    answer = send(as_alice, paint())
    assert answer.status_code == 429
    assert "pictures of oneself uploaded" in answer.content.decode()
    assert not Picture.objects.exists()


def test_another_site_can_send_none(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert send(client, paint()).status_code == 403
    assert not Picture.objects.exists()


def test_a_visitor_logs_in_first(client):
    assert client.get(PAGE).status_code == 302
    assert send(client, paint()).status_code == 302
    assert not Picture.objects.exists()


def test_a_form_with_a_picture_may_be_large_and_no_other_one(client, alice):
    client.force_login(alice)
    assert client.post(PAGE, {"figure": "1", "more": "x" * 1_500_000}).status_code == 302
    answer = client.post(PAGE, {"figure": "1", "more": "x" * 10_500_000})
    assert (answer.status_code, answer.content.decode()) == (
        413,
        "This file is larger than 5 MB. Please choose a smaller one.\n",
    )
    assert client.post(reverse("settings"), {"about": "x" * 1_500_000}).status_code == 413


# --- Staff ------------------------------------------------------------------------------------------------------------
def lay(user, kind, by, **terms):
    return restrictions.impose(user, kind, reason="Because.", by=by, **terms)


@pytest.mark.parametrize("kind", [Kind.MUTED, Kind.SUSPENDED])
def test_who_may_not_write_to_others_uploads_nothing(alice, admin, kind):
    lay(alice, kind, admin, games="go_on" if kind == Kind.SUSPENDED else "")
    with pytest.raises(Refusal) as refused:
        keeping.upload(find(alice), paint(), now=timezone.now())
    assert refused.value.code == kind
    assert not Picture.objects.exists()


def test_the_page_of_who_is_muted_says_so(as_alice, alice, admin):
    lay(alice, Kind.MUTED, admin)
    page = as_alice.get(PAGE).content.decode()
    assert "You can’t upload a picture at the moment." in page
    assert as_alice.post(PAGE, {"figure": "3"}).status_code == 302  # a figure says nothing


def test_none_is_shown_of_who_is_suspended_until_that_ends(client, pictured, admin):
    shown = address_of_picture(pictured)
    suspended = lay(pictured, Kind.SUSPENDED, admin, games="go_on")
    assert client.get(shown).status_code == 404
    assert find(pictured).face == Face(pictured.pk)
    restrictions.close(suspended.pk, how=Close.LIFTED)
    assert find(pictured).picture == pictured.picture
    assert client.get(shown).status_code == 200


def test_a_suspension_that_ends_by_itself_shows_it_again(pictured, admin):
    now = timezone.now()
    lay(pictured, Kind.SUSPENDED, admin, games="go_on", until=now + timedelta(days=1))
    assert find(pictured).picture == ""
    restrictions.end_due(now=now + timedelta(days=2))
    assert find(pictured).picture == pictured.picture


def test_other_restrictions_leave_it(pictured, admin):
    lay(pictured, Kind.MUTED, admin)
    assert find(pictured).picture == pictured.picture


def test_a_removed_one_is_not_shown_again_by_the_end_of_a_suspension(pictured, admin):
    suspended = lay(pictured, Kind.SUSPENDED, admin, games="go_on")
    keeping.remove([Picture.objects.get().pk], now=timezone.now())
    restrictions.close(suspended.pk, how=Close.LIFTED)
    assert find(pictured).picture == ""


def test_its_owner_reads_that_it_was_removed_and_may_upload_another(client, pictured):
    number = Picture.objects.get().pk
    assert keeping.remove([number], now=timezone.now()) == [number]
    assert keeping.remove([number], now=timezone.now()) == []
    client.force_login(pictured)
    assert "Our staff removed your picture" in client.get(PAGE).content.decode()
    send(client, paint("PNG", (99, 70)))
    assert find(pictured).picture
    keeping.restore([number], now=timezone.now())  # of the one before, which is gone
    assert Picture.objects.count() == 1


def test_saving_an_older_copy_of_the_account_brings_no_picture_back(pictured):
    older = find(pictured)
    keeping.remove([Picture.objects.get().pk], now=timezone.now())
    older.about = "Hello"
    older.save()
    assert find(pictured).picture == ""


# --- One's own data ---------------------------------------------------------------------------------------------------
def test_the_copy_of_ones_data_has_figure_and_picture(pictured):
    told = exports.tell_account(pictured)
    assert told["account"]["figure"] == 0
    assert base64.b64decode(told["picture"]["webp"])[8:12] == b"WEBP"


def test_closing_the_account_deletes_it_after_the_week_and_not_before(client, pictured):
    shown = address_of_picture(pictured)
    User.objects.filter(pk=pictured.pk).update(figure=3)
    closing.ask(pictured)
    assert client.get(shown).status_code == 200
    closing.stop(pictured)
    assert find(pictured).picture == pictured.picture
    closing.ask(pictured)
    closing.close_due(now=timezone.now() + timedelta(days=8))
    assert not Picture.objects.exists()
    assert (find(pictured).picture, find(pictured).figure) == ("", 0)
    assert client.get(shown).status_code == 404
