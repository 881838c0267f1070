package import AgendaKit
package import ICalendar

// Sources, days and changes as JSON, version 1 of the command's contract.

extension CalendarSource: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("kind", kind.rawValue)
        json.member("path", location)
        json.member("status", status.rawValue)
        json.member("events", eventCount)
        json.member("diagnostics", diagnosticCount)
    }
}

extension Node: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("index", index)
        json.member("date", date)
        json.lines("events", events)
    }
}

/// `{"change":"added","nodes":[121],"event":{…},"by":"edit","number":7}`.
extension TimelineUpdate.Change: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("change", kind.rawValue)
        json.member("nodes", Array(nodes))
        json.member("event", event)
        by?.writeMembers(to: &json)
    }
}

extension ChangeOrigin {
    /// Who made a change, its number in the history if it has one, and the device's name if one did; members of the change.
    func writeMembers(to json: inout JSONWriter) {
        json.member("by", kind.rawValue)
        if let number { json.member("number", Int(number)) }
        if let device { json.member("device", device) }
    }
}

extension Timeline {
    /// The complete output of `agenda timeline --json`.
    ///
    /// - Parameters:
    ///   - todayIndex: where not all nodes are there; nil for today's place in them.
    ///   - items: what else is on its days, with the indices of those days.
    ///   - pass: as for ``JSONWriter/document(zone:dates:passing:_:)``.
    package func document(
        todayIndex: Int? = nil, items: [PlacedItem] = [],
        passing pass: ((OutputBuffer) -> Void)? = nil
    ) -> OutputBuffer {
        JSONWriter.document(zone: zone, passing: pass) { json in
            json.member("today", today)
            json.member("todayIndex", todayIndex ?? self.todayIndex ?? NodeWindow.todayIndex)
            json.lines("nodes", nodes)
            json.items(items)
        }
    }

    /// The complete output of `agenda list --json`.
    ///
    /// - Parameters:
    ///   - dates: the days.
    ///   - sources: the calendars read.
    ///   - items: what else is on the days.
    package func document(
        dates: Range<CivilDate>, sources: [CalendarSource], items: [AgendaEvent] = []
    ) -> OutputBuffer {
        JSONWriter.document(zone: zone, dates: dates) { json in
            json.lines("sources", sources)
            json.lines("events", occurrences)
            json.items(items)
        }
    }
}
