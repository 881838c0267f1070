/// An event in the output of `--json`, with the fields that the checks compare.
struct ListedEvent: Decodable, Hashable, CustomStringConvertible {
    let id: String
    let uid: String
    let start: String
    let end: String
    let summary: String?
    let location: String?
    let details: String?
    let calendar: String

    private enum CodingKeys: String, CodingKey {
        case id, uid, start, end, summary, location, calendar
        case details = "description"
    }

    var description: String {
        "\(id) '\(summary ?? "")' \(start) to \(end) @ \(location ?? "nowhere") [\(calendar)]"
    }
}

/// The output of `agenda list --json`.
struct Listing: Decodable {
    struct Source: Decodable {
        let name: String
        let status: String
    }

    let sources: [Source]
    let events: [ListedEvent]
}

/// The output of `agenda timeline --json`.
struct ListedTimeline: Decodable {
    struct Node: Decodable {
        let events: [ListedEvent]
    }

    let nodes: [Node]
}

/// A line of `agenda watch --jsonl`.
struct ListedChange: Decodable {
    enum Kind: String, Decodable {
        case added, changed, removed
    }

    let change: Kind
    let event: ListedEvent
}

/// The properties by which a reader considers two occurrences the same.
struct Appearance: Hashable, Comparable, CustomStringConvertible {
    let uid: String
    let start: String
    let end: String
    let summary: String

    init(_ event: ListedEvent) {
        uid = event.uid
        start = event.start
        end = event.end
        summary = event.summary ?? ""
    }

    var description: String { "\(uid) \(start) to \(end) '\(summary)'" }

    static func < (a: Appearance, b: Appearance) -> Bool { a.description < b.description }

    /// The difference between two lists, in words; nil if they are equal.
    static func difference(
        _ first: some Sequence<ListedEvent>, _ second: some Sequence<ListedEvent>
    ) -> String? {
        let (a, b) = (first.map(Appearance.init).sorted(), second.map(Appearance.init).sorted())
        guard a != b else { return nil }
        let (missing, extra) = (Set(b).subtracting(a), Set(a).subtracting(b))
        return "\(a.count) events instead of \(b.count); missing: "
            + missing.sorted().prefix(3).map(\.description).joined(separator: ", ")
            + "; too many: " + extra.sorted().prefix(3).map(\.description).joined(separator: ", ")
    }
}
