"""A program in a home of its own."""

import pathlib
import shutil
import subprocess
import tempfile


def output(command, environment, cwd, text=None, seconds=120):
    done = subprocess.run(
        [*map(str, command)],
        env=environment,
        cwd=cwd,
        input=text or "",
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    if done.returncode:
        raise RuntimeError(
            f"{' '.join(map(str, command))}: {done.returncode}: {done.stderr[-1500:] or done.stdout[-1500:]}"
        )
    return done.stdout


class Program:
    """A program with a home of its own."""

    # Those that are to be closed, also if they did not come in.
    open = []

    def __init__(self):
        Program.open.append(self)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"serving-{type(self).__name__.lower()}-"))
        self.environment = {
            "HOME": str(self.folder),
            "PATH": "/usr/bin:/bin",
            "TZ": "UTC",
            "LC_ALL": "C.UTF-8",
            "LANG": "C.UTF-8",
        }

    def close(self):
        Program.open.remove(self)
        shutil.rmtree(self.folder, ignore_errors=True)

    def sync(self):
        """Sends what was changed here, and gets what was changed elsewhere."""

    def events(self):
        """The summaries by UID."""
        raise NotImplementedError
