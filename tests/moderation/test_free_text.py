"""The gate for free text: who is muted writes nothing that another player reads, and says the same to staff as before.

Which fields those are says test_text_fields.py.
"""

import pytest
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
from notifications.kinds import restricted
from notifications.models import Notice
from tests.factories import ChallengeFactory, GameFactory
from tests.faults.posted import read_forms
from tests.moderation.writings import share

pytestmark = pytest.mark.django_db
INSULT = "Woodpusher!"


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
