"""The calendars that are measured, made when they are first asked for."""

import pathlib
import shutil
import subprocess
import sys

TODAY = "2026-11-20"


class Samples:
    def __init__(self, generator, folder, today=TODAY):
        self.today = today
        self.generator = generator
        self.folder = pathlib.Path(folder)
        self.made = {}

    def path(self, name):
        """The sample's file or folder. Made anew once in each run: the generator may have changed."""
        if name not in self.made:
            print(f"making {name}", file=sys.stderr, flush=True)
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / (name if name.startswith("folder") else f"{name}.ics")
            if path.is_dir():
                shutil.rmtree(path)
            made = subprocess.run([self.generator, name, "--today", self.today, "--output", path], stdin=subprocess.DEVNULL)
            if made.returncode != 0:
                sys.exit(f"bench-peers: the sample {name} cannot be made")
            self.made[name] = path
        return self.made[name]
