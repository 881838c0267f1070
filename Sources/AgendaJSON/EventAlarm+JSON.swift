package import AgendaKit
package import ICalendar

extension EventAlarm {
    /// The complete output of `agenda alarms --json`: `{"version": 1, "timeZone": …, "alarms": […]}`.
    package static func document(
        _ alarms: [(alarm: EventAlarm, state: AlarmState, instant: Instant)], zone: TimeZoneRules
    ) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.lines("alarms", alarms) { entry, json in
                json.object { json in
                    json.member("id", entry.alarm.id)
                    json.member("at", entry.instant)
                    json.member("state", entry.state.rawValue)
                    json.member("event", entry.alarm.event)
                    json.member("todo", entry.alarm.todo)
                }
            }
        }
    }
}
