import AgendaKit
import ICalendar

extension BrowserSession: ListedObject {
    package static var listName: StaticString { "sessions" }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("browser", browser)
        json.member("host", host)
        json.member("began", Instant(secondsSinceEpoch: began))
        json.member("used", Instant(secondsSinceEpoch: used))
    }
}
