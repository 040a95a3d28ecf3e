"""Seals the secrets of second factors that were stored as they are; see accounts/sealing.py.

While it runs, code from before cannot read what is sealed already: a log-in by code may fail until it is replaced.
"""

from django.db import migrations

from accounts import sealing


def change(apps, convert) -> None:
    factors = apps.get_model("mfa", "Authenticator").objects
    for factor in factors.filter(type__in=["totp", "recovery_codes"]).select_for_update():
        data = dict(factor.data)
        for name in {"secret", "seed"} & data.keys():
            data[name] = convert(data[name])
        if "migrated_codes" in data:
            data["migrated_codes"] = [convert(code) for code in data["migrated_codes"]]
        factors.filter(pk=factor.pk).update(data=data)


def seal(apps, schema_editor) -> None:
    change(apps, lambda stored: stored if stored.startswith(sealing.MARK) else sealing.seal(stored))


def unseal(apps, schema_editor) -> None:
    change(apps, sealing.unseal)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_limits"), ("mfa", "0003_authenticator_type_uniq")]

    operations = [migrations.RunPython(seal, unseal)]
