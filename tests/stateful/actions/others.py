"""What players do about each other, and about being here: blocks, mutes, and closing the account."""

from hypothesis import strategies as st

from accounts.conduct import blocks
from accounts.own_data import closing, exports
from games.models import Message
from tests.stateful.actions import action, pairs, players
from tests.stateful.site import Site


@action(pair=pairs, mute=st.booleans())
def block(site: Site, *, pair: tuple[int, int], mute: bool) -> None:
    one, other = (site.players[number] for number in pair)
    blocks.make(one.user, other.user, mute=mute)
    one.blocks.pop(other.pk, None)
    if not mute:
        one.blocks[other.pk] = Message.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


@action(pair=pairs, weight=2)
def end_block(site: Site, *, pair: tuple[int, int]) -> None:
    one, other = (site.players[number] for number in pair)
    blocks.end(one.user, other.user)
    one.blocks.pop(other.pk, None)


@action(number=players, sure=st.integers(0, 3))
def close_account(site: Site, *, number: int, sure: int) -> None:
    """One in four means it, so that there is somebody left to play."""
    if sure == 0:
        player = site.players[number]
        closing.ask(player.user)
        player.leaves = True


@action(number=players, weight=2)
def stay(site: Site, *, number: int) -> None:
    player = site.players[number]
    if closing.stop(player.user):
        player.leaves = False


@action(number=players)
def take_copy(site: Site, *, number: int) -> None:
    exports.ask(site.players[number].user)
