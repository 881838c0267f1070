"""Two devices and the command change one calendar at random, with kills of the server and of requests: in the end all see the
same, and nothing that was acknowledged is lost.

Each change of a device appends a mark of its own to the event's description, so that every change that is lost shows, and
so does one that happened twice, or though it was refused. The command changes titles."""

import collections
import http.client
import json
import random
import re
import threading
import time

import crashes
import dav
import serving
from replica import Replica, Truth, differences, name_of, plain

MARKS = re.compile(r"\b[ab]\d+m\b")


class Device(threading.Thread, Replica):
    def __init__(self, name, server, path, truth, seed, changes):
        threading.Thread.__init__(self)
        Replica.__init__(self, server, path, truth)
        self.letter, self.dice, self.changes, self.number, self.faults = name, random.Random(seed), changes, 0, []

    def run(self):
        done = 0
        while done < self.changes and len(self.faults) < 5:
            try:
                if self.dice.random() < 0.3 or not self.items and done > 5:
                    self.sync()
                else:
                    done += self.change()
            except OSError:
                # The server was killed.
                self.client.close()
                time.sleep(0.05)
            except Exception as error:
                self.truth.count("answers that are none")
                self.faults.append(f"{type(error).__name__}: {error}"[:500])

    def change(self):
        self.number += 1
        mark, roll = f"{self.letter}{self.number}m", self.dice.random()
        if not self.items or roll < 0.2:
            path, etag = f"{self.path}{self.letter}-{self.number}.ics", None
            body = dav.event(f"uid-{self.letter}-{self.number}", f"New {mark}", lines=[f"DESCRIPTION:{mark}"])
        else:
            path = self.dice.choice(sorted(self.items))
            etag, text = self.items[path]
            body = None if roll < 0.27 else self.edited(text, mark)
        if self.dice.random() < 0.03:
            self.cut_off(path, body, etag)
        try:
            answer = (
                self.client.put(path, body, etag, new=etag is None)
                if body
                else self.client.ask("DELETE", path, If_Match=etag)
            )
        except OSError:
            self.note_unknown(path, mark, body, etag)
            raise
        self.note(path, mark, body, etag, answer)
        return 1

    def edited(self, text, mark):
        if "DESCRIPTION:" in text:
            text = re.sub(r"(DESCRIPTION:.*)", rf"\1 {mark}", text, count=1)
        else:
            text = text.replace("END:VEVENT", f"DESCRIPTION:{mark}\nEND:VEVENT", 1)
        return (text.replace("\n", "\r\n") + "\r\n").encode()

    def cut_off(self, path, body, etag):
        """As a client that is killed while it sends: nobody may take half of this for a whole."""
        other = self.server.client(timeout=5)
        try:
            connection = other.connection = http.client.HTTPConnection(*other.address, timeout=5)
            connection.putrequest("PUT", path)
            connection.putheader("Authorization", self.client.authorization)
            connection.putheader("Content-Type", "text/calendar")
            if etag:
                connection.putheader("If-Match", etag)
            connection.putheader("Content-Length", str(len(body or b"x") + 10))
            connection.endheaders((body or b"x")[: self.dice.randrange(1, 200)])
        except OSError:
            pass
        other.close()

    def note_unknown(self, path, mark, body, etag):
        truth = self.truth
        truth.count("without an answer")
        with truth.lock:
            truth.unknown.add(mark)
            if not body:
                truth.perhaps_deleted.add(path)

    def note(self, path, mark, body, etag, answer):
        truth = self.truth
        with truth.lock:
            truth.counts[answer.status] += 1
            if answer.status in (200, 201, 204):
                if body:
                    truth.marks[mark] = path
                    if etag is None:
                        truth.made.add(path)
                else:
                    truth.deleted.add(path)
            else:
                truth.refused[mark] = (path, answer.status)
                if answer.status not in (404, 412):
                    self.faults.append(f"{'PUT' if body else 'DELETE'} {path}: {answer}"[:500])
        if answer.status in (200, 201, 204):
            if not body:
                self.items.pop(path, None)
            elif answer["etag"]:
                self.items[path] = (answer["etag"], plain(body))
                truth.saw(path, answer["etag"], body)
            else:
                self.items.pop(path, None)


class Command(threading.Thread):
    """The owner, who uses the command in the served home."""

    def __init__(self, server, truth, seed, devices, calendar):
        super().__init__()
        self.server, self.truth, self.dice, self.devices, self.calendar = (
            server,
            truth,
            random.Random(seed),
            devices,
            calendar,
        )
        self.done, self.failures = 0, []

    def listed(self):
        lines = self.server.command("list", "--from", "2027-01-15", "--days", "1", "--jsonl").splitlines()
        return [item for item in map(json.loads, lines) if "uid" in item]

    def run(self):
        number = 0
        while any(device.is_alive() for device in self.devices):
            number += 1
            try:
                items = self.listed()
                roll = self.dice.random()
                if not items or roll < 0.1:
                    self.server.command("add", f"Made{number} 2027-01-15 10:00", "--calendar", self.calendar)
                    with self.truth.lock:
                        self.truth.titles[f"new {number}"] = f"Made{number}"
                elif roll < 0.9:
                    item = self.dice.choice(items)
                    self.server.command("edit", item["id"], "--summary", f"Title{number}")
                    with self.truth.lock:
                        self.truth.titles[item["uid"]] = f"Title{number}"
                else:
                    item = self.dice.choice(items)
                    self.server.command("delete", item["id"])
                    with self.truth.lock:
                        self.truth.titles[item["uid"]] = None
                self.done += 1
            except RuntimeError as error:
                # A device was faster.
                self.failures.append(str(error))


def check(report):
    with report.server() as server:
        crashes.races(report, server)
    with report.server() as server:
        together(report, server)
    with report.server() as server:
        crashes.kills(report, server)


def together(report, server):
    path, truth = server.calendar("together"), Truth()
    changes = 200 if report.quick else 2_000
    devices = [Device(letter, server, path, truth, seed, changes // 2) for seed, letter in enumerate("ab")]
    command, calendar, is_ours = None, None, isinstance(server, serving.Agenda)
    if is_ours:
        calendar = name_of(server, path)
        command = Command(server, truth, 7, devices, calendar)
    dice, killed = random.Random(3), 0
    for device in devices:
        device.start()
    if command:
        command.start()
    while any(device.is_alive() for device in devices):
        time.sleep(dice.uniform(0.3, 3))
        if killed < changes // 20 and any(device.is_alive() for device in devices):
            server.kill()
            server.start()
            killed += 1
    if command:
        command.join()
    for device in devices:
        device.join()
    said = ", ".join(f"{count} {what}" for what, count in sorted(truth.counts.items(), key=str))
    report.say(f"{changes} changes, {killed} kills, {command.done if command else 0} by the command: {said}")
    faults = [fault for device in devices for fault in device.faults]
    report.check(
        "together: every refusal is 404 or 412, every answer is one", not faults, f"{len(faults)}: {faults[:3]}"
    )
    if command:
        odd = [
            text
            for text in command.failures
            if not re.search(r"changed|not found|no such|no event|No event|nothing", text)
        ]
        report.check("the command is never refused but for what devices did", not odd, f"{len(odd)}: {odd[:2]}")
        report.check("no token is refused", not truth.counts["tokens refused"], truth.counts["tokens refused"])
    settle(report, server, path, truth, devices, command)


def settle(report, server, path, truth, devices, command):
    for device in devices:
        device.sync()
        device.sync()
    # An answer that is missing says of nobody what he sees; these do.
    fresh = Replica(server, path, truth)
    fresh.sync()
    a, b = (device.items for device in devices)
    report.check("both devices have the same", a == b, differences(a, b))
    report.check("and what a new one gets", a == fresh.items, differences(a, fresh.items))
    listed = server.client().etags(path)
    report.check(
        "a listing has the same ETags",
        listed == {name: etag for name, (etag, _) in a.items()},
        differences(listed, {name: etag for name, (etag, _) in a.items()}),
    )
    bad = []
    for name, (etag, text) in a.items():
        answer = fresh.client.ask("GET", name)
        if answer.status != 200 or answer["etag"] != etag or plain(answer.body) != text:
            bad.append((name, etag, answer["etag"], answer))
    report.check("GET gives the same texts and ETags", not bad, bad[:2])
    report.check("no ETag stands for two texts", not truth.lies, f"{len(truth.lies)}: {truth.lies[:1]}")
    # What was acknowledged.
    found, twice = {}, []
    for name, (_, text) in a.items():
        for mark in MARKS.findall(re.sub(r"SUMMARY:.*", "", text)):
            if mark in found:
                twice.append((mark, found[mark], name))
            found[mark] = name
    gone = truth.deleted | truth.perhaps_deleted
    by_command = {uid for uid, title in truth.titles.items() if title is None}
    removed = lambda name: name in gone or (name not in a and truth.uids.get(name) in by_command)
    lost = [(mark, name) for mark, name in truth.marks.items() if found.get(mark) != name and not removed(name)]
    report.check(
        f"each of {len(truth.marks)} acknowledged changes is there",
        truth.marks and not lost,
        f"{len(lost)} are not: {lost[:5]}",
    )
    report.check("none twice", not twice, twice[:3])
    done = [(mark, *truth.refused[mark]) for mark in found if mark in truth.refused]
    report.check("nothing that was refused is there", not done, done[:5])
    strange = [
        mark for mark in found if mark not in truth.marks and mark not in truth.unknown and mark not in truth.refused
    ]
    report.check("nothing else is there", not strange, strange[:5])
    back = [name for name in truth.deleted if name in a]
    report.check(f"each of {len(truth.deleted)} deleted events is gone", not back, back[:5])
    uids = collections.Counter(dav.uid_of(text) for _, text in a.values())
    report.check("no UID twice", not [uid for uid, count in uids.items() if count > 1], uids.most_common(3))
    if command:
        titles = {dav.uid_of(text): re.search(r"SUMMARY:(.*)", text)[1] for _, text in a.values()}
        # What a device has deleted later has no title.
        deleted = {truth.uids.get(name) for name in gone}
        wrong = [
            (uid, title, titles.get(uid)) for uid, title in truth.titles.items()
            if not uid.startswith("new ") and titles.get(uid) != title and (uid in titles or uid not in deleted)
        ]  # fmt: skip
        report.check(
            f"each of {len(truth.titles)} titles of the command is there",
            not wrong,
            f"{len(wrong)} are not: {wrong[:3]}",
        )
        shown = collections.Counter(item["uid"] for item in command.listed())
        report.check(
            "the command lists the same",
            shown == uids,
            f"{len(shown)} and {len(uids)}: {list((shown - uids) + (uids - shown))[:5]}",
        )
        said = server.command("doctor")
        report.check("doctor finds nothing", said.startswith("No problems"), said[:500])
