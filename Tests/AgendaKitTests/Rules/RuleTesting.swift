import ICalendar

@testable import AgendaKit

/// What suites of rules have in common: a store, to which they add events and rules.
protocol RuleTesting {
    var bench: Bench { get }
}

extension RuleTesting {
    func add(_ name: String, _ events: String...) async throws {
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
            + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            + "END:VCALENDAR\r\n"
        _ = try await bench.importer.addStream(Array(text.utf8), name: name)
    }

    /// The lines of an event of an hour, titled as it is named.
    func event(
        _ uid: String, _ start: String = "20261123T090000Z", _ more: String = ""
    ) -> String {
        let zone = start.contains(":") ? ";" : ":"
        return
            "UID:\(uid)\r\nDTSTAMP:20260101T000000Z\r\nDTSTART\(zone)\(start)\r\nDURATION:PT1H\r\nSUMMARY:\(uid)"
            + (more.isEmpty ? "" : "\r\n" + more)
    }

    func set(_ rules: [Rule.Key: [String]]..., me: [String] = []) throws {
        try bench.store.setRules(
            RuleSet(try rules.map { try Rule($0) }, zone: "Europe/Berlin", me: me))
    }

    func events(_ filter: EventFilter = EventFilter()) async throws -> [AgendaEvent] {
        try await bench.provider(filter: filter).timeline().nodes.flatMap(\.events)
    }

    /// What a link shows.
    func feed(
        _ change: (inout SharedLink) -> Void = { _ in }, me: Set<String> = []
    ) async throws -> String {
        var link = SharedLink(name: "For Kim", created: bench.clock.now)
        change(&link)
        let bytes = try await SharedFeed(link).text(
            of: bench.store, clock: bench.clock, zone: bench.zone, me: me)
        return String(decoding: bytes, as: UTF8.self)
    }
}
