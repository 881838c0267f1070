#!/usr/bin/env python3
"""Collects calendars of many producers from Debian's source packages and PyPI's source archives.

collect.py FOLDER: fills FOLDER/files with one copy of each .ics file (by content) that has an event, named
PACKAGE-NUMBER.ics. What a list names and the archive no longer has is said and passed over. Nothing of it belongs in
the repository: the files are other people's.
"""
import hashlib
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

APT = """\
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "/nonexistent";
Dir::State::lists "{folder}/lists";
Dir::Cache "{folder}/cache";
"""
ARCHIVES = (".tar.gz", ".tar.xz", ".tar.bz2", ".tgz", ".zip", ".whl")
SUITES = ("bookworm", "trixie", "sid")
CALENDARS = (".ics", ".ical", ".ifb", ".icalendar")
LARGEST = 64 << 20


def apt(folder):
    """Returns the environment of an apt that knows source packages, without touching the system's."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lists/partial").mkdir(parents=True, exist_ok=True)
    (folder / "cache").mkdir(exist_ok=True)
    mirror = "http://deb.debian.org/debian"
    key = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (folder / "sources.list").write_text(
        "".join(f"deb-src [signed-by={key}] {mirror} {suite} main\n" for suite in SUITES))
    (folder / "apt.conf").write_text(APT.format(folder=folder))
    environment = {"APT_CONFIG": str(folder / "apt.conf"), "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
    subprocess.run(["apt-get", "update", "-q"], env=environment, check=True, stdout=subprocess.DEVNULL)
    return environment


def fetch(kind, name, folder, environment):
    """Downloads one package's archives; True if there are any."""
    target = folder / "archives" / f"{kind}-{name}"
    if (target / "done").exists():
        return True
    target.mkdir(parents=True, exist_ok=True)
    if kind == "debian":
        commands = [["apt-get", "source", "-q", "--download-only", f"{name}/{suite}"] for suite in SUITES]
    else:
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", "."]
        commands = [pip + ["--no-binary", ":all:", name], pip + [name]]
        environment = None
    for command in commands:
        try:
            result = subprocess.run(command, cwd=target, env=environment, timeout=120,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            continue
        if result.returncode == 0:
            break
    found = any(path.name.endswith(ARCHIVES) for path in target.iterdir())
    if found:
        (target / "done").touch()
    return found


def members(archive):
    """Yields name and content of each calendar in an archive."""
    if archive.name.endswith((".zip", ".whl")):
        with zipfile.ZipFile(archive) as opened:
            for info in opened.infolist():
                if info.filename.lower().endswith(CALENDARS) and info.file_size < LARGEST:
                    yield info.filename, opened.read(info)
        return
    with tarfile.open(archive) as opened:
        for info in opened:
            if info.isfile() and info.name.lower().endswith(CALENDARS) and info.size < LARGEST:
                yield info.name, opened.extractfile(info).read()


def main():
    folder = Path(sys.argv[1]).resolve()
    files = folder / "files"
    files.mkdir(parents=True, exist_ok=True)
    environment = apt(folder / "apt")
    seen, producers = set(), set()
    lines = Path(__file__).with_name("packages.txt").read_text().splitlines()
    for line in lines:
        if not line or line.startswith("#"):
            continue
        kind, name = line.split()
        if not fetch(kind, name, folder, environment):
            print(f"collect: {kind} has no sources of {name}", file=sys.stderr)
            continue
        number = 0
        for archive in sorted((folder / "archives" / f"{kind}-{name}").iterdir()):
            if not archive.name.endswith(ARCHIVES):
                continue
            try:
                for path, content in members(archive):
                    digest = hashlib.sha256(content).digest()
                    if digest in seen or b"BEGIN:VEVENT" not in content.replace(b"\0", b"").upper():
                        continue
                    seen.add(digest)
                    number += 1
                    (files / f"{kind}-{name}-{number:03}.ics").write_bytes(content)
                    for row in content.splitlines():
                        if row.upper().startswith(b"PRODID"):
                            producers.add(row.strip())
            except (tarfile.TarError, zipfile.BadZipFile, OSError, EOFError) as error:
                print(f"collect: {archive.name}: {error}", file=sys.stderr)
        if number:
            print(f"{number:5} {kind} {name}")
    print(f"{len(seen)} files of {len(producers)} producers in {files}")


main()
