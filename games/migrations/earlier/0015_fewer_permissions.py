"""What staff do to games is a right of moderators as a whole: no permission for each action any more."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("games", "0014_game_standing")]

    operations = [migrations.AlterModelOptions(name="game", options={})]
