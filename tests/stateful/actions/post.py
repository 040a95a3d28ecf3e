"""What the mail server and the push services do, and what happens while they have a message in their hands."""

from hypothesis import strategies as st

from tests.stateful.actions import action, players
from tests.stateful.post import MAIL_ANSWERS, PUSH_ANSWERS
from tests.stateful.site import Site


@action(meanwhile=False, number=players, answer=st.sampled_from(MAIL_ANSWERS))
def answer_mails(site: Site, *, number: int, answer: str) -> None:
    """From now on, to this player's address."""
    site.post.mail[site.players[number].address] = answer


@action(meanwhile=False, number=players, status=st.sampled_from(PUSH_ANSWERS))
def answer_pushes(site: Site, *, number: int, status: int) -> None:
    """From now on, for this player's devices."""
    for endpoint in site.players[number].devices:
        site.post.push[endpoint] = status


@action(meanwhile=False, works=st.booleans())
def reach_mail_server(site: Site, *, works: bool) -> None:
    site.post.works = works


@action()
def deliver(site: Site) -> None:
    """A worker looks, be it while another has a message in its hands."""
    site.run_delivery()
