package import AgendaJSON
package import AgendaKit
package import AgendaSync
package import ICalendar

extension [CalendarSource] {
    /// The complete output of `agenda source list --json`: `{"version": 1, "timeZone": …, "sources": […]}`, the sources as
    /// in `agenda list --json`, with their contents and in their owner's order.
    ///
    /// - Parameter namesAddresses: whether feeds have their whole addresses, which may be secrets, or their hosts alone.
    package func document(
        _ contents: [Int64: SourceContents], _ feeds: [Int64: Feed], zone: TimeZoneRules,
        namesAddresses: Bool
    ) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.lines("sources", inOrder) { source, json in
                json.object { json in
                    let held = contents[source.id]
                    source.writeMembers(to: &json)
                    json.member("firstDay", held?.firstDay)
                    json.member("lastDay", held?.lastDay)
                    json.member("changed", held?.lastChange)
                    json.member("todos", held?.todoCount ?? 0)
                    json.member("remind", source.reminderText)
                    json.member("busy", source.makesBusy)
                    json.member("order", source.place)
                    json.member("group", source.group)
                    if let feed = feeds[source.id] {
                        json.object("feed") { json in
                            json.member("host", feed.host)
                            if namesAddresses { json.member("url", feed.address) }
                            feed.writeMembers(to: &json)
                        }
                    }
                }
            }
        }
    }
}

extension CalendarSource {
    /// How long before the start it reminds of events without alarms, as `source set --remind` reads it: `10m`, `1h30m`.
    package var reminderText: String? {
        guard let seconds = reminder else { return nil }
        if seconds > 0, seconds.isMultiple(of: 86_400) { return "\(seconds / 86_400)d" }
        let (hours, minutes) = ((seconds + 59) / 60).quotientAndRemainder(dividingBy: 60)
        return (hours > 0 ? "\(hours)h" : "") + (minutes > 0 || hours == 0 ? "\(minutes)m" : "")
    }
}

extension Feed {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.member("fetched", confirmed)
        json.member("due", due)
        json.member("error", fault?.description)
    }
}
