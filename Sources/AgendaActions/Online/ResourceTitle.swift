package import AgendaSync
package import ICalendar

/// What a person calls a resource of an account, of which servers know only the name of a file.
package enum ResourceTitle {
    /// `Team lunch, Fri 2026-11-27`; the file's name if it has no title.
    package static func text(_ bytes: [UInt8]?, name: String, zone: TimeZoneRules) -> String {
        guard let event = bytes.flatMap(first), let title = event.summary, !title.isEmpty else {
            return name
        }
        // A to-do without a day begins on the first day that iCalendar knows.
        guard event.kind == .event else { return title }
        let day =
            if case .utc(let instant) = event.start {
                zone.wallTime(at: instant).date
            } else {
                event.start.wallTime.date
            }
        return "\(title), \(TimeWords.current.day(day))"
    }

    /// The first event or to-do of a text that can be read.
    package static func first(of bytes: [UInt8]) -> Event? {
        ComponentScanner.scan(bytes).components.lazy.compactMap { component in
            ICalendarParser.event(in: bytes[component.range]).value
        }.first
    }
}

extension OnlineAccess {
    /// What a person calls a resource of a calendar: as it is here, else as it was last agreed.
    package func title(
        of name: String, in calendar: AccountCalendar, zone: TimeZoneRules
    ) throws -> String {
        let replica = try setup.replica(of: calendar)
        let text = try? replica.read(name)?.bytes
        let base = try text == nil ? replica.state().bases.values.first { $0.name == name } : nil
        let agreed = try base.flatMap { try replica.baseText(of: $0.href) }
        return ResourceTitle.text(text ?? agreed, name: name, zone: zone)
    }
}
