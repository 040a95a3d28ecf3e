"""Answers to our emails: how they come in, what they ask for, and the email that answers each."""

from core import apps


class RepliesConfig(apps.SiteAppConfig):
    name = "replies"
    verbose_name = "Answers by email"
