package import AgendaJSON
import AgendaSync
package import ICalendar

extension [AccountStanding] {
    /// The complete output of `agenda account list --json`: `{"version": 1, "timeZone": …, "accounts": […]}`.
    package func document(zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.lines("accounts", self) { standing, json in
                json.object { json in
                    json.member("name", standing.account.name)
                    json.member("url", standing.account.urlText)
                    json.member("user", standing.account.user)
                    json.member("status", standing.status)
                    json.member("lastSync", standing.lastSync)
                    json.member("toSend", standing.calendars.reduce(0) { $0 + $1.toSend })
                    json.member(
                        "conflicts", standing.calendars.reduce(0) { $0 + $1.conflicts.count })
                    json.member("held", standing.calendars.reduce(0) { $0 + $1.held })
                    json.member("untaken", standing.untaken)
                    json.array("calendars") { json in
                        for calendar in standing.calendars {
                            json.object { calendar.writeMembers(to: &$0) }
                        }
                    }
                }
            }
        }
    }
}

extension AccountStanding.Calendar {
    fileprivate func writeMembers(to json: inout JSONWriter) {
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
