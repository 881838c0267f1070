"""S6: a feed that has not changed."""

from devices import Agenda, Vdirsyncer

PROGRAMS = (Agenda, Vdirsyncer)


def measure(place, table):
    """Two kinds of a feed: as it is, and behind mod_deflate, which changes its tag."""
    for kind in ("plain", "deflated"):
        place.say(f"S6: {kind}")
        place.server.publish(kind, range(place.options.events))
        devices = []
        for program in PROGRAMS:
            device = place.device(program, None, kind)
            device.subscribe(f"http://127.0.0.1:{place.relay.port}/{kind}/work.ics")
            devices.append(device)
        seconds, requests, content = ([[], []] for _ in range(3))
        for _ in range(place.options.runs):
            for index, device in enumerate(devices):
                place.relay.take()
                seconds[index].append(device.refresh().seconds)
                taken = place.relay.take()
                requests[index].append(len(taken))
                content[index].append(sum(exchange.content for exchange in taken) / 1e3)
        for what, unit, limit, found in (
            ("seconds", "s", None, seconds), ("requests", "", 1, requests), ("content", "kB", 0, content),
        ):
            table.add("S6", f"apache, {kind}: feed unchanged, {what}", unit, limit, *found)
