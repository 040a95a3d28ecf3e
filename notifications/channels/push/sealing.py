"""Seals a push message for the only browser that can read it (RFC 8291)."""

import base64
import json
import secrets

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

from notifications.models import Device


def seal(content: dict[str, str], *, device: Device) -> bytes:
    """Returns the sealed message with a header that says how to open it."""
    return http_ece.encrypt(
        json.dumps(content).encode(),
        salt=secrets.token_bytes(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decode(device.key),
        auth_secret=decode(device.secret),
        version="aes128gcm",
    )


def decode(text: str) -> bytes:
    """Decodes base64url with or without its padding. Raises ValueError."""
    return base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True)
