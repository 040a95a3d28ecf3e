from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("computers", "0007_index_of_reviews_in_turn")]

    operations = [migrations.RemoveIndex(model_name="review", name="review_unfinished")]
