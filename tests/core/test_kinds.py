"""A file that leaves out what its contract asks for is refused when it is loaded, not when somebody needs it."""

import sys
from abc import ABC, abstractmethod
from types import ModuleType
from typing import ClassVar

import pytest

from core.kinds import BadKind, load_kinds
from engine.room import Room, Table
from games.play.offers.contract import OfferKind
from moderation.actions.contract import GameAction, ReversiblePersonAction
from moderation.signals.contract import Signal
from moderation.things.contract import RemovableKind, ThingKind
from notifications.contract import Channel, PartialChannel

CONTRACTS = (Channel, PartialChannel, OfferKind, GameAction, ReversiblePersonAction, Signal, ThingKind, RemovableKind)


class Bird(ABC):
    label: ClassVar[str]
    legs: ClassVar[int] = 2

    @abstractmethod
    def sing(self) -> str: ...


class Robin(Bird):
    label = "robin"

    def sing(self) -> str:
        return "tic"


class Nameless(Robin):
    colour: ClassVar[str]


@pytest.fixture
def load(monkeypatch):
    def load(**has: object) -> list[Bird]:
        module = ModuleType("nest")
        vars(module).update(has)
        monkeypatch.setitem(sys.modules, "nest", module)
        return load_kinds(["nest"], Bird)

    return load


def test_a_file_that_gives_everything_is_loaded(load):
    robin = Robin()
    assert load(kind=robin) == [robin]


@pytest.mark.parametrize("has", [{}, {"kind": "robin"}, {"kind": Robin}, {"robin": Robin()}])
def test_a_file_with_nothing_made_from_the_contract_is_refused_by_its_name(load, has):
    with pytest.raises(BadKind, match="nest has no “kind” that is made from Bird"):
        load(**has)


def test_an_attribute_without_a_value_is_refused_by_its_name(load):
    with pytest.raises(BadKind, match="“kind” of nest leaves out colour"):
        load(kind=Nameless())


@pytest.mark.parametrize("contract", CONTRACTS)
def test_what_leaves_out_the_methods_of_a_contract_cannot_be_made(contract):
    assert contract.__abstractmethods__
    with pytest.raises(TypeError, match="abstract"):
        type("Forgetful", (contract,), {})()


def test_a_table_that_cannot_find_an_entry_cannot_be_written():
    with pytest.raises(TypeError, match="Forgetful does not say how"):
        type("Forgetful", (Table,), {})
    assert Room(1).tables == []
