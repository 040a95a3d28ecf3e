"""What a database alone does not contain: the keys of the site. Also says what is lost without them."""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from accounts.models import KeptName, NameKey
from accounts.signing_in import sealing
from mastery_site.backup.rows import BackupError
from mastery_site.environment import data_folder, keys
from notifications.channels.push import vapid
from notifications.models import Device

UNREADABLE = (
    "{count} second factors cannot be read: most likely SECRET_KEY is another than that of the site they are of. "
    "Give that one as SECRET_KEY_FALLBACKS, or take them away by manage.py reset-second-factors --unreadable."
)

NAMES_LOST = "{count} names of closed accounts may be taken by anybody, since their key cannot be read either."
SILENT = "{count} devices get no push messages any more: they know the site by another key."
CARRY = (
    "Set VAPID_PRIVATE_KEY to the one that they know, as manage.py vapid shows it where the backup was made; otherwise "
    "they have to be registered again."
)


class Kept(NamedTuple):
    """A key that the embedded site stores in a file of its data folder."""

    setting: str
    path: Path
    carried: bool


def list_kept(folder: Path) -> list[Kept]:
    """Returns the keys of the embedded site of this folder, and whether this site's settings have them."""
    told = {
        "SECRET_KEY": (keys.SECRET_KEY, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]),
        "VAPID_PRIVATE_KEY": (keys.VAPID_KEY, [settings.VAPID_PRIVATE_KEY]),
    }
    kept = ((setting, folder / name, used) for setting, (name, used) in told.items())
    return [Kept(setting, path, data_folder.read_kept(path) in used) for setting, path, used in kept if path.is_file()]


def tell_kept(folder: Path) -> list[str]:
    """Returns a sentence for each key: either this site has it, or how to set it."""
    return [
        f"{kept.setting} is that of {kept.path}."
        if kept.carried
        else f"{kept.setting} is not yet that of {kept.path}: set it to what that file holds."
        for kept in list_kept(folder)
    ]


def tell_unreadable(using: str) -> str:
    """Returns sentences about what is sealed in this database and cannot be read, or an empty text."""
    lost = [key.pk for key in NameKey.objects.using(using).order_by("pk") if not key.is_readable()]
    counts = {
        UNREADABLE: sum(1 for _ in sealing.list_unreadable(using)),
        NAMES_LOST: KeptName.objects.using(using).filter(key__in=lost).count(),
    }
    return " ".join(sentence.format(count=count) for sentence, count in counts.items() if count)


def tell_silent(using: str, *, known_key: str) -> str:
    """Returns a sentence if the devices of this database know the site by another public key than its present one, or
    if it has no key now.

    The text is empty if the keys are equal. An empty `known_key` is unknown, and counts as equal to a present key.
    """
    present = vapid.public_key() if vapid.is_set_up() else ""
    devices = Device.objects.using(using).count()
    if not devices or (present and known_key in ("", present)):
        return ""
    return f"{SILENT.format(count=devices)} {CARRY}"


def refuse_left_behind(folder: Path, *, using: str) -> None:
    """Raises BackupError if keys that were not carried along would lock people of this database out, or silence their
    devices."""
    lost = [tell_unreadable(using)]
    push = next((kept for kept in list_kept(folder) if kept.setting == "VAPID_PRIVATE_KEY"), None)
    devices = Device.objects.using(using).count()
    if push and not push.carried and devices:
        lost.append(SILENT.format(count=devices))
    if any(lost):
        raise BackupError(
            " ".join(filter(None, [*lost, *tell_kept(folder), "With --without-keys it is moved as it is."]))
        )
