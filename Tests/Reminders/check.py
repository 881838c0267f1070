"""Asks of each way in which a reminder can be lost or come twice what the desktop was asked to show: one line a check."""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from desktop import Desktop, wait

UTC = datetime.timezone.utc
LINK = "https://meet.google.com/abc-defg-hij"


class Failure(Exception):
    pass


def expect(what, got, wanted):
    if got != wanted:
        raise Failure(f"{what}: {got!r} instead of {wanted!r}")


def event(uid, start, *lines, trigger="PT0S", hours=1):
    """One event of some hours; `start` in UTC."""
    end = start + datetime.timedelta(hours=hours)
    return "\n".join([
        "BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"DTSTART:{start:%Y%m%dT%H%M%SZ}",
        f"DTEND:{end:%Y%m%dT%H%M%SZ}", f"SUMMARY:{uid}", *lines, "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x",
        f"TRIGGER:{trigger}", "END:VALARM", "END:VEVENT", ""])


def todo(uid, due, *lines):
    """One to-do that rings when it is due, in UTC."""
    return "\n".join([
        "BEGIN:VTODO", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"DUE:{due:%Y%m%dT%H%M%SZ}", f"SUMMARY:{uid}", *lines,
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER;RELATED=END:PT0S", "END:VALARM", "END:VTODO", ""])


def soon(seconds=4):
    now = datetime.datetime.now(UTC) + datetime.timedelta(seconds=seconds)
    return now.replace(microsecond=0)


class World:
    """A database with one file, a desktop, and a daemon."""

    agenda = None

    def __init__(self, desktop=True, capabilities=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="agenda-reminders-"))
        self.file, self.log = self.folder / "a.ics", self.folder / "log"
        self.desktop = Desktop(self.folder)
        self.environment = {
            "HOME": str(self.folder), "PATH": "/nonexistent", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
            "AGENDA_DATABASE": str(self.folder / "agenda.db"), "DBUS_SESSION_BUS_ADDRESS": self.desktop.address}
        if desktop:
            self.desktop.start(*([capabilities] if capabilities else []))
        self.process = None
        self.write()
        self.run("source", "add", self.file)

    def acknowledges(self):
        """What is dismissed is written into the calendar."""
        folder = self.folder / "config" / "agenda"
        folder.mkdir(parents=True)
        (folder / "config.toml").write_text("acknowledge = true\n")
        self.environment["XDG_CONFIG_HOME"] = str(self.folder / "config")
        self.run("source", "set", "a", "--writable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.desktop.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, *events):
        """Replaces the file by another, as synchronisations and editors do."""
        new = self.folder / "a.new"
        new.write_text("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//check//EN\n" + "".join(events)
                       + "END:VCALENDAR\n")
        new.rename(self.file)

    def run(self, *words, status=0):
        done = subprocess.run([World.agenda, *map(str, words)], env=self.environment, capture_output=True, text=True,
                              timeout=120, check=False)
        expect(f"status of {words}: {done.stderr}", done.returncode, status)
        return done.stdout, done.stderr

    def once(self, at, *options):
        """One round of a daemon at a time; what it says."""
        return self.run("daemon", "--once", "--quiet", "--now", at, *options)[1]

    def start(self):
        self.process = subprocess.Popen([World.agenda, "daemon"], env=self.environment, stderr=self.log.open("a"))
        wanted = self.said().count("daemon: started") + 1
        if not wait(lambda: self.said().count("daemon: started") == wanted):
            raise Failure(f"the daemon does not start: {self.said()}")

    def said(self):
        return self.log.read_text() if self.log.exists() else ""

    def told(self):
        """The reminders that the daemon told in lines."""
        return [line for line in self.said().splitlines() if line.startswith("reminder: ")]

    def titles(self):
        return [title for _, title, _, _ in self.desktop.shown()]

    def shows(self, *titles):
        """Waits until exactly these were shown, and sees that no more come."""
        wait(lambda: len(self.titles()) >= len(titles))
        time.sleep(0.5)
        expect(f"shown ({self.said()})", self.titles(), list(titles))

    def alarms(self):
        return json.loads(self.run("alarms", "--json")[0])["alarms"]


def on_time():
    """on time, with what it is about, and what can be chosen"""
    with World() as world:
        world.start()
        start = soon()
        world.write(event("A <b>&", start, "LOCATION:Room <1> & 2", f"URL:{LINK}"))
        world.shows("A <b>&")
        late = time.time() - start.timestamp()
        _, _, body, actions = world.desktop.shown()[0]
        expect("link and place", body.split("\n")[1:], ["Room &lt;1&gt; &amp; 2", LINK])
        expect("actions", actions[::2], ["join", "snooze-5", "snooze-15", "snooze-60", "dismiss"])
        return f"seen after {late:.1f} s"


def snoozed_and_dismissed():
    """chosen on the desktop: snoozed, dismissed, joined"""
    with World() as world:
        browser = world.folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >>{world.folder}/opened\n')
        browser.chmod(0o755)
        world.environment["BROWSER"] = str(browser)
        world.start()
        start = soon()
        world.write(event("A", start, f"URL:{LINK}"))
        world.shows("A")
        world.desktop.choose(1, "join")
        opened = world.folder / "opened"
        expect("opened", wait(lambda: opened.exists() and opened.read_text()), LINK + "\n")
        begin = time.time()
        world.desktop.choose(1, "snooze-15")
        wait(lambda: world.alarms()[0]["state"] == "snoozed")
        at = datetime.datetime.fromisoformat(world.alarms()[0]["at"]).timestamp() - begin
        expect("15 minutes", 895 < at < 960, True)
        expect("taken away", wait(world.desktop.taken), [1])
        world.write(event("A", start, f"URL:{LINK}"), event("B", soon()))
        world.shows("A", "B")
        number = 1 + world.titles().index("B")
        world.desktop.choose(number, "dismiss")
        states = lambda: {a["event"]["summary"]: a["state"] for a in world.alarms()}
        expect("dismissed", wait(lambda: states()["B"] == "dismissed"), True)


def acknowledged():
    """dismissed on the desktop: written to the calendar; acknowledged on a phone: taken away"""
    with World() as world:
        world.acknowledges()
        world.start()
        start = soon()
        world.write(event("A", start))
        world.shows("A")
        world.desktop.choose(1, "dismiss")
        expect("written", wait(lambda: "\nACKNOWLEDGED:20" in world.file.read_text()), True)
        expect("the alarm", "ACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:PT0S\nACKNOWLEDGED:" in world.file.read_text(), True)
        expect("taken away", wait(world.desktop.taken), [1])
        start = soon()
        world.write(event("B", start))
        world.shows("A", "B")
        world.write(event("B", start).replace("TRIGGER:PT0S", "TRIGGER:PT0S\nACKNOWLEDGED:20991231T000000Z"))
        expect("taken away", wait(lambda: len(world.desktop.taken()) == 2 and world.desktop.taken()), [1, 2])


def moved_and_deleted():
    """moved: replaced; dismissed elsewhere or deleted: taken away"""
    with World() as world:
        world.start()
        start = soon()
        world.write(event("A", start), event("B", start))
        wait(lambda: len(world.titles()) == 2)
        number = 1 + world.titles().index("A")
        later = start + datetime.timedelta(hours=2)
        world.write(event("A", later), event("B", start))
        expect("replaced", wait(lambda: len(world.desktop.shown()) == 3), True)
        replaced, title, body, _ = world.desktop.shown()[2]
        expect("replaced", (replaced, title), (number, "A"))
        expect("new time", f"{later.astimezone(BERLIN):%H:%M}-" in body, True)
        world.write(event("B", start))
        expect("deleted", wait(world.desktop.taken), [number])
        one = next(a for a in world.alarms() if a["event"]["summary"] == "B")
        world.run("alarms", "dismiss", one["id"])
        expect("dismissed", wait(lambda: len(world.desktop.taken()) == 2), True)
        expect("dismissed", world.desktop.taken(), [number, 3 - number])


def todos():
    """to-dos: on time, replaced when one is due later, taken away when it is done; a snooze is written, and comes once"""
    with World() as world:
        world.acknowledges()
        world.start()
        due = soon()
        world.write(todo("A", due), todo("done", due, "STATUS:COMPLETED"))
        world.shows("A")
        later = due + datetime.timedelta(hours=2)
        world.write(todo("A", later))
        expect("replaced", wait(lambda: len(world.desktop.shown()) == 2), True)
        replaced, _, body, _ = world.desktop.shown()[1]
        expect("replaced", replaced, 1)
        expect("new time", f"due {later.astimezone(BERLIN):%H:%M}" in body, True)
        name = world.alarms()[0]["todo"]["id"]
        world.run("todo", "done", name)
        expect("done", wait(world.desktop.taken), [1])
        world.write(todo("B", soon()))
        world.shows("A", "A", "B")
        world.desktop.choose(2, "snooze-5")
        expect("written", wait(lambda: "RELATED-TO;RELTYPE=SNOOZE:" in world.file.read_text()), True)
        expect("taken away", wait(lambda: len(world.desktop.taken()) == 2 and world.desktop.taken()), [1, 2])
        # The phone wants it earlier than this machine.
        text = world.file.read_text()
        old = next(line for line in text.splitlines() if line.startswith("TRIGGER;VALUE=DATE-TIME:"))
        world.file.with_name("a.new").write_text(text.replace(old, f"TRIGGER;VALUE=DATE-TIME:{soon(3):%Y%m%dT%H%M%SZ}"))
        world.file.with_name("a.new").rename(world.file)
        world.shows("A", "A", "B", "B")


def read_again():
    """read again, built anew, replaced as by a synchronisation, signalled: shown once"""
    with World() as world:
        world.start()
        start = soon()
        world.write(event("A", start))
        world.shows("A")
        world.write(event("A", start, "DESCRIPTION:New", "SEQUENCE:2"))
        wait(lambda: "event changed" in world.said() or "added" in world.said().split("started")[-1])
        world.run("refresh", "--rebuild", "--quiet")
        world.process.send_signal(signal.SIGHUP)
        world.shows("A")
        world.process.terminate()
        world.process.wait()
        world.start()
        world.shows("A")


def suspended():
    """stopped while it was due: shown once, right after"""
    with World() as world:
        world.start()
        start = soon(5)
        world.write(event("A", start))
        wait(lambda: "1 event added" in world.said())
        time.sleep(0.5)
        world.process.send_signal(signal.SIGSTOP)
        time.sleep(max(0, start.timestamp() - time.time()) + 2)
        expect("while stopped", world.titles(), [])
        world.process.send_signal(signal.SIGCONT)
        world.shows("A")


def clock_jumps():
    """the clock jumps an hour and a day, forth and back: shown once"""
    with World() as world:
        world.write(event("A", datetime.datetime(2026, 11, 20, 13, tzinfo=UTC)))
        for day, hour in [(20, "12:00"), (20, "13:00"), (20, "14:00"), (20, "12:30"), (20, "13:00"), (21, "13:00"),
                          (20, "13:00"), (19, "13:00"), (20, "13:00")]:
            world.once(f"2026-11-{day}T{hour}:00Z")
        world.shows("A")
        world.write(event("B", datetime.datetime(2026, 11, 25, 13, tzinfo=UTC)))
        for moment in ["25T12:59:59", "25T13:59:59", "25T12:59:59", "25T13:00:00", "24T13:00:00", "26T13:00:00"]:
            world.once(f"2026-11-{moment}Z")
        world.shows("A", "B")


def killed():
    """killed after the note and before the answer: never twice, and said"""
    with World() as world:
        world.start()
        world.write(event("A", soon()))
        os.kill(world.desktop.server.pid, signal.SIGSTOP)
        notes = world.folder / "agenda.db-alarms"
        wait(lambda: notes.exists() and '"isConfirmed":false' in notes.read_text())
        time.sleep(0.5)
        world.process.kill()
        world.process.wait()
        os.kill(world.desktop.server.pid, signal.SIGCONT)
        world.start()
        told = wait(world.told)
        expect("told", len(told), 1)
        expect("told", "may not have been shown" in told[0], True)
        expect("at most once", world.titles() in ([], ["A"]), True)


def many():
    """10,000 alarms at one moment: one notice; their neighbours their own"""
    with World() as world:
        start = datetime.datetime(2026, 11, 20, 13, tzinfo=UTC)
        world.write(*(event(f"e{n}", start) for n in range(10_000)),
                    event("alone", start + datetime.timedelta(minutes=5)))
        for minute in ["00", "00", "01", "05", "05"]:
            world.once(f"2026-11-20T13:{minute}:00Z")
        world.shows("10000 reminders", "alone")


def crowd():
    """1,000 alarms at one moment, dismissed together on the desktop"""
    with World() as world:
        world.start()
        start = soon(6)
        world.write(*(event(f"e{n}", start) for n in range(1_000)))
        world.shows("1000 reminders")
        world.desktop.choose(1, "dismiss")
        states = lambda: {a["state"] for a in world.alarms()}
        expect("dismissed", wait(lambda: states() == {"dismissed"}), True)


def no_bus():
    """no bus: notify-send, else a line; once"""
    with World(desktop=False) as world:
        program = world.folder / "notify-send"
        program.write_text(f'#!/bin/sh\necho "$4" >>{world.folder}/sent\n')
        program.chmod(0o755)
        start = datetime.datetime(2026, 11, 20, 13, tzinfo=UTC)
        world.write(event("A", start))
        world.environment["PATH"] = str(world.folder)
        expect("said", world.once("2026-11-20T13:00:00Z") + world.once("2026-11-20T13:00:01Z"), "")
        expect("notify-send", (world.folder / "sent").read_text(), "A\n")
        world.environment["PATH"] = "/nonexistent"
        world.write(event("B", start))
        lines = world.once("2026-11-20T13:00:02Z") + world.once("2026-11-20T13:00:03Z")
        expect("line", lines, "reminder: 14:00-15:00 B\n")
    with World() as world:
        world.desktop.stop_server()
        world.write(event("A", start))
        expect("no server", world.once("2026-11-20T13:00:00Z"), "reminder: 14:00-15:00 A\n")


def restarted():
    """the bus or the server restarts: nothing is lost, nothing comes twice"""
    with World() as world:
        world.start()
        first = event("A", soon())
        world.write(first)
        world.shows("A")
        world.desktop.stop()
        world.desktop.start()
        second = event("B", soon())
        world.write(first, second)
        world.shows("A", "B")
        world.desktop.stop_server()
        world.desktop.start_server()
        world.write(first, second, event("C", soon()))
        world.shows("A", "B", "C")
        world.desktop.stop()
        world.write(first, second, event("D", soon(3)))
        expect("without a bus", wait(lambda: [line[-1] for line in world.told()]), ["D"])
        world.desktop.start()
        world.write(first, event("E", soon(3)))
        world.shows("A", "B", "C", "E")


def plain_server():
    """a server without actions and markup gets none"""
    with World(capabilities="body") as world:
        world.start()
        world.write(event("A", soon(), "LOCATION:A & <B>", f"URL:{LINK}"))
        world.shows("A")
        _, _, body, actions = world.desktop.shown()[0]
        expect("body", body.split("\n")[1], "A & <B>")
        expect("actions", actions, [])


def stuck_server():
    """a server that does not answer: told in a line after ten seconds, shown once at most"""
    with World() as world:
        world.start()
        os.kill(world.desktop.server.pid, signal.SIGSTOP)
        world.write(event("A", soon()))
        expect("told", [line[-1] for line in wait(world.told)], ["A"])
        os.kill(world.desktop.server.pid, signal.SIGCONT)
        time.sleep(1)
        expect("at most once", world.titles() in ([], ["A"]), True)


PARTS = {part.__name__: part for part in [
    on_time, snoozed_and_dismissed, acknowledged, moved_and_deleted, todos, read_again, suspended, clock_jumps, killed, many, crowd, no_bus, restarted,
    plain_server, stuck_server]}


def own_zone():
    import zoneinfo
    return zoneinfo.ZoneInfo("Europe/Berlin")


BERLIN = own_zone()


def attempt(name):
    """Runs one part in a process of its own; what it says, and whether it is right."""
    done = subprocess.run([sys.executable, __file__, "--agenda", World.agenda, "--part", name], capture_output=True,
                          text=True, check=False)
    return done.stdout + done.stderr, done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--agenda", required=True)
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--only", default=",".join(PARTS))
    options = parser.parse_args()
    World.agenda = options.agenda
    if options.part:
        part, begin = PARTS[options.part], time.monotonic()
        try:
            remark = part()
        except Failure as failure:
            sys.exit(f"FAILED {options.part}: {part.__doc__}: {failure}")
        print(f"ok {options.part}: {part.__doc__}{f' ({remark})' if remark else ''}, {time.monotonic() - begin:.0f} s")
        return
    begin, failed = time.monotonic(), 0
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for text, is_right in pool.map(attempt, options.only.split(",")):
            print(text, end="", flush=True)
            failed += not is_right
    print(f"reminders: {failed} of {len(options.only.split(','))} failed, {time.monotonic() - begin:.0f} s")
    sys.exit(failed > 0)


main()
