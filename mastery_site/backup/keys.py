"""What a database alone does not carry: the keys of the site, and what is lost without them."""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from accounts import sealing
from mastery_site import environment
from mastery_site.backup.rows import BackupError
from notifications.models import Device

UNREADABLE = (
    "{count} second factors cannot be read: most likely SECRET_KEY is another than that of the site they are of. "
    "Give that one as SECRET_KEY_FALLBACKS, or take them away by manage.py reset-second-factors --unreadable."
)


class Kept(NamedTuple):
    """A key that the embedded site keeps in a file of its data folder."""

    setting: str
    path: Path
    carried: bool


def list_kept(folder: Path) -> list[Kept]:
    """The keys of the embedded site of this folder, and whether this site has been told them."""
    told = {
        "SECRET_KEY": (environment.SECRET_KEY, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]),
        "VAPID_PRIVATE_KEY": (environment.VAPID_KEY, [settings.VAPID_PRIVATE_KEY]),
    }
    kept = ((setting, folder / name, used) for setting, (name, used) in told.items())
    return [Kept(setting, path, environment.read_kept(path) in used) for setting, path, used in kept if path.is_file()]


def tell_kept(folder: Path) -> list[str]:
    """A sentence for each: whether it was carried along, or what to do."""
    return [
        f"{kept.setting} is that of {kept.path}."
        if kept.carried
        else f"{kept.setting} is not yet that of {kept.path}: set it to what that file holds."
        for kept in list_kept(folder)
    ]


def tell_unreadable(using: str) -> str:
    """A sentence on the second factors of this database that cannot be read, or nothing."""
    count = sum(1 for _ in sealing.list_unreadable(using))
    return UNREADABLE.format(count=count) if count else ""


def refuse_left_behind(folder: Path, *, using: str) -> None:
    """Raises BackupError where people of this database would be locked out, or their devices fall silent, by keys that
    were not carried along."""
    lost = [tell_unreadable(using)]
    push = next((kept for kept in list_kept(folder) if kept.setting == "VAPID_PRIVATE_KEY"), None)
    devices = Device.objects.using(using).count()
    if push and not push.carried and devices:
        lost.append(f"{devices} devices get no push messages any more: they know the site by another key.")
    if any(lost):
        raise BackupError(
            " ".join(filter(None, [*lost, *tell_kept(folder), "With --without-keys it is moved as it is."]))
        )
