"""What devices and scripts ask of a node, or of the proxy before it."""

import base64
import http.client
import json
import re
import socket
import time

# What stands for no answer: the node was not there, or went while it was asked.
GONE = 0
CALENDAR = "/dav/c/{}/calendar/"


class Connection(http.client.HTTPConnection):
    """To a Unix socket, or to a port of this machine."""

    def __init__(self, place, patience):
        super().__init__("localhost", timeout=patience)
        self.place = place

    def connect(self):
        if isinstance(self.place, int):
            self.sock = socket.create_connection(("127.0.0.1", self.place), self.timeout)
        else:
            self.sock = socket.socket(socket.AF_UNIX)
            self.sock.settimeout(self.timeout)
            self.sock.connect(str(self.place))
        if isinstance(self.place, int):
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class Answer:
    def __init__(self, status, fields=None, body=b""):
        self.status, self.fields, self.body = status, fields or {}, body

    @property
    def etag(self):
        return (self.fields.get("ETag") or "").strip('"')

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:200]!r}"


class Client:
    """One program on one place, with a connection that it keeps. Not for two threads."""

    def __init__(self, place, patience=60):
        self.place, self.patience, self.connection = place, patience, None
        # When it asked what has no answer yet.
        self.since = None

    def ask(self, method, path, body=None, fields=(), account=None):
        """An answer, whose status is `GONE` where there was none. `account` is a user's name and password, or a token."""
        fields = {"Host": "localhost", **dict(fields)}
        if isinstance(account, tuple):
            fields["Authorization"] = "Basic " + base64.b64encode(":".join(account).encode()).decode()
        elif account:
            fields["Authorization"] = "Bearer " + account
        if isinstance(body, str):
            body = body.encode()
        is_kept = self.connection is not None
        self.since = time.monotonic()
        try:
            if not is_kept:
                self.connection = Connection(self.place, self.patience)
            self.connection.request(method, path, body, fields)
            answer = self.connection.getresponse()
            content = answer.read()
            if answer.will_close:
                self.close()
            return Answer(answer.status, answer.headers, content)
        except (OSError, http.client.HTTPException):
            self.close()
            # An idle connection that has ended: whoever only reads asks anew.
            if is_kept and method in ("GET", "PROPFIND", "REPORT"):
                return self.ask(method, path, body, fields)
            return Answer(GONE)
        finally:
            self.since = None

    def until(self, seconds, *request, good=(200, 201, 204, 207), **options):
        """Asks until there is a good answer, or the time is over."""
        end = time.monotonic() + seconds
        while (answer := self.ask(*request, **options)).status not in good and time.monotonic() < end:
            time.sleep(0.2)
        return answer

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


class User:
    """Somebody who is served, with a device."""

    def __init__(self, name, token, device=None):
        self.name, self.token, self.device = name, token, device

    @property
    def account(self):
        return self.name, self.device

    @property
    def calendar(self):
        return CALENDAR.format(self.name)

    def let_in(self, client):
        """Makes the device."""
        answer = client.until(
            30, "POST", "/v1/devices", json.dumps({"name": "Phone"}), [("Content-Type", "application/json")], self.token
        )
        assert answer.status in (200, 201), answer
        found = answer.json()
        self.device = found.get("password") or found["device"]["password"]

    def put(self, client, href, text, match=None):
        """Writes a text, if it is there with the ETag, or not there yet."""
        condition = ("If-Match", f'"{match}"') if match else ("If-None-Match", "*")
        return client.ask("PUT", href, text, [condition, ("Content-Type", "text/calendar")], self.account)

    def listing(self, client, calendar=None):
        """The ETags by the hrefs; nil with the answer where there is none."""
        answer = client.ask(
            "PROPFIND", calendar or self.calendar,
            '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>', [("Depth", "1")], self.account,
        )  # fmt: skip
        return (tags(answer) if answer.status == 207 else None), answer

    def changes(self, client, token, calendar=None):
        """The ETags of what has changed since a token, nil for what is gone; and the next token."""
        answer = client.ask(
            "REPORT", calendar or self.calendar,
            f'<sync-collection xmlns="DAV:"><sync-token>{token}</sync-token><sync-level>1</sync-level>'
            "<prop><getetag/></prop></sync-collection>", [("Depth", "0")], self.account,
        )  # fmt: skip
        if answer.status != 207:
            return None, None, answer
        next_token = re.search(rb"<[^>]*sync-token[^>]*>([^<]*)<", answer.body)
        return tags(answer), next_token[1].decode(), answer


def tags(answer):
    """The ETags of a multistatus; nil where it says 404."""
    found = {}
    for part in re.split(rb"<(?:\w+:)?response[ >]", answer.body)[1:]:
        href = re.search(rb"<(?:\w+:)?href[^>]*>([^<]+)<", part)[1].decode()
        etag = re.search(rb"<(?:\w+:)?getetag[^>]*>(?:&quot;|\")?([^<&\"]+)", part)
        if etag:
            found[href] = etag[1].decode()
        elif re.search(rb"<(?:\w+:)?status[^>]*>HTTP/1.1 404", part) and not href.endswith("/"):
            found[href] = None
    return found


def event(uid, summary, day="20261130", hour=10):
    return "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//agenda//cluster//EN", "BEGIN:VEVENT", f"UID:{uid}",
        "DTSTAMP:20261128T000000Z", f"DTSTART:{day}T{hour:02}0000Z", f"DTEND:{day}T{hour + 1:02}0000Z", f"SUMMARY:{summary}",
        "END:VEVENT", "END:VCALENDAR", "",
    ])  # fmt: skip
