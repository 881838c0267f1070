package import AgendaKit
package import ICalendar

/// The event that is next, with the address for joining it.
package struct NextEntry: JSONObject {
    package let next: NextEvent
    /// The address for joining, if the event has one.
    package let joinLink: String?

    /// Also searches the event's own text for the address; lists do not read that text.
    ///
    /// - Parameter isJoined: whether the address is requested; searching for it takes a tenth of a
    ///   whole run.
    package init(
        _ next: NextEvent, in store: EventStore, isJoined: Bool = true
    ) throws(AgendaError) {
        self.next = next
        guard isJoined else {
            joinLink = nil
            return
        }
        let component = try store.componentText(of: next.event) ?? []
        joinLink = JoinLink(of: next.event, component: component)?.address
    }

    /// The complete output of `agenda next --json`: null if there is no event.
    package static func document(
        _ entry: NextEntry?, following: NextEntry?, zone: TimeZoneRules
    ) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.member("event", entry)
            json.member("next", following)
        }
    }

    package func writeMembers(to json: inout JSONWriter) {
        next.event.writeMembers(to: &json)
        json.member("running", next.isRunning)
        json.member("minutesToStart", next.isRunning ? nil : next.minutes)
        json.member("minutesLeft", next.isRunning ? next.minutes : nil)
        json.member("joinLink", joinLink)
    }
}
