from django.db import migrations, models

KINDS = [
    ("challenge_received", "a challenge for me"),
    ("challenge_accepted", "my challenge was accepted"),
    ("challenge_declined", "my challenge was declined"),
    ("your_turn", "it is my turn"),
    ("deadline_near", "my time is running out"),
    ("draw_offered", "my opponent offers a draw"),
    ("draw_declined", "my offer of a draw was declined"),
    ("time_offered", "my opponent offers more time or a pause"),
    ("takeback_offered", "my opponent asks to take a turn back"),
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


class Migration(migrations.Migration):
    """Nothing of the tables changes: a kind more is known."""

    dependencies = [("notifications", "0005_readers_of_digests")]

    operations = [
        migrations.AlterField("notice", "kind", models.CharField(choices=KINDS, max_length=24)),
        migrations.AlterField("switch", "kind", models.CharField(choices=KINDS, max_length=24)),
    ]
