"""What a browser sends with a form besides what is typed: the version that its page saw."""

from django.test import Client

from core.versions import VERSION
from tests.faults.posted import PageForm, read_forms


def list_versioned(client: Client, page: str) -> list[PageForm]:
    """The forms of the page that name a version."""
    forms = read_forms(page, client.get(page).content.decode())
    return [form for form in forms if VERSION in form.values]


def see(client: Client, page: str, *, action: str = "") -> dict[str, str]:
    """The field by which the form that is sent to `action`, or to the page itself, names what its page saw."""
    found = next(
        form
        for form in list_versioned(client, page)
        if form.action.partition("?")[0] == (action or page.partition("?")[0])
    )
    return {VERSION: found.values[VERSION][0]}
