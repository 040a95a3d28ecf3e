"""Django's command. Here the administrator gets a verified email address, and so can log in at once."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.management.commands import createsuperuser

from accounts.models import User


class Command(createsuperuser.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        before = set(User.objects.filter(is_superuser=True).values_list("pk", flat=True))
        super().handle(*args, **options)
        for user in User.objects.filter(is_superuser=True).exclude(pk__in=before):
            EmailAddress.objects.get_or_create(user=user, email=user.email, verified=True, primary=True)
