import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

/// Several people of one service, each with a device, who invite one another.
struct SchedulingBench {
    private(set) var people: PeopleBench
    /// The one that has the folder.
    private let first: PeopleBench
    var seats: [String: PeopleBench.Seat] = [:]

    init(_ names: String..., change: (inout People.Options) -> Void = { _ in }) async throws {
        people = try PeopleBench {
            $0.limits.requests = 10_000
            $0.patience = 0
            change(&$0)
        }
        first = people
        for name in names { seats[name] = try await people.seat(name, event: "Own") }
    }

    /// The same people in a new life of the service.
    func reopened(_ change: (inout People.Options) -> Void) throws -> SchedulingBench {
        var bench = self
        bench.people = try PeopleBench(first.folder) {
            $0.limits.requests = 10_000
            $0.patience = 0
            change(&$0)
        }
        return bench
    }

    /// Lets the service tell all that is left.
    func settle() async {
        for _ in 0..<6 { await people.people.postman.round() }
    }

    func ask(
        _ method: String, _ target: String, _ body: String? = nil, as name: String,
        fields: HeaderFields = [:]
    ) async -> ServiceBench.Answer {
        var all = fields
        all["Authorization"] =
            PeopleBench.basic(name, seats[name]?.password ?? "")["Authorization"]
        if body != nil, all["Content-Type"] == nil { all["Content-Type"] = "text/calendar" }
        return await people.ask(
            method, target.hasPrefix("/") ? target : "/dav/c/\(name)/" + target, body, fields: all)
    }

    @discardableResult
    func put(
        _ text: String, _ file: String = "a.ics", as name: String, fields: HeaderFields = [:]
    ) async -> ServiceBench.Answer {
        await ask("PUT", "calendar/" + file, text, as: name, fields: fields)
    }

    /// The event of a UID as a user's calendar has it, unfolded; nil if there is none.
    func copy(_ uid: String = "a", of name: String) async throws -> String? {
        let href = try await href(uid, of: name)
        guard let href else { return nil }
        return Self.unfolded(await ask("GET", href, as: name).text)
    }

    func href(
        _ uid: String = "a", of name: String, in kind: String = "VEVENT"
    ) async throws -> String? {
        let query = """
            <C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:"><D:prop><D:getetag/></D:prop>
            <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="\(kind)"><C:prop-filter name="UID">
            <C:text-match collation="i;octet">\(uid)</C:text-match></C:prop-filter></C:comp-filter></C:comp-filter></C:filter>
            </C:calendar-query>
            """
        let found = await ask(
            "REPORT", "calendar/", query, as: name,
            fields: ["Depth": "1", "Content-Type": "application/xml"])
        #expect(found.status == 207, "\(found.text)")
        let hrefs = found.text.matches(of: /<D:href>([^<]*\.ics)<\/D:href>/).map { String($0.1) }
        for href in hrefs {
            let text = await ask("GET", href, as: name).text
            if text.contains("\nUID:\(uid)\r\n") { return href }
        }
        return nil
    }

    static func unfolded(_ text: String) -> String {
        text.replacing("\r\n ", with: "").replacing("\r\n", with: "\n")
    }

    /// The messages of a user's inbox, the oldest first.
    func inbox(of name: String) async -> [String] {
        let list = await ask("PROPFIND", "inbox/", as: name, fields: ["Depth": "1"])
        #expect(list.status == 207, "\(list.text)")
        var texts: [String] = []
        for match in list.text.matches(of: /<D:href>([^<]*inbox\/[^<]+)<\/D:href>/) {
            texts.append(Self.unfolded(await ask("GET", String(match.1), as: name).text))
        }
        return texts
    }

    /// A property of an event's attendee.
    static func attendee(_ name: String, in text: String?) -> String? {
        (text ?? "").split(separator: "\n").first {
            $0.hasPrefix("ATTENDEE") && $0.hasSuffix(":mailto:\(name)@example.org")
        }.map(String.init)
    }

    static func status(_ name: String, in text: String?) -> String? {
        attendee(name, in: text).map { line in
            line.firstMatch(of: /PARTSTAT=([A-Z-]+)/).map { String($0.1) } ?? "NEEDS-ACTION"
        }
    }

    /// An event of `kim` with some guests.
    static func event(
        _ guests: [String] = ["lee"], uid: String = "a", start: String = "20261201T100000Z",
        end: String = "20261201T110000Z", lines: String = "", organizer: String = "kim",
        master: String = "", more: String = ""
    ) -> String {
        calendar(
            component(
                guests, uid: uid, start: start, end: end, lines: lines, organizer: organizer) + more
        )
    }

    static func calendar(_ components: String) -> String {
        ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\n" + components + "END:VCALENDAR\n")
            .replacing("\n", with: "\r\n")
    }

    static func component(
        _ guests: [String], uid: String = "a", start: String = "20261201T100000Z",
        end: String = "20261201T110000Z", lines: String = "", organizer: String = "kim"
    ) -> String {
        let people = guests.map { guest in
            guest.hasPrefix("ATTENDEE") ? guest + "\n" : "ATTENDEE:mailto:\(guest)@example.org\n"
        }.joined()
        return """
            BEGIN:VEVENT
            UID:\(uid)
            DTSTAMP:20261101T000000Z
            DTSTART:\(start)
            DTEND:\(end)
            SUMMARY:Plan
            ORGANIZER:mailto:\(organizer)@example.org
            ATTENDEE;PARTSTAT=ACCEPTED:mailto:\(organizer)@example.org
            \(people)\(lines.isEmpty ? "" : lines + "\n")END:VEVENT

            """
    }
}
