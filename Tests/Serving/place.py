"""A calendar whose names nobody may learn, and every request that could be made of it."""

import base64
import urllib.parse

from wire import Wire

import dav
import serving

METHODS = (
    "GET HEAD POST PUT PATCH DELETE PROPFIND PROPPATCH REPORT MKCALENDAR MKCOL MOVE COPY LOCK UNLOCK ACL SEARCH BIND TRACE BREW"
).split()
READING = {"GET", "HEAD", "PROPFIND", "REPORT"}
SECRET = "unguessable"


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


class Place:
    """A server with one calendar whose names, paths and texts all have a word that nobody may learn."""

    def __init__(self, report, server):
        self.report, self.server = report, server
        self.owner = server.client()
        self.path = server.calendar(f"{SECRET}-calendar")
        self.event = f"{self.path}{SECRET}-event.ics"
        self.text = dav.event(f"{SECRET}-uid", SECRET.capitalize())
        answer = self.owner.put(self.event, self.text, new=True)
        assert answer.status == 201, answer

    @property
    def is_ours(self):
        return isinstance(self.server, serving.Agenda)

    def state(self):
        """All that the owner sees: calendars, names and ETags."""
        answer = self.owner.propfind(self.server.home, ["D:resourcetype", "D:displayname"], depth="1")
        calendars = sorted(name for name, _ in answer.responses)
        return calendars, {name: self.owner.etags(name) for name in calendars if name != self.server.home}

    def wire(self, timeout=20.0):
        return Wire(("127.0.0.1", self.server.port), f"127.0.0.1:{self.server.port}", timeout=timeout)

    def bodies(self, method, path):
        """A content that does something, if it is let in."""
        if method in ("PUT", "POST", "PATCH"):
            return dav.event(f"{SECRET}-uid" if path == self.event else "intruder", "Intruder")
        if method == "PROPPATCH":
            return dav.document(
                "D:propertyupdate", "<D:set><D:prop><D:displayname>Taken</D:displayname></D:prop></D:set>"
            ).encode()
        if method == "REPORT":
            content = f"<D:prop><D:getetag/><C:calendar-data/></D:prop><D:href>{self.event}</D:href>"
            return dav.document("C:calendar-multiget", content).encode()
        if method == "PROPFIND":
            return b""
        if method == "MKCALENDAR":
            return dav.document("C:mkcalendar", "").encode()
        return b""

    def everything(self, authorization):
        """Each method on each path; yields method, path and the answer, None for one that closed the connection."""
        paths = [
            "/",
            self.server.home,
            self.path,
            self.event,
            f"{self.path}new.ics",
            f"{self.server.home}new/",
            self.owner.base,
            "/dav/u/me/",
        ]
        for path in dict.fromkeys(paths):
            for method in METHODS:
                fields = [("Depth", "1"), ("Content-Type", "text/calendar" if method == "PUT" else "application/xml")]
                fields += [
                    ("Destination", f"http://127.0.0.1:{self.server.port}{self.path}moved.ics"),
                    ("Overwrite", "T"),
                ]
                if authorization is not None:
                    fields += authorization if isinstance(authorization, list) else [("Authorization", authorization)]
                with self.wire() as wire:
                    try:
                        answer = wire.ask(method, urllib.parse.quote(path), fields, self.bodies(method, path))
                    except OSError:
                        answer = None
                yield method, path, answer
