internal import AgendaActions
package import AgendaJSON
internal import ICalendar

extension RefusedBodies.Body: ListedObject {
    package static var listName: StaticString { "refused" }

    /// The title of what was sent; nil if it has none.
    package var title: String? { ResourceTitle.first(of: body)?.summary }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("number", Int(id))
        json.member("at", time)
        json.member("device", device)
        json.member("calendar", calendar)
        json.member("name", name)
        json.member("summary", title)
        json.member("text", String(decoding: body, as: UTF8.self))
    }
}
