internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

extension OpenAPI {
    /// What the answers about one event, to-do or journal entry have, by the table that they are written from.
    static let items: [Schema] = [
        ("EventDocument", ItemField.event), ("TodoDocument", ItemField.todo),
        ("JournalDocument", ItemField.journal),
    ].map { name, fields in
        Schema(name: name) { json in
            json.member("type", "object")
            json.object("properties") { json in
                for field in fields { json.object(named: field.rawValue) { type(of: field, &$0) } }
                json.object("jcal") { json in
                    json.member("description", "The component as jCal (RFC 7265).")
                    json.member("type", ["array", "null"])
                }
            }
            json.member("required", fields.map(\.rawValue) + ["jcal"])
        }
    }

    /// The schemas of a route's answer; none where no table says what it has.
    static func answers(of route: Route) -> [String] {
        switch (route.method, route.path) {
        case ("GET", "/v1/events/{id}"): items.map(\.name)
        case ("GET", "/v1/todos/{id}"): ["TodoDocument"]
        case ("GET", "/v1/journals/{id}"): ["JournalDocument"]
        default: []
        }
    }

    private static func type(of field: ItemField, _ json: inout JSONWriter) {
        let day = CivilDate(daysSinceEpoch: 0)
        let none = AgendaEvent(
            id: OccurrenceID(uid: "", recurrenceID: nil), uid: "", span: .dates(day..<day + 1),
            calendar: "")
        switch field.value(of: none) {
        case .text, .point: json.member("type", ["string", "null"])
        case .number: json.member("type", ["integer", "null"])
        case .flag: json.member("type", "boolean")
        case .texts:
            json.member("type", "array")
            json.object("items") { $0.member("type", "string") }
        }
    }
}
