"""What moderators do to people: done, told, logged, undone."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db.models.signals import post_init
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct.restrictions import Kind
from accounts.models import Restriction, User
from accounts.people import renaming
from analysis import trees
from analysis.models import SealedRemark, Tree
from core.refusal import Refusal
from games import challenges
from games.models import Challenge, Game
from moderation.actions import registry
from moderation.actions.contract import ReversiblePersonAction
from moderation.models import LoggedAction
from moderation.things.kinds import remark as remark_kind
from notifications.models import Notice
from tests.factories import ChallengeFactory, GameFactory, UserFactory
from tests.moderation.staff import act, make_moderator, open_as
from tests.moderation.writings import seal, share

pytestmark = pytest.mark.django_db


FIELDS = {
    "note": {},
    "message": {},
    "warn": {},
    "mute": {"length": "7"},
    "bar": {"which": "barred", "length": "7"},
    "bar_rated": {"length": "30"},
    "bar_reports": {"length": "30"},
    "rename": {},
    "clear_profile": {},
    "remove_writing": {"thing": "remark-{number}"},
    "remove_since": {"since": "2026-01-01", "profile": "on"},
    "take_rated_out_since": {"since": "2026-01-01"},
    "set_place": {"ladder": "mastery", "place": "1"},
    "end_sessions": {},
    "suspend": {"length": "30", "games": "go_on"},
    "appoint": {"rank": "administrator"},
}
ADMINISTRATORS_DO = {"appoint"}
LAYS = {
    "warn": Kind.WARNED,
    "mute": Kind.MUTED,
    "bar": Kind.BARRED,
    "bar_rated": Kind.BARRED_RATED,
    "bar_reports": Kind.BARRED_REPORTS,
    "rename": Kind.RENAMED,
    "clear_profile": Kind.PROFILE_CLEARED,
    "remove_writing": Kind.WARNED,
    "remove_since": Kind.WARNED,
    "take_rated_out_since": Kind.WARNED,
    "suspend": Kind.SUSPENDED,
}
SAYS_MORE = {
    "remove_writing": "Removed: sealed remark on turn 2 of game {game}. ",
    "remove_since": "Removed, since 1 January 2026: 1 sealed remark and your profile text. ",
    "take_rated_out_since": "1 rated game of yours since 1 January 2026 doesn’t count for ratings any more. ",
}


@pytest.fixture
def bold(alice, boris) -> User:
    """Boris, with a profile, a remark and a rated game that somebody may want to be gone."""
    boris.about = "Buy my book"
    boris.save()
    seal(alice, boris)
    GameFactory(first=alice, second=boris, rated=True)
    Notice.objects.all().delete()
    return boris


def fill(name: str) -> dict[str, str]:
    """The fields of an action on him."""
    number = SealedRemark.objects.values_list("pk", flat=True).first()
    return {field: value.format(number=number) for field, value in FIELDS[name].items()}


def list_told(client, reader, pages) -> list[bool]:
    """Of each page and the words in it, whether this reader finds them there."""
    client.force_login(reader)
    return [words in client.get(page).content.decode() for page, words in pages]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", FIELDS)
def test_each_is_done_told_logged_and_undone(mira, admin, bold, name):
    mira = admin if name in ADMINISTRATORS_DO else mira
    staff, action = open_as(mira), registry.ACTIONS.find(name)
    before = (bold.username, bold.about, bold.is_staff, bold.is_superuser)
    assert act(staff, bold, name, **fill(name)).status_code == 302
    row = LoggedAction.objects.get()
    assert (row.action, row.by, row.person) == (name, mira, bold)
    laid = Restriction.objects.filter(user=bold).first()
    if name in LAYS:
        assert (laid.kind, laid.rule, laid.by) == (LAYS[name], "C1", mira)
        game = Game.objects.get(rated=False)
        assert laid.reason == SAYS_MORE.get(name, "").format(game=game.pk) + "Insults in game 5"
        assert Notice.objects.filter(recipient=bold, kind="restricted", channel="email").count() == 1
    else:
        assert laid is None
        assert Notice.objects.filter(recipient=bold).exists() == (name in ("set_place", "message"))
    undo = staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake."})
    if not isinstance(action, ReversiblePersonAction):
        assert undo.status_code == 409
        return
    assert undo.status_code == 302
    bold.refresh_from_db()
    assert (bold.username, bold.about, bold.is_staff, bold.is_superuser) == before
    assert not bold.restricted
    assert LoggedAction.objects.get(reverses=row).reason == "A mistake."
    again = staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "Once more."})
    assert again.status_code == 409
    assert LoggedAction.objects.count() == 2


@pytest.mark.parametrize("name", FIELDS)
def test_each_action_needs_a_reason_and_loses_nothing_typed(staff, admin, bold, name):
    staff = open_as(admin) if name in ADMINISTRATORS_DO else staff
    tells = registry.ACTIONS.find(name).tells
    empty = {"told": ""} if tells else {"reason": "  "}
    page = act(staff, bold, name, **{**fill(name), "reason": "Seen it twice.", **empty})
    assert page.status_code == 422
    assert ("Please write what the person reads" if tells else "Please give a reason") in page.content.decode()
    assert not tells or "Seen it twice." in page.content.decode()
    assert not LoggedAction.objects.exists()


def test_only_its_writer_reads_a_removed_text_and_the_reason_until_staff_put_it_back(
    client, staff, alice, boris, carol
):
    remark = seal(alice, boris)
    tree = share(boris, remark.turn.game)
    others = [
        (remark.turn.game.get_absolute_url(), remark.text),
        (reverse("shared_analysis", args=[tree.token]), "Only a goat would."),
        (remark.turn.game.get_absolute_url(), reverse("shared_analysis", args=[tree.token])),
    ]
    assert list_told(client, alice, others) == [True, True, True]
    form = staff.get(reverse("moderation_act_on_person", args=["Boris", "remove_writing"])).content.decode()
    assert f"sealed remark on turn 2 of game {remark.turn.game_id}: {remark.text}" in form
    for thing in (f"remark-{remark.pk}", f"analysis-{tree.pk}"):
        assert act(staff, boris, "remove_writing", thing=thing).status_code == 302
        assert act(staff, boris, "remove_writing", thing=thing).status_code == 422, "it is gone already"
    assert list_told(client, alice, others) == [False, False, False]
    mine = [(laid.appeal_path, laid.reason) for laid in Restriction.objects.filter(user=boris)]
    mine.append((tree.get_absolute_url(), "Our staff stopped the sharing of this analysis"))
    assert list_told(client, boris, mine) == [True, True, True]
    with pytest.raises(Refusal, match="Our staff stopped"):
        trees.share(Tree.objects.get())
    for row in LoggedAction.objects.order_by("pk"):
        staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake."})
    assert list_told(client, alice, others) == [True, True, True]


def test_only_the_newest_remarks_are_read_to_be_offered_for_removal(alice, boris, monkeypatch):
    remarks = [seal(alice, boris) for _ in range(2)]
    monkeypatch.setattr(remark_kind, "SHOWN", 1)
    made = []
    post_init.connect(count := lambda **_: made.append(1), sender=SealedRemark, weak=False)
    offered = list(remark_kind.kind.list_removable(boris))
    post_init.disconnect(count, sender=SealedRemark)
    assert [each.pk for each in offered] == [remarks[1].pk]
    assert len(made) == 1


def test_the_rehearsal_shows_what_it_would_do_and_does_nothing(staff, alice, boris):
    game = GameFactory(first=alice, second=boris)
    text = act(staff, boris, "suspend", length="30", games="lost", preview="1").content.decode()
    assert "1 running game: Lost: each opponent wins" in text
    assert str(game) in text
    assert "You are suspended until" in text
    assert not Restriction.objects.exists()


def test_a_suspension_asks_for_the_second_factor_again(staff, boris):
    session = staff.session
    session["account_authentication_methods"] = [{"method": "mfa", "type": "totp", "at": 1.0}]
    session.save()
    asked = act(staff, boris, "suspend", length="30", games="go_on")
    assert asked.url.startswith(reverse("mfa_reauthenticate"))
    assert not Restriction.objects.exists()
    assert act(staff, boris, "mute", length="7").status_code == 302


def test_games_cannot_be_paused_for_good(staff, boris):
    page = act(staff, boris, "suspend", length="good", games="paused")
    assert page.status_code == 422
    assert "can’t be paused for good" in page.content.decode()


def test_nobody_decides_the_games_they_play_themselves(staff, mira, boris):
    GameFactory(first=mira, second=boris)
    assert act(staff, boris, "suspend", length="30", games="lost").status_code == 403
    assert act(staff, boris, "suspend", length="30", games="go_on").status_code == 403
    assert act(staff, boris, "mute", length="3").status_code == 403
    assert act(staff, boris, "mute", length="1").status_code == 302


def test_a_template_begins_the_message_and_is_read_before_it_goes(staff, boris):
    staff.post(reverse("moderation_messages"), {"action": "warn", "title": "First", "text": "Please be kind."})
    page = staff.get(reverse("moderation_act_on_person", args=["Boris", "warn"]))
    _, (pk, _) = page.context["form"].fields["template"].choices
    for chosen in ({"fill": "1"}, {}):
        page = act(staff, boris, "warn", told="", template=pk, reason="Seen it twice.", **chosen)
        assert page.status_code == (200 if chosen else 422), "shown to be read and changed, not sent"
        assert page.context["form"]["told"].value() == "Please be kind."
        assert "Seen it twice." in page.content.decode()
        assert not Restriction.objects.exists()
    page = act(staff, boris, "warn", told="No insults, please.", template=pk, fill="1")
    assert page.context["form"]["told"].value() == "No insults, please.\n\nPlease be kind."
    assert act(staff, boris, "warn", told="Please be kinder.", template=pk).status_code == 302
    assert Restriction.objects.get().reason == "Please be kinder."


def test_a_person_whom_staff_renamed_chooses_a_new_name_once(client, staff, boris):
    act(staff, boris, "rename")
    boris.refresh_from_db()
    assert boris.username.startswith("Player-")
    client.force_login(boris)
    assert "please choose another" in client.get(reverse("home")).content.decode()
    taken = client.post(reverse("new_name"), {"username": "Mira"})
    assert taken.status_code == 422
    assert client.post(reverse("new_name"), {"username": "Bertrand"}).status_code == 302
    boris.refresh_from_db()
    assert (boris.username, boris.restricted) == ("Bertrand", False)
    assert not renaming.has_to_choose(boris)
    assert client.post(reverse("new_name"), {"username": "Bernard"}).status_code == 422


def test_ending_sessions_ends_them(staff, boris):
    theirs = Client()
    theirs.force_login(boris)
    theirs.get(reverse("home"))
    key = theirs.session.session_key
    act(staff, boris, "end_sessions")
    assert not Session.objects.filter(session_key=key).exists()
    assert theirs.get(reverse("settings")).status_code == 302


def test_open_challenges_of_a_suspended_player_are_listed_no_more(staff, boris, alice):
    made = ChallengeFactory(challenger=boris)
    act(staff, boris, "suspend", length="30", games="go_on")
    assert not Challenge.objects.listed(timezone.now()).exists()
    assert Challenge.objects.listed(timezone.now() + timedelta(days=29)).count() == 0
    assert challenges.expire_due(timezone.now()) == 0
    assert made.pk


@pytest.mark.parametrize("rank", ["another moderator", "an administrator", "themselves"])
def test_nobody_acts_on_an_equal_or_a_higher_one(staff, mira, rank):
    equal = {
        "another moderator": lambda: make_moderator("Zoe"),
        "an administrator": lambda: UserFactory(username="Ada", is_staff=True, is_superuser=True),
        "themselves": lambda: mira,
    }[rank]()
    for name, fields in FIELDS.items():
        assert act(staff, equal, name, **fields).status_code == 403
    assert not LoggedAction.objects.exists()
    assert not Restriction.objects.exists()
