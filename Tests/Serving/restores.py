"""The store is deleted, restored from yesterday, or moved, and a calendar's folder is away for a while: clients are told the truth
or nothing, and download nothing that they have."""

import pathlib
import shutil
import subprocess
import tempfile
import time

import dav
import serving
from replica import Replica, Truth, differences, name_of

COUNT = 60


class Scene:
    """A served folder of events, and three devices that have them all."""

    def __init__(self, report, server):
        self.report, self.server = report, server
        self.path = server.calendar("restored")
        self.client = server.client()
        for number in range(COUNT):
            self.put(f"event-{number}.ics", f"Event {number}")
        self.data = next(server.folder.rglob("event-0.ics")).parent
        self.place = next(server.folder.rglob("agenda.db")).parent
        self.truth = Truth()
        self.devices = [Replica(server, self.path, self.truth) for _ in range(3)]
        self.sync()

    def put(self, name, title):
        # The server may have been started anew since the last one.
        self.client.close()
        answer = self.client.put(self.path + name, dav.event(f"uid-{name}", title))
        assert answer.status in (201, 204), answer

    def sync(self):
        for device in self.devices:
            device.downloaded = 0
            device.sync()

    @property
    def store(self):
        """The store's files."""
        return [item for item in self.place.iterdir() if item.name in ("agenda.db", "agenda.db-wal", "agenda.db-shm")]

    def restore(self, folder):
        for item in self.store:
            item.unlink()
        for item in folder.glob("agenda.db*"):
            shutil.copy2(item, self.place)

    def same(self, what, downloads, expected=None):
        """All devices have what the server has, and downloaded so much for it."""
        fresh = Replica(self.server, self.path, self.truth)
        fresh.sync()
        for number, device in enumerate(self.devices):
            self.report.check(
                f"{what}: device {number} has what is there",
                device.items == fresh.items,
                differences(device.items, fresh.items),
            )
        counts = [device.downloaded for device in self.devices]
        self.report.check(f"{what}: {downloads} texts are downloaded", counts == [downloads] * 3, counts)
        if expected is not None:
            self.report.check(
                f"{what}: all {expected} events are there", len(fresh.items) == expected, len(fresh.items)
            )
        self.report.check(f"{what}: no ETag lies", not self.truth.lies, self.truth.lies[:1])

    def refused(self, what, device):
        answer = device.client.sync_request(self.path, device.token)
        self.report.check(
            f"{what}: the token is refused", answer.status == 403 and "valid-sync-token" in answer.conditions, answer
        )

    def copy(self, name):
        folder = self.server.folder / name
        folder.mkdir()
        for item in self.store:
            shutil.copy2(item, folder)
        shutil.copytree(self.data, folder / "data")
        return folder


def check(report):
    if report.kind != "agenda":
        report.say("restores are LEFT OUT: they are of our own store")
        return
    full(report)
    for part in (deleted, yesterday, store_alone, again, away):
        with report.server() as server:
            try:
                part(report, Scene(report, server))
            except Exception as error:
                report.check(f"{part.__name__} comes to its end", False, f"{type(error).__name__}: {error}"[:800])


def full(report):
    """The disk is full: a file system of 12 MB, in memory."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="serving-full-"))
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", place], capture_output=True).returncode:
        place.rmdir()
        report.say("a full disk is LEFT OUT: only root may mount one")
        return
    before, serving.Server.place = serving.Server.place, place
    try:
        with report.server() as server:
            path, client, taken, answers = server.calendar("full"), server.client(), {}, []
            for number in range(200):
                name, body = f"{path}{number}.ics", dav.event(f"full-{number}", lines=["DESCRIPTION:" + "x" * 100_000])
                answer = client.put(name, body, new=True)
                if answer.status == 201:
                    taken[name] = body
                else:
                    answers.append(answer)
                if len(answers) == 5:
                    break
            report.check(
                "a full disk: PUT is 507",
                len(answers) == 5 and {answer.status for answer in answers} == {507},
                answers[:2],
            )
            report.check(
                "a full disk: reading works",
                client.propfind(server.home, ["D:displayname"]).status == 207
                and client.ask("GET", next(iter(taken))).status == 200,
            )
            subprocess.run(["mount", "-o", "remount,size=40m", place], check=True)
            listed = client.etags(path)
            report.check(
                f"a full disk: the {len(taken)} acknowledged events alone are there",
                set(listed) == set(taken),
                differences(dict.fromkeys(listed), dict.fromkeys(taken)),
            )
            bad = [name for name, body in taken.items() if client.ask("GET", name).body != body]
            report.check("a full disk: whole", not bad, bad[:3])
            answer = client.put(f"{path}after.ics", dav.event("after"), new=True)
            report.check("with room again, PUT works", answer.status == 201, answer)
            said = server.command("doctor")
            report.check("and doctor finds nothing", said.startswith("No problems"), said[:300])
    finally:
        serving.Server.place = before
        subprocess.run(["umount", "-l", place])
        place.rmdir()


def deleted(report, scene):
    """The store is deleted."""
    server = scene.server
    name = name_of(server, scene.path)
    server.stop()
    for item in scene.store:
        item.unlink()
    server.start()
    answer = scene.client.propfind(scene.path, ["D:displayname"])
    report.say(f"after the store was deleted, the calendar answers {answer.status}")
    if answer.status != 207:
        server.command("source", "add", scene.data, "--writable", "--name", name)
        serving.wait(lambda: scene.client.propfind(scene.path, ["D:displayname"]).status == 207)
    scene.refused("a deleted store", scene.devices[0])
    scene.sync()
    scene.same("a deleted store", 0, COUNT)


def yesterday(report, scene):
    """Store and calendars are restored from a copy, and more is written than was lost."""
    server = scene.server
    server.stop()
    copy = scene.copy("yesterday")
    server.start()
    for number in range(10):
        scene.put(f"lost-{number}.ics", f"Lost {number}")
        scene.put(f"event-{number}.ics", f"Lost change {number}")
    scene.sync()
    scene.same("before the restore", 20, COUNT + 10)
    server.stop()
    scene.restore(copy)
    shutil.rmtree(scene.data)
    shutil.copytree(copy / "data", scene.data)
    server.start()
    for number in range(20, 50):
        scene.put(f"after-{number}.ics", f"After {number}")
        scene.put(f"event-{number}.ics", f"Change after {number}")
    scene.refused("more was written than was lost", scene.devices[0])
    scene.sync()
    # 30 new ones, 30 changed ones, and 10 that are again what they were.
    scene.same("a restore of all", 70, COUNT + 30)


def store_alone(report, scene):
    """The store is restored, the calendar's folder is not."""
    server = scene.server
    server.stop()
    copy = scene.copy("copy")
    server.start()
    for number in range(10):
        scene.put(f"event-{number}.ics", f"Newer {number}")
        scene.put(f"newer-{number}.ics", f"Newer {number}")
    scene.sync()
    server.stop()
    scene.restore(copy)
    server.start()
    scene.sync()
    scene.same("a restored store beside newer files", 0, COUNT + 10)


def again(report, scene):
    """The service starts anew, as after a reboot."""
    server = scene.server
    server.stop()
    server.start()
    scene.sync()
    scene.same("a new start", 0, COUNT)
    report.check("a new start: no token is refused", not scene.truth.counts["tokens refused"], scene.truth.counts)


def away(report, scene):
    """A folder is not there, is empty, or cannot be read, for a while."""
    for what, go, come in (
        (
            "a folder that is away",
            lambda: scene.data.rename(scene.data.with_name("elsewhere")),
            lambda: scene.data.with_name("elsewhere").rename(scene.data),
        ),
        ("an emptied folder", lambda: empty(scene.data), lambda: fill(scene.data)),
        ("a folder that cannot be read", lambda: scene.data.chmod(0), lambda: scene.data.chmod(0o755)),
        ("a folder that is a file", lambda: swap(scene.data), lambda: swap_back(scene.data)),
    ):
        before = [dict(device.items) for device in scene.devices]
        go()
        # What has changed on the disk is noticed after a while; a device asks in the meantime and later.
        said = []
        for _ in range(20):
            for device in scene.devices:
                try:
                    answer = device.client.sync_request(scene.path, device.token)
                    said.append(answer.status)
                    if answer.status == 207:
                        device.sync()
                except OSError as error:
                    said.append(type(error).__name__)
                except RuntimeError as error:
                    said.append(503 if ": 503 " in str(error) else str(error)[:80])
            time.sleep(0.2)
        report.say(f"{what}: devices were answered {sorted(set(map(str, said)))}")
        gone = [len(old) - len(device.items) for old, device in zip(before, scene.devices)]
        report.check(f"{what}: no device is told that all is gone", gone == [0, 0, 0], gone)
        odd = [status for status in said if status not in (207, 503)]
        report.check(f"{what}: only 207 and 503", not odd, odd[:5])
        come()
        serving.wait(lambda: scene.devices[0].client.sync_request(scene.path, scene.devices[0].token).status == 207, 30)
        scene.sync()
        scene.same(f"{what} is back", 0, COUNT)
    answer = scene.client.put(f"{scene.path}later.ics", dav.event("later"), new=True)
    report.check("writing works after that", answer.status == 201, answer)


def empty(folder):
    aside = folder.with_name("aside")
    aside.mkdir()
    for item in list(folder.iterdir()):
        item.rename(aside / item.name)


def fill(folder):
    aside = folder.with_name("aside")
    for item in list(aside.iterdir()):
        item.rename(folder / item.name)
    aside.rmdir()


def swap(folder):
    folder.rename(folder.with_name("swapped"))
    folder.write_text("not a folder")


def swap_back(folder):
    folder.unlink()
    folder.with_name("swapped").rename(folder)
