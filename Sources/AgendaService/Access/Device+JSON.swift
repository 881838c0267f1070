package import AgendaJSON
internal import ICalendar

extension Device: ListedObject {
    package static var listName: StaticString { "devices" }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", Int(id))
        json.member("name", name)
        json.member("readOnly", !mayWrite)
        json.member("calendars", calendars?.sorted())
        json.member("mayRemoveCalendars", mayRemoveCalendars)
        json.member("separatesTodos", separatesTodos)
        json.member("created", Instant(secondsSinceEpoch: created))
        json.member("lastSeen", lastSeen.map(Instant.init(secondsSinceEpoch:)))
        json.member("lastAddress", lastAddress)
        json.member("refusedPushServices", refusedPushServices)
    }
}
