"""Starting: the first command of all, disks that take nothing, few descriptors; and what is run for a request."""

import concurrent.futures
import pathlib
import re
import resource
import socket
import subprocess
import time

from service import Service, wait


def check(report):
    first(report)
    without_token(report)
    few_descriptors(report)
    commands(report)


def first(report):
    """Nothing is stored, and not even the folder is there."""
    with Service(samples=False, lists=False, database="new/folder/agenda.db") as service:
        report.check("it starts before anything is stored", service.answers, service.log.read_text())
        answer = service.ask("POST", "/v1/events", body={"words": "Tea tomorrow 15:00"})
        report.check("and takes the first event", answer.status == 201, answer)
    with Service(samples=False) as service:
        for options, said in ((("--listen", "here"), "--listen here"), (("--listen", f"127.0.0.1:{service.port}"), "Address already in use")):
            done = subprocess.run(
                [service.agenda, "serve", "--socket", service.folder / "other", *options],
                env=service.environment, capture_output=True, text=True, timeout=30,
            )  # fmt: skip
            lines = done.stderr.strip().splitlines()
            fine = done.returncode in (1, 64) and len(lines) == 1 and said in lines[0] and "agenda-server" not in done.stderr
            report.check(f"{said}: one line, without another program's usage", fine, done)


def without_token(report):
    """Where no token can be written, the private socket, which needs none, still serves."""
    with Service(samples=False) as service:
        service.stop()
        token = pathlib.Path(f"{service.database}-token")
        token.unlink()
        # As on a disk that takes nothing: root may write whatever the modes say.
        token.symlink_to("/proc/nothing/token")
        process = subprocess.Popen(
            [service.agenda, "serve", "--socket", service.socket, "--listen", "127.0.0.1:0"],
            env=service.environment, cwd=service.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        service.process = process
        report.check("without a token the socket serves", wait(lambda: service.answers))
        process.terminate()
        _, said = process.communicate(timeout=30)
        report.check("and it says that the address is not", "nobody comes in over an address" in said, said)


def few_descriptors(report):
    """Connections get what the limit of open files leaves them: those that are too many are refused, not kept waiting."""
    limit = lambda count: lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))
    with Service(samples=False) as service:
        service.stop()
        service.start(limit(400))
        said = re.search(r"at most (\d+) connections", service.log.read_text())
        report.check("a low limit is said at the start", said, service.log.read_text())
        most = int(said[1]) if said else 0
        report.check("and leaves a reserve", 100 <= most <= 300, most)
        held = []
        refused = 0
        for number in range(600):
            one = socket.socket()
            one.bind((f"127.0.0.{2 + number % 20}", 0))
            one.settimeout(5)
            try:
                one.connect(("127.0.0.1", service.port))
                one.sendall(f"GET /healthz HTTP/1.1\r\nHost: {service.host}\r\n\r\n".encode())
                status = one.recv(64)[9:12]
            except TimeoutError:
                status = b"hangs"
            except OSError:
                status = b"503"
            if status == b"200":
                held.append(one)
            else:
                refused += status == b"503"
                one.close()
        report.check("each connection is answered or refused", len(held) + refused == 600, f"{len(held)} and {refused}")
        report.check("as many as were said are held", most / 2 <= len(held) <= most, f"{len(held)} of {most}")
        report.check("the owner's socket answers while they are open", service.answers)
        for one in held:
            one.close()
        report.check("and all is well afterwards", wait(lambda: service.answers))
        service.stop()
        done = subprocess.run(
            [service.agenda, "serve", "--socket", service.socket], env=service.environment,
            preexec_fn=limit(40), capture_output=True, text=True, timeout=30,
        )  # fmt: skip
        report.check("with too few it says so and ends", done.returncode == 1 and "open files" in done.stderr, done)


SLOW = """#!/bin/sh
# Signals that are ignored, as this program has them.
grep SigIgn /proc/self/status >"$HOME/signals"
case "$*" in
*outbox*) sleep 2 ;;
esac
echo '{}'
"""


def commands(report):
    """What two requests run at once does not hold up the other."""
    with Service(samples=False) as service:
        service.stop()
        fake = service.folder / "slow"
        fake.write_text(SLOW)
        fake.chmod(0o755)
        server = pathlib.Path(service.agenda).resolve().parent / "agenda-server"
        service.process = subprocess.Popen(
            [server, "--database", service.database, "--socket", service.socket, "--token-file", f"{service.database}-token",
             "--time-zone", "Europe/Berlin", "--agenda", fake],
            env=service.environment, cwd=service.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        report.check("it runs another program", wait(lambda: service.answers))

        def timed(path):
            begin = time.monotonic()
            status = service.ask("GET", path).status
            return status, time.monotonic() - begin

        with concurrent.futures.ThreadPoolExecutor(24) as pool:
            # Many at once, so that pipes are made while other programs start.
            rounds = []
            for _ in range(12):
                slow = [pool.submit(timed, "/v1/outbox") for _ in range(4)]
                quick = [pool.submit(timed, "/v1/trash") for _ in range(20)]
                rounds += [one.result() for one in quick]
                for one in slow:
                    one.result()
        late = [seconds for _, seconds in rounds if seconds > 1.5]
        report.check("quick ones do not wait for slow ones", not late, f"{len(late)} of {len(rounds)}: {late[:5]}")
        ignored = int((service.folder / "signals").read_text().split()[1], 16)
        report.check("they hear of a closed pipe", not ignored & 1 << 12, hex(ignored))
