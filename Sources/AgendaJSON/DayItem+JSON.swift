package import AgendaKit
internal import ICalendar

/// As in the member of its kind.
extension DayItem: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        switch self {
        case .todo(let item): item.writeMembers(to: &json)
        case .journal(let entry): entry.writeMembers(to: &json)
        }
    }

    /// The name of the member that holds one of its kind.
    fileprivate var memberName: StaticString {
        switch self {
        case .todo: "todo"
        case .journal: "journal"
        }
    }
}

/// `agenda show --json`: an item's object with its component.
package struct WholeItem: JSONObject {
    private let item: DayItem
    private let text: [UInt8]?

    /// Reads the component's text.
    package init(_ item: DayItem, _ provider: EventProvider) async throws(AgendaError) {
        (self.item, text) = (item, try await provider.componentText(of: item))
    }

    package func writeMembers(to json: inout JSONWriter) {
        item.writeMembers(to: &json)
        json.member("jcal", text.flatMap { JCalValue(component: $0) })
    }
}

/// An item in the document of a timeline: with `nodes`, the indices of its days.
package struct PlacedItem: JSONObject {
    package let item: DayItem
    package let nodes: [Int]

    package func writeMembers(to json: inout JSONWriter) {
        item.writeMembers(to: &json)
        json.member("nodes", nodes)
    }
}

extension Timeline {
    /// The items that are on days of this timeline.
    package func placed(_ items: [DayItem]) -> [PlacedItem] {
        items.compactMap { item in
            let nodes = indices(of: item)
            return nodes.isEmpty ? nil : PlacedItem(item: item, nodes: nodes)
        }
    }
}

extension JSONWriter {
    /// Writes the members `todos` and `journals`, each unless there is none.
    package mutating func items(_ items: [DayItem]) {
        someLines("todos", items.compactMap(\.todo))
        someLines("journals", items.compactMap(\.journal))
    }

    mutating func items(_ items: [PlacedItem]) {
        someLines("todos", items.filter { $0.item.todo != nil })
        someLines("journals", items.filter { $0.item.journal != nil })
    }

    private mutating func someLines(_ name: StaticString, _ elements: [some JSONValue]) {
        if !elements.isEmpty { lines(name, elements) }
    }
}

/// `{"change":"added","nodes":[121],"todo":{…}}`.
extension TimelineUpdate.ItemChange: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("change", kind.rawValue)
        json.member("nodes", nodes)
        json.member(item.memberName, item)
    }
}
