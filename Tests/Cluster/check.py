"""Uses a cluster through its proxy while parts of it are killed: one line a check. Started by `run`."""

import concurrent.futures
import shutil
import subprocess
import sys
import time

import cluster
import town
from client import GONE, Client, event
from proxy import Proxy


class Report:
    checks = faults = 0

    def check(self, what, holds, seen=""):
        self.checks += 1
        self.faults += not holds
        print(f"ok     {what}" if holds else f"FAULT  {what}: {str(seen)[:600]}", flush=True)


def writes(made, report, place, title, during=None):
    """Six writes of each user through the proxy or the nodes, asked again until they are done; `during` happens meanwhile."""
    refusals, lost = [], []

    def work(user):
        client, written = Client(place() if callable(place) else place), {}
        name = "".join(letter if letter.isalpha() else "-" for letter in title)
        for number in range(6):
            uid = f"{user.name}-{name}-{number}"
            href, text = f"{user.calendar}{uid}.ics", event(uid, title)
            end = time.monotonic() + 60
            while True:
                answer = user.put(client, href, text)
                if answer.status in (503, GONE) and time.monotonic() < end:
                    if answer.status == 503 and not answer.fields.get("Retry-After"):
                        lost.append((href, "503 without Retry-After", answer))
                    refusals.append(answer.status)
                    time.sleep(0.2)
                    client.place = place() if callable(place) else place
                    continue
                break
            if answer.status == 412:
                # An answer was lost on the way: it is there.
                answer = client.ask("GET", href, account=user.account)
            if answer.status not in (200, 201):
                lost.append((href, answer))
            written[href] = answer.etag
            time.sleep(0.1)
        return written

    with concurrent.futures.ThreadPoolExecutor(len(made.users)) as pool:
        waiting = [pool.submit(work, user) for user in made.users]
        if during:
            during()
        found = [future.result() for future in waiting]
    for user, written in zip(made.users, found):
        user.written.update(written)
    report.check(
        f"{title}: each user's writes are done" + (f", after {len(refusals)} were refused" if refusals else ""),
        not lost, lost[:3],
    )  # fmt: skip


def same(made, report, title):
    """Each node lists what was acknowledged, under the same tags."""
    differs = []
    for number, node in enumerate(made.nodes, 1):
        client = Client(node.socket)
        for user in made.users:
            end = time.monotonic() + 20
            # One that was asked nothing since the primary went has to find the new one.
            while (found := user.listing(client))[1].status in (503, GONE) and time.monotonic() < end:
                time.sleep(0.2)
            listed, answer = found
            if listed != user.written:
                missing = {k for k in user.written if (listed or {}).get(k) != user.written[k]}
                differs.append((number, user.name, sorted(missing)[:3], answer.status, len(listed or ())))
    report.check(f"{title}: all nodes list all that was acknowledged, under the same tags", not differs, differs[:3])


def whole(made, report):
    """Each user, by the proxy."""
    made.proxy = Proxy(made.folder, made.nodes).start()
    port = made.proxy.port
    client = Client(port)
    for user in made.users:
        user.written = town.fill(user, client)
    same(made, report, "filled")
    odd = []
    for user in made.users:
        listed, answer = user.listing(client)
        day = client.ask("GET", "/v1/events?days=20", account=user.token)
        seen = day.body.count(b'"summary"') if day.status == 200 else day
        if listed != user.written or seen != len(user.written):
            odd.append((user.name, answer.status, seen))
    report.check("through the proxy each user has their own calendar, by device and by token", not odd, odd[:3])
    link = made.command("user", "link", made.users[0].name, "--address", f"http://127.0.0.1:{port}")
    answer = client.ask("GET", link.split(str(port), 1)[1], fields=[("Host", f"127.0.0.1:{port}")])
    report.check("the page's link leads to its button", answer.status == 200 and b"<button" in answer.body, answer)
    other = client.ask("GET", made.users[1].calendar, account=made.users[0].account)
    report.check("and nobody to another one's calendar", other.status in (403, 404), other)

    def kill_node():
        time.sleep(0.2)
        made.nodes[0].kill()

    writes(made, report, port, "a node is killed", kill_node)
    odd = [user.name for user in made.users if user.listing(Client(port))[0] != user.written]
    report.check("and everybody is served by the others", not odd, odd)
    made.nodes[0].drop()
    made.nodes[0].start()
    same(made, report, "a node without its folder")
    pair = made.pair

    def kill_primary():
        time.sleep(0.2)
        pair.primary.kill()
        time.sleep(1)
        pair.promote()
        time.sleep(1)
        pair.rejoin()

    writes(made, report, port, "the primary is killed", kill_primary)
    pair.wait()
    same(made, report, "another primary")

    def kill_standby():
        time.sleep(0.1)
        pair.standby.kill()
        time.sleep(3)
        pair.rejoin()

    writes(made, report, port, "the standby is killed", kill_standby)
    same(made, report, "another standby")


def short(made, report):
    """Two nodes on one server, without a proxy."""
    for user in made.users:
        user.written = town.fill(user, Client(made.nodes[0].socket), count=6)
    same(made, report, "filled")
    turn = [0]

    def place():
        # The next one that is there, as a proxy would.
        turn[0] += 1
        return made.nodes[turn[0] % 2].socket

    def kill():
        made.nodes[1].kill()
        time.sleep(0.3)
        made.nodes[1].drop()
        made.nodes[1].start()

    writes(made, report, place, "a node is killed, and its folder is removed", kill)
    same(made, report, "a node without its folder")


def left(folder):
    """Processes that have to do with the folder."""
    found = subprocess.run(["pgrep", "-f", str(folder)], capture_output=True, text=True).stdout.split()
    return [number for number in found if number]


def main():
    program, is_short, begin = sys.argv[1], "--quick" in sys.argv[2:], time.monotonic()
    report, folder = Report(), cluster.folder("agenda-cluster-")
    made = cluster.Cluster(program, folder)
    try:
        if is_short:
            made.start(2, list(town.PEOPLE)[:3], has_standby=False)
            short(made, report)
        else:
            made.start(3, town.PEOPLE)
            whole(made, report)
    except BaseException:
        for node in made.nodes:
            print((node.folder / "log").read_text()[-500:], file=sys.stderr)
        raise
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)
    report.check("nothing is left running", not left(folder), left(folder))
    print(f"{report.checks} checks, {report.faults} faults, {time.monotonic() - begin:.0f} s")
    sys.exit(1 if report.faults else 0)


main()
