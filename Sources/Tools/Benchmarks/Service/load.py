"""Requests of wrk: how many a second, and how long they take."""

import dataclasses
import re
import statistics
import subprocess

UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}


@dataclasses.dataclass
class Target:
    """What is asked, and with what in its head."""

    name: str
    url: str
    fields: dict = dataclasses.field(default_factory=dict)
    method: str = "GET"
    content: str = ""

    def command(self, place, connections, seconds):
        words = ["wrk", "--latency", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s"]
        for name, value in self.fields.items():
            words += ["-H", f"{name}: {value}"]
        if self.method != "GET":
            script = place / f"{self.name.replace(' ', '-')}.lua"
            script.write_text(f'wrk.method = "{self.method}"\nwrk.body = [==[{self.content}]==]\n')
            words += ["-s", script]
        return [*words, self.url]


@dataclasses.dataclass
class Load:
    """What one run of wrk found."""

    rate: float
    median: float
    most: float
    count: int


def seconds_of(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * UNITS[unit]


def run(target, place, connections, seconds):
    said = subprocess.run(
        target.command(place, connections, seconds), capture_output=True, text=True, check=True
    ).stdout
    if "Non-2xx or 3xx" in said or "Socket errors" in said:
        raise RuntimeError(f"{target.name}: {said}")
    # None where no request was answered in time.
    at = dict.fromkeys(("50", "99"), float("nan"))
    at |= {share: seconds_of(value) for share, value in re.findall(r"^\s+(50|99)%\s+([\d.]+[a-z]+)\s*$", said, re.M)}
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])
    count = int(re.search(r"(\d+) requests in", said)[1])
    return Load(rate, at["50"], at["99"], count)


def middle(loads):
    """The medians of several runs."""
    return Load(*(statistics.median(values) for values in zip(*map(dataclasses.astuple, loads), strict=True)))
