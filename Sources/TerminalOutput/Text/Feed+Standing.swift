package import AgendaActions
package import AgendaSync
package import ICalendar

extension Feed {
    /// When it was fetched, when it is due, and what is wrong.
    package func standing(_ zone: TimeZoneRules) -> [Message] {
        func when(_ instant: Instant) -> String {
            TimeWords.current.text(zone.wallTime(at: instant))
        }
        var parts: [Message] = ["fetched \(when(confirmed))", "due \(when(due))"]
        if let fault { parts.append("since \(when(faultStart ?? asked)): \(fault.description)") }
        return parts
    }
}
