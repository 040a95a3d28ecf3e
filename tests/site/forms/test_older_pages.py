"""A page opened before something newer was saved does not replace the newer: both are shown, and nothing is lost."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from accounts.models import Safeguards
from analysis.models import GameNote, Node, PlayerNote, SealedRemark, Tree
from core.versions import VERSION
from moderation.models import MessageTemplate
from notifications.models import Preferences, Switch
from tests.accounts.security_keys import make_credential
from tests.administration import enter
from tests.factories import GameFactory, play_turns
from tests.faults.everything import log_in
from tests.faults.posted import PageForm, read_forms
from tests.together import run_together
from tests.versions import list_versioned

User = get_user_model()
Values = dict[str, str | None]
"""What is filled in; None is a box that is not ticked."""


class Case(NamedTuple):
    """A form: what two pages that saw the same send, `theirs` first, then `mine`, and how a reader is told of both."""

    open_page: Callable[[Client], str]
    """Makes what the form is about and enters the client; returns the page."""
    theirs: Values
    mine: Values
    read: Callable[[], Any]
    """What is saved."""
    action: str = ""
    """How the address ends that the form is sent to, if it is not its page."""
    told: tuple[str, str] | None = None
    """Of what is chosen, not written."""


def open_game(client: Client) -> str:
    alice, boris = (User.objects.get(username=name) for name in ("Alice", "Boris"))
    client.force_login(alice)
    game = GameFactory(first=alice, second=boris)
    play_turns(game, "Md1-c1")
    return game.get_absolute_url()


def open_tree(client: Client) -> str:
    return client.post(f"{open_game(client)}analyse/", {"ply": "1"}).url


def open_own(name: str, *args: str) -> Callable[[Client], str]:
    def open_page(client: Client) -> str:
        client.force_login(User.objects.get(username="Alice"))
        return reverse(name, args=args)

    return open_page


def open_key(client: Client) -> str:
    owner = User.objects.get(username="Alice")
    log_in(client, owner)
    data = {"name": "Old", "credential": make_credential()}
    return reverse("mfa_edit_webauthn", args=[Authenticator.objects.create(user=owner, type="webauthn", data=data).pk])


def open_message(client: Client) -> str:
    enter(client, User.objects.get(username="Ada"))
    return reverse("moderation_message", args=[MessageTemplate.objects.create(title="Old", text="Old text.").pk])


def open_switches(client: Client) -> str:
    enter(client, User.objects.get(username="Ada"))
    return reverse("moderation_site")


def of(model: Any, *fields: str, **which: Any) -> Callable[[], Any]:
    return lambda: list(model.objects.filter(**which).values_list(*fields))


def of_alice(field: str) -> Callable[[], Any]:
    return of(User, field, username="Alice")


SMALL, MEDIUM = {"size": "small"}, {"size": "medium"}
SIZES = ("Small", "Medium")
COMMENT = ({"comment": "Why?"}, {"comment": "Because."})
CASES = {
    "game note": Case(open_game, {"note": "Fast."}, {"note": "Slow."}, of(GameNote, "text"), "/note/"),
    "player note": Case(
        open_own("profile", "Boris"), {"note": "Kind."}, {"note": "Tall."}, of(PlayerNote, "text"), "/note/"
    ),
    "remark": Case(open_game, {"remark": "Trap."}, {"remark": "Slip."}, of(SealedRemark, "text"), "/remark/"),
    "comment": Case(open_tree, *COMMENT, of(Node, "comment", number=1), "/comment/"),
    "drawing": Case(open_tree, {"shapes": "d4"}, {"shapes": "e5/red"}, of(Node, "shapes", number=1), "/draw/"),
    "mark": Case(
        open_tree, {"mark": "bad"}, {"mark": "unclear"}, of(Node, "mark", number=1), "/mark/", ("Bad", "Unclear")
    ),
    "analysis": Case(open_tree, {"title": "First"}, {"title": "Second"}, of(Tree, "title"), "/rename/"),
    "profile": Case(open_own("settings"), {"about": "At night."}, {"about": "In Oslo."}, of_alice("about")),
    "weekend": Case(
        open_own("settings"), {"weekend": "5"}, {"weekend": "6"}, of_alice("weekend"), "", ("Friday", "Saturday")
    ),
    "boards": Case(open_own("settings"), SMALL, MEDIUM, of_alice("board_size"), "/board/", SIZES),
    "boards beside a game": Case(open_game, SMALL, MEDIUM, of_alice("board_size"), "/board/", SIZES),
    "notifications": Case(
        open_own("notice_switches"),
        {"your_turn-email": None},
        {"chat_message-email": None},
        of(Switch, "kind", on=False),
        "",
        ("Off", "On"),
    ),
    "when we write": Case(
        open_own("notice_timing"),
        {"mode": "daily"},
        {"mode": "urgent"},
        of(Preferences, "mode"),
        "",
        ("A digest once a day", "Only urgent"),
    ),
    "security key": Case(
        open_key, {"name": "Blue"}, {"name": "Red"}, lambda: [Authenticator.objects.get().wrap().name]
    ),
    "message of staff": Case(open_message, {"text": "Be kind."}, {"text": "Be fair."}, of(MessageTemplate, "text")),
    "switches of the site": Case(
        open_switches,
        {"sign_ups": "closed"},
        {"sign_ups": "invited"},
        of(Safeguards, "sign_ups"),
        "",
        ("Closed", "By invitation"),
    ),
}


def find_form(client: Client, page: str, case: Case) -> PageForm:
    ends = case.action or page.partition("?")[0]
    return next(form for form in list_versioned(client, page) if form.action.partition("?")[0].endswith(ends))


def fill(form: PageForm, values: Values) -> dict[str, list[str]]:
    filled: dict[str, Any] = {**form.values, **{name: [value] if value else [] for name, value in values.items()}}
    return {name: sent for name, sent in filled.items() if sent}


@pytest.fixture
def opened(request, client, alice, boris, admin):
    """The form of a case as two pages have it, both opened before either is sent."""
    case: Case = request.param
    page = case.open_page(client)
    form = find_form(client, page, case)
    if "mark" in case.mine:
        form.values["mark"] = [""]
    return case, client, page, form


@pytest.mark.django_db
@pytest.mark.parametrize("opened", CASES.values(), ids=CASES.keys(), indirect=True)
def test_an_older_page_replaces_nothing_shows_both_and_can_be_saved_from_there(opened):
    case, client, page, form = opened
    theirs, mine = fill(form, case.theirs), fill(form, case.mine)
    assert client.post(form.action, theirs).status_code == 302
    kept = case.read()
    refused = client.post(form.action, mine)
    assert (refused.status_code, case.read()) == (409, kept)
    shown = refused.content.decode()
    for text in case.told or (*case.theirs.values(), *case.mine.values()):
        assert text in shown
    again = next(form for form in read_forms(page, shown) if VERSION in form.values)
    assert {**again.values, VERSION: []} == {**mine, VERSION: []}, "what was written is kept, whatever else was sent"
    assert client.post(again.action, again.values).status_code == 302
    assert case.read() != kept
    assert client.post(form.action, mine).status_code == 302, "the same again is what is saved"


@pytest.mark.django_db
@pytest.mark.parametrize("opened", CASES.values(), ids=CASES.keys(), indirect=True)
def test_a_page_that_names_no_version_replaces_nothing_either(opened):
    """As one that was opened before the site was upgraded."""
    case, client, _, form = opened
    assert client.post(form.action, fill(form, case.theirs)).status_code == 302
    kept, mine = case.read(), fill(form, case.mine)
    del mine[VERSION]
    assert (client.post(form.action, mine).status_code, case.read()) == (409, kept)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("opened", CASES.values(), ids=CASES.keys(), indirect=True)
def test_one_of_two_pages_sent_at_the_same_instant_is_refused(opened):
    case, client, _, form = opened

    def send(values: Values) -> int:
        other = Client()
        other.cookies = client.cookies
        return other.post(form.action, fill(form, values)).status_code

    found = run_together([lambda: send(case.theirs), lambda: send(case.mine)])
    assert sorted(map(str, found)) == ["302", "409"]
