"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from mastery_site.health import healthz, metrics
from mastery_site.pages import about, status, styleguide
from replies.views import explaining

MOVED = {
    "settings/off-time/": "/settings/vacation/",
    "settings/notices/": "/settings/notifications/",
    "notices/": "/inbox/",
}
"""Former addresses of pages. Emails and bookmarks still lead to them."""

urlpatterns = [
    path("rules/email/", explaining.rules_of_email, name="rules_of_email"),  # otherwise it would be a ruleset
    path("", include("games.urls")),  # first: Django tries them in order, and these are asked for most
    path("livez", healthz.livez, name="livez"),
    path("healthz", healthz.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("status/", status.status, name="status"),
    path("about/", about.about, name="about"),
    path("contact/", about.contact, name="contact"),
    path("privacy/", about.privacy, name="privacy"),
    path("terms/", about.terms, name="terms"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),  # some replace pages of allauth
    path("account/", include("allauth.urls")),
    path("", include("replies.urls")),
    path("", include("notifications.urls")),
    path("", include("moderation.urls")),
    path("", include("competition.urls")),
    path("", include("records.urls")),
    path("", include("computers.urls")),
    path("", include("analysis.urls")),
    *(
        re_path(rf"^{old}(?P<rest>.*)$", RedirectView.as_view(url=f"{new}%(rest)s", permanent=True, query_string=True))
        for old, new in MOVED.items()
    ),
]

handler404 = "games.views.hidden.not_found"
handler429 = "accounts.signing_in.pages.too_often"
handler500 = "mastery_site.pages.unavailable.server_error"
