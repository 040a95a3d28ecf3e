"""A bare Django site to measure the real one against: a page with five queries, and a POST that writes one row.

Sessions, log-in and protection against forged requests are Django's own; nothing else is. It runs on a database of its
own (REFERENCE_URL) on the same server, under the same gunicorn.
"""

from __future__ import annotations

import os
import secrets

import dj_database_url
import django
from django.conf import settings

DATABASE = {**dj_database_url.parse(os.environ["REFERENCE_URL"]), "CONN_HEALTH_CHECKS": True}
PAGE = """<!doctype html>
<html lang="en">
  <head><title>Reference</title></head>
  <body>
    <h1>{{ user.username }}</h1>
    {% for list in lists %}
      <ul>{% for row in list %}<li><a href="{% url 'page' %}?{{ row.pk }}">{{ row.name }}</a></li>{% endfor %}</ul>
    {% endfor %}
    <form method="post" action="{% url 'write' %}">{% csrf_token %}<button>Write</button></form>
  </body>
</html>"""

settings.configure(
    SECRET_KEY=os.environ["SECRET_KEY"],
    ALLOWED_HOSTS=["localhost"],
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    ROOT_URLCONF=__name__,
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "context_processors": ["django.contrib.auth.context_processors.auth"],
                "loaders": [
                    (
                        "django.template.loaders.cached.Loader",
                        [("django.template.loaders.locmem.Loader", {"page": PAGE})],
                    )
                ],
            },
        }
    ],
    DATABASES={"default": {**DATABASE, "OPTIONS": {"pool": {"min_size": 1, "max_size": 10, "timeout": 10}}}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
)
django.setup()

from django.contrib.auth.decorators import login_required  # noqa: E402
from django.contrib.auth.models import Group, User  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import transaction  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.shortcuts import redirect, render  # noqa: E402
from django.urls import path  # noqa: E402

ROWS = 10
"""Of each list on the page."""


@login_required
def page(request: HttpRequest) -> HttpResponse:
    """Session, user, three lists: five queries."""
    lists = [Group.objects.order_by("pk")[:ROWS], Group.objects.order_by("-pk")[:ROWS], Group.objects.all()[:ROWS]]
    return render(request, "page", {"lists": lists})


@login_required
def write(request: HttpRequest) -> HttpResponse:
    """Session, user, one row in a transaction, and back to the page."""
    with transaction.atomic():
        Group.objects.create(name=secrets.token_hex())
    return redirect("page")


urlpatterns = [path("", page, name="page"), path("write/", write, name="write")]
application = get_wsgi_application()


def prepare() -> str:
    """Makes tables and rows, and returns the cookie of a session."""
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    Group.objects.bulk_create(Group(name=f"Row {number}") for number in range(100))
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.create(username="reference", password="!"))
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    print(prepare())
