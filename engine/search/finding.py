"""What a search uses of a game: its own tree where the ruleset has one beside it, else one over the contract."""

from __future__ import annotations

from typing import cast

from engine import registry
from engine.contract import Position, Ruleset
from engine.search.fallback import ContractTree
from engine.tree import MakesTree, Tree


def make_tree(position: Position, *, ruleset: Ruleset) -> Tree:
    """The tree that begins with a position."""
    own = registry.find_module(ruleset.slug, "tree")
    if own is None:
        return ContractTree(position, ruleset=ruleset)
    return cast(MakesTree, own.Tree)(position)
