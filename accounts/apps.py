"""People: the user model, sign-up and log-in by allauth, profile and time zone, vacation."""

from core import apps


class AccountsConfig(apps.SiteAppConfig):
    name = "accounts"
    verbose_name = "People"
