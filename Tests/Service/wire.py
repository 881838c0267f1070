"""HTTP/1.1 by hand, so that every byte can be wrong."""

import json
import socket


class Closed(OSError):
    """The other side has closed the connection where an answer was expected."""


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def __getitem__(self, name):
        """The first value of a field; None where there is none."""
        return next((value for key, value in self.fields if key == name.lower()), None)

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:200]!r}"


# Seconds in which what must come comes, also on a busy machine: fewer than the 30 after which the service itself ends what is slow.
PATIENCE = 20.0


class Wire:
    """A connection to a service."""

    def __init__(self, address, host, token=None, timeout=PATIENCE, receive_buffer=None):
        family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(address)
        self.host, self.token, self.rest = host, token, b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def head(self, method, target, fields=(), host=True):
        """A request without its content."""
        lines = [f"{method} {target} HTTP/1.1"]
        if host:
            lines.append(f"Host: {self.host}")
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        lines += [f"{name}: {value}" for name, value in fields]
        return "\r\n".join(lines).encode() + b"\r\n\r\n"

    def send(self, data):
        self.socket.sendall(data)

    def ask(self, method, target, fields=(), body=None, host=True):
        """The answer to a request; `body` is JSON or bytes."""
        if body is not None:
            if not isinstance(body, bytes):
                body = json.dumps(body).encode()
            fields = [*fields, ("Content-Length", len(body))]
            if not any(name.lower() == "content-type" for name, _ in fields):
                fields.append(("Content-Type", "application/json"))
        self.send(self.head(method, target, fields, host) + (body or b""))
        return self.answer(method)

    def more(self):
        data = self.socket.recv(65_536)
        if not data:
            raise Closed("closed")
        self.rest += data

    def until(self, mark):
        while mark not in self.rest:
            self.more()
        found, self.rest = self.rest.split(mark, 1)
        return found

    def take(self, count):
        while len(self.rest) < count:
            self.more()
        found, self.rest = self.rest[:count], self.rest[count:]
        return found

    def answer(self, method="GET", head_only=False):
        """The next answer; the head alone of one that goes on, such as a stream."""
        lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        fields = [(name.lower(), value.strip()) for name, value in (line.split(":", 1) for line in lines[1:])]
        answer = Answer(status, fields, b"")
        if head_only or method == "HEAD" or status in (204, 304) or status < 200:
            return answer
        if answer["transfer-encoding"] == "chunked":
            while size := int(self.until(b"\r\n"), 16):
                answer.body += self.take(size)
                self.take(2)
            self.until(b"\r\n")
        else:
            answer.body = self.take(int(answer["content-length"] or 0))
        return answer

    def all(self):
        """What comes until the other side closes; None if it does not in time."""
        try:
            while True:
                self.more()
        except TimeoutError:
            return None
        except OSError:
            return self.rest


class Stream:
    """A reader of /v1/stream."""

    def __init__(self, wire, fields=(), target="/v1/stream"):
        self.wire, self.content = wire, b""
        wire.send(wire.head("GET", target, fields))
        self.head = wire.answer(head_only=True)

    def event(self):
        """The next event as a dictionary; None at a proper end."""
        while b"\n\n" not in self.content:
            size = int(self.wire.until(b"\r\n"), 16)
            self.content += self.wire.take(size)
            self.wire.take(2)
            if not size:
                return None
        text, self.content = self.content.split(b"\n\n", 1)
        event = {}
        for line in text.decode().split("\n"):
            name, value = line.split(":", 1)
            value = value.removeprefix(" ")
            event[name] = event[name] + "\n" + value if name in event else value
        return event

    def until(self, text):
        """Reads on to an event that has a text."""
        while (event := self.event()) is not None:
            if text in event.get("data", ""):
                return event
        raise Closed("the stream ended")
