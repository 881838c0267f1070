import AgendaJSON
import AgendaKit
import AgendaSync
import ICalendar

extension Feed {
    /// When it was fetched, when it is due, and what is wrong.
    func standing(_ zone: TimeZoneRules) -> [Message] {
        let clock = TimeWords.current.clock
        func when(_ instant: Instant) -> String {
            let wall = zone.wallTime(at: instant)
            return "\(wall.date.iso) \(clock.text(wall))"
        }
        var parts: [Message] = ["fetched \(when(confirmed))", "due \(when(due))"]
        if let fault { parts.append("since \(when(faultStart ?? asked)): \(fault.description)") }
        return parts
    }
}

extension Feed: JSONObject {
    func writeMembers(to json: inout JSONWriter) {
        json.member("url", address)
        json.member("fetched", confirmed)
        json.member("due", due)
        json.member("error", fault?.description)
    }
}
