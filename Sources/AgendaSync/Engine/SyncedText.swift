internal import ICalendar

/// What the engine needs to know of a resource's text: whose it is and how new.
struct SyncedText {
    private let calendar: ComponentDocument
    private let components: [ComponentDocument]

    /// Nil for what is no whole `VCALENDAR` with a component that has a UID: a page for people, half an answer.
    init?(_ bytes: [UInt8]) {
        guard let calendar = ComponentDocument(bytes), calendar.name == "VCALENDAR" else {
            return nil
        }
        self.calendar = calendar
        components = calendar.parts.filter { $0.isComponent && $0.name != "VTIMEZONE" }
            .compactMap { ComponentDocument($0.bytes) }
        guard components.contains(where: { !$0.properties("UID").isEmpty }) else { return nil }
    }

    /// The components' UID; the first where a text has several.
    var uid: String { components.lazy.flatMap { $0.properties("UID") }.first?.value ?? "" }

    /// The names of the properties that this has and the other text has not, or has otherwise.
    func properties(missingIn other: SyncedText) -> [String] {
        let there = Set(Self.properties(of: other.calendar).map(\.line))
        var names: [String] = []
        for property in Self.properties(of: calendar)
        where !there.contains(property.line) && !names.contains(property.name) {
            names.append(property.name)
        }
        return names
    }

    private static func properties(of component: ComponentDocument) -> [Property] {
        component.parts.flatMap { part -> [Property] in
            if let property = part.property { return [property] }
            return part.isComponent
                ? ComponentDocument(part.bytes).map { properties(of: $0) } ?? [] : []
        }
    }
}
