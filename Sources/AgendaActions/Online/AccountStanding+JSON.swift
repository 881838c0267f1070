package import AgendaJSON
import AgendaSync
import ICalendar

extension AccountStanding: ListedObject {
    package static var listName: StaticString { "accounts" }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("name", account.name)
        json.member("url", account.urlText)
        json.member("user", account.user)
        json.member("status", status)
        json.member("lastSync", lastSync)
        json.member("toSend", calendars.reduce(0) { $0 + $1.toSend })
        json.member("conflicts", calendars.reduce(0) { $0 + $1.conflicts.count })
        json.member("held", calendars.reduce(0) { $0 + $1.held })
        json.member("untaken", untaken)
        json.member("calendars", calendars)
    }
}

extension AccountStanding.Calendar: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("name", calendar.name)
        json.member("path", calendar.folder)
        json.member("color", calendar.color)
        json.member("readOnly", calendar.isReadOnly)
        json.member("lastSync", lastRun?.synced)
        json.member("error", lastRun?.fault)
        json.member("toSend", toSend)
        json.member("toFetch", toFetch)
        json.member("held", held)
        json.member("setApart", setApart)
        json.array("conflicts") { json in
            for conflict in conflicts {
                json.object { json in
                    json.member("id", "\(calendar.id).\(conflict.id)")
                    json.member("name", conflict.name)
                    json.member("properties", conflict.properties)
                    json.member("open", conflict.isOpen)
                    json.member("at", conflict.time)
                }
            }
        }
    }
}
