"""To-dos, mirrors and invitations of agenda on real CalDAV servers: one line a check, and status 1 if one failed.

To-dos: what one device completes and opens again, another has byte for byte, the server, too, and nothing of what
another program wrote is lost. Invitations: a server that schedules (RFC 6638) sends each message once, and agenda none.
"""

import atexit
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import mirrors

HERE = os.path.dirname(os.path.abspath(__file__))
NOW = "2026-11-20T12:00:00+01:00"
PASSWORD = "wonderland"
# The collection of calendars, and a file of each server's package; those of PyPI are installed by `install`.
SERVERS = {
    "radicale": ("/alice/", None),
    "cyrus": ("/dav/calendars/user/alice/", "/usr/lib/cyrus/bin/httpd"),
    "sogo": ("/SOGo/dav/alice/Calendar/", "/usr/sbin/sogod"),
    "davical": ("/caldav.php/alice/", "/usr/share/davical/htdocs/caldav.php"),
    "sabre": ("/calendars/alice/", "/usr/share/php/Sabre/CalDAV/Plugin.php"),
}
failures = 0
checks = 0


def check(what, expected, found):
    global failures, checks
    checks += 1
    if expected == found:
        print(f"  ok    {what}", flush=True)
        return
    failures += 1
    print(f"  FAIL  {what}", flush=True)
    for name, value in ("expected", expected), ("found", found):
        print(f"        {name:8} {repr(value)[:2000]}", flush=True)


class Server:
    """A server of its own on a free port; ends with its `with`."""

    def __init__(self, kind):
        self.kind = kind

    def __enter__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.folder = tempfile.mkdtemp(prefix=f"agenda-{self.kind}-")
        os.chmod(self.folder, 0o755)
        command = [os.path.join(HERE, "start"), self.kind, self.folder, str(port)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        if not self.process.stdout.readline():
            self.__exit__()
            sys.exit(f"{self.kind} did not start")
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, user, method, path, body=None, **fields):
        """The answer's status and text, to another program of the user's."""
        request = urllib.request.Request(self.url + path, method=method, data=body)
        for name, value in fields.items():
            request.add_header(name.replace("_", "-"), value)
        known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        known.add_password(None, self.url, user, PASSWORD)
        # Sabre wants Digest.
        opener = urllib.request.build_opener(
            urllib.request.HTTPBasicAuthHandler(known), urllib.request.HTTPDigestAuthHandler(known))
        try:
            with opener.open(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def names(self, user, path):
        """The paths of a collection's .ics files."""
        _, text = self.ask(user, "PROPFIND", path, Depth="1")
        # SOGo names each twice.
        return sorted(set(re.findall(r"<(?:\w+:)?href>([^<]*\.ics)</", text.decode())))


class Device:
    """A person's device: a database, a configuration and a copy of the account of its own."""

    def __init__(self, agenda, server, user):
        self.agenda, self.folder = agenda, tempfile.mkdtemp(prefix="agenda-device-")
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.environment = {
            "AGENDA_DATABASE": f"{self.folder}/agenda.db", "XDG_CONFIG_HOME": f"{self.folder}/config",
            "HOME": self.folder, "LANG": "C.UTF-8", "TZ": "Europe/Berlin", "PATH": "/usr/bin:/bin",
        }
        secret = f"{self.folder}/password"
        with open(secret, "w") as file:
            file.write(PASSWORD + "\n")
        os.chmod(secret, 0o600)
        self("account", "add", server.url + "/", "--name", "work", "--user", user, "--password-file", secret,
             "--insecure", "--all")

    def __call__(self, *words, text=None, expected=0):
        command = [self.agenda, *words, "--now", NOW]
        result = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, input=text, timeout=300)
        if result.returncode != expected:
            sys.exit(f"agenda {' '.join(words)}: status {result.returncode}: {result.stdout}{result.stderr}")
        return result.stdout

    def todos(self):
        return json.loads(self("todo", "list", "--all", "--json"))["todos"]

    def files(self, mark="BEGIN:VCALENDAR"):
        """The content of the copies that have a text, by name."""
        found = {}
        for folder, _, names in os.walk(f"{self.folder}/accounts"):
            for name in names:
                if name.endswith(".ics"):
                    with open(os.path.join(folder, name), "rb") as file:
                        content = file.read()
                    if mark.encode() in content:
                        found[name] = content
        return found


def components(text, kind):
    """The components of a kind, each with its sorted logical lines."""
    lines = re.sub(r"\r?\n[ \t]", "", text.decode()).splitlines()
    found, open_lines = [], None
    for line in lines:
        if line == f"BEGIN:{kind}":
            open_lines = []
        elif line == f"END:{kind}":
            found.append(sorted(open_lines))
            open_lines = None
        elif open_lines is not None:
            open_lines.append(line)
    return found


def without(lines, *names):
    return [line for line in lines if re.split("[:;]", line)[0] not in names]


# What completing changes (RFC 5545 3.8.1.11, 3.8.2.1, 3.8.1.8), and every edit.
STATUS = ("STATUS", "COMPLETED", "PERCENT-COMPLETE", "SEQUENCE", "LAST-MODIFIED", "DTSTAMP")

MAKE = """<?xml version="1.0" encoding="utf-8"?>
<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
<D:displayname>Tasks</D:displayname>
<C:supported-calendar-component-set><C:comp name="VEVENT"/><C:comp name="VTODO"/></C:supported-calendar-component-set>
</D:prop></D:set></C:mkcalendar>
"""

FOREIGN = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Another program//EN
BEGIN:VTODO
UID:foreign-1
DTSTAMP:20261101T080000Z
CREATED:20261101T080000Z
SUMMARY:Foreign single
DUE;VALUE=DATE:20261127
PRIORITY:3
CLASS:PRIVATE
COMMENT:Keep me
X-FOREIGN-LIST;X-KIND="a;b":blue\\, green
CATEGORIES:one,two
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Ring
TRIGGER;RELATED=END:-PT15M
X-FOREIGN-SOUND:bell
END:VALARM
END:VTODO
END:VCALENDAR
"""

FOREIGN_SERIES = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Another program//EN
BEGIN:VTODO
UID:foreign-2
DTSTAMP:20261101T080000Z
SUMMARY:Foreign series
DTSTART;VALUE=DATE:20261119
DUE;VALUE=DATE:20261120
RRULE:FREQ=WEEKLY
X-FOREIGN-LIST:green
COMMENT:Keep me\\, too
END:VTODO
END:VCALENDAR
"""


def same(server, path, user, desk, phone, what):
    """Both devices and the server have the same bytes, and both lists say the same."""
    ours, theirs = desk.files("BEGIN:VTODO"), phone.files("BEGIN:VTODO")
    check(f"{what}: the devices' copies are byte-equal", ours, theirs)
    on_server = sorted(server.ask(user, "GET", name)[1] for name in server.names(user, path))
    check(f"{what}: so is what the server has", on_server, sorted(ours.values()))
    check(f"{what}: the lists say the same", desk.todos(), phone.todos())


def todos(agenda, server):
    user = "alice"
    path = SERVERS[server.kind][0] + "tasks/"
    status, _ = server.ask(user, "MKCALENDAR", path, MAKE.encode(), Content_Type="application/xml")
    check("the calendar is made", 201, status)
    desk, phone = Device(agenda, server, user), Device(agenda, server, user)
    for device in desk, phone:
        device("sync")
    desk("todo", "add", "--quiet", "Pay rent tomorrow !1 #home", "--calendar", "Tasks")
    desk("todo", "add", "--quiet", "Water plants 2026-11-20 every week", "--calendar", "Tasks")
    desk("sync")
    before = {}
    for name, text in ("foreign-1", FOREIGN), ("foreign-2", FOREIGN_SERIES):
        status, _ = server.ask(user, "PUT", f"{path}{name}.ics", text.replace("\n", "\r\n").encode(),
                                  Content_Type="text/calendar; charset=utf-8")
        check(f"another program stores {name}", True, status in (200, 201, 204))
        before[name] = server.ask(user, "GET", f"{path}{name}.ics")[1]
    for device in desk, phone:
        device("sync")
    check("four to-dos are there", 4, len(desk.todos()))
    same(server, path, user, desk, phone, "new")
    start = desk.todos()

    for words in "rent", "plants", "Foreign single", "Foreign series":
        desk("todo", "done", "--quiet", words)
    for device in desk, phone:
        device("sync")
    same(server, path, user, desk, phone, "done")
    states = sorted((item["summary"], item["due"], item["status"]) for item in phone.todos())
    check("the singles are done, of the series one instance", [
        ("Foreign series", "2026-11-20", "completed"), ("Foreign series", "2026-11-27", "needs-action"),
        ("Foreign single", "2026-11-27", "completed"), ("Pay rent", "2026-11-21", "completed"),
        ("Water plants", "2026-11-20", "completed"), ("Water plants", "2026-11-27", "needs-action"),
    ], [(name[0].upper() + name[1:], due, status) for name, due, status in states])
    after = {name: server.ask(user, "GET", f"{path}{name}.ics")[1] for name in before}
    single, old = components(after["foreign-1"], "VTODO"), components(before["foreign-1"], "VTODO")
    check("nothing of another program's to-do is lost", without(old[0], *STATUS), without(single[0], *STATUS))
    series, old = components(after["foreign-2"], "VTODO"), components(before["foreign-2"], "VTODO")
    masters = [lines for lines in series if not any(line.startswith("RECURRENCE-ID") for line in lines)]
    check("nor of its series", [without(old[0], *STATUS)], [without(lines, *STATUS) for lines in masters])
    overrides = [lines for lines in series if lines not in masters]
    check("the instance that is done has a component of its own, with the program's own property", (1, True, True),
          (len(overrides), "STATUS:COMPLETED" in overrides[0], "X-FOREIGN-LIST:green" in overrides[0]))

    for words in "rent", "plants", "Foreign single", "Foreign series":
        phone("todo", "undone", "--quiet", words)
    for device in phone, desk:
        device("sync")
    same(server, path, user, desk, phone, "opened again")

    def content(items):
        return [{key: value for key, value in item.items() if key != "sequence"} for item in items]

    check("opened again: the lists are those of the beginning", content(start), content(desk.todos()))
    for device in desk, phone:
        check("a further sync has nothing to do", False, "sent" in device("sync"))


def inbox(server, user, method):
    """How many messages of a method a person has got."""
    path = f"/dav/calendars/user/{user}/Inbox/"
    texts = [server.ask(user, "GET", name)[1] for name in server.names(user, path)]
    return [text for text in texts if f"METHOD:{method}".encode() in text]


def invitations(agenda, server):
    alice, bob = Device(agenda, server, "alice"), Device(agenda, server, "bob")

    def both_sync():
        for device in alice, bob, alice, bob:
            device("sync")

    def invite(title, day):
        """An event that a daemon has sent before its attendee was invited."""
        ident = alice("add", "--quiet", f"{title} {day} 10:00-11:00", "--attendee", "bob@example.org",
                      "--calendar", "personal").strip()
        both_sync()
        check(f"{title}: to store it invites nobody", 0, len(bob.files(f"SUMMARY:{title}")))
        told = alice("invite", "--send", ident)
        check(f"{title}: agenda sends nothing itself", False, "METHOD:" in told)
        both_sync()
        return ident

    def message(title):
        found = [text for text in inbox(server, "bob", "REQUEST") if f"SUMMARY:{title}".encode() in text]
        check(f"{title}: the server invited once", 1, len(found))
        return found[0].decode() if found else sys.exit("nothing can be answered")

    def answers(title):
        return len([text for text in inbox(server, "alice", "REPLY") if uid(title) in text])

    def uid(title):
        (text,) = alice.files(f"SUMMARY:{title}").values()
        return re.search(rb"UID:(\S+)", text).group(1)

    def status(title):
        """What the organizer's copy says of the attendee."""
        (text,) = alice.files(f"SUMMARY:{title}").values()
        (line,) = [line for line in components(text, "VEVENT")[0] if line.startswith("ATTENDEE")
                   and "bob@" in line]
        found = re.search("PARTSTAT=([A-Z-]+)", line)
        return found.group(1) if found else "NEEDS-ACTION"

    budget = invite("Budget", "2026-12-01")
    mail = message("Budget")
    check("Budget: is in the attendee's calendar", 1, len(bob.files("SUMMARY:Budget")))
    said = bob("invite", "-", "accept", text=mail)
    check("Budget: the answer is the server's to send", (False, True), ("METHOD:" in said, "The server of" in said))
    both_sync()
    check("Budget: it came once", 1, answers("Budget"))
    check("Budget: and is in the organizer's copy", "ACCEPTED", status("Budget"))

    invite("Review", "2026-12-02")
    said = bob("invite", "-", "decline", "--reply", "stdout", text=message("Review"))
    check("Review: a reply that we make all the same", 1, said.count("METHOD:REPLY"))
    both_sync()
    check("Review: is the only one: the server sends none", 0, answers("Review"))
    check("Review: the organizer has not heard yet", "NEEDS-ACTION", status("Review"))
    alice("invite", "-", "store", text=said)
    both_sync()
    check("Review: until our reply arrives", "DECLINED", status("Review"))

    alice("edit", budget, "--start", "2026-12-01T14:00", "--quiet")
    both_sync()
    (text,) = bob.files("SUMMARY:Budget").values()
    check("Budget: a new time is told by the server", True, b"20261201T140000" in text)

    alice("delete", budget, "--quiet")
    both_sync()
    check("Budget: a deleted event is cancelled by the server, once", 1,
          len([text for text in inbox(server, "bob", "CANCEL") if b"SUMMARY:Budget" in text]))
    left = bob("list", "--from", "2026-12-01", "--days", "1", "--format", "{status} {summary}").split("\n")
    check("Budget: it takes place no more", [], [line for line in left if line.startswith("confirmed Budget")])
def main():
    agenda, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    for name in wanted:
        if name not in SERVERS:
            print(f"{name}: is none of {', '.join(SERVERS)}", file=sys.stderr)
            return 64
    subprocess.run([os.path.join(HERE, "install")], check=True, stdout=subprocess.DEVNULL)
    there = [kind for kind, (_, file) in SERVERS.items() if file is None or os.path.exists(file)]
    for kind in wanted:
        if kind not in there:
            print(f"{kind}: is not installed: run Tests/Servers/install debian", file=sys.stderr)
            return 1
    for kind in wanted or there:
        with Server(kind) as server:
            print(f"{kind}: to-dos", flush=True)
            todos(agenda, server)
        if kind == "radicale":
            with Server(kind) as server:
                print(f"{kind}: mirrors", flush=True)
                mirrors.mirrors(agenda, server, Device, check, SERVERS[kind][0], MAKE)
        if kind == "cyrus":
            with Server(kind) as server:
                print(f"{kind}: invitations", flush=True)
                invitations(agenda, server)
    print(f"{checks} checks, {failures} failed")
    return 1 if failures else 0


sys.exit(main())
