"""A scene in which pages show every form of the site."""

from dataclasses import dataclass, field
from datetime import timedelta

from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from accounts.time_off import vacation
from analysis import commands, sealed, trees
from analysis.models import ROOT, SealedRemark
from competition.standing import keeping
from computers.models import Computer
from computers.starting import find_computer
from engine.contract import Side
from engine.registry import get as find_ruleset
from games import chat, clock, play
from moderation import acting, appeals, reports
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from notifications.channels.push import devices
from notifications.wording import links
from tests.accounts.conftest import PASSWORD, code_of
from tests.accounts.security_keys import make_credential
from tests.factories import ChallengeFactory, GameFactory, StandingFactory, UserFactory, give_vacation, play_turns
from tests.faults.posted import PageForm, read_forms
from tests.notifications.push_service import Browser

DAY = timedelta(days=1)
ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/1"


@dataclass
class Scene:
    """Clients by name, and the ids of the things for them to look at."""

    clients: dict[str, Client] = field(default_factory=dict)
    ids: dict[str, list[int]] = field(default_factory=dict)
    """By the first part of their addresses; "" for all others."""
    paths: list[tuple[str, str]] = field(default_factory=list)
    """Pages besides those that the resolver knows, each with who looks at it."""
    forms: list[tuple[str, PageForm]] = field(default_factory=list)
    """Forms that no page shows when it is opened: those of the answer to a post, and what only scripts send."""


def set_scene(alice: User, boris: User, carol: User, *, as_alice: Client, staff: Client) -> Scene:
    """Alice has something of everything; others stand at the steps of log-ins and at links of mails."""
    now = timezone.now()
    games = play_all(alice, boris)
    give_vacation(alice, days=20, now=now)
    vacation.book(alice, from_at=now + 3 * DAY, until_at=now + 5 * DAY)
    vacation.book(alice, from_at=now, until_at=now + DAY)
    mine = ChallengeFactory(challenger=alice)
    sent = ChallengeFactory(challenger=boris, audience="player", opponent=alice)
    devices.register(alice, {"endpoint": ENDPOINT, "keys": Browser().keys}, browser="", mark="", now=now)
    log_in(as_alice, alice)
    scene = Scene({"alice": as_alice, "visitor": Client(), "staff": staff})
    others = [alice.push_devices.get().pk, *alice.vacations.values_list("pk", flat=True)]
    with_key = scene.clients["with_key"] = Client()
    log_in(with_key, carol)
    key = Authenticator.objects.create(
        user=carol, type="webauthn", data={"name": "My key", "credential": make_credential()}
    )
    scene.paths.append(("with_key", reverse("mfa_edit_webauthn", args=[key.pk])))
    scene.paths.append(("with_key", reverse("mfa_reauthenticate_webauthn")))
    reports.make(boris, about=alice, matter="words", text="Slow.")
    own = reports.make(alice, about=carol, matter="other", text="She stares.")
    scene.paths.append(("alice", reverse("my_report", args=[own.pk])))
    scene.ids = {
        "account": [key.pk],
        "games": [*(game.pk for game in games), wait_in_vain(alice)],
        "challenges": [mine.pk, sent.pk],
        "standing": keep_standing(alice),
        "": others,
    }
    add_ways_in(scene)
    add_moderation(scene, boss=User.objects.get(pk=staff.session["_auth_user_id"]), reporter=carol)
    for url in (links.unsubscribe_url(boris.pk, kind="your_turn"), links.never_url("x@example.org")):
        scene.paths.append(("visitor", "/" + url.split("/", 3)[3]))
    scene.paths.append(("alice", reverse("report", args=[boris.username])))
    scene.paths += [("alice", path) for path in list_analyses(alice, games)]
    scene.paths.append(("alice", f"{reverse('practice', args=['mastery'])}?turns=Md1-c1;Me8-f8"))
    scene.forms += [("alice", form) for form in plan_lines(as_alice, games[0])]
    tree = trees.open_game(alice, games[-1])
    drawn = {"at": [str(ROOT)], "toggle": ["d4-e6/red"]}
    scene.forms.append(("alice", PageForm(reverse("change_analysis", args=[tree.pk, "draw"]), drawn)))
    watched = GameFactory(first=boris, second=carol)
    said = games[0].messages.get().pk
    remark = SealedRemark.objects.get(user=boris).pk
    things = (("game", watched.pk), ("message", said), ("challenge", sent.pk), ("name", boris.pk), ("remark", remark))
    scene.paths += [("alice", reverse("report_thing", args=thing)) for thing in things]
    theirs = trees.open_game(boris, games[-1])
    trees.share(theirs)
    theirs.refresh_from_db()
    scene.paths.append(
        ("alice", f"{reverse('report_thing', args=['analysis', theirs.pk])}?proof={trees.prove_seen(theirs)}")
    )
    scene.paths += [
        ("alice", f"{reverse('challenge_new')}?ruleset={slug}") for slug in ("master", "masters", "mastery")
    ]
    return scene


def keep_standing(alice: User) -> list[int]:
    """Two standing challenges: one that she may pause, and one that she has paused."""
    one, other = StandingFactory(owner=alice), StandingFactory(owner=alice, presets=["days-7"])
    keeping.pause(other.pk, owner=alice)
    return [one.pk, other.pk]


def play_all(alice, boris) -> list:
    """Games of Alice and Boris, in each of which one thing waits for her; the last is over."""
    games = [GameFactory(first=alice, second=boris, control=clock.Reserve(3, 10)) for _ in range(7)]
    plain, drawn, timed, paused, resumed, taken, over = games
    play.offers.propose(drawn.pk, "draw", side=Side.SECOND)
    play.offers.propose(timed.pk, "more_time", side=Side.SECOND, days=2)
    play.offers.propose(paused.pk, "pause", side=Side.SECOND, until=timezone.now() + 5 * DAY)
    play.offers.propose(resumed.pk, "pause", side=Side.FIRST, until=timezone.now() + 5 * DAY)
    play.offers.accept(resumed.pk, "pause", side=Side.SECOND)
    play.offers.propose(resumed.pk, "resume", side=Side.SECOND)
    play_turns(taken, "Md1-c1", "Me8-f8")
    play.offers.propose(taken.pk, "takeback", side=Side.SECOND)
    play_turns(over, "Md1-c1", "Me8-f8")
    sealed.write(boris, game_id=over.pk, ply=2, text="I had seen nothing else.")
    play.resign(over.pk, side=Side.SECOND)
    chat.send(boris, game_id=plain.pk, text="Good luck!")
    return games


def plan_lines(as_alice: Client, game) -> list[PageForm]:
    """The forms below a line of hers that is being entered: of one that can end there, and of one that can be armed."""
    page, forms = reverse("plan_ahead", args=[game.pk]), []
    for turns in ("Md1-c1; Mc8-b8", "Md1-c1; Mc8-b8; Mc1-d1"):
        answer = as_alice.post(page, {"position": game.position_text, "turns": turns})
        forms += read_forms(page, answer.content.decode())
    return forms


def wait_in_vain(alice) -> int:
    """Her game against a computer that staff have switched off; its number."""
    computer = find_computer(find_ruleset("mastery"), level="newcomer")
    Computer.objects.update(on=False)
    return GameFactory(first=alice, second=computer.user, turns=["Md1-c1"]).pk


def list_analyses(alice, games) -> list[str]:
    """Her analysis of a game that runs, at a branch of two, and of the one that is over, which she shares."""
    taken, over = (next(game for game in games if game.ply == 2), games[-1])
    tree, shared = trees.open_game(alice, taken), trees.open_game(alice, over)
    for text in taken.position.legal_moves()[:2]:
        commands.do("play", user=alice, tree_id=tree.pk, at=-2, given={"text": text})
    trees.share(shared)
    shared.refresh_from_db()
    last = tree.next_number + 3
    paths = [f"{tree.get_absolute_url()}?at={last}", shared.get_absolute_url()]
    return [*paths, reverse("shared_analysis", args=[shared.token])]


def log_in(client: Client, person: User) -> None:
    """Gives somebody a password, and shows once more that it is they, as the site asks before it changes safety."""
    person.set_password(PASSWORD)
    person.save()
    client.force_login(person)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def add_ways_in(scene: Scene) -> None:
    """Clients at the second step of a log-in, at a code from an email, at a new password, and before a second factor is
    set up."""
    with_app, at_step, forgetful = Client(), Client(), Client()
    log_in(with_app, UserFactory(username="Dora"))
    page = with_app.get(reverse("mfa_activate_totp")).content.decode()
    with_app.post(reverse("mfa_activate_totp"), {"code": code_of(page.split('class="secret">')[1].split("<")[0])})
    at_step.post(reverse("account_login"), {"login": "Dora", "password": PASSWORD})
    forgetful.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    link = next(word for word in mail.outbox[-1].body.split() if "/password/reset/key/" in word)
    with_code = Client()
    with_code.post(reverse("account_request_login_code"), {"email": "alice@example.org"})
    without_password = Client()
    without_password.force_login(UserFactory(username="Emil"))
    scene.clients["without_password"] = without_password
    scene.clients |= {"with_app": with_app, "at_step": at_step, "forgetful": forgetful, "with_code": with_code}
    scene.paths += [
        ("without_password", reverse("account_set_password")),
        ("with_app", reverse("mfa_reauthenticate")),
        ("with_app", reverse("mfa_index")),
        ("at_step", reverse("mfa_authenticate")),
        ("with_code", reverse("account_confirm_login_code")),
        ("forgetful", forgetful.get("/" + link.split("/", 3)[3]).url),
    ]


def add_moderation(scene: Scene, *, boss: User, reporter: User) -> None:
    """Fritz is reported, warned, has appealed, and has to choose a new name; and all that staff may do to him."""
    fritz = UserFactory(username="Fritz")
    game = GameFactory(first=fritz, second=reporter)
    said = chat.send(fritz, game_id=game.pk, text="Woodpusher!")
    report = reports.make(reporter, about=fritz, matter="words", text="He is rude.", game=game)
    warned = restrictions.impose(fritz, Restriction.Kind.WARNED, reason="Insults", by=boss)
    appeal = appeals.make(warned, text="I was joking.")
    for action in ("mute", "rename"):
        acting.perform(
            registry.ACTIONS.find(action), fritz, order=Order(boss, timezone.now(), told="Insults", reason="Seen it.")
        )
    suspended = restrictions.impose(
        UserFactory(username="Gustav"), Restriction.Kind.SUSPENDED, reason="Insults", by=boss, games="lost"
    )
    scene.clients["suspended"] = Client()
    scene.paths.append(("suspended", suspended.appeal_path))
    scene.clients["renamed"] = Client()
    scene.clients["renamed"].force_login(fritz)
    fritz.refresh_from_db()
    logged = LoggedAction.objects.filter(action="mute").latest("pk")
    people = [("moderation_act_on_person", (fritz.username, action.name)) for action in registry.list_for_people()]
    games = [("moderation_act_on_game", (game.pk, action.name)) for action in registry.list_for_games()]
    pages = [
        *("moderation", "moderation_guide", "moderation_log", "moderation_messages", "moderation_signals"),
        *("moderation_site", "styleguide"),
        *(("moderation_report", (report.pk,)), ("moderation_appeal", (appeal.pk,)), ("moderation_undo", (logged.pk,))),
        ("moderation_games_of_person", (fritz.username,)),
        *(("moderation_person", (fritz.username,)), ("moderation_game", (game.pk,)), *people, *games),
    ]
    named = [(page, ()) if isinstance(page, str) else page for page in pages]
    scene.paths += [("staff", reverse(name, args=args)) for name, args in named]
    scene.paths += [("renamed", warned.appeal_path), ("renamed", reverse("new_name"))]
    scene.paths.append(("alice", reverse("report_thing", args=("message", said.pk))))
    dismissal = {"signal": ["time_outs"], "found": ["0" * 64], "reason": ["He was ill."]}
    scene.forms.append(("staff", PageForm(reverse("moderation_signals"), dismissal)))
