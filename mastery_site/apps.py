"""The site itself as an app: its system checks, commands, announcements and static files. Also its administration."""

from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin.apps import AdminConfig
from django.core.management.base import CommandError
from django.db.models.signals import post_migrate, pre_migrate

from core.form_errors import use_own_sentences
from core.within_columns import use_within_columns
from mastery_site import celery as _celery  # noqa: F401  # all threads and tasks use its Celery application
from mastery_site.administration import moderators
from mastery_site.database import versions
from mastery_site.environment.backends import POSTGRESQL


def refuse_newer(*, using: str, **_: Any) -> None:
    """Runs before a migration. Raises CommandError if the database belongs to a newer version than this code."""
    if told := import_module("mastery_site.checks.readiness").tell_newer(using):
        raise CommandError(told)


class SiteConfig(AppConfig):
    name = "mastery_site"
    verbose_name = "Site"

    def ready(self) -> None:
        use_own_sentences()
        use_within_columns()
        if settings.DATABASES["default"]["ENGINE"] == POSTGRESQL:  # its library takes five megabytes
            import_module("mastery_site.database.adapting").look_up_types()
        import_module("mastery_site.processes.uptime")  # starts to count the uptime
        import_module("mastery_site.checks.environment")  # registers them
        import_module("mastery_site.health.silence")  # connects its receivers
        pre_migrate.connect(refuse_newer, sender=self)
        post_migrate.connect(moderators.make_group, sender=self)
        post_migrate.connect(versions.note, sender=self)


class AdministrationConfig(AdminConfig):
    """Django's admin, behind a second factor."""

    default_site = "mastery_site.administration.site.Administration"
