"""A block ends invitations to a player's mailbox, too, however its address is written, and the sender cannot tell."""

import pytest

from accounts.conduct import blocks
from games.models import Challenge
from notifications.models import Notice

pytestmark = pytest.mark.django_db
SPELLINGS = ["boris@example.org", "Boris+chess@example.org", "b.oris@example.org", "BORIS+a+b@EXAMPLE.org"]


@pytest.mark.parametrize("address", SPELLINGS)
@pytest.mark.parametrize("by", ["the owner", "the sender"])
def test_it_is_sent_as_it_seems_and_reaches_nobody(offer, alice, boris, news, address, by):
    blocks.make(*((boris, alice) if by == "the owner" else (alice, boris)), mute=False)
    challenge = offer(audience="address", address=address)
    assert (challenge.opponent, challenge.addressee, challenge.status) == (None, address, "pending")
    assert news == []
    assert not Notice.objects.exclude(recipient=alice).exists()


@pytest.mark.parametrize("address", ["boris@example.com", "doris@example.org", "boris@sub.example.org"])
def test_another_mailbox_is_another_person_s(offer, alice, boris, news, address):
    blocks.make(boris, alice, mute=False)
    challenge = offer(audience="address", address=address)
    assert news == [("received", challenge.pk)]


@pytest.mark.parametrize("ended", ["muted", "unblocked"])
def test_without_a_block_it_arrives(offer, alice, boris, news, ended):
    blocks.make(boris, alice, mute=False)
    blocks.make(boris, alice, mute=True) if ended == "muted" else blocks.end(boris, alice)
    offer(audience="address", address="boris+chess@example.org")
    assert [name for name, _ in news] == ["received"]
    assert Challenge.objects.count() == 1
