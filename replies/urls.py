"""Addresses of replies: where the provider brings mails, and what became of them."""

from django.urls import path

from replies.views import mailbox, unread, webhook

urlpatterns = [
    path("settings/notifications/answers/", unread.answers_by_email, name="answers_by_email"),
    path("mail-replies/<slug:provider>/", webhook.mail_replies, name="mail_replies"),
    path("mailbox/<str:name>/reply/", mailbox.mailbox_reply, name="mailbox_reply"),
]
