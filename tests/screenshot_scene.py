"""Makes what the demonstration lacks, for `tests/screenshots.py`: run by `manage.py shell` beside the site to be drawn.

Prints JSON on the last line: `places`, parts of addresses that are secret or new; `cookie`, of a session of staff
who have shown their second factor; `errors`, the pages of errors by the names of their templates.
"""

import json
from datetime import timedelta
from urllib.parse import urlsplit

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.webauthn.internal.auth import Authenticator
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, Sighting, User
from accounts.words import refusals
from analysis import commands, trees
from analysis.models import SealedRemark
from competition import ladder
from competition.standing import keeping
from computers import reviewing, starting
from computers.models import Comparison, LevelStrength, Review
from engine import registry as registry_of_games
from engine.contract import Side
from engine.search.playing import list_levels
from games import challenges, clock, play
from games.models import Game, PlayerRating
from games.reading.waiting import list_waiting
from games.terms import Limits
from moderation import acting, appeals, reports
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction, MessageTemplate
from notifications import registry as registry_of_notices
from notifications.chat_apps import addresses
from notifications.models import ChatAddress
from notifications.wording import links
from records import book, following, puzzles
from records.models import Puzzle
from tests.administration import enter
from tests.chat_apps import WEBHOOK
from tests.factories import ChallengeFactory, GameFactory, StandingFactory, play_turns, prove
from tests.games.rating.conftest import LONG_TURNS
from tests.records.puzzled import make_analysed


def send_from_an_older_page(person: User) -> str:
    """What she reads who saves her settings after she has saved others in another window."""
    about = "I play in the evening, mostly Masters.\nAsk me for a teaching game: I’ll gladly take back a turn or two."
    User.objects.filter(pk=person.pk).update(about=about)
    browser = Client(HTTP_HOST=urlsplit(settings.SITE_URL).netloc)
    browser.force_login(person)
    sent = {"time_zone": person.time_zone, "about": "I play at night.", "weekend": ["5", "6"], "version": "older"}
    return browser.post(reverse("settings"), sent).content.decode()


hazel, rowan, mallow, staff = (User.objects.get(username=name) for name in ("Hazel", "Rowan", "Mallow", "Juniper"))
discord = registry_of_notices.CHANNELS.get("discord")
addresses.connect(hazel, discord, {"webhook": WEBHOOK}, now=timezone.now())
ChatAddress.objects.update(last_error="404 Unknown Webhook")
for number, level in enumerate(list_levels(registry_of_games.get("mastery"))):
    computer = starting.find_computer(registry_of_games.get("mastery"), level=level.name)
    for year, more in ((LevelStrength.LATELY, 12), (2025, 0), (2026, 10)):
        figures = {"rating": 900 + 95 * number + more, "margin": 80 + 7 * number, "games": 200 - 12 * number}
        LevelStrength.objects.create(computer=computer, year=year, **figures)
client = enter(Client(), staff)
RecoveryCodes.activate(staff)
key = Authenticator.objects.create(
    user=staff, type=Authenticator.Type.WEBAUTHN, data={"name": "Blue security key", "credential": {}}
)
reports.make(hazel, about=rowan, matter="other", text="He plays on, though we had agreed on a draw.")
said = {"matter": "accounts", "text": "The same turns at the same hours."}
accounts = reports.make(hazel, about=mallow, second=rowan, **said)
long_ago = timezone.now() - timedelta(days=20)
for person in (rowan, mallow):
    Sighting.objects.create(user=person, kind="device", key="a telephone", first_at=long_ago, last_at=timezone.now())
    found = {"turns": 200, "same": 84 if person == rowan else 70, "games": 31}
    Comparison.objects.create(person=person, asked_by=staff, asked_at=long_ago, done_at=long_ago, **found)
told = "You called your opponent names in the chat of game 3."
warned = restrictions.impose(mallow, Restriction.Kind.WARNED, reason=told, rule="C1", by=staff)
appeal = appeals.make(warned, text="We have known each other for years, and meant it as a joke.")
acting.perform(registry.ACTIONS.find("mute"), mallow, order=Order(staff, timezone.now(), told=told, rule="C1"))
asked = "You have done nothing wrong. Do you share a device with somebody else who plays here? You both may."
acting.perform(registry.ACTIONS.find("message"), mallow, order=Order(staff, timezone.now(), told=asked))
unfit = GameFactory(turns=["Md1-c1", "Mc8-b8"])
play.resign(unfit.pk, side=Side.SECOND)
acting.perform(registry.ACTIONS.find("hide_game"), unfit, order=Order(staff, timezone.now(), told="Not for everybody."))
message = MessageTemplate.objects.create(title="First warning", text="Please keep the chat friendly.", action="warn")
for number in range(12):
    ended_at = timezone.now() - timedelta(days=24 - 2 * number)
    terms = {"options": {}, "control": clock.Days(30), "rated": True, "now": ended_at}  # no sweep finds it late
    rated = play.start_game(ruleset_slug="mastery", first=hazel, second=rowan, **terms)
    play_turns(rated, *LONG_TURNS, now=ended_at)
    play.resign(rated.pk, side=Side(number % 3 == 1), now=ended_at)
PlayerRating.objects.update(opponents=6)  # as if each had met as many as a rank asks
climbed = Game.objects.get(arranged=Game.Arranged.LADDER)  # Juniper from the bottom against Rowan at the top
play.resign(climbed.pk, side=Side(climbed.seats.get(user=rowan).side))
ladder_game = ladder.challenge("mastery", challenger=hazel, other=staff)
play.wish_rematches(hazel.pk, other_id=rowan.pk, wished=True)
games_of_hazel = list_waiting(hazel.pk).games
play.pin(games_of_hazel[-1], user_id=hazel.pk, pinned=True)
play.snooze(games_of_hazel[1], user_id=hazel.pk, lasts=timedelta(days=3))
address = EmailAddress.objects.create(user=rowan, email="rowan.elsewhere@example.org")
tree = trees.open_game(hazel, Game.objects.get(pk=4))
for deed, at, given in (
    ("mark", -3, {"mark": "interesting"}),
    ("comment", -3, {"comment": "The bridge holds both files from here, and Rowan sees it only two turns later."}),
    ("draw", -4, {"shapes": "d4 d4-e6/red"}),
):
    commands.do(deed, user=hazel, tree_id=tree.pk, at=at, given=given)
other = trees.open_game(rowan, Game.objects.get(pk=4))
commands.do("comment", user=rowan, tree_id=other.pk, at=-5, given={"comment": "Here I hoped for the exchange."})
trees.share(other)
other.refresh_from_db()
for turn in Game.objects.get(pk=4).turns.filter(ply__in=(7, 12)).order_by("ply"):
    writer = hazel if turn.game.seats.get(user=hazel).side == turn.side else rowan
    text = "I only wanted the file, and hadn’t seen what it gives away."
    SealedRemark.objects.create(turn=turn, user=writer, text=text, written_at=turn.played_at)
theirs = Game.objects.get(pk=2)
seat = theirs.seats.get(user=hazel)
first, other_first = theirs.position.legal_moves()[0], theirs.position.legal_moves()[-1]
for turns, ending in (
    ([first, theirs.position.play(first).legal_moves()[0]], ""),
    ([other_first], "accept_draw"),
):
    play.arm(2, side=seat.side, turns=turns, expected_position=theirs.position_text, ending=ending)
won = Game.objects.get(pk=4)
Review.objects.create(game=won, asked_at=timezone.now(), positions=won.ply + 1)
reviewing.review_waiting()
User.objects.filter(pk=hazel.pk).update(last_visit_at=timezone.now())  # else what she keeps is paused
kept = StandingFactory(
    owner=hazel, presets=["bank", "days-3"], keep=3, rated=True, limits=Limits(rating_within=300, on_time_least=80)
)
keeping.pause(StandingFactory(owner=hazel, presets=["days-7"], side="first").pk, owner=hazel)
prove(hazel, rowan, now=timezone.now())  # so that they may hold several opponents
full = StandingFactory(owner=hazel, ruleset_slug="master", weekends=True, pairs=False)
challenges.accept(full.challenge_id, user=rowan)
pair = ChallengeFactory(
    challenger=rowan,
    ruleset_slug="master",
    pair=True,
    rated=True,
    limits=Limits(rating_from=1300, on_time_least=80),
)
accepted = challenges.accept(ChallengeFactory(challenger=rowan, pair=True).pk, user=hazel)
places = {
    "climbed": climbed.pk,
    "ladder_game": ladder_game.pk,
    "pair": pair.pk,
    "pair_game": accepted.pk,
    "standing_game": full.challenge.games.get().pk,
    "standing": kept.pk,
    "standing_challenge": kept.challenge_id,
    "shared": other.token,
    "analysis": tree.pk,
    "invitation": ChallengeFactory(challenger=hazel, audience="link").token,
    "unsubscribe": links.unsubscribe_url(hazel.pk, kind="your_turn").split("/")[-2],
    "never": links.never_url("stranger@example.org").split("/")[-2],
    "reset": f"{user_pk_to_url_str(rowan)}-{default_token_generator.make_token(rowan)}",
    "confirm": EmailConfirmationHMAC(address).key,
    "key": key.pk,
    "hazel": hazel.pk,
    "accounts": accounts.pk,
    "appeal": appeal.pk,
    "decision": warned.appeal_path,
    "logged": LoggedAction.objects.latest("pk").pk,
    "message": message.pk,
}
following.follow_person(hazel, rowan)
following.follow_game(hazel, GameFactory(first=rowan, second=staff))
book.mark_missing()
book.update_marked()
puzzled, _ = make_analysed()
puzzles.find_some(most=50)
puzzles.choose_of_day()
places["hidden"] = unfit.pk
places["puzzle"] = Puzzle.objects.get(game=puzzled).pk
said = {
    "sentence": "You’ve sent 20 reports today, which is as many as anyone can.",
    "written": ["He plays on."],
    "what": "The site is being updated.",
    "exception": "Only the two players can see this.",
}
errors = {f"{code}.html": render_to_string(f"{code}.html", said) for code in ("403", "403_csrf", "429", "500", "503")}
errors["409.html"] = render_to_string("409.html", {**said, "sentence": refusals.UNSURE(), "page": "/challenges/new/"})
errors["outdated.html"] = send_from_an_older_page(hazel)
print(json.dumps({"places": places, "cookie": client.session.session_key, "errors": errors}))
