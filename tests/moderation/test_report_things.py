"""A report of any thing: who may make it, whom it is about, and that the thing is kept as it was."""

import pytest
from django.urls import reverse

from analysis import trees
from analysis.models import SealedRemark, Tree
from core.refusal import Refusal
from engine.contract import Side
from games import chat, play
from games.models import Message
from moderation import reasons, reports
from moderation.models import Report
from moderation.things import registry
from moderation.things.contract import Thing
from tests.factories import ChallengeFactory, GameFactory
from tests.moderation.writings import seal, share
from tests.rows import each_row

WORDS = {"matter": "words", "text": "Look at this."}
THINGS = (
    *("message", "game", "private game", "challenge", "open challenge", "remark", "early remark", "private remark"),
    *("analysis", "unseen analysis", "name"),
)
CLOSED = dict.fromkeys(("early remark", "unseen analysis"), 404)
MAY = {  # who: what that player may report, of Boris's game with Alice, his words in it, his challenges, his name
    "": {},
    "Alice": dict.fromkeys(THINGS, 200) | CLOSED,
    "Carol": dict.fromkeys(THINGS, 200)
    | dict.fromkeys(("message", "private game", "challenge", "private remark"), 404)
    | CLOSED,
    "Boris": dict.fromkeys(THINGS, 404) | dict.fromkeys(("game", "private game", "challenge", "name"), 200),
}


Numbered = tuple[str, int, str]
"""The kind of a thing, its number, and what proves that it was seen."""


@pytest.fixture
def things(alice, boris) -> dict[str, Numbered]:
    game = GameFactory(first=alice, second=boris)
    said = chat.send(boris, game_id=game.pk, text="You play like a woodpusher.")
    offers = [ChallengeFactory(challenger=boris, audience="player", opponent=alice, note="Coward!")]
    offers.append(ChallengeFactory(challenger=boris))
    remarks = [seal(alice, boris), seal(alice, boris, is_over=False), seal(alice, boris, private=True)]
    tree = share(boris, remarks[0].turn.game)
    shown = [said, game, GameFactory(first=alice, second=boris, private=True), *offers, *remarks, tree, tree, boris]
    proofs = {"analysis": trees.prove_seen(tree)}
    return {name: (name.split()[-1], each.pk, proofs.get(name, "")) for name, each in zip(THINGS, shown, strict=True)}


def page_of(thing: Numbered) -> str:
    kind, number, proof = thing
    return reverse("report_thing", args=[kind, number]) + (f"?proof={proof}" if proof else "")


def find(reporter, thing: Numbered) -> Thing:
    kind, number, proof = thing
    return registry.THINGS.find(kind).find_shown(reporter, number, proof=proof)


@each_row("who", MAY)
@each_row("thing", THINGS)
def test_who_may_report_what(client, things, alice, boris, carol, who, thing):
    people = {person.username: person for person in (alice, boris, carol)}
    if who:
        client.force_login(people[who])
    answer = client.get(page_of(things[thing]))
    assert answer.status_code == (MAY[who][thing] if who else 302)


def test_a_thing_that_is_not_there_or_has_no_kind_is_not_found(client, alice):
    client.force_login(alice)
    for kind in ("nonsense", *(name for name, _ in registry.list_choices())):
        assert client.get(f"/report/{kind}/{2**70}/").status_code == 404
        assert client.get(f"/report/{kind}/4711/").status_code == 404


def test_a_line_of_chat_is_kept_with_the_messages_around_it_even_if_it_changes(client, things, alice, boris):
    chat.send(alice, game_id=Message.objects.get().game_id, text="No need for that.")
    client.force_login(alice)
    client.post(page_of(things["message"]), WORDS)
    Message.objects.update(text="(removed)")
    report = Report.objects.get()
    assert (report.about, report.game.pk) == (boris, things["game"][1])
    assert report.kept["text"] == "You play like a woodpusher."
    assert [line["text"] for line in report.kept["around"]] == ["No need for that."]
    assert ("Message", "You play like a woodpusher.") in report.kept_lines


def test_a_game_is_kept_with_its_board_and_deadline(alice, boris, things):
    report = reports.make(alice, about=boris, thing=find(alice, things["game"]), **WORDS)
    deadline = report.game.deadline_at
    play.resign(report.game.pk, side=Side.SECOND)
    report.refresh_from_db()
    assert report.kept["deadline"] == deadline.isoformat()
    assert report.kept["result"] == ""
    assert "Alice" in report.kept["players"][0]
    assert dict(report.kept_lines)["Board"].count("\n") > 5


@pytest.mark.parametrize(
    ("thing", "label", "text"),
    [
        ("challenge", "Message", "Coward!"),
        ("name", "Name", "Boris"),
        ("profile", "Name", "Boris"),
        ("remark", "Remark", "She plays like a goat."),
        ("analysis", "Comments", "1. Md1-c1: Only a goat would."),
    ],
)
def test_staff_read_every_other_thing_as_it_was(alice, boris, things, thing, label, text):
    found = find(alice, things.get(thing, (thing, boris.pk, "")))
    report = reports.make(alice, about=boris, thing=found, **WORDS)
    SealedRemark.objects.all().delete()
    Tree.objects.all().delete()
    assert dict(report.kept_lines)[label] == text


def test_a_reader_of_another_players_remark_or_analysis_finds_the_way_to_report_it(client, alice, boris, things):
    remark, tree = SealedRemark.objects.earliest("pk"), Tree.objects.get()
    pages = {
        page_of(things["remark"]): remark.turn.game.get_absolute_url(),
        page_of(things["analysis"]): reverse("shared_analysis", args=[tree.token]),
    }
    for link, page in pages.items():
        for reader in (alice, boris):
            client.force_login(reader)
            assert (f'href="{link}"' in client.get(page).content.decode()) == (reader == alice)
        client.force_login(alice)
        assert client.post(link, WORDS).status_code == 302
    assert set(Report.objects.values_list("about", "game")) == {(boris.pk, remark.turn.game_id)}
    trees.withdraw(tree)
    assert client.get(page_of(things["analysis"])).status_code == 404


def test_one_open_report_for_each_reporter_and_thing(alice, boris, carol, things):
    def make(who, thing) -> None:
        reports.make(who, about=boris, thing=find(who, things[thing]), **WORDS)

    make(alice, "message")
    make(alice, "game")
    make(carol, "game")
    with pytest.raises(Refusal) as refusal:
        make(alice, "message")
    assert refusal.value.code == "open_already"


def test_a_spectator_who_reports_a_game_says_which_player_they_mean(client, carol, boris, things):
    client.force_login(carol)
    page = page_of(things["game"])
    assert client.post(page, WORDS).status_code == 422
    assert client.post(page, {**WORDS, "person": carol.pk}).status_code == 422
    assert client.post(page, {**WORDS, "person": boris.pk}).status_code == 302
    assert Report.objects.get().about == boris


def test_that_somebody_stopped_playing_is_answered_by_the_clock_and_its_deadline(client, carol, alice, things):
    client.force_login(carol)
    page = page_of(things["game"])
    answer = client.post(page, {"matter": "stopped", "person": alice.pk})
    assert answer.status_code == 422
    assert "Alice has until" in answer.content.decode()
    assert not Report.objects.exists()


def test_a_stalled_game_is_asked_for_and_named(client, alice, boris, things):
    client.force_login(alice)
    page = reverse("report", args=["Boris"])
    refused = client.post(page, {"matter": "stalling", "text": "Ten draw offers."})
    assert "Ten draw offers." in refused.content.decode()
    assert client.post(page, {"matter": "stalling", "text": "Ten.", "game": things["game"][1]}).status_code == 302
    assert Report.objects.get().game.pk == things["game"][1]


def test_each_kind_of_thing_has_reasons_and_each_reason_cites_a_rule_that_there_is():
    for name, _ in registry.list_choices():
        assert len(reasons.list_for(name)) > (0 if registry.THINGS.get(name).reasons else 2)
    for reason in reasons.REASONS:
        assert bool(reason.rule) == bool(reason.cited)
        assert len(reason.name) <= reasons.LONGEST_NAME


def test_the_reports_page_shows_ones_own_alone(client, alice, boris, carol, things):
    reports.make(carol, about=boris, matter="words", text="What Carol wrote.")
    reports.make(alice, about=boris, matter="words", text="What Alice wrote.")
    client.force_login(alice)
    page = client.get(reverse("my_reports")).content.decode()
    assert "What Alice wrote." in page
    assert "What Carol wrote." not in page
