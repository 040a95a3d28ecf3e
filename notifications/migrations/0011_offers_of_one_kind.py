"""Makes one kind of notice of all offers, and one of those declined, as games have one event for each.

Offers are switched off for whoever had switched off all their kinds: to be told too much is the lesser harm.
"""

from typing import Any

from django.db import migrations, models

KINDS = [
    ("challenge_received", "a challenge for me"),
    ("challenge_accepted", "my challenge was accepted"),
    ("challenge_declined", "my challenge was declined"),
    ("your_turn", "it is my turn"),
    ("deadline_near", "my time is running out"),
    ("offer_made", "my opponent makes an offer: a draw, a takeback, more time, a pause"),
    ("offer_declined", "my offer was declined"),
    ("chat_message", "a message in a game of mine"),
    ("off_time_used", "off-time was taken by itself"),
    ("challenge_expiring", "a challenge is about to expire"),
    ("report_result", "what became of my report"),
    ("game_over", "a game is over"),
    ("invitation", "an invitation to somebody without an account"),
    ("digest", "a digest of my games"),
    ("account", "my account"),
    ("test", "a test that I asked for"),
]
MADE = ("draw_offered", "time_offered", "takeback_offered")


def rename(apps: Any, schema_editor: Any) -> None:
    Notice, Switch = apps.get_model("notifications", "Notice"), apps.get_model("notifications", "Switch")
    for kind, renamed in (("draw_offered", "offer_made"), ("draw_declined", "offer_declined")):
        for notice in Notice.objects.filter(kind=kind).iterator():
            payload = {**notice.payload, "offer": "draw"}
            Notice.objects.filter(pk=notice.pk).update(kind=renamed, payload=payload)
    Notice.objects.filter(kind__in=MADE).update(kind="offer_made")
    Switch.objects.filter(kind="draw_declined").update(kind="offer_declined")
    off = Switch.objects.filter(kind__in=MADE, on=False).values_list("user", "channel").annotate(count=models.Count("pk"))
    switches = [
        Switch(user_id=user, channel=channel, kind="offer_made", on=False)
        for user, channel, count in off.order_by()
        if count == len(MADE)
    ]
    Switch.objects.bulk_create(switches)
    Switch.objects.filter(kind__in=MADE).delete()


class Migration(migrations.Migration):
    dependencies = [("notifications", "0010_plan_reminders")]

    operations = [
        migrations.RunPython(rename, migrations.RunPython.noop),
        migrations.AlterField("notice", "kind", models.CharField(choices=KINDS, max_length=24)),
        migrations.AlterField("switch", "kind", models.CharField(choices=KINDS, max_length=24)),
    ]
