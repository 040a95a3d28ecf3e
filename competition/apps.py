"""What finds players an opponent: standing challenges and the ladder."""

from core import apps


class CompetitionConfig(apps.SiteAppConfig):
    name = "competition"
    verbose_name = "Competition"
