import AgendaKit
import ICalendar

extension SharedLink: ListedObject {
    package static var listName: StaticString { "links" }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("path", path)
        json.member("busyPath", busyPath)
        json.member("calendars", calendars)
        json.member("busyOnly", isBusyOnly)
        json.member("days", days)
        json.member("includesPrivate", includesPrivate)
        json.member("expires", expires.map(Instant.init(secondsSinceEpoch:)))
        json.member("created", Instant(secondsSinceEpoch: created))
    }
}
