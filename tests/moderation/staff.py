"""Moderators for tests, who have shown their second factor, and what they are told of."""

from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from mastery_site.administration.moderators import MODERATORS, THEY_DO
from moderation import reports
from moderation.models import Report
from tests.administration import enter
from tests.factories import UserFactory


def make_moderator(username: str = "Mira") -> User:
    """A moderator by the group, as `migrate` makes it."""
    staff = UserFactory(username=username, is_staff=True)
    group, _ = Group.objects.get_or_create(name=MODERATORS)
    group.permissions.add(
        *Permission.objects.filter(codename__in=[name for names in THEY_DO.values() for name in names])
    )
    staff.groups.add(group)
    return User.objects.get(pk=staff.pk)


def open_as(user: User) -> Client:
    """A browser of this member of staff, the second factor shown."""
    return enter(Client(), user)


def make_report(reporter: User, *, about: User, **more) -> Report:
    return reports.make(reporter, about=about, **{"matter": "words", "text": "He called me a woodpusher.", **more})


def act(client: Client, person: User, action: str, **fields):
    """Sends the form of an action on a person."""
    page = reverse("moderation_act_on_person", args=[person.username, action])
    return client.post(page, {"told": "Insults in game 5", "rule": "C1", "reason": "Seen it.", **fields})


def act_on_game(client: Client, game, action: str, **fields):
    """Sends the form of an action on a game."""
    page = reverse("moderation_act_on_game", args=[game.pk, action])
    return client.post(page, {"told": "It was the site’s fault.", "reason": "Seen it.", **fields})
