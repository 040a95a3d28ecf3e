"""A file that lacks something its contract asks for is refused when it is loaded, not when somebody needs it."""

import sys
from abc import ABC, abstractmethod
from functools import partial
from types import ModuleType
from typing import ClassVar

import pytest

from engine.kinds import BadKind, Kinds, UnknownKind
from engine.room import Room, Table
from games.play.offers.contract import OfferKind
from moderation.actions.contract import GameAction, ReversiblePersonAction
from moderation.signals.contract import Signal
from moderation.things.contract import RemovableKind, ThingKind
from notifications.contract import Channel, PartialChannel
from tests.rows import each_row

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
def load(monkeypatch, tmp_path):
    """Loads the kinds of a package whose one file, `robin`, has this."""

    def load(**has: object) -> Kinds[Bird]:
        return make({"robin": has})

    make = partial(make_nest, monkeypatch, tmp_path)
    return load


def make_nest(monkeypatch, folder, files, **more) -> Kinds[Bird]:
    """The kinds of a package with these files, each with what it has."""
    nest = ModuleType("nest")
    nest.__path__ = [str(folder)]
    monkeypatch.setitem(sys.modules, "nest", nest)
    for name, has in files.items():
        (folder / f"{name}.py").touch()
        vars(module := ModuleType(f"nest.{name}")).update(has)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return Kinds("nest", Bird, key="label", **more)


def test_a_file_that_gives_everything_is_loaded(load):
    robin = Robin()
    assert load(kind=robin).all() == (robin,)


@pytest.mark.parametrize("has", [{}, {"kind": "robin"}, {"kind": Robin}, {"robin": Robin()}])
def test_a_file_with_nothing_made_from_the_contract_is_refused_by_its_name(load, has):
    with pytest.raises(BadKind, match=r"nest\.robin has no “kind” that is made from Bird"):
        load(**has).load()


def test_an_attribute_without_a_value_is_refused_by_its_name(load):
    with pytest.raises(BadKind, match=r"“kind” of nest\.robin leaves out colour"):
        load(kind=Nameless()).load()


@each_row("contract", CONTRACTS)
def test_a_kind_without_a_method_of_its_contract_cannot_be_made(contract):
    assert contract.__abstractmethods__
    with pytest.raises(TypeError, match="abstract"):
        type("Forgetful", (contract,), {})()


def test_a_table_that_cannot_find_an_entry_cannot_be_written():
    with pytest.raises(TypeError, match="Forgetful does not say how"):
        type("Forgetful", (Table,), {})
    assert Room(1).tables == []


def bird(label: str, order: int = 0) -> Bird:
    return type(label, (Robin,), {"label": label, "order": order})()


def test_kinds_come_by_their_order_and_then_by_name(monkeypatch, tmp_path):
    birds = {"a": bird("wren", 1), "b": bird("tit", 2), "c": bird("owl", 1)}
    nest = make_nest(monkeypatch, tmp_path, {name: {"kind": each} for name, each in birds.items()})
    assert [each.label for each in nest.all()] == ["owl", "wren", "tit"]


def test_an_unknown_kind_is_not_found(load):
    robin = Robin()
    nest = load(kind=robin)
    assert (nest.find("robin"), nest.get("robin"), nest.find("dodo")) == (robin, robin, None)
    with pytest.raises(UnknownKind, match="nest has no kind 'dodo'"):
        nest.get("dodo")


def test_a_file_dropped_in_is_found_once_kinds_are_looked_for_again(monkeypatch, tmp_path):
    nest = make_nest(monkeypatch, tmp_path, {"a": {"kind": bird("wren")}})
    assert len(nest.all()) == 1
    make_nest(monkeypatch, tmp_path, {"a": {"kind": bird("wren")}, "b": {"kind": bird("tit")}})
    assert len(nest.all()) == 1
    nest.refresh()
    assert [each.label for each in nest.all()] == ["tit", "wren"]


def test_a_kind_may_be_a_folder_with_its_part_and_its_receivers(monkeypatch, tmp_path):
    for name, said in {"wings.py": "", "wren/__init__.py": "", "egg/__init__.py": "", "wren/receivers.py": ""}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(said)
    (tmp_path / "wren" / "song.py").write_text("from tests.games.engine.test_kinds import Robin\nsong = Robin()\n")
    nest = make_nest(monkeypatch, tmp_path, {}, part="song", called="song")
    before = set(sys.modules)
    try:
        nest.load()
        assert [each.label for each in nest.all()] == ["robin"]
        assert nest.parts("receivers") == ["nest.wren.receivers"]
        assert "nest.wren.receivers" in sys.modules
    finally:
        for name in set(sys.modules) - before:
            del sys.modules[name]


def test_a_check_may_refuse_a_kind(monkeypatch, tmp_path):
    def refuse(each: Bird) -> None:
        raise ValueError(each.label)

    with pytest.raises(ValueError, match="wren"):
        make_nest(monkeypatch, tmp_path, {"a": {"kind": bird("wren")}}, check=refuse).load()
