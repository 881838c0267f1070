"""Makes a case that differs as small as it can be and still differ."""

import dataclasses
import datetime as dt

# So many smaller cases are tried at most; each asks both sides.
PATIENCE = 400


def shrink(case, smaller, differs):
    """Takes the first smaller case that still differs, until there is none."""
    tries = 0
    found = True
    while found:
        found = False
        for candidate in smaller(case):
            tries += 1
            if tries > PATIENCE:
                return case
            if is_still_different(candidate, differs):
                case, found = candidate, True
                break
    return case


def is_still_different(candidate, differs):
    try:
        return differs(candidate)
    except (ValueError, KeyError, IndexError, OverflowError):
        # No valid case any more.
        return False


def smaller_rules(case):
    """The case with a part less, a list shorter, an interval of one, a plainer start, a smaller window."""
    parts = list(case.parts)
    for index, (name, value) in enumerate(parts):
        if name != "FREQ":
            yield dataclasses.replace(case, parts=tuple(parts[:index] + parts[index + 1 :]))
    for index, (name, value) in enumerate(parts):
        elements = value.split(",")
        if len(elements) > 1:
            for half in (elements[: len(elements) // 2], elements[len(elements) // 2 :]):
                part = (name, ",".join(half))
                yield dataclasses.replace(case, parts=tuple(parts[:index] + [part] + parts[index + 1 :]))
            for place in range(len(elements) if len(elements) < 12 else 0):
                part = (name, ",".join(elements[:place] + elements[place + 1 :]))
                yield dataclasses.replace(case, parts=tuple(parts[:index] + [part] + parts[index + 1 :]))
    if case.zone and not case.rule.get("UNTIL", "").endswith("Z"):
        yield dataclasses.replace(case, zone="")
    if case.start.second or case.start.minute:
        yield dataclasses.replace(case, start=case.start.replace(minute=0, second=0))
    half = case.lower + (case.upper - case.lower) / 2
    half = half.replace(microsecond=0)
    if half > case.lower:
        yield dataclasses.replace(case, upper=half)
        yield dataclasses.replace(case, lower=half)


def smaller_calendars(case):
    """The case with a file, an event or a property less, or fewer days."""
    for place in range(len(case.files)):
        if len(case.files) > 1:
            yield replaced_file(case, place, None)
    for place, file in enumerate(case.files):
        for index, event in enumerate(file.events):
            rest = file.events[:index] + file.events[index + 1 :]
            if rest or len(case.files) > 1:
                yield replaced_file(case, place, dataclasses.replace(file, events=rest) if rest else None)
    for place, file in enumerate(case.files):
        for zone in file.zones:
            if not any(time.tzid == zone.tzid for event in file.events for time in event.times()):
                rest = tuple(other for other in file.zones if other != zone)
                yield replaced_file(case, place, dataclasses.replace(file, zones=rest))
            elif zone.iana and zone.observances:
                plain = dataclasses.replace(zone, observances=())
                rest = tuple(plain if other == zone else other for other in file.zones)
                yield replaced_file(case, place, dataclasses.replace(file, zones=rest))
        for index, event in enumerate(file.events):
            for smaller in smaller_events(event):
                events = file.events[:index] + (smaller,) + file.events[index + 1 :]
                yield replaced_file(case, place, dataclasses.replace(file, events=events))
        if file.zones_last:
            yield replaced_file(case, place, dataclasses.replace(file, zones_last=False))
    if case.days > 1:
        half = case.days // 2
        yield dataclasses.replace(case, days=half)
        yield dataclasses.replace(case, first=case.first + dt.timedelta(days=half), days=case.days - half)


def replaced_file(case, place, file):
    files = case.files[:place] + ((file,) if file else ()) + case.files[place + 1 :]
    return dataclasses.replace(case, files=files)


def smaller_events(event):
    for name in ("rules", "exception_rules", "dates", "exceptions"):
        values = getattr(event, name)
        for index in range(len(values)):
            yield dataclasses.replace(event, **{name: values[:index] + values[index + 1 :]})
    defaults = {"end": None, "is_cancelled": False, "is_future": False, "modified": None, "sequence": 0}
    for name, plain in defaults.items():
        if getattr(event, name) != plain:
            yield dataclasses.replace(event, **{name: plain})
    for index, rule in enumerate(event.rules):
        parts = rule.split(";")
        for place in range(1, len(parts)):
            plainer = ";".join(parts[:place] + parts[place + 1 :])
            rules = event.rules[:index] + (plainer,) + event.rules[index + 1 :]
            yield dataclasses.replace(event, rules=rules)
