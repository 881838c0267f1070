"""The CalDAV servers, started as the tests start them, with calendars of ours."""

import base64
import http.client
import os
import pathlib
import shutil
import socket
import subprocess
import time

import events

MAKE = b"""<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
<D:displayname>%s</D:displayname></D:prop></D:set></C:mkcalendar>"""

SYNC = b"""<sync-collection xmlns="DAV:"><sync-token/><sync-level>1</sync-level><prop><getetag/></prop>
</sync-collection>"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Server:
    user, password = "alice", "wonderland"
    home = "/alice/"

    def __init__(self, root, folder):
        self.start_script, self.folder = root / "Tests/Servers/start", folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.port = free_port()
        self.start()

    def start(self):
        # It ends with its standard input, and so with this process.
        self.process = subprocess.Popen(
            [self.start_script, self.name, self.folder, str(self.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.process.stdout.readline()
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"{self.name} does not start: see {self.folder}/log")

    def stop(self):
        self.process.stdin.close()
        self.process.wait()

    def url(self, port=None):
        return f"http://127.0.0.1:{port or self.port}{self.home}"

    def request(self, method, path, content=b"", **fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        secret = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
        fields |= {"Authorization": f"Basic {secret}", "Content-Type": fields.pop("type", "text/xml; charset=utf-8")}
        connection.request(method, self.home + path, content, fields)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status >= 400:
            raise RuntimeError(f"{self.name}: {method} {path}: {answer.status} {content[:300]!r}")
        return content

    def make(self, calendar, numbers):
        """A new calendar with these events."""
        self.request("MKCALENDAR", f"{calendar}/", MAKE % calendar.encode())
        self.fill(calendar, numbers)

    def fill(self, calendar, numbers):
        for number in numbers:
            path = f"{calendar}/{events.name(number)}"
            self.request("PUT", path, events.text(number), type="text/calendar; charset=utf-8")

    def text(self, calendar, number):
        return self.request("GET", f"{calendar}/{events.name(number)}")

    def count(self, calendar):
        """How many resources a calendar has."""
        body = b'<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>'
        return self.request("PROPFIND", f"{calendar}/", body, Depth="1").count(b".ics</")


class Radicale(Server):
    name = "radicale"

    def fill(self, calendar, numbers):
        # With a PUT each, it would look through all events each time for one of the same UID.
        for number in numbers:
            path = self.folder / "data/collection-root/alice" / calendar / events.name(number)
            path.write_bytes(events.text(number))
        # It reads each file once, and keeps beside what it found and when it came, as it does with each PUT: whoever
        # comes first must not wait for that.
        self.request("REPORT", f"{calendar}/", SYNC, Depth="0")


class Xandikos(Server):
    name = "xandikos"
    # It takes passwords over https alone.
    user = password = ""
    home = "/alice/calendars/"

    def fill(self, calendar, numbers):
        # With a PUT each, a calendar of 10,000 events is written to git 10,000 times.
        if len(numbers) < 1000:
            return super().fill(calendar, numbers)
        self.stop()
        folder = self.folder / "data/alice/calendars" / calendar
        for number in numbers:
            (folder / events.name(number)).write_bytes(events.text(number))
        git = ["git", "-C", folder, "-c", "user.name=bench", "-c", "user.email=bench@example.org"]
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-q", "-m", "Fill"], check=True, env=os.environ | {"GIT_CONFIG_GLOBAL": ""})
        self.start()
        self.count(calendar)


class SOGo(Server):
    """From Debian: `Tests/Servers/install debian`."""

    name = "sogo"
    home = "/SOGo/dav/alice/Calendar/"
    program = pathlib.Path("/usr/sbin/sogod")


class Apache(Server):
    """For feeds, from Debian as SOGo is."""

    name = "apache"
    program = pathlib.Path("/usr/sbin/apache2")
    home = "/"

    def publish(self, kind, numbers):
        """A feed with these events, in the folder of a kind. The file is an old one: a young one's tag is weak."""
        lines = [events.text(number).split(b"BEGIN:VEVENT", 1)[1].split(b"END:VCALENDAR")[0] for number in numbers]
        head = events.text(1).split(b"BEGIN:VEVENT", 1)[0]
        path = self.folder / "feeds" / kind / "work.ics"
        path.write_bytes(head + b"".join(b"BEGIN:VEVENT" + event for event in lines) + b"END:VCALENDAR\r\n")
        os.utime(path, (1_700_000_000, 1_700_000_000))


# Those that can be started here.
KINDS = (Radicale, Xandikos, SOGo, Apache)
SERVERS = {kind.name: kind for kind in KINDS if not hasattr(kind, "program") or kind.program.exists()}
