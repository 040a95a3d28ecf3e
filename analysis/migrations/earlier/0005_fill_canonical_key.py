from django.db import migrations

from engine import registry
from engine.contract import BadPosition
from engine.symmetry import canonical_key

BATCH = 1000
"""Rows of one transaction."""


def fill(apps, schema_editor):
    """Makes the key of every node; a second run does what is left."""
    Node = apps.get_model("analysis", "Node")
    waiting = Node.objects.filter(canonical_key="").order_by("pk").only("position_text", "tree__ruleset_slug")
    last = 0
    while nodes := list(waiting.filter(pk__gt=last).select_related("tree")[:BATCH]):
        for node in nodes:
            node.canonical_key = make_key(node.tree.ruleset_slug, node.position_text)
        Node.objects.bulk_update(nodes, ["canonical_key"])
        last = nodes[-1].pk


def make_key(slug, text):
    """Empty for a game that is not played here any more."""
    try:
        ruleset = registry.get(slug)
        return canonical_key(ruleset, ruleset.read(text))
    except (LookupError, BadPosition):
        return ""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("analysis", "0004_node_canonical_key"), ("games", "0020_canonical_key")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
