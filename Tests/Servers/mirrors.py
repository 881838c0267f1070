"""Mirrors of agenda with a feed and an account of a real CalDAV server: what they ask of it, and what is left in the end."""

import http.client
import http.server
import os
import re
import threading

COUNT = 500


class Wire:
    """Between agenda and a server: hands on each request, and notes it."""

    def __init__(self, url):
        host, port = url.removeprefix("http://").split(":")
        requests = self.requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def hand_on(self):
                requests.append((self.command, self.path))
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                there = http.client.HTTPConnection(host, int(port), timeout=60)
                headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
                there.request(self.command, self.path, body, headers)
                answer = there.getresponse()
                content = answer.read()
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                        self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
                there.close()

            def log_message(self, *_):
                pass

            do_GET = do_PUT = do_DELETE = do_PROPFIND = do_PROPPATCH = do_REPORT = do_OPTIONS = do_MKCALENDAR = hand_on

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def taken(self):
        """The requests since the last call, by method."""
        methods = {}
        for method, _ in self.requests:
            methods[method] = methods.get(method, 0) + 1
        self.requests.clear()
        return methods


class Feed:
    """A calendar that somebody publishes."""

    def __init__(self):
        self.asked, self.events = 0, {}
        feed = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                feed.asked += 1
                content = feed.text().encode()
                tag = f'"{hash(content)}"'
                if self.headers.get("If-None-Match") == tag:
                    self.send_response(304)
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/calendar")
                self.send_header("ETag", tag)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/personal.ics"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def text(self):
        events = "".join(self.events.values())
        return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Feed//EN\r\n{events}END:VCALENDAR\r\n"

    def set(self, uid, day, hour, more=""):
        self.events[uid] = event(uid, day, hour, f"Private {uid}", more)


def event(uid, day, hour, title, more=""):
    lines = ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20261101T080000Z",
             f"DTSTART;TZID=Europe/Berlin:{day}T{hour:02}0000", f"DTEND;TZID=Europe/Berlin:{day}T{hour:02}3000",
             f"SUMMARY:{title}", more, "END:VEVENT"]
    return "".join(line + "\r\n" for line in lines if line)


def day(number):
    """A day from 23 November 2026 to 19 January 2027."""
    import datetime
    return (datetime.date(2026, 11, 23) + datetime.timedelta(number % 58)).strftime("%Y%m%d")


def mirrors(agenda, server, Device, check, home, make):
    user, work, own = "alice", home + "work/", home + "own/"
    wire, feed = Wire(server.url), Feed()
    for path, name in (work, "Job"), (own, "Own"):
        status, _ = server.ask(user, "MKCALENDAR", path, make.replace("Tasks", name).encode(),
                               Content_Type="application/xml")
        check(f"{name} is made", 201, status)
    for number in range(20):
        text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Another//EN\r\n" + event(
            f"meeting-{number}", day(number), 15, f"Meeting {number}") + "END:VCALENDAR\r\n"
        server.ask(user, "PUT", f"{work}meeting-{number}.ics", text.encode(),
                   Content_Type="text/calendar; charset=utf-8")
    for number in range(COUNT):
        feed.set(f"p{number}", day(number), 8 + number % 12, "RRULE:FREQ=WEEKLY;COUNT=3" if number % 10 == 0 else "")

    def stored(path):
        """What another program of the user's finds, byte for byte."""
        return {name: server.ask(user, "GET", name)[1] for name in server.names(user, path)}

    before = stored(work), stored(own)
    desk = Device(agenda, wire, user)
    desk("sync")
    desk("source", "add", feed.url, "--name", "personal")
    wire.taken()
    asked = feed.asked

    said = desk("mirror", "add", "personal", "--to", "Job", "--busy", "--name", "there")
    check("500 events of the feed are blocks", True, "added" in said)
    desk("sync")
    first = wire.taken()
    check("each is sent once", COUNT, first.get("PUT", 0))
    said = desk("mirror", "add", "Job", "--to", "Own", "--show", "title", "--name", "back")
    desk("sync")
    check("back go the account's own events alone: no mirror of a mirror", 20, wire.taken().get("PUT", 0))
    blocks = stored(work)
    check("the account has all of them", COUNT + 20, len(blocks))
    mine = [text for name, text in blocks.items() if "agm-" in name]
    check("none says what it is for", [], [text for text in mine if b"Private" in text])
    check("series stay series", COUNT // 10, len([text for text in mine if b"RRULE:FREQ=WEEKLY" in text]))

    for turn in range(2):
        desk("refresh")
        desk("sync")
    wire.taken()
    asked = feed.asked
    desk("refresh")
    check("nothing new: the server is asked for nothing", {}, wire.taken())
    check("nor the feed but once", True, feed.asked - asked <= 1)
    desk("sync")
    check("nothing new: a synchronisation writes nothing", [], [
        method for method in wire.taken() if method in ("PUT", "DELETE", "PROPPATCH")])

    feed.set("p7", day(8), 21)
    desk("refresh", "--all")
    desk("sync")
    writes = {method: count for method, count in wire.taken().items() if method in ("PUT", "DELETE")}
    check("one change in the feed: one PUT", {"PUT": 1}, writes)
    shown = desk("list", "--from", "2026-12-01", "--days", "1", "--calendar", "Job", "--format", "{start} {summary}")
    check("at its new time", True, "21:00" in shown)

    for name in "there", "back":
        desk("mirror", "remove", name)
    desk("sync")
    after = stored(work), stored(own)
    check("without its mirrors the account has what it had", [sorted(one) for one in before], [sorted(one) for one in after])
    check("byte for byte", True, before == after)
