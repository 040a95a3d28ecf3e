"""The gate for free text: who is muted writes nothing that another player reads, and says the same to staff as before.

The tables name every field of every form, and every word that code reads of a post: a new one fails until it has a row.
"""

import ast
from enum import Enum

import pytest
from django import forms
from django.forms.forms import BaseForm
from django.urls import reverse

from accounts.conduct import restrictions
from accounts.conduct.restrictions import Kind
from accounts.models import Restriction, User
from analysis import commands, sealed, trees
from analysis.models import Node, SealedRemark, Tree
from core.refusal import Refusal
from engine.contract import Side
from games import challenges, chat, play
from games.models import Challenge, Game, Message
from moderation import appeals, reports
from moderation.actions import registry
from moderation.staff_forms import ActionForm
from notifications.kinds import restricted
from notifications.models import Notice
from tests.factories import ChallengeFactory, GameFactory
from tests.faults.posted import APPS, ROOT, find_given, find_words, list_forms, read_forms, walk_subclasses
from tests.moderation.writings import share

pytestmark = pytest.mark.django_db
INSULT = "Woodpusher!"


class Gate(Enum):
    PLAYERS = "players read it: it passes the gate"
    STAFF = "staff read it, from whoever it comes"
    BY_STAFF = "staff write it"
    WRITER = "its writer alone reads it"
    NAME = "the name of an account, which its own rules check; who has to choose one may"
    CHECKED = "no free text: it is looked up, compared or read by its rules"


PLAYERS, STAFF, BY_STAFF, WRITER, NAME, CHECKED = Gate
FORMS = {
    "AddressForm": {"email": CHECKED, "reason": BY_STAFF},
    "DaysForm": {"reason": BY_STAFF},
    "ActivateAppForm": {"code": CHECKED},
    "AddEmailForm": {"email": CHECKED},
    "AddKeyForm": {"credential": CHECKED, "name": WRITER},
    "ChangePasswordForm": {"oldpassword": CHECKED, "password1": CHECKED, "password2": CHECKED},
    "CodeForm": {"code": CHECKED},
    "ConfirmCodeForm": {"code": CHECKED},
    "ConfirmKeyForm": {"credential": CHECKED},
    "ConfirmPasswordForm": {"password": CHECKED},
    "KeyForm": {"credential": CHECKED},
    "LoginForm": {"password": CHECKED, "time_zone": CHECKED},
    "LoginKeyForm": {"credential": CHECKED},
    "NewNameForm": {"username": NAME},
    "RenameKeyForm": {"name": WRITER},
    "ResetLinkForm": {"key": CHECKED, "uidb36": CHECKED},
    "ResetPasswordForm": {"email": CHECKED},
    "ResetPasswordKeyForm": {"password1": CHECKED, "password2": CHECKED},
    "SeenZoneForm": {"time_zone": CHECKED},
    "SetPasswordForm": {"password1": CHECKED, "password2": CHECKED},
    "SettingsForm": {"about": PLAYERS},
    "SignupForm": {"email": CHECKED, "time_zone": CHECKED, "username": NAME},
    "ChallengeForm": {"address": CHECKED, "note": PLAYERS, "opponent": CHECKED},
    "DeclineForm": {"reason": PLAYERS},
    "ReportForm": {"second": CHECKED, "text": STAFF},
    "AdditionForm": {"text": STAFF},
    "DismissForm": {"found": CHECKED, "reason": BY_STAFF, "signal": CHECKED},
    "GamesForm": {"opponent": CHECKED},
    "OtherForm": {"second": CHECKED},
    "AnswerForm": {"answer": BY_STAFF, "reason": BY_STAFF},
    "AppealForm": {"answer": BY_STAFF},
    "LogForm": {"by": CHECKED, "person": CHECKED},
    "MessageForm": {"text": BY_STAFF, "title": BY_STAFF},
    "UndoForm": {"reason": BY_STAFF},
    "SwitchesForm": {"reason": BY_STAFF},
    "QueueForm": {"person": CHECKED},
    "ClosingForm": {"reason": BY_STAFF},
    "ActionForm": {"told": BY_STAFF, "reason": BY_STAFF},
}
"""The fields of forms in which one can type; others are chosen. Those of the administration are for staff alone."""
WORDS = {
    "accounts/middleware.py": {"kept": CHECKED},
    "accounts/people/board_look.py": dict.fromkeys(
        (
            "after_turn",
            "colours",
            "coordinates",
            "key_shortcuts",
            "one_click",
            "pieces",
            "show_ratings",
            "size",
            "theme",
        ),
        CHECKED,
    ),
    "accounts/posted/sent_forms.py": {"key": CHECKED},
    "accounts/signing_in/adapter.py": {"time_zone": CHECKED},
    "accounts/views/blocks.py": {"do": CHECKED},
    "accounts/views/own_data.py": {"kept": CHECKED, "sure": CHECKED},
    "games/lines.py": dict.fromkeys(("flip", "ply", "position", "turns"), CHECKED),
    "games/pages.py": {"revision": CHECKED},
    "games/play/offers/kinds/more_time.py": {"days": CHECKED},
    "games/play/offers/kinds/pause.py": {"until": CHECKED},
    "games/views/ahead.py": dict.fromkeys(
        ("arm", "ending", "goes_on", "line", "position", "text", "turns", "undo"), CHECKED
    ),
    "games/views/challenges.py": {"control": CHECKED, "switch": CHECKED, "terms": CHECKED},
    "games/views/chat.py": {"message": PLAYERS},
    "games/views/editor.py": dict.fromkeys(("brush", "do", "flip", "square"), CHECKED),
    "games/views/invitations.py": {"secret": CHECKED},
    "games/views/lessons.py": {"text": CHECKED},
    "games/views/offers.py": {"answer": CHECKED, "kind": CHECKED},
    "games/views/play.py": {"remark": PLAYERS, **dict.fromkeys(("key", "ply", "text", "wished"), CHECKED)},
    "games/views/practice.py": dict.fromkeys(("flip", "hint", "position", "text", "undo"), CHECKED),
    "games/views/queue.py": {"do": CHECKED},
    "games/views/rematches.py": {"other": CHECKED},
    "games/views/spoken.py": {"message": PLAYERS},
    "games/views/vacation.py": {"on": CHECKED},
    "competition/views/ladder.py": {"other": CHECKED},
    "competition/views/standing.py": {"switch": CHECKED},
    "analysis/commands.py": {
        "comment": PLAYERS,
        "edit": PLAYERS,
        **dict.fromkeys(("first", "mark", "shapes", "text", "toggle"), CHECKED),
    },
    "analysis/panels.py": {"note": WRITER, "ply": CHECKED, "remark": PLAYERS},
    "analysis/views/board.py": {
        "comment": PLAYERS,
        "title": PLAYERS,
        **dict.fromkeys(("at", "shapes", "sure", "text"), CHECKED),
    },
    "analysis/views/describing.py": {"flip": CHECKED},
    "analysis/views/notes.py": {"note": WRITER},
    "analysis/views/opening.py": {"ply": CHECKED},
    "analysis/views/sealed.py": {"ply": CHECKED, "remark": PLAYERS},
    "computers/views.py": {"level": CHECKED},
    "moderation/views/acting.py": dict.fromkeys(("answers", "preview", "report"), CHECKED),
    "moderation/views/back.py": {"back": CHECKED},
    "moderation/views/deciding.py": {"answers": CHECKED, "newest": CHECKED, "release": CHECKED},
    "moderation/views/decision.py": {"do": CHECKED, "name": CHECKED, "seen": CHECKED, "text": STAFF},
    "moderation/views/game_decision.py": {"text": STAFF},
    "moderation/views/outside.py": {"do": CHECKED, "name": CHECKED},
    "moderation/views/referrals.py": {"note": BY_STAFF, **dict.fromkeys(("game", "person", "report"), CHECKED)},
    "moderation/views/site.py": {"do": CHECKED},
    "notifications/preferences/views/stop.py": {"all": CHECKED},
    "notifications/preferences/views/switches.py": {"channel": CHECKED},
}
"""What code reads of a post by name, file by file."""


def list_typed() -> dict[str, set[str]]:
    """The fields of our forms in which one can type."""
    typed: dict[str, set[str]] = {}
    known, actions = list_forms(), {name for name, _ in list_fields_of_actions()}
    for form in walk_subclasses(BaseForm):
        if form.__module__.partition(".")[0] not in APPS:
            continue
        for name, field in getattr(form, "base_fields", {}).items():
            if isinstance(field, forms.CharField) and (form.__name__, name) in known:
                typed.setdefault(form.__name__, set()).add(name)
    return {**typed, "ActionForm": actions}


def list_fields_of_actions():
    """Of each action on a person, what is typed in its form."""
    boris = User.objects.get(username="Boris")
    game = Game.objects.first()
    for action in registry.ACTIONS.all():
        thing = boris if action in registry.list_for_people() else game
        for name, field in ActionForm(action=action, thing=thing).fields.items():
            if isinstance(field, forms.CharField):
                yield name, action


def list_read() -> dict[str, set[str]]:
    read = {}
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            nodes = list(ast.walk(ast.parse(path.read_text())))
            if words := {*find_words(nodes), *find_given(nodes)}:
                read[str(path.relative_to(ROOT))] = words
    return read


def test_every_field_of_every_form_says_which_gate_it_passes(alice, boris):
    GameFactory(first=alice, second=boris)
    assert list_typed() == {form: set(fields) for form, fields in FORMS.items()}
    assert list_read() == {path: set(words) for path, words in WORDS.items()}


# --- What a player writes that others read, each by itself --------------------------------------------------------
def say(boris, alice, text):
    chat.send(boris, game_id=make_game(alice, boris).pk, text=text)


def remark(boris, alice, text):
    """With a turn, as the page of the game sends it."""
    game = make_game(alice, boris)
    terms = {"side": Side.FIRST, "expected_revision": game.revision, "text": "Md1-c1"}
    play.play_move(game.pk, remark=text, **terms)


def remark_later(boris, alice, text):
    game = make_game(alice, boris, turns=["Md1-c1"])
    sealed.write(boris, game_id=game.pk, ply=1, text=text)


def challenge(boris, alice, text):
    ChallengeFactory(challenger=boris, audience="player", opponent=alice, note=text)


def post_open(boris, alice, text):
    ChallengeFactory(challenger=boris, note=text)


def give_link(boris, alice, text):
    ChallengeFactory(challenger=boris, audience="link", note=text)


def invite(boris, alice, text):
    ChallengeFactory(challenger=boris, audience="address", address="dora@example.org", note=text)


def decline(boris, alice, text):
    sent = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    challenges.decline(sent.pk, user=boris, reason=text)


def comment(boris, alice, text):
    tree = find_shared(boris, alice)
    commands.do("comment", user=boris, tree_id=tree.pk, at=-1, given={"comment": text})


def bring_back(boris, alice, text):
    """By undoing that a comment was deleted."""
    tree = find_shared(boris, alice)
    Node.objects.filter(tree=tree).update(comment="")
    edit = tree.edits.order_by("-pk").first()
    edit.rows = [[*row[:6], text, *row[7:]] for row in edit.rows]
    edit.save()
    commands.do("undo", user=boris, tree_id=tree.pk, at=-1, given={"edit": str(edit.pk)})


def name_tree(boris, alice, text):
    trees.rename(find_shared(boris, alice), text)


def make_game(alice, boris, **more) -> Game:
    return GameFactory(first=boris, second=alice, **more)


def find_shared(boris, alice) -> Tree:
    """The one that he shared before he was muted."""
    return Tree.objects.get(user=boris, token__isnull=False)


WRITES = {
    say: True,
    remark: True,
    remark_later: True,
    comment: True,
    bring_back: True,
    name_tree: True,
    challenge: False,
    post_open: False,
    give_link: False,
    invite: False,
    decline: False,
}
"""How one writes, and whether a mute of chats alone forbids that as well."""
NEEDS_TEXT = {say}


@pytest.fixture
def sharer(alice, boris) -> User:
    game = GameFactory(first=boris, second=alice, turns=["Md1-c1", "Me8-f8"])
    play.resign(game.pk, side=Side.FIRST)
    share(boris, game)
    return User.objects.get(pk=boris.pk)


def mute(person: User, *, by: User, scope: str) -> Restriction:
    laid = restrictions.impose(person, Kind.MUTED, reason="Insults", by=by)
    Restriction.objects.filter(pk=laid.pk).update(scope=scope)
    person.refresh_from_db()
    return laid


def fill(client, page: str, **changes: str) -> dict:
    """What a browser sends with the form that the page sends to itself."""
    found = next(
        form
        for form in read_forms(page, client.get(page).content.decode())
        if form.action.partition("?")[0] == page and next(iter(changes)) in form.values
    )
    return {**found.values, **changes}


def list_kept() -> list[str]:
    """Everything that is stored of such texts."""
    columns = ((Message, "text"), (SealedRemark, "text"), (Challenge, "note"), (Challenge, "reason"))
    columns += ((Node, "comment"), (Tree, "title"), (User, "about"))
    return [text for model, name in columns for text in model.objects.values_list(name, flat=True)]


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("scope", ["all", ""])
def test_a_muted_player_writes_nothing_that_another_player_reads(sharer, alice, admin, write, scope):
    mute(sharer, by=admin, scope=scope)
    if scope == "" and not WRITES[write]:
        write(sharer, alice, INSULT)
        assert INSULT in list_kept(), "mutes laid before keep their scope"
        return
    with pytest.raises(Refusal, match="You can’t write") as refused:
        write(sharer, alice, INSULT)
    assert (refused.value.code, refused.value.status) == ("muted", 403)
    assert INSULT not in list_kept()
    assert not Notice.objects.filter(recipient=alice).exclude(kind="restricted").filter(payload__icontains="Wood")


@pytest.mark.parametrize("write", [each for each in WRITES if each not in NEEDS_TEXT])
def test_without_a_text_the_same_stays_possible(sharer, alice, admin, write):
    mute(sharer, by=admin, scope="all")
    write(sharer, alice, " ")


@pytest.mark.parametrize("scope", ["all", ""])
def test_a_muted_player_shares_no_analysis(sharer, alice, admin, scope):
    tree = find_shared(sharer, alice)
    trees.withdraw(tree)
    mute(sharer, by=admin, scope=scope)
    with pytest.raises(Refusal, match="You can’t write"):
        trees.share(Tree.objects.get(pk=tree.pk))


def test_the_profile_stays_as_it_is_but_may_be_emptied_and_nothing_typed_is_lost(client, boris, admin):
    User.objects.filter(pk=boris.pk).update(about="I play at night.")
    boris.refresh_from_db()
    mute(boris, by=admin, scope="all")
    client.force_login(boris)
    page = reverse("settings")
    refused = client.post(page, fill(client, page, about=INSULT))
    assert refused.status_code == 403
    assert "You can’t write to other players" in refused.content.decode()
    assert f">\n{INSULT}</textarea>" in refused.content.decode()
    assert client.post(page, fill(client, page, weekend="56")).status_code == 302
    boris.refresh_from_db()
    assert (boris.about, boris.weekend) == ("I play at night.", "56")
    assert client.post(page, fill(client, page, about="")).status_code == 302
    boris.refresh_from_db()
    assert boris.about == ""


def test_a_note_that_is_refused_stays_on_the_page_of_the_challenge(client, boris, admin):
    mute(boris, by=admin, scope="all")
    client.force_login(boris)
    page = reverse("challenge_new")
    sent = fill(client, page, audience="link", note=INSULT)
    refused = client.post(page, sent)
    assert refused.status_code == 403
    assert INSULT in refused.content.decode()
    assert client.post(page, {**sent, "note": ""}).status_code == 302


def test_staff_still_read_what_a_muted_player_writes_to_them(boris, alice, admin):
    laid = mute(boris, by=admin, scope="all")
    reports.make(boris, about=alice, matter="words", text="She began it.")
    appeals.make(laid, text="I was joking.")


def test_a_suspended_player_whose_games_go_on_writes_nothing_either(sharer, alice, admin):
    restrictions.impose(sharer, Kind.SUSPENDED, reason="Insults", by=admin, games="go_on")
    sharer.refresh_from_db()
    sent = ChallengeFactory(challenger=alice, audience="player", opponent=sharer)
    with pytest.raises(Refusal, match="You are suspended"):
        challenges.decline(sent.pk, user=sharer, reason=INSULT)
    challenges.decline(sent.pk, user=sharer)


def test_the_older_scope_reads_as_it_was_laid(boris, admin):
    laid = mute(boris, by=admin, scope="")
    laid.refresh_from_db()
    told = Notice.objects.get(recipient=boris, kind="restricted", channel="inbox")
    assert str(restricted.kind.say(told)) == "You can’t write to other players"
    told.payload.pop("scope")
    assert str(restricted.kind.say(told)) == "You can’t write in chats"
    assert str(restrictions.tell_short(laid)) == "You can’t write in chats for good"
    assert str(restrictions.tell_staff(laid)) == "Muted in chats for good"
    laid.scope = "all"
    assert str(restrictions.tell_short(laid)) == "You can’t write to other players for good"
    assert str(restrictions.tell_staff(laid)) == "Muted for good"
