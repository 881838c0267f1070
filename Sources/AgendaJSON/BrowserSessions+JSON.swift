import AgendaKit
package import ICalendar

extension [BrowserSession] {
    /// `{"version": 1, "timeZone": …, "sessions": […]}`.
    package func document(zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.lines("sessions", self) { session, json in
                json.object { json in
                    json.member("id", session.id)
                    json.member("browser", session.browser)
                    json.member("host", session.host)
                    json.member("began", Instant(secondsSinceEpoch: session.began))
                    json.member("used", Instant(secondsSinceEpoch: session.used))
                }
            }
        }
    }
}
