"""An internet of one server: every host name leads to it, by TLS with a certificate of an authority made for it."""

import datetime
import ipaddress
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Asked:
    method: str
    host: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    """Their names in small letters."""
    body: bytes


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


class Service(Protocol):
    hosts: tuple[str, ...]

    def take(self, asked: Asked) -> Answer:
        """Raises AssertionError where the request is not as the service's documents say."""


class Internet:
    """A context. `answers` says what a host answers instead of taking the message, once it has checked it."""

    def __init__(self, services: list[Service], *, folder: Path) -> None:
        self.by_host = {host: service for service in services for host in service.hosts}
        self.answers: dict[str, Answer] = {}
        self.asked: list[Asked] = []
        self.wrong: list[str] = []
        self._folder = folder

    def __enter__(self) -> "Internet":
        internet = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                parts = urlsplit(self.path)
                headers = {name.lower(): value for name, value in self.headers.items()}
                asked = Asked(self.command, headers["host"], parts.path, parse_qs(parts.query), headers, body)
                answer = internet.take(asked)
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body)

            do_POST = do_PUT = do_GET = _answer

            def log_message(self, *told: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self.certificate = make_certificate(list(self.by_host), folder=self._folder)
        here = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        here.load_cert_chain(self.certificate)
        self._server.socket = here.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *told: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def take(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        instead = self.answers.get(asked.host)
        try:
            return instead or self.by_host[asked.host].take(asked)
        except Exception as error:  # told by the fixture: here it would be an answer
            self.wrong.append(f"{asked.host}: {error!r}")
            return Answer(400)


def make_certificate(hosts: list[str], *, folder: Path) -> Path:
    """A file with what a server of these hosts shows, and its clients trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Made for tests")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName(host) for host in hosts] + [x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1000))
    builder = builder.not_valid_after(now + datetime.timedelta(days=1000))
    builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    made = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True).sign(
        key, hashes.SHA256()
    )
    file, encoding = folder / "made.pem", serialization.Encoding.PEM
    plain = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(plain + made.public_bytes(encoding))
    return file
