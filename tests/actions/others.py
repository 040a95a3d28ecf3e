"""What players do about each other, and about being here: blocks, mutes, and closing the account."""

from accounts.conduct import blocks
from accounts.own_data import closing, exports
from tests.actions import action
from tests.actions.drawing import number_from, pairs, players, whether
from tests.actions.scene import Scene


@action(pair=pairs, mute=whether)
def block(site: Scene, *, pair: tuple[int, int], mute: bool) -> None:
    one, other = (site.players[number] for number in pair)
    blocks.make(one.user, other.user, mute=mute)
    (site.blocks.end if mute else site.blocks.make)(one.pk, other.pk)


@action(pair=pairs, weight=2)
def end_block(site: Scene, *, pair: tuple[int, int]) -> None:
    one, other = (site.players[number] for number in pair)
    blocks.end(one.user, other.user)
    site.blocks.end(one.pk, other.pk)


@action(number=players, sure=number_from(0, 3))
def close_account(site: Scene, *, number: int, sure: int) -> None:
    """One in four means it, so that there is somebody left to play."""
    if sure == 0:
        player = site.players[number]
        closing.ask(player.user)
        player.leaves = True


@action(number=players, weight=2)
def stay(site: Scene, *, number: int) -> None:
    player = site.players[number]
    if closing.stop(player.user):
        player.leaves = False


@action(number=players)
def take_copy(site: Scene, *, number: int) -> None:
    exports.ask(site.players[number].user)
