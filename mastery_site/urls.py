"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("account/", include("allauth.urls")),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("games.urls")),
]

handler500 = "mastery_site.unavailable.server_error"
