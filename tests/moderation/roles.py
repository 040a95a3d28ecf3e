"""Everybody who asks for a page or does a deed in the tests of rights, and what they are answered."""

from django.test import Client
from django.urls import reverse

from accounts.conduct import blocks, restrictions
from accounts.models import Restriction, User
from games import chat, play
from moderation import appeals, referrals, reports
from moderation.models import LoggedAction, MessageTemplate, Referral
from tests.administration import enter
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import make_moderator

Kind = Restriction.Kind
ROLES = (
    *("guest", "player", "opponent", "blocked", "muted", "barred", "suspended"),
    *("moderator", "moderator concerned", "administrator"),
)
LOGIN, NO, OK, GONE = "log in", "refused", "let in", "not found"


class Stage:
    """Alice has reported Boris of a game of theirs; each role has somebody."""

    def __init__(self, alice: User, boris: User) -> None:
        self.boss = UserFactory(username="Ada", is_staff=True, is_superuser=True)
        self.mira, self.zoe = make_moderator("Mira"), make_moderator("Zoe")
        self.alice, self.boris = alice, boris
        self.game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
        self.of_zoe = GameFactory(first=self.zoe, second=boris)
        self.line = chat.send(boris, game_id=self.game.pk, text="You are a woodpusher")
        self.report = reports.make(alice, about=boris, matter="words", text="He is rude.")
        self.concerning = reports.make(self.zoe, about=alice, matter="words", text="She is rude.")
        warned = restrictions.impose(boris, Kind.WARNED, reason="Insults", by=self.boss)
        self.appeal = appeals.make(warned, text="I was joking.")
        self.message = MessageTemplate.objects.create(title="First", text="Please be kind.")
        play.void(self.of_zoe.pk, staff=self.boss, reason="Wrong set-up")
        referrals.hand_over(staff=self.zoe, person=alice)
        self.left = Referral.objects.get()
        self.logged_of_zoe = LoggedAction.objects.get(game=self.of_zoe)
        self.people = {
            "guest": None,
            "player": UserFactory(username="Peter"),
            "opponent": boris,
            "blocked": UserFactory(username="Blake"),
            "muted": self.restrict(Kind.MUTED),
            "barred": self.restrict(Kind.BARRED),
            "suspended": self.restrict(Kind.SUSPENDED, games="lost"),
            "moderator": self.mira,
            "moderator concerned": self.zoe,
            "administrator": self.boss,
        }
        blocks.make(alice, self.people["blocked"], mute=False)

    def restrict(self, kind: Kind, **more) -> User:
        person = UserFactory(username=f"Is-{kind}")
        restrictions.impose(person, kind, reason="Insults", by=self.boss, **more)
        return User.objects.get(pk=person.pk)

    def browse(self, role: str) -> Client:
        person = self.people[role]
        if person is None:
            return Client()
        if person.is_staff:
            return enter(Client(), person)
        client = Client()
        client.force_login(person)
        return client


def by_role(**exceptions: str) -> dict[str, str]:
    """Visitors and the suspended log in, players are refused, staff are let in; what is otherwise is named."""
    usual = dict.fromkeys(ROLES, NO) | dict.fromkeys(("guest", "suspended"), LOGIN)
    usual |= dict.fromkeys(("moderator", "moderator concerned", "administrator"), OK)
    return usual | {role.replace("_", " "): answer for role, answer in exceptions.items()}


def tell(response) -> str:
    if response.status_code == 302 and response.url.startswith(reverse("account_login")):
        return LOGIN
    return {403: NO, 404: GONE}.get(response.status_code, OK)
