"""A challenge says all that it offers about time: in the list, on its page, and in the mail to whom it is for."""

import pytest
from django.core import mail
from django.utils.html import strip_tags

from games import clock
from notifications.delivery import outbox
from tests.factories import ChallengeFactory

SILENCE = "the win can be claimed from a player who isn’t seen for 30 days, and then has 7 days to move"
OFFERED = [
    ({"control": clock.Days(3)}, ["3 days per turn", "clock runs on weekends", "no vacation"]),
    (
        {"control": clock.Reserve(2, 7), "weekends": True, "vacation_days": 14},
        ["2 days per turn, plus a reserve of 7 days", "weekends off", "vacation up to 14 days each"],
    ),
    (
        {"control": clock.Bank(), "vacation_days": 1},
        ["a time bank of 3 days", "clock runs on weekends", "vacation up to 1 day each"],
    ),
    ({"control": clock.Unlimited()}, ["no time limit", SILENCE]),
]


@pytest.mark.parametrize(("terms", "told"), OFFERED)
def test_the_challenged_player_reads_all_of_it(client, alice, boris, settings, terms, told):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    boris.weekend = "2"
    boris.save()
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris, **terms)
    client.force_login(boris)
    outbox.deliver_due()
    (message,) = mail.outbox
    places = {
        "list": client.get("/challenges/").content.decode(),
        "home": client.get("/").content.decode(),
        "page": client.get(challenge.get_absolute_url()).content.decode(),
        "text": message.body,
        "html": message.alternatives[0].content,
    }
    for place, shown in places.items():
        words = " ".join(strip_tags(shown).split()).lower()
        assert [each for each in told if each not in words] == [], place
        if terms.get("weekends") and place == "page":
            assert "weekends now: saturday and sunday for alice, tuesday for you" in words
        if terms["control"] == clock.Unlimited():
            assert "weekend" not in words, place
