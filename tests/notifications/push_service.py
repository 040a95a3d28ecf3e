"""A push service on this machine and a browser that subscribes to it: it takes messages as RFC 8030 says, unseals them
as RFC 8291 says with code of its own, and knows their sender by RFC 8292."""

import base64
import json
import os
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

P256 = ec.SECP256R1()


def encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Browser:
    """Holds the keys of one subscription."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(P256)
        self._secret = os.urandom(16)
        self.keys = {"p256dh": encode(point_of(self._key.public_key())), "auth": encode(self._secret)}

    def unseal(self, body: bytes) -> dict:
        """RFC 8188, 2.1 for the header; RFC 8291, 3.4 for the keys."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(P256, theirs))
        info = b"WebPush: info\x00" + point_of(self._key.public_key()) + theirs
        secret = HKDF(hashes.SHA256(), 32, self._secret, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        assert padded.rstrip(b"\x00").endswith(b"\x02")  # the last record
        return json.loads(padded.rstrip(b"\x00")[:-1])


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """A context. `answers` gives the status of each path; 201 where it says nothing."""

    answers: dict[str, int] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)

    def __enter__(self) -> "PushService":
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.received.append(Received(self.path, dict(self.headers), body))
                status = service.answers.get(self.path, 201)
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"{service.url}/inside")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error) -> None:
        self._server.shutdown()
        self._server.server_close()


def read_sender(headers: dict[str, str]) -> tuple[dict, str]:
    """The claims of the sender, and the sender's public key. Raises InvalidSignature."""
    scheme, _, rest = headers["Authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    raw = decode(signature)
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(P256, decode(parts["k"]))
    key.verify(numbers, signed.encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(decode(signed.split(".")[1])), parts["k"]
