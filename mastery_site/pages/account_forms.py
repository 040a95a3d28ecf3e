"""Our own forms for allauth, which uses them for log-ins and for changes to them. They explain errors better than its
own."""

ACCOUNT = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "add_email": "accounts.forms.AddEmailForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "user_token": "accounts.forms.ResetLinkForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reauthenticate": "accounts.forms.ConfirmPasswordForm",
}
MFA = {
    "authenticate": "accounts.forms.CodeForm",
    "reauthenticate": "accounts.forms.ConfirmCodeForm",
    "activate_totp": "accounts.forms.ActivateAppForm",
    "authenticate_webauthn": "accounts.forms.KeyForm",
    "login_webauthn": "accounts.forms.LoginKeyForm",
    "reauthenticate_webauthn": "accounts.forms.ConfirmKeyForm",
    "add_webauthn": "accounts.forms.AddKeyForm",
    "edit_webauthn": "accounts.forms.RenameKeyForm",
}
