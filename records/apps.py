"""Games written down, shown and studied."""

from core import apps


class RecordsConfig(apps.SiteAppConfig):
    name = "records"
    verbose_name = "Records"
