"""People: the user model, sign-up and log-in by allauth, profile and time zone, vacation."""

from core.apps import SiteAppConfig


class AccountsConfig(SiteAppConfig):
    name = "accounts"
    verbose_name = "People"
