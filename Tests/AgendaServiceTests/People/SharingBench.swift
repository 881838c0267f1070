import Foundation
import ICalendar
import Testing

@testable import AgendaService

/// What a user's device does with the calendars of their home.
struct SharingDevice {
    let bench: PeopleBench
    let name: String
    let seat: PeopleBench.Seat

    init(_ bench: PeopleBench, _ name: String) async throws {
        (self.bench, self.name) = (bench, name)
        seat = try await bench.seat(name, event: "Own")
    }

    func dav(
        _ method: String, _ path: String, _ body: String? = nil, _ more: HeaderFields = [:]
    ) async -> ServiceBench.Answer {
        var fields = PeopleBench.basic(name, seat.password)
        for (name, value) in more.all { fields[name] = value }
        if method == "PUT" { fields["Content-Type"] = "text/calendar" }
        return await bench.ask(method, "/dav/c/\(name)/\(path)", body, fields: fields)
    }

    /// The calendars of the home, by their names in addresses.
    func calendars() async -> Set<String> {
        let answer = await dav("PROPFIND", "", nil, ["Depth": "1"])
        #expect(answer.status == 207)
        let found = answer.text.matches(of: /\/dav\/c\/[^\/]+\/([^\/<]+)\/</).map { String($0.1) }
        return Set(found).subtracting(["inbox", "outbox"])
    }

    /// A synchronisation: what is new or has changed, with its tag; what is gone; and the token for the next.
    struct Changes {
        var status = 0
        var changed: [String: String] = [:]
        var gone: Set<String> = []
        var token = ""
    }

    func sync(_ calendar: String, since token: String = "") async -> Changes {
        let body = """
            <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(token)</D:sync-token><D:sync-level>1</D:sync-level>\
            <D:prop><D:getetag/></D:prop></D:sync-collection>
            """
        let answer = await dav("REPORT", calendar + "/", body, ["Content-Type": "text/xml"])
        var changes = Changes()
        changes.status = answer.status
        for part in answer.text.split(separator: "<D:response>").dropFirst() {
            guard let href = part.firstMatch(of: /<D:href>[^<]*\/([^\/<]+)<\/D:href>/)?.1 else {
                continue
            }
            if let tag = part.firstMatch(of: /<D:getetag>([^<]*)</)?.1 {
                changes.changed[String(href)] = String(tag).replacing("&quot;", with: "\"")
            } else {
                changes.gone.insert(String(href))
            }
        }
        if let token = answer.text.firstMatch(of: /<D:sync-token>([^<]*)</)?.1 {
            changes.token = String(token)
        }
        return changes
    }

    /// Shares a calendar of this user's own.
    func share(_ calendar: String, with user: String, _ access: String) async -> Int {
        await bench.ask(
            "POST", "/v1/sharing",
            "{\"calendar\": \"\(calendar)\", \"user\": \"\(user)\", \"access\": \"\(access)\"}",
            token: seat.token
        ).status
    }

    func titles() async -> [String] { await bench.titles(token: seat.token)?.sorted() ?? [] }

    static func event(
        _ uid: String, _ title: String, hour: Int = 10, _ more: String = ""
    ) -> String {
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:x
        BEGIN:VEVENT
        UID:\(uid)
        DTSTAMP:20261101T000000Z
        DTSTART:20261120T\(hour)0000Z
        DTEND:20261120T\(hour)3000Z
        SUMMARY:\(title)
        \(more)\(more.isEmpty ? "" : "\n")END:VEVENT
        END:VCALENDAR

        """.replacing("\n", with: "\r\n")
    }
}
