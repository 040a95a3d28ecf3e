"""Players log in by codes from emails: in the browser that asked or in another, late, twice, with a second factor. None
but the right one lets anybody in: `tests.account.log_ins` has the account of that."""

from tests.account.log_ins import confirm_by_app
from tests.actions import action
from tests.actions.drawing import one_of, players, whether
from tests.actions.scene import Scene

browsers = one_of((0, 0, 0, 1))


def has_codes(site: Scene) -> bool:
    return bool(site.log_ins.codes)


@action(weight=2, number=players, browser=browsers)
def ask_for_code(site: Scene, *, number: int, browser: int) -> None:
    site.log_ins.ask(site.players[number].user, (site.players[number].pk, browser), now=site.now)


@action(
    weight=4,
    needs=has_codes,
    last=one_of((1, 1, 1, 2, 3)),
    moved=one_of((False, False, False, True)),
    changed=one_of((False, False, False, True)),
    confirms=whether,
)
def enter_code(site: Scene, *, last: int, moved: bool, changed: bool, confirms: bool) -> None:
    """One of the last codes, where it was asked for or in the other browser of its owner. To log in is to stay."""
    code = site.log_ins.codes[-min(last, len(site.log_ins.codes))]
    user, browser = code.browser
    where = (user, 1 - browser if moved else browser)
    if site.log_ins.enter(code, where, now=site.now, changed=changed, confirms=confirms):
        site.find_player(code.user).leaves = False
        site.visit(code.user)
    site.faults += site.log_ins.faults
    site.log_ins.faults.clear()


@action(number=players)
def set_up_app(site: Scene, *, number: int) -> None:
    """From now on this player's log-ins are confirmed by an app."""
    confirm_by_app(site.players[number].user)
