import ICalendar
import Testing

@testable import AgendaKit

/// A change of one event by its organizer `kim` or its attendee `lee`, and what the others hear of it, stated by hand from
/// RFC 5546 and RFC 6638. What is tried is what sabre/vobject's broker and CalendarServer found worth trying.
///
/// Messages and what is stored are stated in short:
///
///     REQUEST lee: event#1 lee- max+, 1202T10#0 lee- max! x1203T10
///
/// The method, to whom, and each component: the day and hour of its `RECURRENCE-ID`, `SEQUENCE`, the organizer's
/// `SCHEDULE-STATUS` in parentheses, the attendees, days that are left out, and `CANCELLED`. Behind an attendee stand
/// `PARTSTAT` (`-` no answer, `+` accepted, `~` tentative, `!` declined, of to-dos `*` done, `>` begun) and `SCHEDULE-STATUS`.
struct ImplicitRuleCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var writer = "kim"
    var old: [String] = []
    var new: [String] = []
    var errands: [String] = []
    /// Nil for an event that concerns nobody else.
    var stored: [String]?
    var fault: SchedulingFault?
    /// Whether the organizer is to hear of an answer (`Schedule-Reply`, RFC 6638 section 8.1).
    var replies = true
    /// Whether the change takes one back.
    var isRestored = false
    /// Lines of the first message.
    var lines: [String] = []

    /// What the organizer's change means.
    static func rule(
        _ name: String, from old: [String], to new: [String], tells errands: [String],
        stored: [String]?, lines: [String] = []
    ) -> ImplicitRuleCase {
        ImplicitRuleCase(
            testDescription: name, old: old, new: new, errands: errands, stored: stored,
            lines: lines)
    }

    static let organizer = "ORGANIZER:mailto:kim@example.org"
    static let stamp = "20261120T120000Z"

    /// Whom the service reaches: all others are nobody.
    private static let standings: [String: SchedulingStanding] = [
        "kim@example.org": .user(1), "lee@example.org": .user(2), "max@example.org": .user(3),
        "ida@example.org": .away, "zoe@example.org": .outside(isMailed: true),
        "bob@example.org": .outside(isMailed: false),
    ]

    func check(definitions: [String: [UInt8]] = [:]) throws {
        let scope = OwnZones(definitions).scope(SystemZones.database)
        let stamp = try Make.instant(Self.stamp)
        var rules = ImplicitScheduling(
            uid: "a", old: try Self.series(old, scope), new: try Self.series(new, scope),
            me: CalendarAddresses([writer + "@example.org"]), standings: Self.standings,
            stamp: stamp, definitions: definitions, replies: replies)
        rules.isRestored = isRestored
        let decision: ImplicitScheduling.Decision?
        do throws(AgendaError) {
            decision = try rules.decision()
        } catch {
            #expect(fault.map { AgendaError.Reason.scheduling($0) } == error.reason)
            return
        }
        #expect(fault == nil, "is not refused")
        #expect(decision.map { ($0.components ?? []).map { Self.digest($0.lines) } } == stored)
        let messages = decision?.errands ?? []
        #expect(messages.map(Self.digest) == errands)
        for errand in messages { try requireMessage(errand) }
        let text = Self.unfolded(messages.first?.message ?? [])
        for line in lines { #expect(text.contains("\n\(line)\n"), "\(line) in \(text)") }
        for part in decision?.components ?? [] {
            #expect(!Self.unfolded(part.text).contains("FORCE-SEND"))
        }
    }

    /// What holds for each message (RFC 5546 sections 3.2.2, 3.2.3 and 3.2.5; RFC 6638 sections 3.2.5 and 7).
    private func requireMessage(_ errand: SchedulingErrand) throws {
        let text = Self.unfolded(errand.message)
        #expect(errand.uid == "a" && errand.sender == writer + "@example.org")
        #expect(errand.kind == (errand.method == "REPLY" ? .reply : .request))
        #expect(text.contains("\nMETHOD:\(errand.method)\n"))
        #expect(!text.contains("SCHEDULE-") && !text.contains("VALARM") && !text.contains("X-MOZ-"))
        let parts = try EventTexts.divided(errand.message).map {
            try #require(ComponentDocument($0))
        }
        #expect(!parts.isEmpty)
        for part in parts {
            #expect(part.properties("UID").map(\.value) == ["a"])
            #expect(part.properties("DTSTAMP").map(\.value) == [Self.stamp])
            #expect(part.organizer?.address == "kim@example.org")
            if errand.method == "REPLY" { #expect(part.attendees.count == 1) }
            if errand.method == "REQUEST" { #expect(!part.lines("STATUS").contains("CANCELLED")) }
        }
    }

    // MARK: States

    /// One hour on 1 December at 10:00 UTC. Guests are written as the digests have them, and with further parameters:
    /// `lee+;CN=Lee`. Each line takes the place of the usual one of its name.
    static func event(_ guests: String, _ lines: String...) -> String { part(guests, lines) }

    /// A to-do that is due on 1 December at 11:00 UTC.
    static func todo(_ guests: String, _ lines: String...) -> String {
        let isDue = lines.contains { $0.hasPrefix("DUE") }
        let due = isDue ? [] : ["DUE:20261201T110000Z"]
        return part(guests, lines + ["DTSTART:", "DTEND:"] + due).replacing(
            "VEVENT", with: "VTODO")
    }

    /// The same for five days.
    static func series(_ guests: String, _ lines: String...) -> String {
        part(guests, lines, ["RRULE:FREQ=DAILY;COUNT=5"])
    }

    /// The instance of a day of it.
    static func instance(_ day: String, _ guests: String, _ lines: String...) -> String {
        part(guests, lines, ["RECURRENCE-ID:2026\(day)T100000Z"], day: day)
    }

    private static func part(
        _ guests: String, _ lines: [String], _ more: [String] = [], day: String = "1201"
    ) -> String {
        func name(_ line: String) -> String { String(line.prefix { $0 != ":" && $0 != ";" }) }
        var given = Set(lines.map(name))
        if given.contains("DTSTART") || given.contains("DURATION") { given.insert("DTEND") }
        let usual =
            [
                "UID:a", "DTSTAMP:20261101T000000Z", "DTSTART:2026\(day)T100000Z",
                "DTEND:2026\(day)T110000Z", "SUMMARY:Plan", organizer,
            ] + more
        let people = guests.split(separator: " ").map { guest -> String in
            let name = guest.prefix { $0.isLetter }
            var rest = guest.dropFirst(name.count)
            let mark = rest.first.flatMap { mark in marks.first { $0.value == mark } }
            if mark != nil { rest = rest.dropFirst() }
            let status = mark.map { ";PARTSTAT=\($0.key)" } ?? ""
            return "ATTENDEE\(status)\(rest):mailto:\(name)@example.org"
        }
        let all = usual.filter { !given.contains(name($0)) } + people + lines
        return (["BEGIN:VEVENT"] + all.filter { !$0.hasSuffix(":") } + ["END:VEVENT", ""])
            .joined(separator: "\r\n")
    }

    static func series(_ texts: [String], _ scope: TimeZoneScope) throws -> SeriesEditor? {
        texts.isEmpty
            ? nil
            : try SeriesEditor(
                texts.map { Array($0.utf8) }, scope, stamp: try Make.instant(stamp))
    }

    // MARK: In short

    private static let marks: [String: Character] = [
        "NEEDS-ACTION": "-", "ACCEPTED": "+", "TENTATIVE": "~", "DECLINED": "!",
        "COMPLETED": "*", "IN-PROCESS": ">",
    ]

    private static func digest(_ errand: SchedulingErrand) -> String {
        let parts = EventTexts.divided(errand.message).compactMap(ComponentDocument.init)
        return "\(errand.method) \(errand.address.prefix { $0 != "@" }): "
            + parts.map(digest).joined(separator: ", ")
    }

    static func digest(_ part: ComponentDocument) -> String {
        func short(_ time: String) -> Substring { time.dropFirst(4).prefix(7) }
        let id = part.properties("RECURRENCE-ID").first.map { String(short($0.value)) } ?? "event"
        let told = part.properties("ORGANIZER").first?.parameter("SCHEDULE-STATUS")
        var words = ["\(id)#\(part.sequence)" + (told.map { "(\($0))" } ?? "")]
        for property in part.properties("ATTENDEE") {
            let user = CalendarUser(property)
            let mark = marks[user.status].map(String.init) ?? "?"
            words.append(
                user.address.prefix { $0 != "@" } + mark
                    + (property.parameter("SCHEDULE-STATUS") ?? ""))
        }
        let days = part.properties("EXDATE").flatMap(\.elements).map { "x\(short($0))" }
        words += days.sorted() + part.lines("STATUS").filter { $0 == "CANCELLED" }
        return words.joined(separator: " ")
    }

    static func unfolded(_ text: [UInt8]) -> String {
        String(decoding: text, as: UTF8.self).replacing("\r\n ", with: "")
            .replacing("\r\n", with: "\n")
    }
}

extension ComponentDocument {
    /// The values of a property.
    fileprivate func lines(_ name: String) -> [String] { properties(name).map(\.value) }
}
