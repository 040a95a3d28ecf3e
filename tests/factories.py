"""Builds test data, by the same code as the site does wherever a rule stands behind the data."""

import factory
from allauth.account.models import EmailAddress

from accounts.models import User


class UserFactory(factory.django.DjangoModelFactory):
    """A player with a verified address and no password: tests log in with `force_login`."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"Player{n}")
    email = factory.LazyAttribute(lambda user: f"{user.username.lower()}@example.org")
    password = "!"

    @factory.post_generation
    def address(user, create, extracted, **kwargs):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
