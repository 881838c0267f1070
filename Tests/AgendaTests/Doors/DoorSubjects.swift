/// What the doors' changes begin with.
enum DoorSubjects {
    struct Subject {
        let uid: String
        let lines: [String]
        var repeats: Bool { lines.contains { $0.hasPrefix("RRULE") } }
        var isAllDay: Bool { lines[0].contains("VALUE=DATE") }
    }

    private static func zoned(
        _ uid: String, _ zone: String, _ start: String, _ end: String, _ more: String...
    ) -> Subject {
        Subject(
            uid: uid, lines: ["DTSTART;TZID=\(zone):\(start)", "DTEND;TZID=\(zone):\(end)"] + more)
    }

    /// Events, from Monday 2026-12-21 on.
    static let events: [Subject] = [
        zoned("day", "Europe/Berlin", "20261221T100000", "20261221T110000"),
        zoned("night", "Europe/Berlin", "20261221T220000", "20261222T040000"),
        zoned("evening", "Europe/Berlin", "20261221T220000", "20261222T000000"),
        zoned("york", "America/New_York", "20261221T220000", "20261222T040000"),
        zoned("howe", "Australia/Lord_Howe", "20261221T220000", "20261222T040000"),
        Subject(uid: "utc", lines: ["DTSTART:20261221T090000Z", "DTEND:20261221T100000Z"]),
        Subject(uid: "floating", lines: ["DTSTART:20261221T090000", "DTEND:20261221T100000"]),
        Subject(
            uid: "lasting",
            lines: ["DTSTART;TZID=Europe/Berlin:20261221T100000", "DURATION:PT90M"]),
        // It ends in the hour that clocks show twice, the second time.
        Subject(
            uid: "second",
            lines: ["DTSTART;TZID=Europe/Berlin:20271031T010000", "DTEND:20271031T013000Z"]),
        Subject(
            uid: "whole", lines: ["DTSTART;VALUE=DATE:20261222", "DTEND;VALUE=DATE:20261223"]),
        Subject(
            uid: "trip", lines: ["DTSTART;VALUE=DATE:20261222", "DTEND;VALUE=DATE:20261225"]),
        zoned(
            "weekly", "Europe/Berlin", "20261221T100000", "20261221T110000",
            "RRULE:FREQ=WEEKLY;COUNT=5"),
        zoned(
            "nights", "Europe/Berlin", "20270313T220000", "20270314T040000",
            "RRULE:FREQ=WEEKLY;COUNT=6"),
        zoned(
            "moved", "America/New_York", "20261221T100000", "20261221T110000",
            "RRULE:FREQ=WEEKLY;COUNT=4"),
        zoned("shared", "Europe/Berlin", "20261221T100000", "20261221T110000"),
        Subject(
            uid: "noted",
            lines: [
                "DTSTART;TZID=Europe/Berlin:20261221T100000",
                "DTEND;TZID=Europe/Berlin:20261221T110000",
                "DESCRIPTION:带医保卡\\n第二行\\, und Grüße", "CATEGORIES:Büro,家",
            ]),
        Subject(
            uid: "holidays",
            lines: [
                "DTSTART;VALUE=DATE:20261222", "DTEND;VALUE=DATE:20261223",
                "RRULE:FREQ=WEEKLY;COUNT=3",
            ]),
    ]

    /// An instance of "moved" that starts later, with a title of its own.
    private static let override = """
        UID:moved
        RECURRENCE-ID;TZID=America/New_York:20270104T100000
        DTSTART;TZID=America/New_York:20270104T120000
        DTEND;TZID=America/New_York:20270104T130000
        SUMMARY:Other moved
        """

    static let todos: [Subject] = [
        Subject(uid: "rent", lines: ["DUE;VALUE=DATE:20261224"]),
        Subject(uid: "report", lines: ["DUE;TZID=Europe/Berlin:20261224T170000", "PRIORITY:5"]),
        Subject(uid: "someday", lines: ["PERCENT-COMPLETE:20"]),
        Subject(
            uid: "water",
            lines: [
                "DTSTART;VALUE=DATE:20261221", "DUE;VALUE=DATE:20261222",
                "RRULE:FREQ=WEEKLY;COUNT=4",
            ]),
        Subject(
            uid: "closed",
            lines: ["DUE;VALUE=DATE:20261220", "STATUS:COMPLETED", "COMPLETED:20261119T120000Z"]),
    ]

    static let journals: [Subject] = [
        Subject(uid: "diary", lines: ["DTSTART;VALUE=DATE:20261121"])
    ]

    static let uids = Set((events + todos + journals).map(\.uid))

    /// - Parameter uid: the only subject; nil for all.
    static func calendar(of uid: String?) -> String {
        func component(_ kind: String, _ lines: [String]) -> String {
            (["BEGIN:\(kind)", "DTSTAMP:20260101T000000Z"] + lines + ["END:\(kind)"])
                .joined(separator: "\r\n") + "\r\n"
        }
        func texts(_ kind: String, _ subjects: [Subject]) -> String {
            subjects.filter { uid == nil || $0.uid == uid }.map { subject in
                component(
                    kind,
                    ["UID:\(subject.uid)", "SUMMARY:The \(subject.uid)"]
                        + (kind == "VJOURNAL" ? [] : ["LOCATION:Elbe"]) + subject.lines)
            }.joined()
        }
        let other = component("VEVENT", override.split(separator: "\n").map(String.init))
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//Doors//EN\r\n"
            + texts("VEVENT", events) + (uid == nil || uid == "moved" ? other : "")
            + texts("VTODO", todos) + texts("VJOURNAL", journals) + "END:VCALENDAR\r\n"
    }
}
