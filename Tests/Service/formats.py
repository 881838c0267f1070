"""Texts of the formats that the OpenAPI document names, for schemathesis, and what it says about parameters together."""

import datetime
import os

import schemathesis
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode

CALENDARS = ["mine", "Company", "Holidays", "Home"]


def some(*texts):
    return st.sampled_from(texts)


for name, strategy in {
    "event-id": st.sampled_from(os.environ["EVENTS"].split()),
    "todo-id": st.sampled_from(os.environ["TODOS"].split()),
    "journal-id": st.sampled_from(os.environ["JOURNALS"].split()),
    "time-zone": some("Europe/Berlin", "UTC", "America/St_Johns", "Pacific/Kiritimati"),
    "calendar-name": st.sampled_from(CALENDARS),
    "search-words": some("a", "tea review", "会议", "müller"),
    "duration-words": some("45m", "1h30m", "2h"),
    "working-hours": some("9:00-17:00", "8-12", "22:00-23:30"),
    "month": some("2026-11", "2027-02", "1999-12"),
    "cursor": some("1.0", "7.100"),
    "entity-tag": some("*", '"abc"', 'W/"abc", "def"'),
    "title": some("Tea", "Übung 🎻", "<b>bold</b>", "a" * 1000),
    "event-words": some("Tea tomorrow 15:00", "Lunch with Kim friday 12:30 @ Cafe Nord", "Holiday 2027-01-02"),
    "invitation": some(
        "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:asked\r\nDTSTAMP:20270101T000000Z\r\nSUMMARY:Tea\r\n"
        "ORGANIZER:mailto:bea@example.org\r\nATTENDEE:mailto:kim@example.org\r\nDTSTART:20270115T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    ),
    "rule-value": some("team", "Event*", "/^event [0-9]$/", "true", "10m", "monday", "lists"),
    "mirror-detail": some("title", "location", "notes", "link", "categories"),
    "mirror-name": some("Tea", "Home to mine"),
    "recurrence-rule": some("FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;COUNT=3"),
    "repetition-words": some("every day", "every 2 weeks on Monday", "FREQ=WEEKLY;BYDAY=MO"),
    "alarm-action": some("DISPLAY", "AUDIO", "EMAIL"),
    "alarm-trigger": some("-PT15M", "PT0S", "-P1D"),
    "calendar-address": some("kim@example.org", "mailto:lee@example.org"),
    "day-or-time": some("2027-01-15", "2027-01-15T10:00", "2027-01-15T10:00:00+01:00"),
    "date": st.dates(datetime.date(1970, 1, 1), datetime.date(2200, 1, 1)).map(str),
}.items():
    schemathesis.openapi.format(name, strategy)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Valid requests keep to what is said in words alone: `days` or `to`, ten years at most, a cursor with its limit, an
    end after the start."""
    query = case.query or {}
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    if "to" in query:
        query.pop("days", None)
        query["from"] = query["to"]
    if "cursor" in query:
        query.setdefault("limit", 10)
    if isinstance(case.body, dict) and "message" in case.body:
        # The text is none in base64, and a word to the organizer goes with an answer.
        case.body.pop("encoding", None)
        if case.body.get("answer") in (None, "store"):
            case.body.pop("comment", None)
            case.body.pop("on", None)
    if case.method == "PATCH" and isinstance(case.body, dict) and "todos" in case.path:
        # Times, what is done and a repetition depend on each other.
        for other, name in (("due", "start"), ("status", "percent"), ("rules", "rules")):
            if other in case.body:
                case.body.pop(name, None)
    # An event does not end before it starts.
    if isinstance(case.body, dict) and isinstance(case.body.get("end"), str):
        case.body["end"] = case.body["end"].replace("2027", "2028")
