internal import AgendaKit
package import ICalendar

extension [SharedLink] {
    /// `{"version": 1, "timeZone": …, "links": […]}`.
    package func document(zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.lines("links", self) { link, json in
                json.object { json in
                    json.member("name", link.name)
                    json.member("path", link.path)
                    json.member("busyPath", link.busyPath)
                    json.member("calendars", link.calendars)
                    json.member("busyOnly", link.isBusyOnly)
                    json.member("days", link.days)
                    json.member("includesPrivate", link.includesPrivate)
                    json.member("expires", link.expires.map(Instant.init(secondsSinceEpoch:)))
                    json.member("created", Instant(secondsSinceEpoch: link.created))
                }
            }
        }
    }
}
