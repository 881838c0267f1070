"""Twelve nodes write at once."""

import hashlib
import random
import subprocess
import threading
import time
import uuid

from place import Node, Postgres, at_once, users


def tag(body):
    return hashlib.sha256(body.encode()).hexdigest()[:32]


def check(report):
    server = Postgres(report.folder / "writes").make().start("-c", "fsync=off")
    try:
        users(server, 300)
        commands(report, server)
        count(report, server)
        feed(report, server)
    finally:
        server.stop()


def commands(report, server):
    """What `agenda-server bank` says."""

    def said(*arguments):
        done = subprocess.run([Node.server, "bank", *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    status, text = said("init", server.place())
    report.check("init makes no second bank", status == 0 and "already" in text, text)
    status, text = said("upgrade", server.place())
    report.check("upgrade finds nothing to do", status == 0 and "already" in text, text)
    status, text = said("check", server.place(user="node1"))
    report.check(
        "check finds that nothing is safe here, and nothing else",
        status == 1 and sorted(line.split(":")[1].strip() for line in text.splitlines())
        == ["synchronous_standby_names is empty", "what is acknowledged is not on the disk"],
        text,
    )
    status, text = said("check", server.place())
    report.check("check refuses a superuser as a node", status == 1 and "row-level security" in text, text)
    status, text = said("forget", server.place())
    report.check("forget looks at all users", status == 0 and "300" in text, text)
    status, text = said("check", f"host={server.folder} dbname=nowhere user=node1")
    report.check("a database that is not there is a sentence", status == 1 and "nowhere" in text, text)


def count(report, server):
    """Each node increments one number by compare-and-set, and asks again at random with what it has asked before."""
    rounds = 20 if report.quick else 60
    nodes = [Node(server) for _ in range(12)]
    nodes[0].put(1, "number.ics", "0")

    def work(number):
        node, dice = nodes[number], random.Random(number)
        done, conflicts, repeated, odd = [], 0, 0, []
        for _ in range(rounds):
            identifier = uuid.uuid4().hex
            while True:
                _, etag, value = node.ask("get", 1, 1, "number.ics")
                body = str(int(value) + 1)
                answer = node.put(1, "number.ics", body, etag, identifier)
                if answer[0] == "ok":
                    done.append(int(answer[1]))
                    break
                if answer[1] != "changed":
                    odd.append(answer)
                conflicts += 1
            if dice.random() < 0.3:
                # The same again, at another node: it is known, and does nothing.
                again = nodes[dice.randrange(12)].put(1, "number.ics", body, etag, identifier)
                repeated += 1
                if again[:2] != answer[:2] or again[3] != "true":
                    odd.append(again)
        return done, conflicts, repeated, odd

    begin = time.monotonic()
    found = at_once(12, work)
    report.say(f"{sum(conflicts for _, conflicts, _, _ in found)} conflicts, {time.monotonic() - begin:.1f} s")
    done = [number for numbers, *_ in found for number in numbers]
    odd = [answer for *_, answers in found for answer in answers]
    _, etag, value = nodes[0].ask("get", 1, 1, "number.ics")
    report.check(f"{12 * rounds} increments by 12 nodes: all count, once", int(value) == 12 * rounds == len(done), value)
    report.check("each has a number of its own", len(set(done)) == len(done), len(set(done)))
    report.check(f"{sum(r for _, _, r, _ in found)} repeated ones are recognised, and nothing odd is said", not odd, odd[:3])
    report.check("the ETag is of the bytes", etag == tag(value), etag)
    for node in nodes:
        node.close()


def feed(report, server):
    """Writers hold their transactions open for a while; a follower misses nobody."""
    node, seen, stop = Node(server), {}, threading.Event()
    begun = node.ask("look")
    report.check("the feed begins with everybody", begun == ["ok", "all"], begun)
    wrote, lock = {}, threading.Lock()

    def follow():
        while True:
            ends = stop.is_set()
            answer = node.ask("look")
            for pair in answer[1:]:
                user, _, number = pair.partition("=")
                seen[int(user)] = max(seen.get(int(user), 0), int(number))
            if ends:
                return
            time.sleep(0.1)

    def write(number):
        dice, end = random.Random(number), time.monotonic() + (4 if report.quick else 12)
        psql = subprocess.Popen(
            ["psql", "-XqAt", "-d", server.place()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        while time.monotonic() < end:
            user = dice.randint(2, 300)
            psql.stdin.write(
                f"BEGIN;\nSELECT number FROM agenda_v3.put({user}, 1, '{uuid.uuid4()}', '{uuid.uuid4()}', 'VEVENT', 'x', "
                "NULL, gen_random_uuid(), '');\n"
            )
            psql.stdin.flush()
            place = int(psql.stdout.readline())
            time.sleep(dice.choice((0, 0, 0.002, 0.05)))
            psql.stdin.write("COMMIT;\n\\echo done\n")
            psql.stdin.flush()
            assert psql.stdout.readline() == "done\n"
            with lock:
                wrote[user] = max(place, wrote.get(user, 0))
        psql.stdin.close()
        psql.wait()

    follower = threading.Thread(target=follow)
    follower.start()
    at_once(12, write)
    stop.set()
    follower.join()
    missed = [user for user, number in wrote.items() if seen.get(user, 0) < number]
    report.check(f"of {len(wrote)} users the feed misses none", wrote and not missed, missed[:5])
    node.close()
