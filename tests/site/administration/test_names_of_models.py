"""What the administration calls models: plurals as people write them."""

import re

from django.apps import apps


def test_plurals_are_those_of_english():
    names = [str(model._meta.verbose_name_plural) for model in apps.get_models()]
    assert [name for name in names if re.search("(?:s|x|ch|sh)s$|[^aeiou]ys$", name)] == []
