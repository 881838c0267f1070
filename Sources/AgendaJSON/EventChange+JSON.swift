package import AgendaKit
package import ICalendar

extension EventChange {
    /// The complete output of `agenda history --json`.
    package static func document(_ changes: [EventChange], zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone) { $0.lines("changes", changes) }
    }
}

extension EventChange: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("number", Int(id))
        json.member("kind", kind.rawValue)
        json.member("at", instant)
        json.member("summary", summary)
        json.member("calendar", calendar)
        json.member("undone", isUndone)
        json.member("reverts", reverts.map { Int($0) })
        if let device { json.member("device", device) }
        json.member("source", source)
        if let pair {
            json.object("pair") { json in
                json.member("uids", [pair.pair.first, pair.pair.second])
                json.member("before", pair.before.map { $0 ? "same" : "different" })
                json.member("after", pair.after.map { $0 ? "same" : "different" })
            }
        }
        json.member("operations", operations)
    }
}

extension SourceOperation: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        for (name, source) in [("before" as StaticString, before), ("after", after)] {
            guard let source else {
                json.member(name, String?.none)
                continue
            }
            json.object(name) { json in
                json.member("name", source.name)
                json.member("kind", source.kind.rawValue)
                json.member("path", source.location)
                json.member("color", source.color)
                json.member("writable", source.isWritable)
            }
        }
    }
}

extension EventOperation: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", identifier)
        json.member("uid", uid)
        json.member("calendar", calendar)
        json.member("href", href)
        json.member("before", before.map { String(decoding: $0, as: UTF8.self) })
        json.member("after", after.map { String(decoding: $0, as: UTF8.self) })
        json.member("dependsOn", dependencies)
    }
}
