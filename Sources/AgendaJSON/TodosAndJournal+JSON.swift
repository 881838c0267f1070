package import AgendaKit
package import ICalendar

/// `agenda show --json` of a to-do or a journal entry: its object with its component.
package struct WholeItem: JSONObject {
    private let item: AgendaEvent
    private let text: [UInt8]?

    /// Reads the component's text.
    package init(_ item: AgendaEvent, _ provider: EventProvider) async throws(AgendaError) {
        (self.item, text) = (item, try await provider.componentText(of: item))
    }

    package func writeMembers(to json: inout JSONWriter) {
        item.writeMembers(to: &json)
        json.member("jcal", text.flatMap { JCalValue(component: $0) })
    }
}

/// An item in the document of a timeline: with `nodes`, the indices of its days.
package struct PlacedItem: JSONObject {
    package let item: AgendaEvent
    package let nodes: [Int]

    package func writeMembers(to json: inout JSONWriter) {
        item.writeMembers(to: &json)
        json.member("nodes", nodes)
    }
}

extension Timeline {
    /// The items that are on days of this timeline.
    package func placed(_ items: [AgendaEvent]) -> [PlacedItem] {
        items.compactMap { item in
            let nodes = indices(of: item)
            return nodes.isEmpty ? nil : PlacedItem(item: item, nodes: nodes)
        }
    }
}

extension JSONWriter {
    /// Writes the members `todos` and `journals`, each unless there is none.
    package mutating func items(_ items: [AgendaEvent]) { self.items(items, \.self) }

    mutating func items(_ items: [PlacedItem]) { self.items(items, \.item) }

    private mutating func items<Item: JSONValue>(
        _ items: [Item], _ item: KeyPath<Item, AgendaEvent>
    ) {
        let todos = items.filter { $0[keyPath: item].todo != nil }
        let journals = items.filter { $0[keyPath: item].journal != nil }
        if !todos.isEmpty { lines("todos", todos) }
        if !journals.isEmpty { lines("journals", journals) }
    }
}

/// `{"change":"added","nodes":[121],"todo":{…}}`.
extension TimelineUpdate.ItemChange: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("change", kind.rawValue)
        json.member("nodes", nodes)
        json.member(item.todo != nil ? "todo" : "journal", item)
        by?.writeMembers(to: &json)
    }
}

extension TodoItem: ListedObject {
    package static var listName: StaticString { "todos" }

    package func writeMembers(to json: inout JSONWriter) { occurrence.writeMembers(to: &json) }
}
