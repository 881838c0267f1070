"""What a device has of a calendar, and what was answered to whom."""

import collections
import json
import threading

import dav


def plain(text):
    """XML has no carriage returns, and lines may be folded anywhere."""
    if isinstance(text, bytes):
        text = text.decode()
    return text.replace("\r\n", "\n").replace("\n ", "").rstrip("\n")


class Truth:
    """What was answered to whom."""

    def __init__(self):
        self.lock = threading.Lock()
        self.marks, self.refused, self.unknown = {}, {}, set()
        self.made, self.deleted, self.perhaps_deleted, self.titles = set(), set(), set(), {}
        self.texts, self.lies, self.counts = {}, [], collections.Counter()
        # The UIDs by path.
        self.uids = {}

    def count(self, what):
        with self.lock:
            self.counts[what] += 1

    def saw(self, path, etag, text):
        """The same ETag always stands for the same text."""
        if not etag:
            return
        with self.lock:
            self.uids[path] = dav.uid_of(plain(text))
            if self.texts.setdefault((path, etag), plain(text)) != plain(text):
                self.lies.append((path, etag, self.texts[path, etag][-200:], plain(text)[-200:]))


class Replica:
    """What a device has of a calendar."""

    def __init__(self, server, path, truth):
        self.server, self.path, self.truth = server, path, truth
        self.client = server.client(timeout=30)
        self.token, self.items, self.downloaded = "", {}, 0

    def sync(self):
        """Raises OSError where there is no answer, and RuntimeError where it is none."""
        try:
            changed, gone, token = self.client.sync(self.path, self.token)
        except dav.Refused as error:
            if not self.token:
                raise RuntimeError(str(error)) from None
            self.truth.count("tokens refused")
            self.token = ""
            changed, gone, token = self.client.sync(self.path)
            gone |= set(self.items) - set(changed)
        wanted = [path for path, etag in changed.items() if self.items.get(path, ("",))[0] != etag]
        texts = self.client.bodies(self.path, wanted)
        self.downloaded += len(texts)
        for path, (etag, text) in texts.items():
            self.truth.saw(path, etag, text)
            self.items[path] = (etag, plain(text))
        for path in gone:
            self.items.pop(path, None)
        self.token = token


def differences(one, other):
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    return f"{len(names)} differ: {[(name, one.get(name), other.get(name)) for name in names[:2]]}"


def name_of(server, path):
    """What the command calls the calendar of a path."""
    slug = path.rstrip("/").rsplit("/", 1)[1]
    sources = json.loads(server.command("source", "list", "--json"))["sources"]
    return next(item["name"] for item in sources if slug in item["name"])
