"""What the administration writes, table by table, and why; where the site has a function for it, it is read-only."""

import pytest
from django.contrib import admin
from django.urls import reverse

from tests.administration import enter

WRITTEN = {
    "auth.Group": (
        "add change delete",
        "What a group may do; who is in it: `accounts.conduct.appointing`.",
    ),
    "mastery_site.Announcement": ("add change delete", "Words for everybody, with a beginning and an end."),
    "notifications.BlockedAddress": ("delete", "Its owner has thought better of it; nothing else hangs on the row."),
}
"""What an administrator may do to rows by hand."""
ACTED_ON = {
    "accounts.User": "correct-address give-vacation resend-verification reset-second-factors withdraw-rescues",
    "computers.Comparison": "resume stop",
    "computers.Computer": "switch_off switch_on",
    "computers.Review": "resume stop",
    "computers.Thought": "resume stop",
    "records.Puzzle": "hide show",
}
"""What has a button there: each asks a function of the site, or is a switch of its own."""
PAGES = admin.site._registry


def list_writes(page, request) -> str:
    return " ".join(do for do in ("add", "change", "delete") if getattr(page, f"has_{do}_permission")(request))


def list_acts(page) -> str:
    named = [action.name for action in getattr(page, "staff_actions", ())]
    return " ".join(sorted([*named, *(each for each in page.actions or () if isinstance(each, str))]))


@pytest.fixture
def request_of_an_administrator(rf, admin):
    request = rf.get("/")
    request.user = admin
    return request


@pytest.mark.django_db
def test_a_page_writes_what_stands_in_the_table_and_nothing_else(request_of_an_administrator):
    found = {model._meta.label: list_writes(page, request_of_an_administrator) for model, page in PAGES.items()}
    assert {label: does for label, does in found.items() if does} == {label: row[0] for label, row in WRITTEN.items()}
    acts = {model._meta.label: list_acts(page) for model, page in PAGES.items()}
    assert {label: names for label, names in acts.items() if names} == ACTED_ON
    assert all(why for _, why in WRITTEN.values())


@pytest.mark.django_db
def test_a_table_within_the_page_of_another_is_never_written(request_of_an_administrator):
    for model, page in PAGES.items():
        assert not page.list_editable, model
        for each in page.get_inline_instances(request_of_an_administrator):
            assert list_writes(each, request_of_an_administrator) == "", each


def test_models_that_django_and_allauth_would_edit_have_no_page():
    labels = {model._meta.label for model in PAGES}
    theirs = {"account.EmailAddress", "mfa.Authenticator", "usersessions.UserSession", "sites.Site"}
    assert not labels & theirs


@pytest.mark.django_db
def test_a_post_to_each_page_that_is_read_is_refused(client, admin, alice):
    browser = enter(client, admin)
    for model in PAGES:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        does = WRITTEN.get(model._meta.label, ("",))[0]
        if "add" not in does:
            assert browser.post(reverse(f"admin:{name}_add"), {}).status_code == 403, name
    assert browser.post(reverse("admin:accounts_user_delete", args=[alice.pk]), {"post": "yes"}).status_code == 403
    assert type(alice).objects.filter(pk=alice.pk).exists()
