"""Time that passes: while the site works, or while nothing of it runs."""

from hypothesis import strategies as st

from tests.stateful.actions import action
from tests.stateful.site import DAY, HOUR, MINUTE, Site


@action(
    meanwhile=False,
    weight=5,
    length=st.sampled_from((2 * MINUTE, 31 * MINUTE, 5 * HOUR, 11 * HOUR, DAY, 2 * DAY, 3 * DAY)),
    rounds=st.sampled_from((2, 6, 12)),
)
def wait(site: Site, *, length, rounds: int) -> None:
    site.pass_time(length, rounds=rounds)


@action(meanwhile=False, length=st.sampled_from((12 * MINUTE, 3 * HOUR, 14 * HOUR)), tasks_first=st.booleans())
def be_out_of_reach(site: Site, *, length, tasks_first: bool) -> None:
    """Nothing of the site runs; then its tasks do, or a player was faster."""
    site.move_to(site.now + length)
    if tasks_first:
        site.run_tasks()
