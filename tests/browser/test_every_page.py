"""Every page that players and visitors meet, on a telephone and on a desk: axe finds nothing, nothing sticks out."""

from itertools import product

import pytest
from django.utils import timezone

from accounts.models import User
from competition import ladder
from engine import registry
from engine.contract import Side
from games import challenges, play
from games.models import Game
from games.terms import PRESETS, Limits
from moderation import reports
from tests.factories import ChallengeFactory, GameFactory, StandingFactory, UserFactory, play_turns, prove
from tests.looking import enlarge_text, find_faults, find_overflow
from tests.sharing import begin_with

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
SIZES = {"telephone": {"width": 360, "height": 640}, "desk": {"width": 1280, "height": 800}}
LONGEST = "W" * 20


@pytest.fixture
def addresses(alice, boris, carol) -> dict[str, list[str]]:
    """Where Alice and where a visitor looks; names, notes and numbers as long as they may be."""
    verbose = UserFactory(username=LONGEST, about="word " * 200 + "w" * 300)
    game = play_turns(GameFactory(first=alice, second=verbose), "Pd4-d5", "Pb6-b5", "Pf4-f5")
    over = play_turns(GameFactory(first=alice, second=boris), "Pd4-d5")
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    play.resign(over.pk, side=Side.SECOND)
    theirs = play_turns(GameFactory(first=alice, second=boris, private=True), "Pd4-d5")
    offered = ChallengeFactory(challenger=verbose, audience="player", opponent=alice, note="w" * 300)
    mine = ChallengeFactory(challenger=alice, audience="link")
    declined = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    challenges.decline(declined.pk, user=boris, reason="m" * 300)
    prove(alice, boris, verbose, now=timezone.now())  # so that they may hold several opponents
    kept = StandingFactory(owner=alice, presets=[*PRESETS], keep=2, limits=Limits(rating_within=300, on_time_least=80))
    challenges.accept(kept.challenge_id, user=verbose)
    theirs_kept = StandingFactory(owner=verbose, ruleset_slug="master", presets=[*PRESETS], keep=2)
    full = StandingFactory(owner=verbose, ruleset_slug="masters")
    challenges.accept(full.challenge_id, user=boris)
    for player in (boris, verbose, alice, carol):
        ladder.join(player, "mastery")
    climbing = ladder.challenge("mastery", challenger=alice, other=boris)
    limits = Limits(rating_from=2000, rating_to=2200, established_only=True, on_time_least=90)
    pair = ChallengeFactory(
        challenger=verbose, ruleset_slug="master", pair=True, rated=True, limits=limits, note="w" * 99
    )
    first = challenges.accept(ChallengeFactory(challenger=boris, ruleset_slug="master", pair=True).pk, user=alice)
    opponents = [theirs_kept.challenge, full.challenge, pair, climbing, first]
    reports.make(alice, about=verbose, matter="other", text="w" * 300)
    games = [f"/games/{game.pk}/", f"/games/{game.pk}/0/", f"/games/{game.pk}/1/", over.get_absolute_url()]
    rules = [
        "/about/",
        "/contact/",
        "/privacy/",
        "/terms/",
        "/conduct/",
        "/fair-play/",
        "/status/",
        "/rules/",
        "/rules/time/",
        *(f"/rules/{ruleset.slug}/" for ruleset in registry.all_rulesets()),
        "/rules/mastery/statistics/",
        "/learn/mastery/zone/",
        "/learn/mastery/win/?turn=~Of4xf6",
    ]
    start = [
        f"/games/{GameFactory(ruleset_slug=each.slug, first=alice, second=carol).pk}/"
        for each in registry.all_rulesets()
    ]
    return {
        "Alice": [
            *(
                "/",
                "/?game=mastery&sort=last&opponent=x",
                "/challenges/",
                "/challenges/new/",
                "/challenges/new/?ruleset=masters",
                "/settings/",
            ),
            *(
                "/settings/vacation/",
                "/settings/blocked/",
                "/settings/your-data/",
                "/settings/close/",
                "/reports/",
                "/settings/notifications/",
                "/settings/notifications/when/",
            ),
            *("/settings/notifications/devices/", "/settings/notifications/feeds/", "/inbox/"),
            *(offered.get_absolute_url(), mine.get_absolute_url(), declined.get_absolute_url()),
            *(
                "/standing/",
                "/standing/new/?ruleset=master",
                f"/standing/{kept.pk}/",
                kept.challenge.get_absolute_url(),
            ),
            *("/ladder/", "/ladder/mastery/", "/ladder/master/", *(each.get_absolute_url() for each in opponents)),
            *(theirs.get_absolute_url(), f"/people/{LONGEST}/", *games, *start),
        ],
        UserFactory(username="Dora").username: ["/"],  # who is new here
        "nobody": [
            "/",
            theirs.get_absolute_url(),
            "/challenges/?game=mastery",
            "/games/",
            "/games/?over=1",
            "/people/",
            "/people/?name=zz",
            "/people/Alice/",
            "/leaderboard/",
            "/leaderboard/mastery/",
            "/ladder/",
            "/ladder/mastery/",
            "/people/Alice/ratings/mastery/",
            f"/invitation/{mine.token}/",
            *(each.get_absolute_url() for each in opponents),
            "/nothing/",
            *games,
            *rules,
        ],
    }


def list_further(user: User | None) -> list[str]:
    """Pages whose boards, forms and lists stand nowhere else; axe looks at them in tests of their own."""
    slugs = [ruleset.slug for ruleset in registry.all_rulesets()]
    if user is None:
        forms = ("signup/", "login/", "login/code/", "password/reset/")
        return [
            *(f"/practice/{slug}/{part}" for slug in slugs for part in ("", "edit/")),
            *(f"/account/{form}" for form in forms),
            "/rules/limits/",
            "/rules/email/",
            "/rules/ratings/",
        ]
    games = Game.objects.filter(seats__user=user)
    running, over = games.active().values_list("pk", flat=True), games.ended().values_list("pk", flat=True)
    return [
        *(f"/games/{pk}/ahead/" for pk in running[:1]),
        *(f"/games/{pk}/review/" for pk in over[:1]),
        *("/analysis/", "/account/password/change/", "/account/email/", "/account/sessions/", "/account/2fa/"),
    ]


READERS = ["Alice", "Dora", "nobody"]
FIRST = [(("light",), "Alice"), (("dark",), "Dora"), (("dark",), "nobody")]
"""What `make test` asks: axe looks at each page on a telephone, in one scheme."""
SCHEMES = [("light", "dark"), ("dark", "light")]


@pytest.mark.parametrize(("schemes", "reader"), begin_with(len(FIRST), [*FIRST, *product(SCHEMES, READERS)]))
def test_nothing_is_wrong_with_any_page(browse, addresses, schemes, reader):
    """Each page is asked for once: what its width decides is decided anew when that changes.

    It is drawn on a telephone in one scheme and on a desk in the other; what axe says of colours takes it longest.
    """
    page = browse(User.objects.filter(username=reader).first())
    faults = []
    for address in addresses[reader]:
        page.set_viewport_size(SIZES["telephone"])
        page.goto(address)
        faults += find_faults(page, schemes=schemes[:1])
        page.set_viewport_size(SIZES["desk"])
        page.evaluate("new Promise(requestAnimationFrame)")  # by when scripts have heard of it
        faults += find_faults(page, schemes=schemes[1:])
    assert faults == []


@pytest.mark.parametrize("size", SIZES)
def test_the_menu_opens_on_every_page_however_long_the_name(browse, alice, size):
    verbose = UserFactory(username=LONGEST)
    game = GameFactory(first=alice, second=verbose)
    page = browse(verbose, viewport=SIZES[size])
    for address in ("/", game.get_absolute_url()):
        page.goto(address)
        summary = page.locator(".menu summary")
        assert summary.evaluate("made => made.scrollWidth <= made.clientWidth"), "the mark of the menu is cut away"
        summary.click()
        page.get_by_role("link", name="Settings").click()
        page.wait_for_url("**/settings/")


@pytest.mark.parametrize("reader", READERS)
def test_with_text_twice_as_large_no_page_scrolls_sideways_on_a_telephone(browse, addresses, reader):
    """As people who see badly set it in the browser: media queries in `rem` grow with it."""
    user = User.objects.filter(username=reader).first()
    page = browse(user, viewport=SIZES["telephone"])
    enlarge_text(page)
    faults = []
    further = list_further(user)
    for address in [*addresses[reader], *further]:
        answer = page.goto(address)
        assert answer.ok or address not in further
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 32
        faults += find_overflow(page)
    assert faults == []
