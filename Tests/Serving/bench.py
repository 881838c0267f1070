"""What checks of a CalDAV server stand on: a server with a client, and events of their own."""

from dav import document, event, found

DAY = "20270115"
RANGE = f'<C:time-range start="{DAY}T100000Z" end="{DAY}T120000Z"/>'


class Bench:
    def __init__(self, report, server):
        self.report, self.server, self.client = report, server, server.client()
        self.home, self.number = server.home, 0

    def check(self, source, what, holds, answer=""):
        self.report.check(f"{what} ({source})", holds, answer)

    def calendar(self, *components):
        self.number += 1
        return self.server.calendar(f"rules-{self.number}", components or ("VEVENT", "VTODO"))

    def put(self, path, *arguments, **more):
        answer = self.client.put(path, self.event(*arguments, **more))
        if answer.status not in (201, 204):
            raise RuntimeError(f"PUT {path}: {answer}")
        return answer

    def uid(self, name):
        """Some servers want each UID in one calendar alone."""
        return f"{name}-of-{self.part}"

    def event(self, uid, *arguments, **more):
        return event(self.uid(uid), *arguments, **more)

    def component(self, kind, uid, *lines):
        return [f"BEGIN:{kind}", f"UID:{self.uid(uid)}", "DTSTAMP:20260101T000000Z", *lines, f"END:{kind}"]

    def property(self, path, name):
        """The element of a property; None if there is none."""
        space, local = name[1:].split("}")
        body = f'<D:propfind xmlns:D="DAV:"><D:prop><x:{local} xmlns:x="{space}"/></D:prop></D:propfind>'
        answer = self.client.ask("PROPFIND", path, body, Depth="0")
        return found(answer.responses[0][1], name) if answer.status == 207 else None

    def patch(self, path, content):
        spaces = 'xmlns:A="http://apple.com/ns/ical/" xmlns:X="urn:example"'
        return self.client.ask(
            "PROPPATCH",
            path,
            document("D:propertyupdate", content).replace("<D:propertyupdate", f"<D:propertyupdate {spaces}"),
        )

    def query(self, path, inner, component="VEVENT", properties="<D:getetag/>"):
        """The names of what a filter inside of a component finds; the answer where there are none."""
        filters = (
            f'<C:comp-filter name="VCALENDAR"><C:comp-filter name="{component}">{inner}</C:comp-filter></C:comp-filter>'
        )
        body = document("C:calendar-query", f"<D:prop>{properties}</D:prop><C:filter>{filters}</C:filter>")
        answer = self.client.ask("REPORT", path, body, Depth="1")
        if answer.status != 207:
            return answer
        return {name.rsplit("/", 1)[1].removesuffix(".ics") for name, _ in answer.responses}


def lines(*more):
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//judge//EN", *more, "END:VCALENDAR", ""]
    return "\r\n".join(text).encode()
