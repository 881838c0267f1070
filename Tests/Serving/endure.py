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

import dav
import serving

MARKS = re.compile(r"\b[ab]\d+m\b")


def plain(text):
    """XML has no carriage returns, and lines may be folded anywhere."""
    if isinstance(text, bytes):
        text = text.decode()
    return text.replace("\r\n", "\n").replace("\n ", "").rstrip("\n")


class Truth:
    """What was answered to whom."""

    def __init__(self):
        self.lock = threading.Lock()
        self.marks, self.refused, self.unknown = {}, {}, set()
        self.made, self.deleted, self.perhaps_deleted, self.titles = set(), set(), set(), {}
        self.texts, self.lies, self.counts = {}, [], collections.Counter()
        # The UIDs by path.
        self.uids = {}

    def count(self, what):
        with self.lock:
            self.counts[what] += 1

    def saw(self, path, etag, text):
        """The same ETag always stands for the same text."""
        if not etag:
            return
        with self.lock:
            self.uids[path] = dav.uid_of(plain(text))
            if self.texts.setdefault((path, etag), plain(text)) != plain(text):
                self.lies.append((path, etag, self.texts[path, etag][-200:], plain(text)[-200:]))


class Replica:
    """What a device has of a calendar."""

    def __init__(self, server, path, truth):
        self.server, self.path, self.truth = server, path, truth
        self.client = server.client(timeout=30)
        self.token, self.items, self.downloaded = "", {}, 0

    def sync(self):
        """Raises OSError where there is no answer, and RuntimeError where it is none."""
        try:
            changed, gone, token = self.client.sync(self.path, self.token)
        except dav.Refused as error:
            if not self.token:
                raise RuntimeError(str(error)) from None
            self.truth.count("tokens refused")
            self.token = ""
            changed, gone, token = self.client.sync(self.path)
            gone |= set(self.items) - set(changed)
        wanted = [path for path, etag in changed.items() if self.items.get(path, ("",))[0] != etag]
        texts = self.client.bodies(self.path, wanted)
        self.downloaded += len(texts)
        for path, (etag, text) in texts.items():
            self.truth.saw(path, etag, text)
            self.items[path] = (etag, plain(text))
        for path in gone:
            self.items.pop(path, None)
        self.token = token


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
            answer = self.client.put(path, body, etag, new=etag is None) if body else self.client.ask("DELETE", path, If_Match=etag)
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
        self.server, self.truth, self.dice, self.devices, self.calendar = server, truth, random.Random(seed), devices, calendar
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
        races(report, server)
    with report.server() as server:
        together(report, server)
    with report.server() as server:
        kills(report, server)


def races(report, server):
    """Eight devices count in one event: each acknowledged step is in the number, and each name is made once."""
    path, steps = server.calendar("races"), 5 if report.quick else 25
    client = server.client()
    client.put(path + "count.ics", dav.event("count", "Count 0"))
    taken, odd, made = [], [], collections.Counter()

    def count(number):
        own, left = server.client(), steps
        while left and len(odd) < 10:
            got = own.ask("GET", path + "count.ics")
            value = int(re.search(rb"Count (\d+)", got.body)[1]) + 1
            answer = own.put(path + "count.ics", dav.event("count", f"Count {value}"), got["etag"])
            if answer.status in (200, 201, 204):
                taken.append(value)
                left -= 1
            elif answer.status != 412:
                odd.append(answer)
        for name in range(steps):
            answer = own.put(f"{path}new-{name}.ics", dav.event(f"new-{name}", f"By {number}"), new=True)
            made[name] += answer.status == 201
            if answer.status not in (201, 412):
                odd.append(answer)
        own.close()

    threads = [threading.Thread(target=count, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    value = int(re.search(rb"Count (\d+)", client.ask("GET", path + "count.ics").body)[1])
    report.check(f"races: each of {len(taken)} acknowledged steps counts, each number is given once", value == len(taken) == len(set(taken)), (value, len(taken), len(set(taken))))
    report.check("races: each name is made once", set(made.values()) == {1}, made)
    report.check("races: who is late is told 412", not odd, odd[:3])


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
    report.check("together: every refusal is 404 or 412, every answer is one", not faults, f"{len(faults)}: {faults[:3]}")
    if command:
        odd = [text for text in command.failures if not re.search(r"changed|not found|no such|no event|No event|nothing", text)]
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
    report.check("a listing has the same ETags", listed == {name: etag for name, (etag, _) in a.items()}, differences(listed, {name: etag for name, (etag, _) in a.items()}))
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
    report.check(f"each of {len(truth.marks)} acknowledged changes is there", truth.marks and not lost, f"{len(lost)} are not: {lost[:5]}")
    report.check("none twice", not twice, twice[:3])
    done = [(mark, *truth.refused[mark]) for mark in found if mark in truth.refused]
    report.check("nothing that was refused is there", not done, done[:5])
    strange = [mark for mark in found if mark not in truth.marks and mark not in truth.unknown and mark not in truth.refused]
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
        report.check(f"each of {len(truth.titles)} titles of the command is there", not wrong, f"{len(wrong)} are not: {wrong[:3]}")
        shown = collections.Counter(item["uid"] for item in command.listed())
        report.check("the command lists the same", shown == uids, f"{len(shown)} and {len(uids)}: {list((shown - uids) + (uids - shown))[:5]}")
        said = server.command("doctor")
        report.check("doctor finds nothing", said.startswith("No problems"), said[:500])


def differences(one, other):
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    return f"{len(names)} differ: {[(name, one.get(name), other.get(name)) for name in names[:2]]}"


def name_of(server, path):
    """What the command calls the calendar of a path."""
    slug = path.rstrip("/").rsplit("/", 1)[1]
    sources = json.loads(server.command("source", "list", "--json"))["sources"]
    return next(item["name"] for item in sources if slug in item["name"])


def kills(report, server):
    """Kills in the middle of a PUT: what was answered is there, byte for byte, and nothing half."""
    path, rounds, dice = server.calendar("kills"), 20 if report.quick else 200, random.Random(11)
    answered, texts, faults, etags, asked = {}, {}, [], {}, 0
    for turn in range(rounds):
        client, stop = server.client(timeout=20), threading.Event()
        begun = threading.Event()

        def write():
            nonlocal asked
            number = 0
            while not stop.is_set():
                number += 1
                name = f"{path}kill-{turn}-{number}.ics"
                if number % 4 == 0 and answered:
                    # What is there gets another text.
                    name = dice.choice(sorted(answered))
                body = dav.event(name.rsplit("/", 1)[1], f"Text {turn} {number}", lines=["DESCRIPTION:" + "x" * dice.choice((10, 5_000, 200_000))])
                texts.setdefault(name, []).append(body)
                begun.set()
                asked += 1
                try:
                    answer = client.put(name, body)
                except OSError:
                    return
                if answer.status in (200, 201, 204):
                    answered[name] = body
                    etags[name] = answer["etag"]
                else:
                    faults.append((name, answer))

        writer = threading.Thread(target=write)
        writer.start()
        begun.wait(20)
        time.sleep(dice.uniform(0, 0.15))
        server.kill()
        stop.set()
        writer.join()
        client.close()
        server.start()
        # The one that had no answer, and all that had one in this round.
        client = server.client()
        for name in [name for name in texts if f"kill-{turn}-" in name] + dice.sample(sorted(answered), min(5, len(answered))):
            answer = client.ask("GET", name)
            verdict(name, answer, answered, texts, etags, faults)
        client.close()
    client = server.client()
    listed = client.etags(path)
    for name in texts:
        answer = client.ask("GET", name)
        verdict(name, answer, answered, texts, etags, faults)
        if answer.status == 200 and listed.get(name) != answer["etag"]:
            faults.append((name, "listed as", listed.get(name), answer["etag"]))
    more = set(listed) - set(texts)
    report.say(f"{rounds} kills, {asked} PUTs, {len(answered)} events answered")
    report.check("kills: each answered PUT is there, whole, under its ETag; none is half", answered and not faults, f"{len(faults)}: {[repr(fault)[:300] for fault in faults[:3]]}")
    report.check("kills leave nothing else in the calendar", not more, sorted(more)[:3])
    if isinstance(server, serving.Agenda):
        files = {item.name for item in next(server.folder.rglob("kill-*.ics")).parent.iterdir()}
        strange = sorted(name for name in files if not re.fullmatch(r"kill-\d+-\d+\.ics", name))
        report.check("kills leave no other files", not strange, strange[:5])
        said = server.command("doctor")
        report.check("doctor finds nothing after kills", said.startswith("No problems"), said[:500])


def verdict(name, answer, answered, texts, etags, faults):
    if name in answered:
        # A later PUT without an answer may have come after the answered one.
        later = texts[name][texts[name].index(answered[name]) :]
        if answer.status != 200 or plain(answer.body) not in map(plain, later):
            # Servers that write texts in their own way keep at least the title.
            if answer.status != 200 or not any(title(body) == title(answer.body) for body in later):
                faults.append((name, "answered", answer))
        elif plain(answer.body) == plain(answered[name]) and etags.get(name) and answer["etag"] != etags[name]:
            faults.append((name, "another ETag", etags[name], answer["etag"]))
    elif answer.status == 200:
        if not any(title(body) == title(answer.body) for body in texts[name]) or b"END:VCALENDAR" not in answer.body:
            faults.append((name, "half", answer))
    elif answer.status != 404:
        faults.append((name, "unknown", answer))


def title(body):
    found = re.search(rb"SUMMARY:(.*?)\r?\n", body)
    return found and found[1]
