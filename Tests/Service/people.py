"""Two people on one service, of whom one asks for what the other has, by all routes, methods and addresses."""

import base64
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time

from service import Service, wait
from wire import Closed, Wire

MARKER = b"Basalt"
METHODS = "GET HEAD POST PUT PATCH DELETE PROPFIND REPORT PROPPATCH MKCALENDAR MOVE COPY OPTIONS".split()


class People:
    """`agenda-server --people` on two sockets and a port, with kim and lee."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="agenda-"))
        self.program = pathlib.Path(Service.agenda).parent / "agenda-server"
        self.home = self.folder / "home"
        self.people = self.folder / "people"
        self.socket, self.identity = self.folder / "http", self.folder / "identity"
        self.operator, self.key = self.folder / "operator", self.folder / "key"
        (self.home / ".config/agenda").mkdir(parents=True)
        # Nothing of this may be seen by anybody.
        (self.home / ".config/agenda/config.toml").write_text('me = ["Granite@example.org"]\ncalendar = "Granite"\n')
        self.environment = {
            "HOME": str(self.home), "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
            "AGENDA_ME": "Granite@example.org", "AGENDA_DATABASE": str(self.home / "granite.db"),
        }  # fmt: skip
        self.tokens = {}
        for name in ("kim", "lee"):
            self.user("add", name, "--address", f"{name}@example.org")
            self.tokens[name] = self.user("token", name).strip()
        self.output = self.folder / "output"
        with open(self.output, "wb") as output:
            self.process = subprocess.Popen(
                [
                    self.program, "--people", self.people, "--socket", self.socket, "--listen", "127.0.0.1:0",
                    "--identity-socket", self.identity, "--identity-secret", self.folder / "secret",
                    "--operator-socket", self.operator, "--secrets-key", self.key,
                ],
                env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT,
            )  # fmt: skip
        found = wait(lambda: re.search(rb"http://[^/]*:(\d+)/", self.output.read_bytes()), 30)
        if not found or not wait(self.identity.exists, 30):
            raise RuntimeError(f"the service does not start: {self.output.read_text()}")
        self.port = int(found[1])
        self.secret = (self.folder / "secret").read_text().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments):
        return subprocess.run(
            [self.program, *map(str, arguments)],
            env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip

    def user(self, verb, *arguments):
        done = self.run("user", verb, *arguments, "--people", self.people)
        if done.returncode != 0:
            raise RuntimeError(f"user {verb} {arguments}: {done.returncode}: {done.stderr}")
        return done.stdout

    def ask(self, method, target, fields=(), body=None, way="network"):
        address = {"network": ("127.0.0.1", self.port), "socket": str(self.socket), "identity": str(self.identity), "operator": str(self.operator)}[way]
        with Wire(address, f"127.0.0.1:{self.port}") as wire:
            return wire.ask(method, target, fields, body)

    def bearer(self, name):
        return [("Authorization", f"Bearer {self.tokens[name]}")]


def basic(name, password):
    return ("Authorization", "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode())


def check(report):
    with People() as people:
        passwords = {}
        for name, title in (("kim", "Aurora"), ("lee", "Basalt")):
            made = people.ask("POST", "/v1/devices", people.bearer(name), {"name": "phone"})
            passwords[name] = made.json["password"]
            added = people.ask("POST", "/v1/events", people.bearer(name), {"words": f"{title} tomorrow 15:00"})
            report.check(f"{name} has a device and an event", (made.status, added.status) == (201, 201), added)
        fuzz(report, people, passwords)
        ways(report, people, passwords)
        commands(report, people, passwords)


def spoils(people, password):
    """The other's addresses, and what stands for variables of paths."""
    hrefs = set()
    for path in ("/dav/", "/dav/u/lee/", "/dav/c/lee/", "/dav/c/lee/calendar/", "/dav/c/lee/local/"):
        listed = people.ask("PROPFIND", path, [basic("lee", password), ("Depth", "1")])
        hrefs |= set(re.findall(r"<D:href>([^<]+)", listed.text))
    events = people.ask("GET", "/v1/events?days=2", people.bearer("lee")).json["events"]
    values = [event[key] for event in events for key in ("id", "uid") if key in event]
    return sorted(hrefs), [*values, "lee", "Calendar", "1", "2", "basalt"]


def fuzz(report, people, passwords):
    hrefs, values = spoils(people, passwords["lee"])
    report.check("the other has something to be pried for", any(href.endswith(".ics") for href in hrefs), hrefs)
    paths = people.ask("GET", "/v1/openapi.json").json["paths"]
    proofs = (
        ("nobody", [], "network"),
        ("a socket", [], "socket"),
        ("a token", people.bearer("kim"), "network"),
        ("a device", [basic("kim", passwords["kim"])], "network"),
        ("another's name", [basic("lee", passwords["kim"])], "network"),
        ("a proxy", [("Agenda-User", "kim"), ("Agenda-Proxy-Secret", people.secret)], "identity"),
        ("a feigned proxy", [("Agenda-User", "lee"), ("Agenda-Proxy-Secret", people.secret)], "network"),
        ("a mark", [("Agenda-Page", "2-" + "0" * 32)], "network"),
    )
    dice = random.Random(time.time_ns())
    count, leaks, faults = 0, [], []
    for turn in range(40 if report.quick else 500):
        for who, fields, way in proofs:
            fields, method, body = list(fields), dice.choice(METHODS), None
            if turn % 2:
                target = dice.choice(hrefs)
                fields += [("Depth", dice.choice("01")), ("Destination", f"/dav/c/kim/calendar/{turn}.ics")]
                if method == "REPORT":
                    body = (
                        '<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop>'
                        "<C:calendar-data/></D:prop>" + "".join(f"<D:href>{href}</D:href>" for href in hrefs)
                        + "</C:calendar-multiget>"
                    ).encode()  # fmt: skip
                if dice.random() < 0.3:
                    target = target.replace("/lee/", dice.choice(("/kim/../lee/", "/kim/%2e%2e/lee/", "//lee/", "/kim/")))
            else:
                path = dice.choice(list(paths))
                if dice.random() < 0.7:
                    method = dice.choice(list(paths[path])).upper()
                target = re.sub(r"\{[^}]*\}", lambda _: dice.choice(values), path)
                if method not in ("GET", "HEAD", "DELETE"):
                    body = {"name": "lee", "words": "x", "calendars": ["Calendar"]} if dice.random() < 0.5 else {}
            if target == "/v1/stream" or method == "DELETE" and target.startswith("/v1/devices"):
                continue
            try:
                answer = people.ask(method, target, fields, body, way)
            except (Closed, TimeoutError) as error:
                faults.append(f"{who}: {method} {target}: {error}")
                continue
            count += 1
            if MARKER in answer.body or MARKER.lower() in answer.body.lower() and "basalt" not in target:
                leaks.append(f"{who}: {method} {target}: {answer}")
            if b"Granite" in answer.body or b"granite" in answer.body:
                leaks.append(f"the server's own: {method} {target}: {answer}")
            if answer.status >= 500 and answer.status not in (501, 503, 507):
                faults.append(f"{who}: {method} {target}: {answer}")
    report.check(f"0 bytes of the other in {count} answers", not leaks, leaks[:3])
    report.check("none of them is a fault of the service", not faults, faults[:3])
    events = people.ask("GET", "/v1/events?days=2", people.bearer("lee")).json["events"]
    report.check("the other still has all", [event["summary"] for event in events] == ["Basalt"], events)


def ways(report, people, passwords):
    """Unknown, frozen and wrong are one answer."""
    people.user("add", "frozen")
    people.user("freeze", "frozen")
    answers = [
        people.ask("PROPFIND", "/dav/", [basic(name, "wrong")]) for name in ("kim", "frozen", "nobody")
    ]  # fmt: skip
    plain = [(answer.status, sorted(answer.fields), answer.body) for answer in answers]
    without = [(status, [field for field in fields if field[0] != "date"], body) for status, fields, body in plain]
    report.check("a wrong password, a frozen user and none are one answer", without[0] == without[1] == without[2], plain)
    report.check("which is 401", answers[0].status == 401, answers[0])
    mode = people.identity.stat().st_mode & 0o777
    report.check("the proxy's socket is its owner's alone", mode == 0o600, oct(mode))
    numbers = people.ask("GET", "/metrics", way="operator")
    told = b"agenda_node_request_seconds_count" in numbers.body and not re.search(rb"kim|lee|basalt", numbers.body)
    report.check("the operator's socket has numbers and no names", numbers.status == 200 and told, numbers)
    mode = people.operator.stat().st_mode & 0o777
    report.check("which is its owner's alone", mode == 0o600, oct(mode))
    others = [people.ask("GET", "/metrics", people.bearer("kim")).status, people.ask("GET", "/metrics", way="socket").status]
    report.check("nobody else sees them", others == [404, 404], others)
    report.check("the operator's socket has nothing of users", people.ask("GET", "/v1/events", way="operator").status == 404)
    key = people.key.stat()
    report.check("the key that was made is its owner's alone", (key.st_size, key.st_mode & 0o777) == (32, 0o600), key)
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in people.people.iterdir() if path.is_dir()}
    report.check("each folder is its owner's alone", set(modes.values()) == {"0o700"}, modes)
    if os.getuid() == 0:
        script = "import socket,os,sys; os.setuid(65534); s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.sendall(b'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n'); print(s.recv(9))"  # fmt: skip
        os.chmod(people.folder, 0o755)
        os.chmod(people.identity, 0o666)
        done = subprocess.run(["python3", "-c", script, people.identity], capture_output=True, text=True)
        os.chmod(people.identity, 0o600)
        report.check("who runs as another user is no proxy", "HTTP/1.1" not in done.stdout, done.stdout)


def commands(report, people, passwords):
    listed = people.user("list")
    report.check("'user list' has all", [line.split("\t")[0] for line in listed.splitlines()] == ["frozen", "kim", "lee"], listed)
    path = people.user("link", "kim", "--address", "https://calendar.example.org/").strip()
    report.check("'user link' prints one link", path.startswith("https://calendar.example.org/login?once="), path)
    target = path.removeprefix("https://calendar.example.org")
    shown = people.ask("GET", target)
    report.check("its page has a button", shown.status == 200 and b"<form" in shown.body, shown)
    used = people.ask("POST", target, [("Origin", f"http://127.0.0.1:{people.port}")])
    report.check("which lets in", used.status == 200 and b"data-secret" in used.body, used)
    exported = people.folder / "out"
    people.user("export", "lee", exported)
    texts = [file.read_bytes() for file in exported.rglob("*.ics")]
    report.check("'user export' writes files", len(texts) == 1 and MARKER in texts[0], texts)
    limits = people.user("limit", "lee", "--devices", "2").splitlines()
    report.check("'user limit' sets one and lists all", "devices\t2\town" in limits and len(limits) == 5, limits)
    people.user("rename", "frozen", "cold")
    names = [line.split("\t")[0] for line in people.user("list").splitlines()]
    report.check("'user rename' gives another name", names == ["cold", "kim", "lee"], names)
    people.user("rename", "cold", "frozen")
    wrong = people.folder / "wrong"
    wrong.write_bytes(b"7" * 32)
    wrong.chmod(0o600)
    for arguments, words in (
        (("--people", people.people, "--secrets-key", wrong, "--socket", "x"), "another key"),
        (("--people", people.people, "--secrets-key", people.folder / "none", "--socket", "x"), "is lost"),
        (("user", "rename", "frozen", "kim", "--people", people.people), "already"),
        (("user", "add", "Kim!", "--people", people.people), "small letter"),
        (("user", "add", "kim", "--people", people.people), "already"),
        (("user", "freeze", "nobody", "--people", people.people), "no such user"),
        (("user", "link", "frozen", "--people", people.people), "thaw"),
        (("user", "export", "lee", exported, "--people", people.people), "files in it"),
        (("--people", people.people, "--database", "x", "--listen", "127.0.0.1:0"), "not with --people"),
        (("--people", people.people, "--identity-socket", "x"), "belong together"),
        (("--people", people.people), "nothing to listen on"),
        ((), "--people FOLDER"),
    ):
        done = people.run(*arguments)
        lines = done.stderr.splitlines()
        fine = done.returncode in (1, 64) and len(lines) == 1 and words in lines[0]
        report.check(f"{' '.join(map(str, arguments[:3]))}: one line, with '{words}'", fine, done)
    people.user("remove", "lee")
    gone = people.ask("GET", "/v1/events", people.bearer("lee"))
    report.check("who is removed is out at the next request", gone.status == 401, gone)
    people.user("remove", "lee", "--yes")
    report.check("with --yes the folder goes", not (people.people / "2").exists())
    audit = people.user("audit")
    report.check("the audit has it", "\tlee\tremoved\toperator" in audit and "\tkim\tsigned-in\tkim" in audit, audit)
    begin = time.monotonic()
    people.process.send_signal(signal.SIGTERM)
    status = people.process.wait(30)
    report.check("it ends when it is told to", status == 0 and time.monotonic() - begin < 10, status)
