extension PackedText {
    /// What calendars often say (RFC 5545, and what programs add), the most common at the end. Stored texts refer to it: never
    /// change it; another one would need another ``mark``.
    static let words = Array(
        """
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:This is an event reminder
        TRIGGER:-PT15M
        TRIGGER;VALUE=DURATION:-P0DT0H30M0S
        END:VALARM
        X-MOZ-GENERATION:1
        X-MOZ-LASTACK:20
        X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC
        X-MICROSOFT-CDO-BUSYSTATUS:BUSY
        X-MICROSOFT-CDO-IMPORTANCE:1
        X-ALT-DESC;FMTTYPE=text/html:<html><body>
         GEO:
        PERCENT-COMPLETE:100
        COMPLETED:20
        DUE;TZID=
        ATTACH;FMTTYPE=application/pdf:https://www.
        COMMENT:
        RECURRENCE-ID;TZID=
        RDATE;VALUE=DATE:
        CONFERENCE;VALUE=URI:https://
        RELATED-TO:
        ORGANIZER;CN="":mailto:@gmail.com
        ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=OPT-PARTICIPANT;PARTSTAT=TENTATIVE;X-NUM-GUESTS=0;SCHEDULE-STATUS=1.1;LANGUAGE=en-us;EMAIL=
        ATTENDEE;CUTYPE=GROUP;PARTSTAT=DECLINED;ROLE=CHAIR;RSVP=FALSE;CN=
        ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=TRUE;CN=
        ATTENDEE;CN=;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CUTYPE=INDIVIDUAL:
         mailto:@example.org
        RRULE:FREQ=MONTHLY;BYMONTHDAY=1;INTERVAL=2;COUNT=10
        RRULE:FREQ=YEARLY;BYMONTH=1
        RRULE:FREQ=DAILY;UNTIL=20
        RRULE:FREQ=WEEKLY;WKST=SU;BYDAY=MO,TU,WE,TH,FR;UNTIL=20
        EXDATE;TZID=
        EXDATE;VALUE=DATE:20
        COLOR:
        CATEGORIES:
        PRIORITY:5
        URL;VALUE=URI:https://
        LOCATION:
        DESCRIPTION:
        \\n\\nSTATUS:TENTATIVE
        STATUS:CANCELLED
        TRANSP:TRANSPARENT
        CLASS:PRIVATE
        CLASS:PUBLIC
        DTSTART;TZID=America/New_York:20
        DTEND;TZID=America/Los_Angeles:20
        DTSTART;VALUE=DATE:20
        DTEND;VALUE=DATE:20
        DURATION:PT1H30M
        DTSTART:20
        DTEND:20
        T000000Z
        DTSTART;TZID=Europe/London:20
        DTEND;TZID=Europe/Berlin:20
        T100000
        BEGIN:VEVENT
        CREATED:20
        LAST-MODIFIED:20
        DTSTAMP:20
        UID:@google.com
        SEQUENCE:0
        STATUS:CONFIRMED
        TRANSP:OPAQUE
        SUMMARY:
        END:VEVENT

        """.replacing("\n", with: "\r\n").utf8)
}
