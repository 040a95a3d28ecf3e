"""The pages that block and mute: who may use them, how each replaces the other, and the list of both."""

import pytest
from django.urls import reverse

from accounts.conduct import blocks
from accounts.models import Block
from core.refusal import Refusal

PAGE = "/people/Boris/block/"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_visitor_logs_in_first_and_changes_nothing(client, alice, boris, method):
    answer = getattr(client, method)(PAGE, {"do": "block"})
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("account_login"))
    assert not Block.objects.exists()


def test_opening_the_page_changes_nothing_but_its_button_does(client, alice, boris):
    client.force_login(alice)
    assert client.get(PAGE, {"do": "block"}).status_code == 200
    assert client.post(PAGE, {"do": "nonsense"}).status_code == 200
    assert not Block.objects.exists()
    for do, stands in (("mute", True), ("block", False), ("mute", True)):
        page = client.post(PAGE, {"do": do}, follow=True).content.decode()
        assert "Boris" in page
        assert Block.objects.get().is_mute is stands
    client.post(PAGE, {"do": "end"})
    assert not Block.objects.exists()


def test_the_list_shows_only_ones_own_blocks_and_can_end_them(client, alice, boris, carol):
    blocks.make(alice, boris, mute=False)
    blocks.make(carol, alice, mute=False)
    client.force_login(alice)
    page = client.get(reverse("blocked_players")).content.decode()
    assert "Unblock" in page
    assert "Carol" not in page


def test_nobody_blocks_themselves_and_blocks_have_a_limit(client, alice, boris):
    with pytest.raises(Refusal) as refusal:
        blocks.make(alice, alice, mute=True)
    assert refusal.value.code == "self"
    for number in range(50):
        blocks.make(alice, boris, mute=bool(number % 2))
    client.force_login(alice)
    answer = client.post(PAGE, {"do": "block" if Block.objects.get().is_mute else "mute"})
    assert answer.status_code == 429


def test_profile_chat_and_challenge_lead_to_the_page(client, alice, boris):
    from games import chat
    from tests.factories import ChallengeFactory, GameFactory

    game = GameFactory(first=alice, second=boris)
    said = chat.send(boris, game_id=game.pk, text="Hello")
    offered = ChallengeFactory(challenger=boris, audience="player", opponent=alice)
    reports = {
        "/people/Boris/": "/people/Boris/report/",
        game.get_absolute_url(): f"/report/message/{said.pk}/",
        offered.get_absolute_url(): f"/report/challenge/{offered.pk}/",
    }
    client.force_login(alice)
    for page, report in reports.items():
        text = client.get(page).content.decode()
        assert f'href="{PAGE}"' in text, page
        assert f'href="{report}"' in text, page
