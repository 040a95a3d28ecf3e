"""What a real security key would have answered when it was added."""

from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)


def make_credential(number: bytes = b"a key of tests") -> dict:
    """The answer as a browser sends it, of a key without attestation whose point lies on no curve."""
    public = ES256({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)})
    data = AttestedCredentialData.create(Aaguid(bytes(16)), number, public)
    flags = AuthenticatorData.FLAG.USER_PRESENT | AuthenticatorData.FLAG.ATTESTED
    attestation = AttestationObject.create("none", AuthenticatorData.create(bytes(32), flags, 0, data), {})
    client = CollectedClientData.create("webauthn.create", b"challenge", "http://testserver")
    answer = {"clientDataJSON": websafe_encode(client), "attestationObject": websafe_encode(attestation)}
    return {"id": websafe_encode(number), "rawId": websafe_encode(number), "type": "public-key", "response": answer}
