"""Addresses of replies: where the provider brings mails, and the answer to one in the mailbox of a site without any."""

from django.urls import path

from replies.views import mailbox, webhook

urlpatterns = [
    path("mail-replies/<slug:provider>/", webhook.mail_replies, name="mail_replies"),
    path("mailbox/<str:name>/reply/", mailbox.mailbox_reply, name="mailbox_reply"),
]
