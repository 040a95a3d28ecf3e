"""Who sees an analysis, a note, a shared analysis: over addresses, people and the states of the game."""

import pytest
from django.contrib import admin as admin_site
from django.test import Client
from django.urls import reverse

from accounts.conduct import restrictions
from accounts.own_data import exports
from analysis import commands, notes, sealed, trees
from engine.contract import Side
from games import play
from games.models import Game
from tests.administration import enter
from tests.factories import GameFactory
from tests.faults.addresses import list_addresses
from tests.sharing import begin_with
from tests.versions import see

SECRET = "The bridge on d5 is my plan"
REMARK = "Here I had not seen f8 at all"
LISTS = ("home", "watch", "next_game", "analyses", "inbox", "moderation", "moderation_log", "players")


class Scene:
    """Alice plays Boris, analyses, and takes notes; Carol looks on and Ada is of the staff."""

    def __init__(self, alice, boris, carol, ada, *, state: str, private: bool) -> None:
        self.game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8"], private=private)
        self.tree = trees.open_game(alice, self.game)
        commands.do("comment", user=alice, tree_id=self.tree.pk, at=-1, given={"comment": SECRET})
        notes.write_about_game(alice, self.game, SECRET)
        sealed.write(alice, game_id=self.game.pk, ply=1, text=REMARK)
        notes.write_about_player(alice, boris, SECRET)
        if state != "running":
            play.resign(self.game.pk, side=Side.SECOND)
            self.game.refresh_from_db()
            self.tree.refresh_from_db()
            trees.share(self.tree)
        if state == "reopened":
            Game.objects.filter(pk=self.game.pk).update(ended_at=None, termination="", winner=None)
        self.tree.refresh_from_db()
        self.people = {name: Client() for name in ("visitor", "Alice", "Boris", "Carol", "Ada")}
        for name, user in (("Alice", alice), ("Boris", boris), ("Carol", carol)):
            self.people[name].force_login(user)
        enter(self.people["Ada"], ada)

    def list_paths(self) -> list[str]:
        """The addresses that may be about the game, the tree or a player, and pages that list such."""
        known = {"username": "Boris", "slug": "mastery", "token": self.tree.token or "x" * 43}
        found = []
        for one in list_addresses():
            if one.name in LISTS or (one.parts & {"pk", "username", "token"} and not one.name.startswith("mfa_")):
                numbers = {self.game.pk, self.tree.pk} if "pk" in one.parts else {1}
                found += [one.fill(pk=number, ply=1, **known) for number in sorted(numbers)]
        return found

    def list_read(self, name: str) -> tuple[set[str], bool]:
        """The paths whose answer tells somebody the secret, to a look, and to a post that changes a game or a tree; and
        whether any tells the sealed remark."""
        found, opened = set(), False
        for path in self.list_paths():
            answers = [self.people[name].get(path)]
            if path.startswith(("/analysis/", "/games/", "/people/")) and "resign" not in path:
                answers.append(self.people[name].post(path))
            told = "".join(answer.content.decode(errors="replace") for answer in answers if not answer.streaming)
            found |= {path} if SECRET in told else set()
            opened = opened or REMARK in told
        return found, opened


@pytest.mark.long
@pytest.mark.parametrize(
    ("state", "private", "readers"),
    begin_with(
        2,
        [
            ("running", False, set()),
            ("over", False, {"visitor", "Boris", "Carol", "Ada"}),
            ("over", True, {"Boris"}),
            ("reopened", False, set()),
        ],
    ),
)
@pytest.mark.late
def test_only_its_owner_reads_a_private_text_and_everybody_who_may_see_the_game_a_shared_one(
    alice, boris, carol, admin, state, private, readers
):
    """Reopened: by staff, after Alice had shared her analysis."""
    scene = Scene(alice, boris, carol, admin, state=state, private=private)
    found = {name: scene.list_read(name) for name in scene.people if name != "Alice"}
    shared = reverse("shared_analysis", args=[scene.tree.token or "x" * 43])
    assert found == {name: ({shared} if name in readers else set(), name in readers) for name in found}
    mine = {scene.tree.get_absolute_url(), scene.game.get_absolute_url(), reverse("profile", args=["Boris"])}
    assert [path for path in mine if SECRET not in scene.people["Alice"].get(path).content.decode()] == []


def test_an_analysis_is_shared_after_the_game_and_stays_so_until_its_owner_takes_it_back(alice, boris, carol, admin):
    running = Scene(alice, boris, carol, admin, state="running", private=False)
    owner = running.people["Alice"]
    page = running.tree.get_absolute_url()
    assert owner.post(f"{page}share/", {"at": "0"}).status_code == 409
    play.resign(running.game.pk, side=Side.SECOND)
    owner.post(f"{page}share/", {"at": "0"})
    running.tree.refresh_from_db()
    address = reverse("shared_analysis", args=[running.tree.token])
    assert len(running.tree.token) == 43
    assert SECRET in running.people["visitor"].get(address).content.decode()
    assert address in running.people["Boris"].get(running.game.get_absolute_url()).content.decode()
    assert address not in running.people["Carol"].get(running.game.get_absolute_url()).content.decode()
    owner.post(f"{page}withdraw/", {"at": "0"})
    assert running.people["visitor"].get(address).status_code == 404
    owner.post(f"{page}share/", {"at": "0"})
    running.tree.refresh_from_db()
    assert reverse("shared_analysis", args=[running.tree.token]) != address


def test_a_muted_player_writes_nothing_more_into_what_they_share(alice, boris, carol, admin):
    scene = Scene(alice, boris, carol, admin, state="over", private=False)
    restrictions.impose(alice, restrictions.Kind.MUTED, reason="Insults", by=admin)
    owner, page = scene.people["Alice"], scene.tree.get_absolute_url()
    shared = reverse("shared_analysis", args=[scene.tree.token])
    for deed, words in (("comment", {"comment": "Woodpusher!"}), ("rename", {"title": "Woodpusher!"})):
        assert owner.post(f"{page}{deed}/", {"at": "-1", **words}).status_code == 403
        assert "Woodpusher!" not in scene.people["Boris"].get(shared).content.decode()
    assert owner.post(f"{page}mark/", {"at": "-1", "mark": "bad"}).status_code == 302
    owner.post(f"{page}withdraw/", {"at": "-1"})
    written = {"at": "-1", "comment": "Woodpusher!", **see(owner, f"{page}?at=-1", action=f"{page}comment/")}
    assert owner.post(f"{page}comment/", written).status_code == 302, "to themselves"
    assert owner.post(f"{page}share/", {"at": "-1"}).status_code == 403


def test_the_analyses_of_both_players_lie_side_by_side_with_the_same_turn_marked(alice, boris, carol, admin):
    scene = Scene(alice, boris, carol, admin, state="over", private=False)
    other = trees.open_game(boris, scene.game)
    commands.do("comment", user=boris, tree_id=other.pk, at=-2, given={"comment": "I feared for f8."})
    address = reverse("shared_analysis", args=[scene.tree.token])
    page = scene.people["Boris"].get(address, {"beside": "mine", "right": "1"}).content.decode()
    assert SECRET in page
    assert "I feared for f8." in page
    assert page.count('aria-current="true"') == 2
    assert "I feared" not in scene.people["Carol"].get(address, {"beside": "mine"}).content.decode()
    trees.share(other)
    other.refresh_from_db()
    assert "I feared" in scene.people["visitor"].get(address, {"beside": other.token}).content.decode()


def test_notes_are_kept_changed_and_deleted_and_a_refusal_keeps_what_was_typed(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    for address, page in (
        (reverse("game_note", args=[game.pk]), game.get_absolute_url()),
        (reverse("player_note", args=["Boris"]), reverse("profile", args=["Boris"])),
    ):
        assert client.post(address, {"note": SECRET}).status_code == 302
        assert SECRET in client.get(page).content.decode()
        too_long = client.post(address, {"note": "y" * 5001})
        assert too_long.status_code == 422
        assert "y" * 5000 in too_long.content.decode()
        client.post(address, {"note": " ", **see(client, page, action=address)})
        assert SECRET not in client.get(page).content.decode()
    assert client.post(reverse("player_note", args=["Alice"]), {"note": "Me."}).status_code == 403


def test_the_administration_lists_no_analyses_notes_or_remarks():
    assert [model for model in admin_site.site._registry if model._meta.app_label == "analysis"] == []


def test_a_copy_of_ones_data_has_only_ones_own_analyses_notes_and_remarks(alice, boris, carol, admin):
    Scene(alice, boris, carol, admin, state="running", private=False)
    copies = {user: "".join(exports.write(user, now=user.date_joined)) for user in (alice, boris)}
    assert {user: (text.count(SECRET), text.count(REMARK)) for user, text in copies.items()} == {
        alice: (3, 1),
        boris: (0, 0),
    }
