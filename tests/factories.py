"""Builds test data, by the same code as the site does wherever a rule stands behind the data."""

from datetime import timedelta

import factory
from allauth.account.models import EmailAddress

from accounts.models import User
from competition.models import StandingChallenge, StandingGame
from competition.standing import keeping
from engine.contract import Side
from engine.symmetry import canonical_key
from games import challenges, clock, play
from games.challenges import Terms
from games.models import Challenge, Game, fit_key


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


def give_vacation(user: User, *, days: float, now) -> User:
    """Sets what a player has of vacation at `now`, from when on more is earned."""
    user.vacation_balance, user.vacation_counted_at = timedelta(days=days), now
    user.save(update_fields=["vacation_balance", "vacation_counted_at"])
    return user


class ChallengeFactory(factory.Factory):
    """A challenge sent by `games.challenges`: by default an open one for Mastery."""

    class Meta:
        model = Challenge

    challenger = factory.SubFactory(UserFactory)
    audience = "anyone"
    ruleset_slug = "mastery"
    options = factory.Dict({})
    side = "first"
    control = clock.Days(3)

    @classmethod
    def _create(cls, model_class, challenger, **terms):
        return challenges.send(challenger, **terms)


class StandingFactory(factory.Factory):
    """A standing challenge made by `competition.standing.keeping`: by default for Mastery, three days per turn, one
    game, unrated, for everybody. Whatever is a term goes into its `Terms`."""

    class Meta:
        model = StandingChallenge

    owner = factory.SubFactory(UserFactory)
    ruleset_slug = "mastery"
    options = factory.Dict({})
    presets = ("days-3",)

    @classmethod
    def _create(cls, model_class, owner, **given):
        terms = {name: given.pop(name) for name in Terms._fields if name in given}
        return keeping.make(owner, terms=Terms(**terms), **given)


class GameFactory(factory.Factory):
    """A game started by `games.play`: by default Mastery, three days per turn. `turns` are played by both sides."""

    class Meta:
        model = Game

    ruleset_slug = "mastery"
    options = factory.Dict({})
    control = clock.Days(3)
    first = factory.SubFactory(UserFactory)
    second = factory.SubFactory(UserFactory)
    turns = ()

    @classmethod
    def _create(cls, model_class, turns, **terms):
        return play_turns(play.start_game(**terms), *turns, now=terms.get("now"))


def prove(*users: User, now) -> None:
    """Lets each have played a turn in a game that came from a standing challenge, long ago, so that they may hold
    several opponents."""
    for user in users:
        game = GameFactory(first=user, arranged=Game.Arranged.STANDING, now=now - timedelta(days=100))
        StandingGame.objects.create(game=game, one=user, other=game.seats.get(side=Side.SECOND).user)
        play_turns(game, "Md1-c1", now=now - timedelta(days=100))
        play.resign(game.pk, side=Side.FIRST, now=now - timedelta(days=99))


def play_turns(game: Game, *texts: str, now=None) -> Game:
    """Plays the turns of both sides one after another, and returns the game as it then stands."""
    for text in texts:
        game.refresh_from_db()
        side = Side(game.side_to_move)
        play.play_move(game.pk, side=side, expected_revision=game.revision, text=text, now=now)
    game.refresh_from_db()
    return game


def set_up(game: Game, position: str, **fields) -> Game:
    """Puts a game into any position, which no player could: for rules that would take many turns to reach."""
    read = game.ruleset.read(position)
    keys = {"position_key": fit_key(read.repetition_key()), "canonical_key": canonical_key(game.ruleset, read)}
    Game.objects.filter(pk=game.pk).update(position_text=position, side_to_move=read.turn, **keys, **fields)
    game.refresh_from_db()
    return game


LAST_MASTER = "8/7p/7o/3m4/3M4/8/6O1/6P1 d M2O3P5/M2O3P5 - imperial,ross"
"""Dark takes the last Master of Light by Md4xd5, and wins."""
