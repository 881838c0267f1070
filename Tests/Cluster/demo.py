"""A small cluster to try out: it runs until Ctrl-C, and mends what is killed. Started by `run`."""

import datetime
import shutil
import signal
import subprocess
import sys
import time

import cluster
import town
from client import Client
from proxy import Proxy


def say(text=""):
    print(text, flush=True)


def note(text):
    say(f"{datetime.datetime.now():%H:%M:%S}  {text}")


def explain(made, port):
    address = f"http://127.0.0.1:{port}"
    user = made.users[0]
    link = made.command("user", "link", user.name, "--address", address)
    say(f"""
{len(made.users)} people ({", ".join(user.name for user in made.users)}) on {len(made.nodes)} nodes and two servers of PostgreSQL.

The page of {user.name}, by a link that is good once, for 10 minutes:
    {link}
Their calendar for a phone or another program:
    {address}/dav/    user {user.name}    password {user.device}
Another link, for anybody:
    {made.program} user link NAME --bank '{made.pair.place("postgres")}' --address {address}

Kill what you like, and look again: what was acknowledged is there. It is started again after some seconds.""")
    for number, node in enumerate(made.nodes, 1):
        say(f"    kill -9 {node.process.pid}    # node {number}; its folder {node.people} can be removed, too, while it is down")
    say(f"    kill -9 {made.pair.primary.process.pid}    # the primary: the standby takes over, and a new standby is made")
    say(f"    kill -9 {made.pair.standby.process.pid}    # the standby: nothing is acknowledged until it is back")
    say("\nCtrl-C ends all that was started, and removes its files.")


def mend(made):
    """Looks what has ended, and starts it again."""
    for number, node in enumerate(made.nodes, 1):
        if node.process.poll() is not None:
            note(f"node {number} has ended: the proxy asks the others")
            time.sleep(5)
            node.start()
            note(f"node {number} is there again, as process {node.process.pid}")
    pair = made.pair
    if pair.primary.process.poll() is not None:
        note("the primary has ended: the standby takes over")
        # What of it is still there must not go on beside the new one.
        pair.primary.kill()
        pair.promote()
        pair.rejoin()
        pair.wait()
        note(f"writes go on: the primary is process {pair.primary.process.pid}, the standby {pair.standby.process.pid}")
    elif pair.standby.process.poll() is not None:
        note("the standby has ended: reads go on, and nothing is acknowledged")
        time.sleep(5)
        pair.standby.kill()
        pair.rejoin()
        pair.wait()
        note(f"writes go on: the standby is process {pair.standby.process.pid}")


def main():
    program, port = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    folder = cluster.folder("agenda-cluster-")
    made = cluster.Cluster(program, folder)

    def end(*_):
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    try:
        say("starting two servers of PostgreSQL and three nodes ...")
        made.start(3, [])
        made.add(town.PEOPLE)
        made.proxy = Proxy(folder, made.nodes, port).start()
        client = Client(made.proxy.port)
        for user in made.users:
            town.fill(user, client)
        explain(made, made.proxy.port)
        while True:
            mend(made)
            time.sleep(0.3)
    except KeyboardInterrupt:
        say("\nending ...")
    finally:
        # Ctrl-C has reached the others, too: those that have not ended are ended.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
