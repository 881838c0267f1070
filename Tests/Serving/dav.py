"""A CalDAV client that says what it sends and keeps what it gets."""

import base64
import http.client
import re
import socket
import urllib.parse
import xml.etree.ElementTree as ElementTree

DAV, CALDAV = "{DAV:}", "{urn:ietf:params:xml:ns:caldav}"
SPACES = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"'


def document(root, content):
    return f'<?xml version="1.0" encoding="utf-8"?><{root} {SPACES}>{content}</{root}>'


def event(uid, summary="Tea", start="20270115T100000Z", lines=()):
    """One event as a client sends it."""
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//judge//EN", "BEGIN:VEVENT", f"UID:{uid}"]
    text += ["DTSTAMP:20260101T000000Z", f"DTSTART:{start}", "DURATION:PT45M", f"SUMMARY:{summary}", *lines]
    return "\r\n".join([*text, "END:VEVENT", "END:VCALENDAR", ""]).encode()


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def __getitem__(self, name):
        return self.fields.get(name.lower())

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"

    @property
    def xml(self):
        return ElementTree.fromstring(self.body)

    @property
    def responses(self):
        """Each response of a 207: its path, decoded, and its element."""
        return [(path_of(item.findtext(DAV + "href")), item) for item in self.xml.iter(DAV + "response")]

    @property
    def conditions(self):
        """The preconditions of a DAV:error, by their local names."""
        try:
            root = self.xml
        except ElementTree.ParseError:
            return []
        return [item.tag.split("}")[1] for item in root] if root.tag == DAV + "error" else []


def path_of(href):
    """The path of an href, which may be a whole address, decoded."""
    return urllib.parse.unquote(urllib.parse.urlsplit(href.strip()).path)


def found(response, name):
    """A property's element in a response of a 207 if it is there with status 200."""
    for part in response.iter(DAV + "propstat"):
        if " 200" in (part.findtext(DAV + "status") or ""):
            item = part.find(f"{DAV}prop/{name}")
            if item is not None:
                return item
    return None


class Client:
    """One device at one server, over one connection that is kept open."""

    def __init__(self, url, user=None, password=None, timeout=60.0):
        parts = urllib.parse.urlsplit(url)
        self.address, self.base, self.timeout = (parts.hostname, parts.port), parts.path, timeout
        self.authorization = None
        if user is not None:
            secret = base64.b64encode(f"{user}:{password}".encode()).decode()
            self.authorization = f"Basic {secret}"
        self.connection, self.received = None, 0

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def ask(self, method, path, body=b"", **fields):
        """One request; names of fields have `_` for `-`. A path that is text is escaped; bytes go as they are.

        It is sent once more when the connection was closed before any of the answer came and it changes nothing.
        """
        if isinstance(body, str):
            body = body.encode()
        target = (
            urllib.parse.quote(path, safe="/:@!$&'()*+,;=-._~%") if isinstance(path, str) else path.decode("latin-1")
        )
        send = {name.replace("_", "-"): value for name, value in fields.items() if value is not None}
        if self.authorization:
            send.setdefault("Authorization", self.authorization)
        if body:
            send.setdefault("Content-Type", "application/xml; charset=utf-8")
        while True:
            fresh = self.connection is None
            if fresh:
                self.connection = http.client.HTTPConnection(*self.address, timeout=self.timeout)
                self.connection.connect()
                self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                # Else the kernel lets some servers wait 40 ms between two parts of an answer.
                self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
                self.connection.request(method, target, body or None, send)
                answer = self.connection.getresponse()
                content = answer.read()
                break
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.close()
                if fresh or method in ("PUT", "DELETE", "MOVE", "POST", "MKCALENDAR", "PROPPATCH"):
                    raise
            except BaseException:
                self.close()
                raise
        self.received += len(content)
        if answer.will_close:
            self.close()
        fields = {name.lower(): answer.getheader(name) for name, _ in answer.getheaders()}
        return Answer(answer.status, fields, content)

    def propfind(self, path, names, depth="0"):
        """Names are as in `D:getetag`."""
        body = document("D:propfind", "<D:prop>" + "".join(f"<{name}/>" for name in names) + "</D:prop>")
        return self.ask("PROPFIND", path, body, Depth=depth)

    def home(self):
        """The path of the calendars, as a client finds it from the address it was given."""
        path = self.base
        for name in (DAV + "current-user-principal", CALDAV + "calendar-home-set"):
            prefixed = ("D:" if name.startswith(DAV) else "C:") + name.split("}")[1]
            answer = self.propfind(path, [prefixed])
            if answer.status != 207:
                raise RuntimeError(f"PROPFIND {path} {prefixed}: {answer}")
            item = found(answer.responses[0][1], name)
            href = item.findtext(DAV + "href") if item is not None else None
            if not href:
                raise RuntimeError(f"{path} has no {prefixed}: {answer.body[:500]!r}")
            path = path_of(href)
        return path

    def make(self, path, components=("VEVENT", "VTODO")):
        kinds = "".join(f'<C:comp name="{name}"/>' for name in components)
        properties = f"<D:displayname>{path.rstrip('/').rsplit('/', 1)[1]}</D:displayname>"
        properties += f"<C:supported-calendar-component-set>{kinds}</C:supported-calendar-component-set>"
        return self.ask("MKCALENDAR", path, document("C:mkcalendar", f"<D:set><D:prop>{properties}</D:prop></D:set>"))

    def put(self, path, body, if_match=None, new=False):
        return self.ask(
            "PUT", path, body, Content_Type="text/calendar; charset=utf-8", If_Match=if_match,
            If_None_Match="*" if new else None,
        )  # fmt: skip

    def etags(self, path):
        """What a listing says is in a calendar: paths and ETags."""
        answer = self.propfind(path, ["D:getetag"], depth="1")
        if answer.status != 207:
            raise RuntimeError(f"PROPFIND {path}: {answer}")
        return {
            name: etag.text for name, item in answer.responses
            if name != path and (etag := found(item, DAV + "getetag")) is not None and etag.text
        }  # fmt: skip

    def sync_request(self, path, token="", limit=None):
        bound = f"<D:limit><D:nresults>{limit}</D:nresults></D:limit>" if limit else ""
        content = f"<D:sync-token>{token}</D:sync-token><D:sync-level>1</D:sync-level>{bound}"
        body = document("D:sync-collection", content + "<D:prop><D:getetag/></D:prop>")
        return self.ask("REPORT", path, body, Depth="0")

    def sync(self, path, token=""):
        """What changed since a token: paths with their ETags, paths that are gone, and the next token.

        Raises Refused where the server does not take the token, and RuntimeError where it does not answer."""
        answer = self.sync_request(path, token)
        if answer.status != 207:
            kind = RuntimeError if answer.status >= 500 else Refused
            raise kind(f"sync-collection {path} {token}: {answer}")
        changed, gone = {}, set()
        for name, item in answer.responses:
            if " 404" in (item.findtext(DAV + "status") or ""):
                gone.add(name)
            elif (etag := found(item, DAV + "getetag")) is not None and name != path:
                changed[name] = etag.text
        return changed, gone, answer.xml.findtext(DAV + "sync-token")

    def bodies(self, path, names, page=100):
        """Texts by path, with their ETags, from calendar-multiget."""
        names, texts = list(names), {}
        for start in range(0, len(names), page):
            hrefs = "".join(f"<D:href>{urllib.parse.quote(name)}</D:href>" for name in names[start : start + page])
            body = document("C:calendar-multiget", "<D:prop><D:getetag/><C:calendar-data/></D:prop>" + hrefs)
            answer = self.ask("REPORT", path, body, Depth="1")
            if answer.status != 207:
                raise RuntimeError(f"calendar-multiget {path}: {answer}")
            for name, item in answer.responses:
                data = found(item, CALDAV + "calendar-data")
                if data is not None:
                    texts[name] = (found(item, DAV + "getetag").text, data.text)
        return texts

    def query(self, path, start, end, component="VEVENT", properties="<D:getetag/>"):
        range_ = f'<C:time-range start="{start}" end="{end}"/>'
        inner = f'<C:comp-filter name="{component}">{range_}</C:comp-filter>'
        content = (
            f'<D:prop>{properties}</D:prop><C:filter><C:comp-filter name="VCALENDAR">{inner}</C:comp-filter></C:filter>'
        )
        return self.ask("REPORT", path, document("C:calendar-query", content), Depth="1")


class Refused(Exception):
    """The server does not take a token."""


def uid_of(text):
    return re.search(r"^UID:(.*?)\r?$", text, re.M)[1]
