# Python 3.8 or newer. `headers`: names in lower case. `body`: the raw bytes of the request.
import base64
import hashlib
import hmac
import time

TOLERANCE = 300  # seconds


def is_genuine(body, headers, secret, now=None):
    """Whether a delivery is genuine and fresh, by its Standard Webhooks headers."""
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit():
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(f"v1,{expected}".encode(), given.encode())
        for given in headers.get("webhook-signature", "").split(" ")
    )


def is_genuine_plain(body, headers, secret):
    """The simpler check: the hex HMAC-SHA256 of the raw body. It tells nothing about when it was sent."""
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), headers.get("tolbor-signature", "").encode())
