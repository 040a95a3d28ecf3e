"""The addresses of email: for the provider's reports, and for the mailbox of a site without a mail server."""

from django.urls import path

from notifications.channels.email.views import bounces, mailbox

urlpatterns = [
    path("mail-events/<slug:provider>/", bounces.mail_events, name="mail_events"),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<str:name>/", mailbox.mailbox_mail, name="mailbox_mail"),
    path("mailbox/<str:name>/html/", mailbox.mailbox_html, name="mailbox_html"),
]
