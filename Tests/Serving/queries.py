"""What RFC 4791 says of the reports of a calendar: which events they find, and what they give of them."""

import re

from bench import DAY, RANGE, lines
from dav import CALDAV, document, found


def ranges(bench):
    """RFC 4791 9.9, for events, between 10:00 and 12:00."""
    client, path = bench.client, bench.calendar()
    at = lambda time: f"{DAY}T{time}00Z"
    cases = {
        "inside": (True, f"DTSTART:{at('1030')}", f"DTEND:{at('1100')}"),
        "ends-at-start": (False, f"DTSTART:{at('0900')}", f"DTEND:{at('1000')}"),
        "starts-at-end": (False, f"DTSTART:{at('1200')}", f"DTEND:{at('1300')}"),
        "around": (True, f"DTSTART:{at('0900')}", f"DTEND:{at('1300')}"),
        "over-start": (True, f"DTSTART:{at('0930')}", "DURATION:PT31M"),
        "duration-before": (False, f"DTSTART:{at('0930')}", "DURATION:PT30M"),
        "no-length-at-start": (True, f"DTSTART:{at('1000')}"),
        "no-length-at-end": (False, f"DTSTART:{at('1200')}"),
        "no-duration": (True, f"DTSTART:{at('1000')}", "DURATION:PT0S"),
        "all-day": (True, f"DTSTART;VALUE=DATE:{DAY}"),
        "day-before": (False, "DTSTART;VALUE=DATE:20270113", "DTEND;VALUE=DATE:20270114"),
        "series": (True, "DTSTART:20270101T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY"),
        "series-elsewhere": (False, "DTSTART:20270102T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY"),
        "series-over": (False, "DTSTART:20270101T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY;COUNT=2"),
        "series-without": (
            False,
            "DTSTART:20270101T103000Z",
            "DURATION:PT15M",
            "RRULE:FREQ=WEEKLY",
            "EXDATE:20270115T103000Z",
        ),
        "added-day": (True, "DTSTART:20260101T103000Z", "DURATION:PT15M", "RDATE:20270115T110000Z"),
    }
    for name, (_, *more) in cases.items():
        answer = client.put(f"{path}{name}.ics", lines(*bench.component("VEVENT", name, *more)))
        if answer.status != 201:
            bench.check("RFC 4791 5.3.2", f"{name} is taken", False, answer)
    master = bench.component("VEVENT", "moved-away", "DTSTART:20270101T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY")
    override = bench.component(
        "VEVENT", "moved-away", "RECURRENCE-ID:20270115T103000Z", "DTSTART:20270116T103000Z", "DURATION:PT15M"
    )
    client.put(f"{path}moved-away.ics", lines(*master, *override))
    master = bench.component("VEVENT", "moved-here", "DTSTART:20270102T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY")
    override = bench.component(
        "VEVENT", "moved-here", "RECURRENCE-ID:20270116T103000Z", "DTSTART:20270115T103000Z", "DURATION:PT15M"
    )
    client.put(f"{path}moved-here.ics", lines(*master, *override))
    expected = {name for name, (is_in, *_) in cases.items() if is_in} | {"moved-here"}
    seen = bench.query(path, RANGE)
    bench.check(
        "RFC 4791 9.9",
        "a time-range finds the events in it and no others",
        seen == expected,
        seen if not isinstance(seen, set) else f"missing {expected - seen}, too many {seen - expected}",
    )
    seen = bench.query(path, f'<C:time-range start="{DAY}T100000Z"/>')
    bench.check(
        "RFC 4791 9.9",
        "a range may have no end",
        isinstance(seen, set) and {"inside", "series", "starts-at-end"} <= seen and "day-before" not in seen,
        seen,
    )
    seen = bench.query(path, '<C:time-range end="20270114T000000Z"/>')
    bench.check(
        "RFC 4791 9.9",
        "or no start",
        isinstance(seen, set) and {"day-before", "series"} <= seen and "inside" not in seen,
        seen,
    )
    zone = [
        "BEGIN:VTIMEZONE",
        "TZID:Away",
        "BEGIN:STANDARD",
        "DTSTART:19700101T000000",
        "TZOFFSETFROM:-0800",
        "TZOFFSETTO:-0800",
        "END:STANDARD",
        "END:VTIMEZONE",
    ]
    client.put(
        f"{path}zoned.ics",
        lines(*zone, *bench.component("VEVENT", "zoned", "DTSTART;TZID=Away:20270115T023000", "DURATION:PT15M")),
    )
    client.put(
        f"{path}zoned-not.ics",
        lines(*zone, *bench.component("VEVENT", "zoned-not", "DTSTART;TZID=Away:20270115T103000", "DURATION:PT15M")),
    )
    seen = bench.query(path, RANGE)
    bench.check(
        "RFC 4791 7.3",
        "times of a zone of the event's own count as such",
        isinstance(seen, set) and "zoned" in seen and "zoned-not" not in seen,
        seen,
    )


def todo_ranges(bench):
    """RFC 4791 9.9, for to-dos."""
    client, path = bench.client, bench.calendar("VTODO")
    at = lambda time: f"{DAY}T{time}00Z"
    cases = {
        "start-and-due": (True, f"DTSTART:{at('1030')}", f"DUE:{at('1100')}"),
        "start-and-due-later": (False, f"DTSTART:{at('1230')}", f"DUE:{at('1300')}"),
        "due": (True, f"DUE:{at('1100')}"),
        "due-at-end": (True, f"DUE:{at('1200')}"),
        "due-at-start": (False, f"DUE:{at('1000')}"),
        "start": (True, f"DTSTART:{at('1000')}"),
        "start-before": (False, f"DTSTART:{at('0900')}"),
        "start-duration": (True, f"DTSTART:{at('0900')}", "DURATION:PT90M"),
        "completed": (True, f"COMPLETED:{at('1100')}"),
        "completed-later": (False, f"COMPLETED:{at('1300')}"),
        "no-dates": (True,),
        "created": (True, f"CREATED:{at('0900')}"),
        "created-later": (False, f"CREATED:{at('1300')}"),
    }
    for name, (_, *more) in cases.items():
        answer = client.put(f"{path}{name}.ics", lines(*bench.component("VTODO", name, *more)))
        if answer.status != 201:
            bench.check("RFC 4791 5.3.2", f"{name} is taken", False, answer)
    expected = {name for name, (is_in, *_) in cases.items() if is_in}
    seen = bench.query(path, RANGE, "VTODO")
    bench.check(
        "RFC 4791 9.9",
        "a time-range finds the to-dos in it and no others",
        seen == expected,
        seen if not isinstance(seen, set) else f"missing {expected - seen}, too many {seen - expected}",
    )


def filters(bench):
    client, path = bench.client, bench.calendar()
    guest = "ATTENDEE;CN=Anna;PARTSTAT=%s:mailto:anna@example.org"
    alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT10M", "END:VALARM"]
    for name, title, more in (
        ("tea", "Tea with Anna", [guest % "ACCEPTED", "LOCATION:Café Elbe"]), ("coffee", "coffee", [guest % "DECLINED", *alarm]),
        ("walk", "A walk", ["CATEGORIES:SPORT,OUTSIDE"]),
    ):  # fmt: skip
        bench.put(f"{path}{name}.ics", name, title, lines=more)
    client.put(path + "todo.ics", lines(*bench.component("VTODO", "todo", "SUMMARY:Tea")))
    match = lambda prop, text, more="": (
        f'<C:prop-filter name="{prop}"><C:text-match {more}>{text}</C:text-match></C:prop-filter>'
    )
    part = lambda value: (
        f'<C:prop-filter name="ATTENDEE"><C:param-filter name="PARTSTAT"><C:text-match>{value}</C:text-match></C:param-filter></C:prop-filter>'
    )
    for what, inner, expected in (
        ("all events", "", {"tea", "coffee", "walk"}),
        ("a text without regard to case", match("SUMMARY", "TEA"), {"tea"}),
        ("a text by i;octet", match("SUMMARY", "TEA", 'collation="i;octet"'), set()),
        ("a text that is not there", match("SUMMARY", "tea", 'negate-condition="yes"'), {"coffee", "walk"}),
        ("two texts", match("SUMMARY", "tea") + match("SUMMARY", "anna"), {"tea"}),
        ("a text outside ASCII", match("LOCATION", "Café"), {"tea"}),
        ("a property that is there", '<C:prop-filter name="LOCATION"/>', {"tea"}),
        (
            "a property that is not",
            '<C:prop-filter name="LOCATION"><C:is-not-defined/></C:prop-filter>',
            {"coffee", "walk"},
        ),
        ("a parameter's text", part("DECLINED"), {"coffee"}),
        (
            "a parameter that is not there",
            '<C:prop-filter name="ATTENDEE"><C:param-filter name="ROLE"><C:is-not-defined/></C:param-filter></C:prop-filter>',
            {"tea", "coffee"},
        ),
        ("events with an alarm", '<C:comp-filter name="VALARM"/>', {"coffee"}),
        ("events without one", '<C:comp-filter name="VALARM"><C:is-not-defined/></C:comp-filter>', {"tea", "walk"}),
        (
            "alarms in a time",
            f'<C:comp-filter name="VALARM"><C:time-range start="{DAY}T094500Z" end="{DAY}T095500Z"/></C:comp-filter>',
            {"coffee"},
        ),
        ("a category", match("CATEGORIES", "OUTSIDE"), {"walk"}),
        ("a UID", match("UID", "walk-of", 'collation="i;octet"'), {"walk"}),
    ):
        seen = bench.query(path, inner)
        bench.check("RFC 4791 9.7", f"a filter finds {what}", seen == expected, seen)
    inner = '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"/></C:comp-filter>'
    answer = client.ask(
        "REPORT", path, document("C:calendar-query", f"<D:prop><D:getetag/></D:prop><C:filter>{inner}</C:filter>")
    )
    bench.check(
        "RFC 4791 7.8, as others do",
        "who forgets Depth means what is in the calendar",
        answer.status == 207 and len(answer.responses) == 3,
        answer,
    )
    seen = bench.query(path, "", "VTODO")
    bench.check("RFC 4791 9.7.1", "a filter of to-dos finds to-dos", seen == {"todo"}, seen)
    answer = bench.query(path, match("SUMMARY", "a", 'collation="i;klingon"'))
    bench.check(
        "RFC 4791 7.8",
        "an unknown collation is 403 supported-collation",
        not isinstance(answer, set) and answer.status == 403 and "supported-collation" in answer.conditions,
        answer,
    )


def expansion(bench):
    client, path = bench.client, bench.calendar()
    zone = [
        "BEGIN:VTIMEZONE",
        "TZID:Berlin",
        "BEGIN:STANDARD",
        "DTSTART:19701025T030000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0100",
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
        "END:STANDARD",
        "BEGIN:DAYLIGHT",
        "DTSTART:19700329T020000",
        "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0200",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
        "END:DAYLIGHT",
        "END:VTIMEZONE",
    ]
    master = bench.component(
        "VEVENT",
        "series",
        "DTSTART;TZID=Berlin:20270325T100000",
        "DURATION:PT1H",
        "RRULE:FREQ=DAILY;COUNT=6",
        "EXDATE;TZID=Berlin:20270327T100000",
        "SUMMARY:Usual",
    )
    override = bench.component(
        "VEVENT",
        "series",
        "RECURRENCE-ID;TZID=Berlin:20270329T100000",
        "DTSTART;TZID=Berlin:20270329T150000",
        "DURATION:PT1H",
        "SUMMARY:Moved",
    )
    answer = client.put(path + "series.ics", lines(*zone, *master, *override))
    bench.check("RFC 4791 5.3.2", "a series with an override is taken", answer.status == 201, answer)
    data = '<C:calendar-data><C:expand start="20270326T000000Z" end="20270330T000000Z"/></C:calendar-data>'
    answer = client.query(path, "20270326T000000Z", "20270330T000000Z", properties=f"<D:getetag/>{data}")
    text = (
        found(answer.responses[0][1], CALDAV + "calendar-data").text
        if answer.status == 207 and answer.responses
        else ""
    )
    starts = sorted(re.findall(r"DTSTART(?:;[^:\r\n]*)?:(\S+)", text))
    # The clocks change on 28 March.
    bench.check(
        "RFC 4791 9.6.5",
        "expand gives the instances in UTC",
        starts == ["20270326T090000Z", "20270328T080000Z", "20270329T130000Z"],
        starts or answer,
    )
    numbers = sorted(re.findall(r"RECURRENCE-ID(?:;[^:\r\n]*)?:(\S+)", text))
    bench.check(
        "RFC 4791 9.6.5",
        "each with the day it stands for",
        numbers == ["20270326T090000Z", "20270328T080000Z", "20270329T080000Z"],
        numbers,
    )
    bench.check(
        "RFC 4791 9.6.5", "without rules and zones", text and not re.search("RRULE|EXDATE|VTIMEZONE", text), text
    )
    bench.check("RFC 5545 3.1", "with one kind of line ends", text.count("\r\n") in (0, text.count("\n")), text)
    data = data.replace("C:expand", "C:limit-recurrence-set")
    answer = client.query(path, "20270326T000000Z", "20270327T000000Z", properties=data.replace("20270330", "20270327"))
    text = (
        found(answer.responses[0][1], CALDAV + "calendar-data").text
        if answer.status == 207 and answer.responses
        else ""
    )
    bench.check(
        "RFC 4791 9.6.6",
        "limit-recurrence-set leaves other overrides out",
        "RRULE" in text and "Moved" not in text,
        answer,
    )


def expansion_in_zone(bench):
    """RFC 4791 7.8: days and times without a zone are those of the query's C:timezone, in the filter and in what it gives."""
    client, path = bench.client, bench.calendar()
    day = b"DTSTART;VALUE=DATE:20281017"
    for name, rule in (("one", b""), ("two", b"\r\nRRULE:FREQ=DAILY;COUNT=2")):
        text = bench.event(name).replace(b"DTSTART:20270115T100000Z\r\nDURATION:PT45M", day + rule)
        client.put(f"{path}{name}.ics", text)
    zone = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTIMEZONE\nTZID:West\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:-0700\nTZOFFSETTO:-0700\nEND:STANDARD\nEND:VTIMEZONE\nEND:VCALENDAR\n"
    # 17 October ends at 07:00 UTC on the 18th there.
    days = 'start="20281018T060000Z" end="20281024T060000Z"'
    content = f'<D:prop><C:calendar-data><C:expand {days}/></C:calendar-data></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range {days}/></C:comp-filter></C:comp-filter></C:filter><C:timezone>{zone}</C:timezone>'
    answer = client.ask("REPORT", path, document("C:calendar-query", content), Depth="1")
    seen = {
        name.rsplit("/", 1)[1]: re.findall(r"DTSTART;VALUE=DATE:(\d+)", found(item, CALDAV + "calendar-data").text or "")
        for name, item in answer.responses
    }  # fmt: skip
    bench.check(
        "RFC 4791 7.8",
        "the query's zone says when a day is over",
        seen == {"one.ics": ["20281017"], "two.ics": ["20281017", "20281018"]},
        seen,
    )


def busy(bench):
    client, path = bench.client, bench.calendar()
    bench.put(path + "a.ics", "a")
    bench.put(path + "free.ics", "free", start=f"{DAY}T130000Z", lines=["TRANSP:TRANSPARENT"])
    bench.put(path + "off.ics", "off", start=f"{DAY}T140000Z", lines=["STATUS:CANCELLED"])
    bench.put(path + "maybe.ics", "maybe", start=f"{DAY}T150000Z", lines=["STATUS:TENTATIVE"])
    body = document("C:free-busy-query", f'<C:time-range start="{DAY}T000000Z" end="20270116T000000Z"/>')
    answer = client.ask("REPORT", path, body, Depth="1")
    bench.check(
        "RFC 4791 7.10",
        "free-busy-query gives a calendar",
        answer.status == 200
        and (answer["content-type"] or "").startswith("text/calendar")
        and b"VFREEBUSY" in answer.body,
        answer,
    )
    periods = re.findall(rb"FREEBUSY([^:\r\n]*):([^\r\n]+)", answer.body.replace(b"\r\n ", b""))
    start = lambda kind: sorted(
        period.split(b"/")[0].decode()
        for more, text in periods
        for period in text.split(b",")
        if (b"TENTATIVE" in more) == kind
    )
    bench.check(
        "RFC 4791 7.10", "what is busy is busy, what is not is not", start(False) == [f"{DAY}T100000Z"], periods
    )
    bench.check("RFC 4791 7.10", "what is tentative is so", start(True) == [f"{DAY}T150000Z"], periods)
