"""What players do about each other: blocks, mutes and reports."""

from itertools import permutations

from hypothesis import strategies as st

from accounts import blocks
from games.models import Message
from moderation import reports
from tests.stateful.actions import action
from tests.stateful.site import Site

pairs = st.sampled_from(list(permutations(range(3), 2)))


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


@action(pair=pairs, matter=st.sampled_from(("words", "help", "stopped", "other")))
def report(site: Site, *, pair: tuple[int, int], matter: str) -> None:
    one, other = (site.players[number] for number in pair)
    reports.make(one.user, about=other.user, matter=matter, text="See for yourselves.")
