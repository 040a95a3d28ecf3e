from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0022_game_standing_alike")]

    operations = [migrations.RemoveIndex("game", "game_standing")]
