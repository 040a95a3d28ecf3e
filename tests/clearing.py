"""Clears what one test leaves to the next: the database, in which the log of moderation is cleared by its one named
way, as everywhere; and what the process keeps of it.

Only tables with rows are cleared, of the seventy that there are: Django's own `flush` takes ten times as long.
"""

from django.core.cache import cache
from django.db import connection

from accounts import safeguards
from computers import shown_strength
from mastery_site.administration import moderators
from mastery_site.pages import banner
from moderation.retention import retention
from records import animating

KEPT = {"django_content_type", "auth_permission"}
"""What migrations fill and nothing else writes. The group of moderators, which tests change, is made again."""


def clear() -> None:
    """Leaves the database as migrations made it, but for the numbers of its next rows."""
    tables = sorted(set(connection.introspection.django_table_names(include_views=False)) - KEPT)
    with retention(), connection.cursor() as cursor:
        asked = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables)
        cursor.execute(asked)
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")
        moderators.make_group(using=connection.alias)


def forget() -> None:
    """Forgets what was counted of limits, and what was announced or switched."""
    cache.clear()
    banner.forget()
    safeguards.forget()
    shown_strength.forget()
    animating.forget()
