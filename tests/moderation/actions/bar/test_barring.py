"""Barring withdraws what waits and hides what it says; the forms begin with what was reported."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from analysis import trees
from analysis.models import Tree
from games import challenges, chat
from games.exporting import tell_challenges, tell_game
from games.models import Challenge
from moderation import acting, reports
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.actions.kinds import remove_line
from moderation.models import LoggedAction, Report
from moderation.things import registry as things
from tests.factories import ChallengeFactory, GameFactory
from tests.moderation.staff import act
from tests.moderation.writings import seal, share

pytestmark = pytest.mark.django_db
OFFERS = {"anyone": {}, "link": {"audience": "link"}, "player": {"audience": "player"}}


@pytest.fixture
def offers(alice, boris) -> dict[str, Challenge]:
    made = {}
    for name, terms in OFFERS.items():
        to = {"opponent": alice} if name == "player" else {}
        made[name] = ChallengeFactory(challenger=boris, note="Coward!", **terms, **to)
    return made


@pytest.mark.parametrize(
    ("which", "withdrawn"), [("barred", {"anyone", "link", "player"}), ("barred_open", {"anyone"})]
)
def test_challenges_that_wait_are_withdrawn_with_it_and_do_not_come_back(staff, boris, alice, offers, which, withdrawn):
    theirs = ChallengeFactory(challenger=alice, note="Hello")
    assert act(staff, boris, "bar", which=which, length="7").status_code == 302
    for name, offer in offers.items():
        offer.refresh_from_db()
        assert (offer.status == "withdrawn") == (name in withdrawn), name
        assert offer.shown_note == ("" if name in withdrawn else "Coward!")
    row = LoggedAction.objects.get()
    assert row.before["withdrawn"] == sorted((offers[name].pk for name in withdrawn), reverse=True)
    hint = staff.get(reverse("moderation_undo", args=[row.pk])).content.decode()
    assert "Those that were withdrawn stay withdrawn." in hint
    assert staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake."}).status_code == 302
    assert {each.status for each in Challenge.objects.filter(pk__in=[offers[name].pk for name in withdrawn])} == {
        "withdrawn"
    }
    theirs.refresh_from_db()
    assert theirs.is_pending


def test_the_rehearsal_lists_what_it_withdraws(staff, boris, offers):
    page = act(staff, boris, "bar", which="barred_open", length="7", preview="1").content.decode()
    assert f"Withdrawn: challenge {offers['anyone'].pk}, Mastery: Coward!" in page
    assert page.count("Withdrawn: ") == 1
    assert Challenge.objects.filter(status="pending").count() == 3


def test_nobody_else_reads_the_note_of_a_withdrawn_one_and_its_writer_does(client, staff, alice, boris, offers):
    act(staff, boris, "bar", which="barred", length="7")
    for reader, reads in ((alice, False), (boris, True)):
        client.force_login(reader)
        for name in ("anyone", "player"):
            page = client.get(offers[name].get_absolute_url()).content.decode()
            assert ("Coward!" in page) == reads
            assert ("emoved by our staff" in page or "staff removed" in page) is True
    client.logout()
    link = client.get(reverse("invitation", args=[offers["link"].token]))
    assert "Coward!" not in link.content.decode()


def test_a_message_and_a_reason_can_be_removed_by_themselves_and_put_back(client, staff, alice, boris):
    sent = ChallengeFactory(challenger=boris, audience="player", opponent=alice, note="Coward!")
    received = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    challenges.decline(received.pk, user=boris, reason="Too easy.")
    texts = {f"challenge-{sent.pk}": (sent, "Coward!"), f"decline-{received.pk}": (received, "Too easy.")}
    for thing, (challenge, text) in texts.items():
        client.force_login(alice)
        assert text in client.get(challenge.get_absolute_url()).content.decode()
        assert act(staff, boris, "remove_writing", thing=thing).status_code == 302
        assert text not in client.get(challenge.get_absolute_url()).content.decode()
        client.force_login(boris)
        assert text in client.get(challenge.get_absolute_url()).content.decode()
    assert Challenge.objects.get(pk=sent.pk).is_pending, "the challenge itself stays"
    for row in LoggedAction.objects.all():
        staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake."})
    client.force_login(alice)
    for challenge, text in texts.values():
        assert text in client.get(challenge.get_absolute_url()).content.decode()


def test_a_copy_of_ones_data_has_no_removed_words_of_others(alice, boris, mira):
    sent = ChallengeFactory(challenger=boris, audience="player", opponent=alice, note="Coward!")
    challenges.hide_notes([sent.pk], now=timezone.now())
    assert [each["note"] for each in tell_challenges(alice.pk)] == [""]
    assert [each["note"] for each in tell_challenges(boris.pk)] == ["Coward!"]
    game = GameFactory(first=alice, second=boris)
    line = chat.send(boris, game_id=game.pk, text="Coward!")
    chat.hide_lines([line.pk], now=timezone.now())
    line.refresh_from_db()
    for reader, found in ((alice, []), (boris, ["Coward!"])):
        told = tell_game(game, user_id=reader.pk, turns=[], said=[line])
        assert [each["text"] for each in told["chat"]] == found


# --- What a form begins with ------------------------------------------------------------------------------------
def report(alice, boris, *, kind: str, pk: int, proof: str = "") -> Report:
    thing = things.THINGS.find(kind).find_shown(alice, pk, proof=proof)
    return reports.make(alice, about=boris, thing=thing, matter="words", text="Look at this.")


def begins_with(staff, made: Report, action: str, field: str):
    page = reverse("moderation_act_on_person", args=["Boris", action])
    shown = staff.get(page, {"report": made.pk})
    assert shown.status_code == 200
    return shown.context["form"][field].value()


@pytest.mark.parametrize("name", ["challenge", "remark"])
def test_what_was_reported_is_chosen_among_what_can_be_removed(staff, alice, boris, name):
    if name == "challenge":
        first = ChallengeFactory(challenger=boris, audience="player", opponent=alice, note="Coward!")
        ChallengeFactory(challenger=boris, audience="player", opponent=alice, note="Hello")
    else:
        first = seal(alice, boris)
        seal(alice, boris)
    made = report(alice, boris, kind=name, pk=first.pk)
    assert begins_with(staff, made, "remove_writing", "thing") == f"{name}-{first.pk}"


def test_a_reported_reason_for_declining_is_chosen_too(staff, alice, boris):
    sent = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    ChallengeFactory(challenger=boris, note="Hello")
    challenges.decline(sent.pk, user=boris, reason="Too easy.")
    made = report(alice, boris, kind="challenge", pk=sent.pk)
    assert begins_with(staff, made, "remove_writing", "thing") == f"decline-{sent.pk}"


def test_a_reported_analysis_is_chosen(staff, alice, boris):
    seal(alice, boris)
    tree = share(boris, seal(alice, boris).turn.game)
    made = report(alice, boris, kind="analysis", pk=tree.pk, proof=trees.prove_seen(Tree.objects.get(pk=tree.pk)))
    assert begins_with(staff, made, "remove_writing", "thing") == f"analysis-{tree.pk}"


@pytest.mark.parametrize(("audience", "which"), [("anyone", "barred_open"), ("player", "barred")])
def test_barring_begins_with_the_audience_of_the_reported_challenge(staff, alice, boris, offers, audience, which):
    made = report(alice, boris, kind="challenge", pk=offers[audience].pk)
    assert begins_with(staff, made, "bar", "which") == which


def test_the_reported_line_is_chosen_even_if_it_is_older_than_those_offered(staff, alice, boris, monkeypatch):
    monkeypatch.setattr(remove_line, "SHOWN", 1)
    game = GameFactory(first=alice, second=boris)
    line = chat.send(boris, game_id=game.pk, text="Woodpusher!")
    chat.send(boris, game_id=game.pk, text="Good luck")
    made = report(alice, boris, kind="message", pk=line.pk)
    page = reverse("moderation_act_on_game", args=[game.pk, "remove_line"])
    form = staff.get(page, {"report": made.pk}).context["form"]
    assert form["line"].value() == line.pk
    assert [value for value, _ in form.fields["line"].choices] == [line.pk, line.pk + 1]
    on_report = staff.get(reverse("moderation_report", args=[made.pk])).context["game_actions"]
    assert next(form for action, form in on_report if action.name == "remove_line")["line"].value() == line.pk


def test_withdrawing_takes_as_many_queries_for_ten_challenges_as_for_one(alice, boris, carol, mira):
    action, counts = registry.ACTIONS.find("bar"), []
    for person, made in ((carol, 1), (alice, 1), (boris, 10)):
        for _ in range(made):
            ChallengeFactory(challenger=person, note="Hello")
        order = Order(staff=mira, now=timezone.now(), told="Spam", answers={"which": "barred", "length": "7"})
        with CaptureQueriesContext(connection) as queries:
            acting.perform(action, person, order=order)
        counts.append(len(queries))
    assert counts[1] == counts[2], "the first reads the rights of staff, too"
