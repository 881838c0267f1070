"""Starting: the first command of all, disks that take nothing, few descriptors."""

import pathlib
import re
import resource
import socket
import subprocess

from service import Service, wait


def check(report):
    first(report)
    without_token(report)
    few_descriptors(report)


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


