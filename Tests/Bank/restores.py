"""A backup is put back, and more is written than was lost."""

import shutil
import subprocess

from place import Node, Postgres, users
from writes import tag


def check(report):
    server = Postgres(report.folder / "restores").make().start()
    try:
        users(server, 2)
        node = Node(server)
        for number in range(60):
            node.put(1, f"{number}.ics", f"text {number}")
        _, kept, *_ = node.ask("members", 1, 1, "-")
        node.close()
        server.stop()
        # With its owner and its rights.
        subprocess.run(["cp", "-a", server.data, server.folder / "backup"], check=True)
        server.start()
        node = Node(server)
        # Not a new node: it has to notice by itself.
        assert node.ask("look") == ["ok", "all"]
        for number in range(20):
            node.put(1, f"lost {number}.ics", "lost")
            node.put(1, f"{number}.ics", f"lost change {number}", tag(f"text {number}"))
        _, lost, *told = node.ask("members", 1, 1, kept)
        _, view, *_ = node.ask("news", 1, "-")
        report.check("before the restore, 40 changes are told", len(told) == 40, told)
        server.stop()
        shutil.rmtree(server.data)
        (server.folder / "backup").rename(server.data)
        server.start()
        for number in range(30):
            assert node.put(1, f"after {number}.ics", "after")[0] == "ok"
            node.put(1, f"{number}.ics", f"change after {number}", tag(f"text {number}"))
        _, now, *_ = node.ask("members", 1, 1, "-")
        report.check(
            "there are more changes than there were", int(now.split(":")[1]) > int(lost.split(":")[1]), (now, lost)
        )
        answer = node.ask("members", 1, 1, lost)
        report.check("a token of the lost time is refused", answer == ["ok", "refused"], answer)
        answer = node.ask("news", 1, view)
        report.check("and a view of it", answer == ["ok", "refused"], answer)
        answer = node.ask("members", 1, 1, kept)
        report.check("one of before is good", len(answer) == 2 + 60, answer[:3])
        feed = node.ask("look"), node.ask("look")
        report.check("the feed begins anew", feed[0][:2] == ["fault", "away"] and feed[1] == ["ok", "all"], feed)
        # Those that the client has and that are as they were it does not get again.
        listed = dict(pair.split("=") for pair in node.ask("members", 1, 1, "-")[2:])
        same = [number for number in range(60) if listed[f"{number}.ics"] == tag(f"text {number}")]
        report.check("what did not change has its ETag", same == list(range(30, 60)), same)
        node.close()
    finally:
        server.stop()
