"""Devices that want the same, and kills in the middle of a PUT."""

import collections
import random
import re
import threading
import time

import dav
import serving
from replica import plain


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
    report.check(
        f"races: each of {len(taken)} acknowledged steps counts, each number is given once",
        value == len(taken) == len(set(taken)),
        (value, len(taken), len(set(taken))),
    )
    report.check("races: each name is made once", set(made.values()) == {1}, made)
    report.check("races: who is late is told 412", not odd, odd[:3])


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
                body = dav.event(
                    name.rsplit("/", 1)[1],
                    f"Text {turn} {number}",
                    lines=["DESCRIPTION:" + "x" * dice.choice((10, 5_000, 200_000))],
                )
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
        for name in [name for name in texts if f"kill-{turn}-" in name] + dice.sample(
            sorted(answered), min(5, len(answered))
        ):
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
    report.check(
        "kills: each answered PUT is there, whole, under its ETag; none is half",
        answered and not faults,
        f"{len(faults)}: {[repr(fault)[:300] for fault in faults[:3]]}",
    )
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
