"""Who reads what is typed: of every field of every form, and every word that code reads of a post.

A new one fails until it has a row. That what players read passes the gate is tested in test_free_text.py.
"""

import ast
from collections.abc import Iterable, Mapping
from enum import Enum

import pytest
from django import forms
from django.forms.forms import BaseForm

from accounts.models import User
from games.models import Game
from moderation.actions import registry
from moderation.staff_forms import ActionForm
from tests.apps import APPS
from tests.factories import GameFactory
from tests.faults.posted import ROOT, find_given, find_words, list_forms, walk_subclasses
from tests.tables import compare

pytestmark = pytest.mark.django_db


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
    "AskForm": {"email": CHECKED},
    "EnterForm": {"code": CHECKED, "time_zone": CHECKED},
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
    "ActionForm": {"told": BY_STAFF, "reason": BY_STAFF, "opponent": CHECKED, "others": BY_STAFF},
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
            "sounds",
            "theme",
        ),
        CHECKED,
    ),
    "accounts/posted/sent_forms.py": {"key": CHECKED},
    "accounts/signing_in/adapter.py": {"time_zone": CHECKED},
    "accounts/views/faces.py": {"figure": CHECKED},
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
    "accounts/signing_in/code_pages.py": {"code": CHECKED},
    "records/animating.py": dict.fromkeys(("from", "to"), CHECKED),
    "records/pictures/look.py": dict.fromkeys(("side", "size", "theme"), CHECKED),
    "records/views/collected.py": {"form": CHECKED},
    "records/views/following.py": {"do": CHECKED},
    "records/views/puzzles.py": {"text": CHECKED},
    "records/views/replaying.py": dict.fromkeys(("flip", "from", "jumps", "material"), CHECKED),
    "records/views/opening.py": dict.fromkeys(("chosen", "text"), CHECKED),
    "replies/views/mailbox.py": {"text": CHECKED},
    "replies/ways/providers/mailgun.py": dict.fromkeys(("body-mime", "message-headers", "timestamp"), CHECKED),
    "replies/ways/providers/sendgrid.py": dict.fromkeys(("SPF", "dkim", "email", "envelope"), CHECKED),
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
    "moderation/views/deciding.py": dict.fromkeys(("answers", "newest", "preview", "release"), CHECKED),
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
    for table, found, told in (("FORMS", list_typed(), FORMS), ("WORDS", list_read(), WORDS)):
        where = f"{table} of tests/moderation/test_text_fields.py"
        compare(name_each(found), name_each(told), table=where, lacks="who reads what is typed into")


def name_each(fields: Mapping[str, Iterable[str]]) -> set[str]:
    return {f"{where}: {name}" for where, names in fields.items() for name in names}
