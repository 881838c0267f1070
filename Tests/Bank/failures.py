"""The primary is killed while eight nodes write, the standby stops, the old primary comes back, the disk is full."""

import random
import signal
import subprocess
import threading
import time
import uuid

from place import Node, Postgres, at_once, users

SAFE = ["-c", "synchronous_standby_names=s", "-c", "synchronous_commit=on"]


def check(report):
    for number in range(2 if report.quick else 12):
        failover(report, number)
    standby(report)
    full(report)


def pair(report, name, count):
    primary = Postgres(report.folder / f"{name}-p").make().start()
    users(primary, count)
    second = Postgres(report.folder / f"{name}-s").follow(primary, "s").start()
    primary.stop()
    primary.start(*SAFE)
    end = time.monotonic() + 30
    while primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", "postgres") != "1":
        assert time.monotonic() < end, "the standby does not follow"
        time.sleep(0.1)
    return primary, second


def failover(report, number):
    """Each acknowledged write is there afterwards, once; what was not answered is settled by its identifier."""
    primary, second = pair(report, f"failover-{number}", 20)
    nodes = [Node(primary, second) for _ in range(8)]
    dice, stop, killed = random.Random(number), threading.Event(), [0.0, 0.0]

    def write(place):
        node, own = nodes[place], random.Random(number * 100 + place)
        acknowledged, settled, waits = [], 0, 0
        while not stop.is_set():
            user, name, identifier = own.randint(1, 20), f"{uuid.uuid4()}.ics", uuid.uuid4().hex
            is_after = killed[0] > 0
            while True:
                answer = node.put(user, name, "x" * 700, identifier=identifier)
                if answer[0] == "ok":
                    acknowledged.append((user, name, int(answer[1])))
                    settled += answer[3] == "true"
                    if is_after and not killed[1]:
                        killed[1] = time.monotonic()
                    break
                if answer[1] not in ("away", "unsettled"):
                    return acknowledged, settled, waits, answer
                waits += 1
        return acknowledged, settled, waits, None

    def interrupt():
        time.sleep(1 + dice.random() * 1.5)
        primary.kill()
        killed[0] = time.monotonic()
        second.promote()
        time.sleep(2.5)
        stop.set()

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        found = at_once(8, write)
        thread.join()
        acknowledged = [entry for entries, *_ in found for entry in entries]
        odd = [answer for *_, answer in found if answer]
        rows = second.sql("SELECT user_id, href, modseq FROM agenda.resource").splitlines()
        have = {(int(user), name): int(place) for user, name, place in (row.split("|") for row in rows)}
        lost = [entry for entry in acknowledged if have.get(entry[:2]) != entry[2]]
        twice = len(rows) - len({tuple(row.split("|")[::2]) for row in rows})
        pause = f"{killed[1] - killed[0]:.1f} s without a write" if killed[1] else "no write after the kill"
        report.check(
            f"kill -9 of the primary, {len(acknowledged)} acknowledged: none lost, none twice"
            f" ({sum(settled for _, settled, *_ in found)} settled by their identifiers, {pause})",
            acknowledged and killed[1] and not lost and not twice and not odd,
            (lost[:3], twice, odd[:2]),
        )
        if number == 0:
            back(report, primary)
    finally:
        stop.set()
        for node in nodes:
            node.close()
        second.stop()
        primary.stop()


def back(report, primary):
    """The old primary comes back, knows nothing, and would take writes: without its standby it acknowledges none."""
    primary.start(*SAFE)
    node = Node(primary, caller=2, connection=3)
    answers = [node.put(1, f"old {number}.ics", "x") for number in range(3)]
    report.check(
        "an old primary that comes back acknowledges nothing",
        {answer[0] for answer in answers} == {"fault"} and {answer[1] for answer in answers} <= {"away", "unsettled"},
        answers,
    )
    node.close()


def standby(report):
    """While the standby is stopped no write is acknowledged, all is read, and what was asked is done once when it is back."""
    primary, second = pair(report, "standby", 20)
    node = Node(primary, second, caller=2, connection=30)
    try:
        assert node.put(1, "a.ics", "before")[0] == "ok"
        second.send(signal.SIGSTOP)
        names = [(user, uuid.uuid4().hex) for user in range(1, 13)]
        begin = time.monotonic()
        waiting = [node.send("put", user, 1, "b.ics", "-", name, "while") for user, name in names]
        answers = [future.result(60) for future in waiting]
        took = time.monotonic() - begin
        report.check(
            f"a stopped standby: 12 writes are refused, after {took:.1f} s at most",
            {answer[0] for answer in answers} == {"fault"}
            and {answer[1] for answer in answers} <= {"away", "unsettled"}
            and took < 10,
            answers[:3],
        )
        begin = time.monotonic()
        answer = node.ask("get", 1, 1, "a.ics")
        report.check(
            "and what is there is read", answer[2:] == ["before"] and time.monotonic() - begin < 2, answer
        )
        # Somebody cancels the wait: the server says that it is done, with a warning.
        primary.sql(
            "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", "postgres"
        )
        time.sleep(0.5)
        again = [node.put(user, "b.ics", "while", identifier=name) for user, name in names[:3]]
        report.check(
            "also if the wait is cancelled, and it is asked again",
            {answer[0] for answer in again} == {"fault"},
            again,
        )
        second.send(signal.SIGCONT)
        end = time.monotonic() + 60
        done = []
        for user, name in names:
            while (answer := node.put(user, "b.ics", "while", identifier=name))[0] != "ok" and time.monotonic() < end:
                time.sleep(0.2)
            done.append(answer)
        report.check("with the standby all are done", {answer[0] for answer in done} == {"ok"}, done[:3])
        counts = primary.sql("SELECT count(*), count(DISTINCT user_id) FROM agenda.resource WHERE href = 'b.ics'")
        number = primary.sql("SELECT count(*) FROM agenda.operation WHERE href = 'b.ics'")
        report.check("once each", (counts, number) == ("12|12", "12"), (counts, number))
    finally:
        second.send(signal.SIGCONT)
        node.close()
        second.stop()
        primary.stop()


def full(report):
    """The disk is full: a file system of 90 MB, in memory."""
    place = report.folder / "full"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=90m", "tmpfs", place], capture_output=True).returncode:
        report.say("a full disk is LEFT OUT: only root may mount one")
        return
    settings = ["-c", "max_wal_size=8MB", "-c", "min_wal_size=2MB", "-c", "checkpoint_timeout=30s"]
    server, node = Postgres(place / "server"), None
    try:
        server.make("--wal-segsize", "1").start(*settings)
        users(server, 3)
        node = Node(server, caller=1, connection=3)
        acknowledged, refused = {}, []
        # Not one that gets smaller.
        body = random.Random(0).randbytes(100_000).hex()
        for number in range(1_000):
            answer = node.put(1, f"{number}.ics", f"{number} {body}")
            if answer[0] == "ok":
                acknowledged[f"{number}.ics"] = answer[2]
            else:
                refused.append(answer[1])
            if len(refused) == 5:
                break
        report.check(
            f"a full disk after {len(acknowledged)} texts: writes are refused",
            len(refused) == 5 and set(refused) <= {"full", "away", "unsettled"},
            refused,
        )
        report.say(f"with {sorted(set(refused))}; the server {'runs' if server.process.poll() is None else 'has ended'}")
        subprocess.run(["mount", "-o", "remount,size=400m", place], check=True)
        if server.process.poll() is not None:
            server.start(*settings)
        end = time.monotonic() + 30
        while (answer := node.put(2, "after.ics", "after"))[0] != "ok" and time.monotonic() < end:
            time.sleep(0.2)
        report.check("with room again, a write is done", answer[0] == "ok", answer)
        listed = dict(pair.split("=") for pair in node.ask("members", 1, 1, "-")[2:])
        missing = [name for name, etag in acknowledged.items() if listed.get(name) != etag]
        report.check(f"all {len(acknowledged)} acknowledged texts are there", acknowledged and not missing, missing[:3])
        # What nobody knew of may be there, and nothing else.
        more = set(listed) - set(acknowledged)
        report.check("and none that was refused for certain", len(more) <= refused.count("unsettled"), more)
    finally:
        if node:
            node.close()
        server.stop()
        subprocess.run(["umount", "-l", place])
