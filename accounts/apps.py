"""People: the user model, sign-up and log-in by allauth, profile and time zone."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People"
