import ICalendar
import Testing

@testable import AgendaKit

@Suite("A calendar as those have it with whom it is shared")
struct SharedViewTests {
    private func view(_ access: SharedAccess, me: [String] = []) throws -> SharedView {
        let zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        return SharedView(
            access, secret: "0123456789abcdef0123456789abcdef", me: me, zone: zone)
    }

    private static func calendar(_ events: String..., kind: String = "VEVENT") -> [UInt8] {
        let parts = events.map { "BEGIN:\(kind)\n\($0)\nEND:\(kind)\n" }
        return Array(
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(parts.joined())END:VCALENDAR\n".utf8)
    }

    /// The lines of a resource's events but for UID and what all have; nil where nothing is shown.
    private func lines(
        _ access: SharedAccess, _ body: [UInt8], me: [String] = []
    ) throws -> [String]? {
        guard let resource = try view(access, me: me).resource("Basalt.ics", body) else {
            return nil
        }
        #expect(resource.name.hasPrefix("busy-") && resource.name.utf8.count == 41)
        #expect(!resource.isWhole)
        let text = String(decoding: resource.bytes, as: UTF8.self)
        #expect(!text.contains("Basalt"))
        return ComponentScanner.scan(resource.bytes).components.filter { $0.kind == .event }
            .flatMap { component in
                String(decoding: resource.bytes[component.range], as: UTF8.self)
                    .split(whereSeparator: \.isNewline).map(String.init)
                    .filter { !$0.hasPrefix("UID:busy-") }
            }
    }

    private static let lunch = """
        UID:Basalt
        DTSTAMP:20261101T120000Z
        CREATED:20261101T120000Z
        DTSTART;X-WHAT=Basalt;TZID=Europe/Berlin:20261120T130000
        DTEND;TZID=Europe/Berlin:20261120T140000
        SUMMARY:Basalt
        DESCRIPTION:Basalt
        LOCATION:Basalt
        ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org
        X-BASALT:Basalt
        CATEGORIES:Basalt
        SEQUENCE:7

        """

    private static let busy = [
        "BEGIN:VEVENT", "DTSTAMP:19700101T000000Z", "SEQUENCE:0",
        "DTSTART;TZID=Europe/Berlin:20261120T130000",
        "DTEND;TZID=Europe/Berlin:20261120T140000", "SUMMARY:Busy", "END:VEVENT",
    ]

    @Test("busy times are times and 'Busy', whatever the class, and say nothing else")
    func busy() throws {
        for end in ["", "CLASS:PRIVATE", "CLASS:CONFIDENTIAL"] {
            let found = try lines(.busy, Self.calendar(Self.lunch + end))
            #expect(found == Self.busy)
        }
    }

    @Test("what is private is busy time for who may read, and what is confidential is not there")
    func classes() throws {
        for access in [SharedAccess.read, .write] {
            for end in ["CLASS:PRIVATE", "CLASS:X-BASALT", "class:private", "CLASS:PUB\n LIC2"] {
                #expect(try lines(access, Self.calendar(Self.lunch + end)) == Self.busy)
            }
            for end in [
                "CLASS:CONFIDENTIAL", "CLASS:PUBLIC\nCLASS:CONFIDENTIAL", "CLASS;X=Y:confidential",
            ] {
                #expect(try view(access).resource("a.ics", Self.calendar(Self.lunch + end)) == nil)
            }
        }
    }

    @Test("what leaves its owner free is no busy time")
    func free() throws {
        for end in ["TRANSP:TRANSPARENT", "STATUS:CANCELLED"] {
            #expect(try lines(.busy, Self.calendar(Self.lunch + end)) == nil)
            #expect(
                try lines(.read, Self.calendar(Self.lunch + end + "\nCLASS:PRIVATE")) == nil)
        }
        #expect(
            try lines(.busy, Self.calendar(Self.lunch), me: ["mailto:Kim@example.org"]) == nil)
        #expect(
            try lines(.busy, Self.calendar(Self.lunch), me: ["lee@example.org"]) == Self.busy)
    }

    @Test("to-dos and journal entries have no busy times, and are read where they are public")
    func todos() throws {
        for kind in ["VTODO", "VJOURNAL"] {
            let open = Self.calendar("UID:a\nSUMMARY:Tiles", kind: kind)
            #expect(try view(.busy).resource("a.ics", open) == nil)
            #expect(try view(.read).resource("a.ics", open)?.bytes == open)
            let secret = Self.calendar("UID:a\nSUMMARY:Tiles\nCLASS:PRIVATE", kind: kind)
            #expect(try view(.read).resource("a.ics", secret) == nil)
        }
    }

    @Test("what is public is read byte for byte, but for alarms")
    func bytes() throws {
        let text = { (alarm: String) in
            Self.calendar(
                "UID:a\nX-ODD;B=\"c;d\":e\\,\n  f\nDTSTART:20261120T130000Z\n\(alarm)SUMMARY:Tiles\nclass:Public"
            )
        }
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nEND:VALARM\n"
        for access in [SharedAccess.read, .write] {
            let shown = try #require(try view(access).resource("a.ics", text(alarm)))
            #expect(shown.name == "a.ics" && shown.isWhole)
            #expect(shown.bytes == text(""))
        }
    }

    @Test("an instance that is private is a hole in a public series, and a busy time of its own")
    func instance() throws {
        let series = """
            UID:a
            DTSTART;TZID=Europe/Berlin:20261116T090000
            DURATION:PT1H
            RRULE:FREQ=DAILY;COUNT=5
            SUMMARY:Tiles
            """
        let other = { (secrecy: String) in
            """
            UID:a
            RECURRENCE-ID;TZID=Europe/Berlin:20261118T090000
            DTSTART;TZID=Europe/Berlin:20261118T110000
            DURATION:PT1H
            SUMMARY:Basalt
            CLASS:\(secrecy)
            """
        }
        let found = try #require(
            try view(.read).resource("a.ics", Self.calendar(series, other("PRIVATE"))))
        #expect(found.name == "a.ics" && !found.isWhole)
        let text = String(decoding: found.bytes, as: UTF8.self)
        #expect(!text.contains("Basalt") && text.contains("SUMMARY:Tiles"))
        #expect(text.contains("EXDATE;TZID=Europe/Berlin:20261118T090000"))
        #expect(text.contains("DTSTART;TZID=Europe/Berlin:20261118T110000"))
        #expect(!text.contains("RECURRENCE-ID"))
        let hidden = try #require(
            try view(.read).resource("a.ics", Self.calendar(series, other("CONFIDENTIAL"))))
        let rest = String(decoding: hidden.bytes, as: UTF8.self)
        #expect(rest.contains("EXDATE;TZID=Europe/Berlin:20261118T090000"))
        #expect(!rest.contains("20261118T110000") && !hidden.isWhole)
        // The other way round: the series is a block without the instance, which is read.
        let turned = try #require(
            try view(.read).resource(
                "a.ics", Self.calendar(series + "\nCLASS:PRIVATE", other("PUBLIC"))))
        let words = String(decoding: turned.bytes, as: UTF8.self)
        #expect(!words.contains("Tiles") && words.contains("SUMMARY:Basalt"))
        #expect(words.contains("EXDATE;TZID=Europe/Berlin:20261118T090000"))
        #expect(words.contains("RRULE:FREQ=DAILY;COUNT=5"))
    }

    @Test("an instance that changes all later ones in private makes the whole series private")
    func later() throws {
        let series = """
            UID:Basalt
            DTSTART:20261116T090000Z
            DURATION:PT1H
            RRULE:FREQ=DAILY;COUNT=5
            SUMMARY:Basalt
            """
        let other = { (secrecy: String) in
            """
            UID:Basalt
            RECURRENCE-ID;RANGE=THISANDFUTURE:20261118T090000Z
            DTSTART:20261118T110000Z
            DURATION:PT1H
            SUMMARY:Basalt
            CLASS:\(secrecy)
            """
        }
        let found = try #require(try lines(.read, Self.calendar(series, other("PRIVATE"))))
        #expect(
            found.filter { $0.hasPrefix("DTSTART") || $0.hasPrefix("RRULE") } == [
                "DTSTART:20261116T090000Z", "RRULE:FREQ=DAILY;UNTIL=20261118T085959Z",
                "DTSTART:20261118T110000Z", "RRULE:FREQ=DAILY;COUNT=3",
            ])
        #expect(try lines(.read, Self.calendar(series, other("CONFIDENTIAL"))) == nil)
    }

    @Test("what is not understood is not shown")
    func broken() throws {
        let text = String(decoding: Self.calendar(Self.lunch), as: UTF8.self)
        let open = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:b
            DTSTART:20261120T130000Z
            SUMMARY:Tiles
            END:VEVENT
            BEGIN:X-BASALT
            NOTE:Basalt
            END:X-BASALT
            BEGIN:VEVENT
            UID:Basalt
            CLASS:CONFIDENTIAL
            SUMMARY:Basalt
            """
        let found = try #require(try view(.read).resource("a.ics", Array(open.utf8)))
        #expect(!found.isWhole)
        let words = String(decoding: found.bytes, as: UTF8.self)
        #expect(words.contains("Tiles") && !words.contains("Basalt"))
        #expect(try view(.read).resource("a.ics", Array("Basalt".utf8)) == nil)
        #expect(try view(.busy).resource("a.ics", Array("Basalt".utf8)) == nil)
        #expect(try view(.read).resource("a.ics", Array(text.prefix(60).utf8)) == nil)
    }

    @Test("who writes keeps the owner's alarms, and leaves none of their own")
    func alarms() throws {
        let alarm = { (minutes: Int) in
            "\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT\(minutes)M\nEND:VALARM"
        }
        let series = "UID:a\nDTSTART:20261116T090000Z\nRRULE:FREQ=DAILY;COUNT=5\nSUMMARY:"
        let instance =
            "UID:a\nRECURRENCE-ID:20261118T090000Z\nDTSTART:20261118T110000Z\nSUMMARY:"
        let owner = Self.calendar(series + "Tiles" + alarm(5), instance + "Slate" + alarm(9))
        let sent = Self.calendar(series + "Marble" + alarm(1), instance + "Slate")
        #expect(
            SharedView.stored(sent, over: owner)
                == Self.calendar(series + "Marble" + alarm(5), instance + "Slate" + alarm(9)))
        #expect(
            SharedView.stored(sent, over: Self.calendar(series + "Tiles" + alarm(5)))
                == Self.calendar(series + "Marble" + alarm(5), instance + "Slate" + alarm(5)))
        #expect(
            SharedView.stored(sent, over: nil)
                == Self.calendar(series + "Marble", instance + "Slate"))
        let view = try view(.write)
        #expect(
            view.resource("a.ics", SharedView.stored(sent, over: owner))?.bytes
                == Self.calendar(series + "Marble", instance + "Slate"))
    }
}
