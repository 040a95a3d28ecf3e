"""An analysis that judges a running game is shared with nobody while it does."""

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from analysis import trees
from analysis.editing import drafting
from analysis.models import Node
from analysis.words.changes import UNDO_ORDER
from analysis.words.refusals import HOLDS_RUNNING
from engine.symmetry import list_symmetries
from games.fairness import FROM_PLY
from tests.factories import GameFactory, play_turns
from tests.games.engine.test_symmetry import map_position

pytestmark = pytest.mark.django_db


def test_an_analysis_is_not_shared_while_a_running_game_stands_in_it_or_in_its_image(client, alice, boris, carol):
    """A practice tree as well as the tree of a finished game; and it is back once that game has moved on."""
    running = GameFactory(first=boris, second=carol)
    while running.ply < FROM_PLY:
        play_turns(running, running.position.legal_moves()[running.ply * 7 % 20])
    ruleset = running.ruleset
    image = map_position(ruleset, list_symmetries(ruleset)[-1], running.position_text)
    tree = trees.start(alice, image, slug=ruleset.slug)
    client.force_login(alice)
    page = reverse("analysis", args=[tree.pk])
    answer = client.post(f"{page}share/", {"at": "0"})
    assert (answer.status_code, str(HOLDS_RUNNING()) in answer.content.decode()) == (409, True)
    play_turns(running, running.position.legal_moves()[0])
    assert client.post(f"{page}share/", {"at": "0"}).status_code == 302
    tree.refresh_from_db()
    address = reverse("shared_analysis", args=[tree.token])
    assert Client().get(address).status_code == 200
    with drafting(alice, tree.pk) as draft:
        standing = map_position(ruleset, list_symmetries(ruleset)[3], running.position_text)
        draft.add(draft.find(0), "by hand", standing.text())
        draft.save(what=UNDO_ORDER(), at=0)
    assert Client().get(address).status_code == 404
    assert "one of its positions stands on the board of a running game" in client.get(page).content.decode()
    Node.objects.update(canonical_key="")
    import_module("analysis.migrations.0005_fill_canonical_key").fill(apps, None)
    assert "" not in Node.objects.values_list("canonical_key", flat=True)
    assert Client().get(address).status_code == 404
    play_turns(running, running.position.legal_moves()[0])
    assert Client().get(address).status_code == 200
