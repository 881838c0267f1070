"""All kinds of calendars that a home has, as devices see them: the store's own, folders, files of many events; and to-dos apart."""

import json
import re

import dav
import serving
from dav import CALDAV, DAV, event, found
from replica import Replica, Truth, differences, plain


def many(*texts):
    """A file with the components of several."""
    inner = [re.search(rb"(BEGIN:VEVENT.*END:VEVENT\r\n)", text, re.S)[1] for text in texts]
    return (
        b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//judge//EN\r\n"
        + b"".join(inner)
        + b"END:VCALENDAR\r\n"
    )


class Home:
    def __init__(self, report, server):
        self.report, self.server, self.client, self.truth = report, server, server.client(), Truth()
        folder = server.folder
        self.file = folder / "file.ics"
        self.texts = [event(f"file-{number}", f"File {number}") for number in range(5)]
        self.file.write_bytes(many(*self.texts))
        for name in ("open", "closed"):
            (folder / name).mkdir()
            (folder / name / "one.ics").write_bytes(event(f"{name}-one", f"One of {name}"))
        server.command("add", "Own 2027-01-15 10:00")
        server.command("source", "add", self.file)
        server.command("source", "add", folder / "open", "--writable")
        server.command("source", "add", folder / "closed")
        self.names = {"local": "Own", "file": "File 0", "open": "One of open", "closed": "One of closed"}
        serving.wait(lambda: set(self.names) <= set(self.calendars()))

    def calendars(self, client=None):
        """Paths by display name."""
        answer = (client or self.client).propfind(self.server.home, ["D:resourcetype", "D:displayname"], depth="1")
        found_ = {}
        for path, item in answer.responses:
            kind, name = found(item, DAV + "resourcetype"), found(item, DAV + "displayname")
            if kind is not None and kind.find(CALDAV + "calendar") is not None:
                found_[name.text if name is not None else path] = path
        return found_

    def replica(self, path):
        replica = Replica(self.server, path, self.truth)
        replica.sync()
        return replica

    def check(self, what, holds, seen=""):
        self.report.check(what, holds, seen)

    def of(self, path, title):
        """The path, ETag and text of an event."""
        for name, (etag, text) in self.client.bodies(path, self.client.etags(path)).items():
            if f"SUMMARY:{title}" in text:
                return name, etag, text
        return None, None, ""


def check(report):
    if report.kind != "agenda":
        report.say("kinds are LEFT OUT: they are of our own home")
        return
    for part in (reading, writing_elsewhere, own, file, folders, todos_apart, removed, each_other):
        with report.server() as server:
            try:
                part(Home(report, server))
            except Exception as error:
                report.check(f"{part.__name__} comes to its end", False, f"{type(error).__name__}: {error}"[:800])


def reading(home):
    client, calendars = home.client, home.calendars()
    home.check("all calendars of the home are shown", set(home.names) <= set(calendars), calendars)
    replicas = {}
    for name, title in home.names.items():
        path = calendars[name]
        listed = client.etags(path)
        replicas[name] = replica = home.replica(path)
        home.check(
            f"{name}: a listing and sync-collection say the same",
            listed == {path: etag for path, (etag, _) in replica.items.items()},
            differences(listed, {path: etag for path, (etag, _) in replica.items.items()}),
        )
        bad = []
        for href, (etag, text) in replica.items.items():
            got = client.ask("GET", href)
            if got["etag"] != etag or plain(got.body) != text or dav.uid_of(text) not in text:
                bad.append((href, etag, got["etag"], got))
        home.check(f"{name}: GET and multiget give the same", not bad, bad[:1])
        home.check(
            f"{name}: what is in it is there",
            any(f"SUMMARY:{title}" in text for _, text in replica.items.values()),
            list(replica.items.values())[:2],
        )
        answer = client.query(path, "20270115T000000Z", "20270116T000000Z")
        home.check(f"{name}: a time-range finds it", {href for href, _ in answer.responses} == set(listed), answer)
    home.server.stop()
    home.server.start()
    client.close()
    for name, replica in replicas.items():
        replica.client.close()
        before, replica.downloaded = dict(replica.items), 0
        replica.sync()
        home.check(
            f"{name}: after a new start nothing is new",
            replica.items == before and not replica.downloaded,
            differences(before, replica.items),
        )
    home.check("no token is refused", not home.truth.counts["tokens refused"], home.truth.counts)
    home.check("no ETag stands for two texts", not home.truth.lies, home.truth.lies[:1])


def writing_elsewhere(home):
    client, calendars = home.client, home.calendars()
    for name in home.names:
        path = calendars[name]
        item = dict(client.propfind(path, ["D:current-user-privilege-set"]).responses)[path]
        rights = found(item, DAV + "current-user-privilege-set")
        may_write = rights is not None and any(
            right.tag in (DAV + "write", DAV + "write-content", DAV + "bind") for right in rights.iter()
        )
        home.check(f"{name}: it says whether it can be written", may_write == (name in ("local", "open")), may_write)
        answer = client.put(f"{path}new.ics", event("new", "New"), new=True)
        if may_write:
            home.check(f"{name}: a new event is taken", answer.status == 201, answer)
        else:
            home.check(
                f"{name}: a new event is 403 need-privileges",
                answer.status == 403 and "need-privileges" in answer.conditions,
                answer,
            )
            href, etag, text = home.of(path, home.names[name])
            for what, answer in (
                ("a change", client.put(href, text.replace("SUMMARY:", "SUMMARY:Not ").encode(), etag)),
                ("DELETE", client.ask("DELETE", href, If_Match=etag)),
            ):
                home.check(f"{name}: {what} is 403", answer.status == 403, answer)
            home.check(f"{name}: and is as it was", client.etags(path).get(href) == etag)
        answer = client.ask("DELETE", path)
        home.check(f"{name}: it cannot be removed", answer.status == 403, answer)


def own(home):
    """The store's own calendar, which keeps components, not files."""
    client, path = home.client, home.calendars()["local"]
    other = home.replica(path)
    href, etag, text = home.of(path, "Own")
    item = next(
        line
        for line in home.server.command("list", "--from", "2027-01-15", "--days", "1", "--jsonl").splitlines()
        if '"Own"' in line
    )
    home.server.command("edit", json.loads(item)["id"], "--summary", "Edited")
    serving.wait(lambda: client.etags(path).get(href) != etag)
    other.downloaded = 0
    other.sync()
    home.check(
        "local: an edit of the command is one change",
        other.downloaded == 1 and "SUMMARY:Edited" in other.items[href][1],
        other.items,
    )
    etag, text = other.items[href]
    body = text.replace("SUMMARY:Edited", "SUMMARY:From a device").replace("\n", "\r\n").encode() + b"\r\n"
    answer = client.put(href, body, '"no-such"')
    home.check("local: a wrong If-Match is 412", answer.status == 412, answer)
    answer = client.put(href, body, etag)
    got = client.ask("GET", href)
    home.check(
        "local: a change of a device is taken",
        answer.status in (200, 204) and b"From a device" in got.body,
        (answer, got),
    )
    home.check(
        "local: an ETag is given only for what is stored as it came",
        answer["etag"] is None or got["etag"] == answer["etag"] and got.body == body,
        (answer.fields, got),
    )
    shown = home.server.command("list", "--from", "2027-01-15", "--days", "1")
    home.check("local: the command shows it", "From a device" in shown, shown)
    other.downloaded = 0
    other.sync()
    home.check(
        "local: another device hears of this change alone",
        other.downloaded == 1 and "From a device" in other.items[href][1],
        other.items,
    )
    answer = client.put(
        f"{path}fresh.ics",
        event("fresh", "Fresh", lines=["X-OWN:1", "CATEGORIES:A,B", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@example.org"]),
        new=True,
    )
    changed, gone, _ = client.sync(path, other.token)
    texts = client.bodies(path, changed)
    home.check(
        "local: a new event is there once, wherever",
        answer.status == 201 and len(changed) == 1 and not gone,
        (answer, changed, gone),
    )
    home.check(
        "local: with all that it has",
        all(
            word in next(iter(texts.values()), ("", ""))[1]
            for word in ("UID:fresh", "X-OWN:1", "CATEGORIES:A,B", "PARTSTAT=ACCEPTED")
        ),
        texts,
    )
    if answer["location"]:
        home.check(
            "local: Location says where", dav.path_of(answer["location"]) in changed, (answer["location"], changed)
        )
    else:
        home.check("local: without Location it is where it was put", f"{path}fresh.ics" in changed, changed)
    other.sync()
    answer = client.ask("DELETE", href, If_Match=client.etags(path)[href])
    changed, gone, _ = client.sync(path, other.token)
    home.check(
        "local: DELETE is told to others",
        answer.status == 204 and gone == {href} and not changed,
        (answer, changed, gone),
    )
    home.server.command("undo")
    back = serving.wait(
        lambda: any("From a device" in text for _, text in client.bodies(path, client.etags(path)).values()), 5
    )
    home.check("local: undo brings it back", back, client.etags(path))
    todo = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:todo\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Do it\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    answer = client.put(f"{path}todo.ics", todo, new=True)
    home.check(
        "local: a to-do is taken", answer.status == 201 and "Do it" in home.server.command("todo", "list"), answer
    )
    home.check("no ETag stands for two texts", not home.truth.lies, home.truth.lies[:1])


def file(home):
    """A file of many events, of which another program changes one."""
    path = home.calendars()["file"]
    replica = home.replica(path)
    before = dict(replica.items)
    texts = [*home.texts[:2], event("file-2", "Other title"), *home.texts[3:4], event("file-9", "File 9")]
    new = home.file.with_suffix(".new")
    new.write_bytes(many(*texts))
    new.replace(home.file)
    serving.wait(
        lambda: len(set(home.client.etags(path).items()) - {(name, etag) for name, (etag, _) in before.items()}) == 2
    )
    replica.downloaded = 0
    replica.sync()
    titles = sorted(re.search("SUMMARY:(.*)", text)[1] for _, text in replica.items.values())
    home.check(
        "file: one changed, one new, one gone is what a device hears",
        titles == ["File 0", "File 1", "File 3", "File 9", "Other title"] and replica.downloaded == 2,
        (titles, replica.downloaded),
    )
    same = [name for name in before if name in replica.items and replica.items[name] == before[name]]
    home.check("file: the others stay as they are", len(same) == 3, len(same))
    home.check("no ETag stands for two texts", not home.truth.lies, home.truth.lies[:1])


def folders(home):
    """Another program writes into served folders."""
    for name in ("open", "closed"):
        path, folder = home.calendars()[name], home.server.folder / name
        replica = home.replica(path)
        (folder / "two.ics").write_bytes(event(f"{name}-two", "Two"))
        (folder / "one.ics").write_bytes(event(f"{name}-one", "Changed"))
        serving.wait(
            lambda: (
                len(home.client.etags(path)) == 2
                and any("Changed" in text for _, text in home.client.bodies(path, home.client.etags(path)).values())
            )
        )
        replica.downloaded = 0
        replica.sync()
        home.check(
            f"{name}: what another program writes is heard of",
            replica.downloaded == 2 and len(replica.items) == 2,
            replica.items,
        )
        (folder / "one.ics").unlink()
        serving.wait(lambda: len(home.client.etags(path)) == 1)
        replica.sync()
        home.check(
            f"{name}: and what it removes",
            [dav.uid_of(text) for _, text in replica.items.values()] == [f"{name}-two"],
            replica.items,
        )
        # A file with two events is no resource; whatever becomes of it, the others stay.
        (folder / "pair.ics").write_bytes(many(event(f"{name}-a"), event(f"{name}-b")))
        (folder / "broken.ics").write_bytes(b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x")
        serving.wait(lambda: "pair" in str(home.client.etags(path)), 3)
        replica.sync()
        answer = home.client.query(
            path, "20270101T000000Z", "20270201T000000Z", properties="<D:getetag/><C:calendar-data/>"
        )
        home.check(
            f"{name}: a file that is none spoils no report",
            answer.status == 207 and f"{name}-two".encode() in answer.body,
            answer,
        )
    home.check("no ETag stands for two texts", not home.truth.lies, home.truth.lies[:1])


def todos_apart(home):
    """A device that takes events and to-dos as two calendars."""
    server = home.server
    path = server.calendar("mixed")
    url, user, password = server.device("apple", "--separate-todos")
    apple = dav.Client(url, user, password)
    todo = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:todo\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Do it\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    home.client.put(path + "event.ics", event("event"), new=True)
    home.client.put(path + "todo.ics", todo, new=True)
    answer = apple.propfind(server.home, ["D:resourcetype", "C:supported-calendar-component-set"], depth="1")
    kinds = {
        name: {part.get("name") for part in found(item, CALDAV + "supported-calendar-component-set") or ()} for name, item in answer.responses
        if found(item, CALDAV + "supported-calendar-component-set") is not None
    }  # fmt: skip
    home.check(
        "apart: no calendar has both",
        kinds and all(not {"VEVENT", "VTODO"} <= value for value in kinds.values()),
        kinds,
    )
    events = next(name for name, value in kinds.items() if name.startswith(path.rstrip("/")) and "VEVENT" in value)
    todos = next(name for name, value in kinds.items() if name.startswith(path.rstrip("/")) and "VTODO" in value)
    seen = {
        name: sorted(dav.uid_of(text) for _, text in apple.bodies(name, apple.etags(name)).values())
        for name in (events, todos)
    }
    home.check("apart: each is in its calendar", seen == {events: ["event"], todos: ["todo"]}, seen)
    tokens = {name: apple.sync(name) for name in (events, todos)}
    home.check(
        "apart: sync-collection says the same", [len(tokens[name][0]) for name in (events, todos)] == [1, 1], tokens
    )
    answer = apple.put(todos + "later.ics", todo.replace(b"UID:todo", b"UID:later"), new=True)
    home.check("apart: a new to-do is taken there", answer.status == 201, answer)
    answer = apple.put(events + "wrong.ics", todo.replace(b"UID:todo", b"UID:wrong"), new=True)
    home.check(
        "apart: and not among the events",
        answer.status == 403 and "supported-calendar-component" in answer.conditions,
        answer,
    )
    changed = {name: apple.sync(name, tokens[name][2])[0] for name in (events, todos)}
    home.check(
        "apart: one hears of it, the other of nothing",
        [len(changed[name]) for name in (events, todos)] == [0, 1],
        changed,
    )
    uids = sorted(dav.uid_of(text) for _, text in home.client.bodies(path, home.client.etags(path)).values())
    home.check("apart: others have all in one", uids == ["event", "later", "todo"], uids)


def removed(home):
    """A device removes a calendar, the owner brings it back, and renames it."""
    server, client = home.server, home.client
    path = server.calendar("precious")
    for number in range(5):
        client.put(f"{path}{number}.ics", event(f"precious-{number}"), new=True)
    replica = home.replica(path)
    before = dict(replica.items)
    answer = client.ask("DELETE", path)
    home.check(
        "removed: a calendar that a device has made",
        answer.status == 204 and client.propfind(path, ["D:displayname"]).status == 404,
        answer,
    )
    server.command("undo")
    serving.wait(
        lambda: len(client.etags(path)) == 5 if client.propfind(path, ["D:displayname"]).status == 207 else False
    )
    replica.downloaded = 0
    replica.sync()
    home.check("removed: undo brings it back as it was", replica.items == before, differences(before, replica.items))
    home.check("removed: and nobody downloads anything", replica.downloaded == 0, replica.downloaded)
    server.command("source", "set", "precious", "--name", "Jewels")
    serving.wait(lambda: "Jewels" in home.calendars())
    home.check(
        "removed: a calendar that gets another name keeps its address",
        home.calendars().get("Jewels") == path,
        home.calendars(),
    )
    replica.downloaded = 0
    replica.sync()
    home.check(
        "removed: and its events",
        replica.items == before and replica.downloaded == 0,
        (replica.downloaded, differences(before, replica.items)),
    )
    server.command("source", "remove", "Jewels")
    answer = client.propfind(path, ["D:displayname"])
    home.check("removed: one that its owner removes is gone", answer.status == 404, answer)
    server.command("undo")
    serving.wait(lambda: client.propfind(path, ["D:displayname"]).status == 207)
    replica.downloaded = 0
    serving.wait(lambda: client.sync_request(path).status == 207)
    replica.sync()
    home.check("removed: his undo brings it back", replica.items == before, differences(before, replica.items))


def each_other(home):
    """Two services that have each other as an account do not copy copies without end."""
    a = home.server
    with home.report.server() as b:
        path = b.calendar("theirs")
        b.client().put(path + "one.ics", event("theirs-one", "Theirs"), new=True)

        def befriend(here, there, name):
            secret = here.folder / f"password-{name}"
            secret.touch(0o600)
            secret.write_text(there.password + "\n")
            here.command(
                "account",
                "add",
                there.url,
                "--name",
                name,
                "--user",
                there.user,
                "--password-file",
                secret,
                "--insecure",
                "--all",
            )
            here.command("sync")

        befriend(a, b, "b")
        befriend(b, a, "a")
        counts = []
        for _ in range(4):
            for server in (a, b):
                server.command("sync")
            counts.append(
                tuple(
                    len(server.command("list", "--from", "2027-01-01", "--days", "60", "--jsonl").splitlines())
                    for server in (a, b)
                )
            )
        calendars = [
            len(server.client().propfind(server.home, ["D:displayname"], depth="1").responses) - 1 for server in (a, b)
        ]
        home.check("each other: events do not grow", len(set(counts)) == 1, counts)
        # Four of this one, two of the other.
        home.check("each other: nobody takes copies of his own calendars", calendars == [6, 6], calendars)
