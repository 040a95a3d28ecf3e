"""The analysis of a game, posted to as its page posts."""

import pytest
from django.test import Client
from django.urls import reverse

from analysis.models import Tree
from tests.factories import GameFactory
from tests.versions import see


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8"])


@pytest.fixture
def board(client, alice, game):
    """Alice’s analysis of the game, opened from its page."""
    client.force_login(alice)
    return Board(client, client.post(reverse("analyse_game", args=[game.pk]), {"ply": "2"}).url)


class Board:
    """Posts as the forms of the page do, and remembers which turn is shown."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address.split("?")[0]
        self.at = address.partition("at=")[2]

    @property
    def tree(self) -> Tree:
        return Tree.objects.get(pk=self.address.split("/")[2])

    def do(self, deed: str, status: int = 302, **fields):
        action, at = f"{self.address}{deed}/", {"at": self.at, **fields}["at"]
        seen = see(self.client, f"{self.address}?at={at}", action=action) if deed == "comment" else {}
        answer = self.client.post(action, {"at": self.at, **seen, **fields})
        assert answer.status_code == status, answer.content.decode()[:2000]
        if status == 302:
            self.at = answer.url.partition("at=")[2]
        return answer

    def undo(self) -> None:
        self.do("undo", edit=self.tree.edits.latest("pk").pk)

    def read(self, at: str = "") -> str:
        return self.client.get(self.address, {"at": at or self.at}).content.decode()

    def list_rows(self) -> list[dict]:
        return [{**row, "id": 0} for row in self.tree.nodes.order_by("number").values()]

    def list_turns(self) -> list[tuple[str, str]]:
        """Each turn with the one before it."""
        nodes = {node.number: node for node in self.tree.nodes.all()}
        return sorted((node.text, nodes[node.parent].text) for node in nodes.values() if node.parent is not None)


def legal(game) -> list[str]:
    return list(game.position.legal_moves())
