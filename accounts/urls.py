"""Addresses of the accounts app. A person's public page is a view of games."""

from django.urls import path

from accounts.posted.sent_forms import once
from accounts.signing_in import code_pages, pages
from accounts.views import blocks, faces, own_data, settings

urlpatterns = [
    path("account/signup/", once()(pages.SignUp.as_view()), name="account_signup"),
    path("account/login/", code_pages.LogIn.as_view(), name="account_login"),
    path("account/login/code/", once()(code_pages.AskForCode.as_view()), name="account_request_login_code"),
    path("account/login/code/confirm/", code_pages.EnterCode.as_view(), name="account_confirm_login_code"),
    path("account/email/", once()(pages.ChangeEmail.as_view()), name="account_email"),
    path("account/password/reset/", once()(pages.ResetPassword.as_view()), name="account_reset_password"),
    path("account/2fa/webauthn/login/", pages.PasskeyLogIn.as_view(), name="mfa_login_webauthn"),
    path("account/stop/<str:token>/", settings.stop_rescue, name="stop_rescue"),
    path("settings/", settings.settings, name="settings"),
    path("settings/face/", faces.change_face, name="change_face"),
    path("settings/name/", settings.new_name, name="new_name"),
    path("settings/activity/", settings.recent_activity, name="recent_activity"),
    path("settings/board/", settings.change_board_look, name="board_look"),
    path("settings/time-zone/", settings.learn_time_zone, name="learn_time_zone"),
    path("settings/your-data/", own_data.own_data, name="own_data"),
    path("settings/your-data/download/", own_data.download, name="download_own_data"),
    path("settings/close/", own_data.close_account, name="close_account"),
    path("settings/blocked/", blocks.blocked_players, name="blocked_players"),
    path("faces/<slug:mark>.webp", faces.face_picture, name="face_picture"),
    path("kept/forget/", own_data.forget_kept, name="forget_kept"),
    path("people/<str:username>/block/", blocks.block, name="block"),
]
