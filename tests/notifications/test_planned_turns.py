"""What is told of a chain of turns: one message to each of whom it concerns, which names the turns."""

import pytest

from notifications.models import Notice
from tests.mails import make_mail

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "kinds", "says"),
    [
        (
            "planned_turns",
            {"Alice": ["planned_turns"], "Boris": ["your_turn"]},
            ["1. Boris: Md1-c1", "2. You: Mc8-b8 (as you had planned)", "It’s Boris’s turn now"],
        ),
        (
            "my_turn_after_a_chain",
            {"Alice": ["your_turn"], "Boris": ["planned_turns"]},
            ["1. Boris: Md1-c1", "2. You: Mc8-b8 (as you had planned)", "3. Boris: Mc1-d1", "7. Boris: Mc1-d1"],
        ),
        (
            "game_over_after_a_chain",
            {"Alice": ["game_over"], "Boris": ["game_over"]},
            ["5. Boris: Md1-c1", "8. You: Mb8-c8 (as you had planned)"],
        ),
    ],
)
def test_each_player_gets_one_message_that_names_the_turns(name, kinds, says):
    mail = make_mail.__wrapped__(name)  # not kept: its rows are those of this test
    told = Notice.objects.filter(channel="mail").order_by("pk").values_list("recipient__username", "kind")
    assert {who: [kind for reader, kind in told if reader == who] for who in kinds} == kinds
    for sentence in says:
        assert sentence in mail.text
