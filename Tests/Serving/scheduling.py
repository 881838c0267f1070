"""CalDAV Tester (ccs-caldavtester), by which Apple has tested CalendarServer: its scripts of scheduling (RFC 6638)."""

import contextlib
import copy
import fnmatch
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

import dav
import serving
import suite

NAMES = [f"user{number:02}" for number in range(1, 41)]
# Tests that need more than this, which is Apple's, are left out by the tester.
FEATURES = ["caldav", "implicit-scheduling", "COPY Method", "MOVE Method", "timezones-by-reference"]
# Scripts that are not run, and why.
LEFT_OUT = {
    "implicit-traveltime": "asks for Apple's travel times",
    "implicitauto*": "asks for locations that answer in Apple's ways, and reads their calendars as an administrator",
    "implicitbadclients": "mends what broken programs send: an attendee who drops the organizer's instances is refused here",
    "implicitbatchrefresh": "is for Apple's own settings, and not run with all by the tester either",
    "implicitclienttranspfix": "mends TRANSP of Apple's old programs",
    "implicitcopymove": "asks for plain collections among the calendars, and is not run with all by the tester either",
    "implicitdropbox": "asks for Apple's dropbox",
    "implicitgroup": "asks for groups of users",
    "implicitoptions": "asks for calendar-schedule, of a draft before RFC 6638",
    "implicitpartstattimestamp": "asks for Apple's X-CALENDARSERVER-DTSTAMP",
    "implicitprivateevents": "asks for Apple's X-CALENDARSERVER-ACCESS",
    "implicitproxy": "asks for Apple's delegates",
    "implicitschedulechanges": "asks for Apple's schedule-changes",
    "implicitsharing": "asks for Apple's shared calendars",
    "implicitcompatibility": "mends what old programs of Apple send",
    "implicitxdash": "asks which X- properties Apple's server passes on",
    "scheduleimplicit-compatability": "asks for what a draft before RFC 6638 had",
    "schedulenomore": "asks whether SCHEDULE, of a draft before RFC 6638, is answered 405: 400 here",
    "schedulepostacl": "asks for ACL",
    "schedulepostmaskuid": "asks for Apple's masks of busy times",
}
# Scripts whose suites have nothing to do with each other, though not all say so.
ALONE = ["impliciterrors"]


class People:
    """`agenda-server --people` with the users of the tester, each with a device."""

    def __init__(self):
        self.program = pathlib.Path(serving.Agenda.agenda).parent / "agenda-server"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="serving-people-"))
        self.environment = {"HOME": str(self.folder), "PATH": "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
        (self.folder / "list").write_text("".join(f"{name} {name}@example.com\n" for name in NAMES))
        self.user("add", "--from", self.folder / "list")
        self.passwords = {}
        with self.serve() as port:
            client = dav.Client(f"http://127.0.0.1:{port}/")
            for name in NAMES:
                fields = {"Authorization": f"Bearer {self.user('token', name).strip()}", "Content_Type": "application/json"}
                answer = client.ask("POST", "/v1/devices", '{"name":"tester"}', **fields)
                self.passwords[name] = json.loads(answer.body)["password"]
        (self.folder / "people").rename(self.folder / "new")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def user(self, *arguments):
        command = [self.program, "user", *arguments, "--people", self.folder / "people"]
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout

    @contextlib.contextmanager
    def serve(self):
        """Serves them, with the port; nothing of what was done before is there."""
        people, output = self.folder / "people", self.folder / "output"
        if self.passwords:
            shutil.rmtree(people, ignore_errors=True)
            shutil.copytree(self.folder / "new", people)
        with open(output, "wb") as file:
            process = subprocess.Popen(
                [self.program, "--people", people, "--listen", "127.0.0.1:0"], env=self.environment,
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
            )  # fmt: skip
        try:
            found = serving.wait(lambda: re.search(rb"http://[^/]*:(\d+)/", output.read_bytes()))
            if not found:
                raise RuntimeError(f"the service does not start: {output.read_text()}")
            yield int(found[1])
        finally:
            process.kill()
            process.wait()


def server_info(port, passwords, script):
    """What the tester is to know of the service for a script."""
    values = {
        "multistatus-response-prefix": "/{DAV:}multistatus/{DAV:}response",
        "multistatus-href-prefix": "/{DAV:}multistatus/{DAV:}response/{DAV:}href",
        "verify-response-prefix": "{DAV:}response/{DAV:}propstat/{DAV:}prop",
        "verify-property-prefix": "/{DAV:}multistatus/{DAV:}response/{DAV:}propstat/{DAV:}prop",
        "verify-bad-response": "/{DAV:}multistatus/{DAV:}response/{DAV:}status",
        "verify-error-response": "/{DAV:}multistatus/{DAV:}response/{DAV:}error",
        "CALDAV": "urn:ietf:params:xml:ns:caldav", "CS": "http://calendarserver.org/ns/",
        "calendar": "calendar", "inbox": "inbox", "outbox": "outbox", "root": "/dav/",
    }  # fmt: skip
    for number, (name, password) in enumerate(passwords.items(), 1):
        home = f"/dav/c/{name}"
        own = {
            "userid": name, "pswd": password, "email": f"{name}@example.com", "username": f"User {number:02}",
            "principal": f"/dav/u/{name}/", "principaluri": f"/dav/u/{name}/", "calendarhome": home, "calendarhomealt": home,
            "calendarpath": f"{home}/calendar", "calendarpathalt": f"{home}/calendar", "taskspath": f"{home}/calendar",
            "inboxpath": f"{home}/inbox", "outboxpath": f"{home}/outbox",
        }  # fmt: skip
        own |= {key: f"mailto:{name}@example.com" for key in ("cuaddr", "cuaddralt", "cuaddraltnoslash", "cuaddrurn")}
        values |= {f"{key}{number}": value for key, value in own.items()}
    root = ElementTree.Element("serverinfo")
    # It asks again for what is to come; we answer when it has come.
    for name, value in (
        ("host", "127.0.0.1"), ("nonsslport", port), ("authtype", "basic"), ("waitcount", 4), ("waitdelay", 0.25), ("waitsuccess", 1),
    ):  # fmt: skip
        ElementTree.SubElement(root, name).text = str(value)
    features = ElementTree.SubElement(root, "features")
    for name in FEATURES:
        ElementTree.SubElement(features, "feature").text = name
    substitutions = ElementTree.SubElement(root, "substitutions")
    for key, value in values.items():
        item = ElementTree.SubElement(substitutions, "substitution")
        ElementTree.SubElement(item, "key").text = f"${key}:"
        ElementTree.SubElement(item, "value").text = value
    # What does not count in what it compares: what its own serverinfo.xml has, and what Apple's server adds.
    filters = """
        CALSCALE PRODID DTSTAMP CREATED LAST-MODIFIED X-WR-CALNAME CLASS=PUBLIC PRIORITY=0 TRANSP=OPAQUE SEQUENCE=0
        ATTENDEE:X-CALENDARSERVER-DTSTAMP ATTENDEE:X-CALENDARSERVER-AUTO ATTENDEE:X-CALENDARSERVER-RESET-PARTSTAT
        TRANSP=TRANSPARENT ATTENDEE:RSVP
    """.split()
    for text in filters + ["SEQUENCE"] * (script != "implicitsequence"):
        ElementTree.SubElement(root, "calendardatafilter").text = text
    return ElementTree.tostring(root)


def adapted(script):
    """A script for a service whose administrator reads nobody's calendars, whose suites begin with nothing if they are meant to."""
    root = ElementTree.parse(script).getroot()
    for request in root.findall("start/request"):
        # A calendar has no text.
        if request.findtext("method") == "GET":
            request.find("method").text = "PROPFIND"
    for parent in list(root.iter()):
        for request in parent.findall("request"):
            if request.get("user") == "$useradmin:":
                place = list(parent).index(request)
                parent.remove(request)
                for path in request.findall("ruri"):
                    own = copy.deepcopy(request)
                    for other in own.findall("ruri"):
                        own.remove(other)
                    parent.insert(place, asked(own, path.text))
                    place += 1
    suites = root.findall("test-suite")
    for before, after in zip(suites, suites[1:]):
        if script.stem not in ALONE and "Clean-up" not in [test.findtext("description") for test in before.findall("test")]:
            continue
        # What a suite should have removed would be a failure of all that follow.
        first = after.find("test")
        for path in ("$inboxpath%d:/", "$calendarpath%d:/"):
            for number in (3, 2, 1):
                request = ElementTree.Element("request")
                ElementTree.SubElement(request, "method").text = "DELETEALL"
                first.insert(0, asked(request, path % number))
    return ElementTree.tostring(root)


def asked(request, path):
    """A request for a path by whose it is."""
    if owner := re.match(r"\$\w+?(\d+):", path):
        request.attrib |= {"user": f"$userid{owner[1]}:", "pswd": f"$pswd{owner[1]}:"}
    ElementTree.SubElement(request, "ruri").text = path
    return request


def outcomes(results):
    """What became of each test of a script, by its suite and number; of two of one name, the worse."""
    found = {}
    for file in results:
        if file["result"] not in (None, 3):
            found["start"] = file["details"]
        for part in file["tests"]:
            for test in part["tests"]:
                key = f"{part['name']} {test['name']}"
                state = {0: "passed", 3: "skipped"}.get(test["result"])
                if found.get(key) in (None, "passed", "skipped"):
                    found[key] = state or " ".join(test["details"].split())[:300] or "failed"
    return found


def expected(report):
    """The tests of each script that fail, with why: `scheduling.txt` has them by script, suite and numbers under each reason."""
    found, reason = {}, ""
    for line in (report.here / "scheduling.txt").read_text().splitlines():
        if not line.startswith("\t"):
            reason = line
            continue
        script, suite_name, tests = line[1:].split("\t")
        found.setdefault(script, {}).update({f"{suite_name} {test}": reason for test in tests.split()})
    return found


def check(report):
    command = shlex.split(os.environ.get("CALDAV_TESTER", ""))
    if not command:
        report.say("CalDAV Tester is LEFT OUT: CALDAV_TESTER is the command that starts its testcaldav.py")
        return
    if report.kind != "agenda":
        report.say("CalDAV Tester is LEFT OUT: its users are those of agenda-server")
        return
    tester = pathlib.Path(command[-1]).resolve().parent
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    failures = expected(report)
    with People() as people:
        info, script = people.folder / "serverinfo.xml", people.folder / "script.xml"
        for path in sorted(tester.glob("scripts/tests/CalDAV/*.xml")):
            name = path.stem
            if not re.match("implicit|schedule|freebusy$", name) or any(fnmatch.fnmatch(name, left) for left in LEFT_OUT):
                continue
            script.write_bytes(adapted(path))
            with people.serve() as port:
                info.write_bytes(server_info(port, people.passwords, name))
                done = subprocess.run(
                    [*command, "-s", info, "--observer", "jsondump", "--print-details-onfail", script],
                    cwd=tester, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=600,
                )  # fmt: skip
            (report.place / f"scheduling {name}.log").write_bytes(done.stdout + done.stderr)
            try:
                results = json.loads(done.stdout.splitlines()[-1])
            except (ValueError, IndexError) as error:
                report.check(f"scheduling {name} comes to its end", False, f"{error}: {done.stderr[-300:]}")
                continue
            suite.judge(report, f"scheduling {name}", outcomes(results), failures.get(name, {}))
