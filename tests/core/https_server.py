"""Servers that speak TLS, well or badly, the authority that vouches for them, and an internet that leads to them."""

import itertools
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pycurl
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from core import outgoing

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK"


class Authority:
    """Signs certificates; its own is `file`."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._key = folder, ec.generate_private_key(ec.SECP256R1())
        self.file = folder / "authority.pem"
        usage = dict.fromkeys(
            ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement"), False
        ) | {"encipher_only": False, "decipher_only": False}
        certificate = (
            self._begin("Authority", self._key.public_key(), days=3)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .add_extension(
                x509.KeyUsage(digital_signature=True, key_cert_sign=True, crl_sign=True, **usage), critical=True
            )
            .sign(self._key, hashes.SHA256())
        )
        self.file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def _begin(self, name: str, key: ec.EllipticCurvePublicKey, *, days: int) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        mine = self._key.public_key()
        return (
            x509.CertificateBuilder()
            .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
            .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority")]))
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=9))
            .not_valid_after(now + timedelta(days=days))
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(mine), critical=False)
        )

    def certify(self, *names: str, days: int = 3) -> Path:
        """A file with a key and its certificate for these names, which ends in so many days."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = (
            self._begin(names[0], key.public_key(), days=days)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .sign(self._key, hashes.SHA256())
        )
        file = self._folder / f"{names[0]}{days}.pem"
        plain = serialization.NoEncryption()
        form = serialization.PrivateFormat.PKCS8
        file.write_bytes(
            key.private_bytes(serialization.Encoding.PEM, form, plain)
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        return file


@dataclass(frozen=True)
class Asked:
    connection: int
    """Its number, from 1."""
    head: str
    body: bytes

    def header(self, name: str) -> list[str]:
        lines = [line.partition(":") for line in self.head.split("\r\n")[1:]]
        return [value.strip() for found, _, value in lines if found.lower() == name]


Behaviour = Callable[[socket.socket], object]


@dataclass
class Server:
    """A context. To each request it does what `answer` does with the connection; `greet` comes before TLS."""

    certificate: Path
    answer: Behaviour = lambda connection: connection.sendall(OK)
    greet: Behaviour = lambda connection: None
    asked: list[Asked] = field(default_factory=list)
    unfinished: set[int] = field(default_factory=set)
    """Connections that the other side has not ended."""

    def __enter__(self) -> "Server":
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(self.certificate)
        self._numbers = itertools.count(1)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *error) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                plain, _ = self._listener.accept()
                number = next(self._numbers)
                self.unfinished.add(number)
                threading.Thread(target=self._serve, args=[plain, number], daemon=True).start()

    def _serve(self, plain: socket.socket, number: int) -> None:
        plain.settimeout(20)
        connection = plain
        try:
            self.greet(plain)
            connection = self._tls.wrap_socket(plain, server_side=True)
            while request := read_request(connection, number):
                self.asked.append(request)
                self.answer(connection)
        except OSError:
            wait_for_end(connection)
        finally:
            self.unfinished.discard(number)
            connection.close()


def wait_for_end(connection: socket.socket) -> None:
    """Until the other side ends the connection, or it had been ended here."""
    with suppress(OSError):
        while connection.recv(4096):
            pass


def read_request(connection: socket.socket, number: int) -> Asked | None:
    """None where the other side asks for nothing more."""
    head = b""
    while b"\r\n\r\n" not in head:
        if not (more := connection.recv(1)):
            return None
        head += more
    request = Asked(number, head.decode("latin-1").removesuffix("\r\n\r\n"), b"")
    body = b""
    length = int((request.header("content-length") or ["0"])[0])
    while len(body) < length:
        if not (more := connection.recv(length - len(body))):
            return None
        body += more
    return Asked(number, request.head, body)


@dataclass
class Internet:
    """Knows names (`*` is any), and leads each connection to a public address to a server of this machine."""

    port: int
    names: dict[str, list[str]] = field(default_factory=dict)
    connected: list[tuple[str, int]] = field(default_factory=list)

    def install(self, monkeypatch) -> None:
        resolve(monkeypatch, self.names, options={pycurl.SOCKOPTFUNCTION: lambda *_: pycurl.SOCKOPT_ALREADY_CONNECTED})
        monkeypatch.setattr(outgoing, "make_socket", self.connect)

    def connect(self, address) -> socket.socket:
        self.connected.append(address.addr[:2])
        return socket.create_connection(("127.0.0.1", self.port))


def resolve(monkeypatch, names: dict[str, list[str]], *, port: int = 443, options: dict[int, object] | None = None):
    """Has libcurl look up names here, before each request anew, and gives it more options."""
    prepare = outgoing.prepare

    def prepare_here(curl, exchange, **how) -> None:
        prepare(curl, exchange, **how)
        known = [f"{host}:{at}:{','.join(found)}" for host, found in names.items() for at in {443, port}]
        curl.setopt(pycurl.RESOLVE, known)
        for option, value in (options or {}).items():
            curl.setopt(option, value)

    monkeypatch.setattr(outgoing, "prepare", prepare_here)
