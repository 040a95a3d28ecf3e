"""The secret key and the key of push messages: given, or made at the first start of an embedded site."""

import base64
import secrets
from pathlib import Path

from mastery_site.environment.data_folder import keep, make_folders

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186-5): a private key is a smaller number."""
SECRET_KEY, VAPID_KEY = "secret_key", "vapid_key"
"""Files of the data folder in which the embedded site stores its keys. A public server gets them as settings."""


def secret_key(given: str, *, embedded: bool, data_dir: Path) -> str:
    """Returns the given key. With the embedded database it makes a key at the first start and keeps it in the data
    folder."""
    if given or not embedded or make_folders(data_dir):
        return given or "missing-" + "x" * 60  # the system checks refuse to start with this key
    return keep(data_dir / SECRET_KEY, secrets.token_urlsafe(60))


def vapid_key(given: str, *, embedded: bool, data_dir: Path) -> str:
    """Returns the given key for push messages. With the embedded database it makes one at the first start and keeps
    it."""
    if given or not embedded or make_folders(data_dir):
        return given
    return keep(data_dir / VAPID_KEY, make_vapid_key())


def make_vapid_key() -> str:
    """Makes a private key of the curve P-256 in the form that VAPID uses: 32 bytes in base64url."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")
