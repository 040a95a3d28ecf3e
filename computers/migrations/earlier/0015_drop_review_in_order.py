from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("computers", "0014_index_of_both_looks")]

    operations = [migrations.RemoveIndex(model_name="review", name="review_in_order")]
