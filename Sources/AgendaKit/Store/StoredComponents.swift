internal import ICalendar

/// The stored components of a resource, without their texts: enough to tell what new content of the file adds
/// and removes, with one look-up a component.
struct StoredComponents: Sendable {
    /// One row of table `component`.
    struct Component: Hashable, Sendable {
        var id: Int64
        var digest: ContentDigest
        /// ``OccurrenceID/key(uid:_:)`` of a readable event or to-do; nil for other components.
        var uidKey: UInt64?
    }

    /// In no particular order; an index is valid until something is removed.
    private(set) var components: [Component] = []
    private var places: [ContentDigest: Int] = [:]

    var isEmpty: Bool { components.isEmpty }
    var count: Int { components.count }

    /// The index of the component with this digest in ``components``.
    func place(of digest: ContentDigest) -> Int? { places[digest] }

    /// Only a damaged store has two components with one digest; the first one counts.
    mutating func insert(_ component: Component) {
        guard places[component.digest] == nil else { return }
        places[component.digest] = count
        components.append(component)
    }

    mutating func remove(_ digest: ContentDigest) {
        guard let place = places.removeValue(forKey: digest) else { return }
        let last = components.removeLast()
        guard last.digest != digest else { return }
        components[place] = last
        places[last.digest] = place
    }
}

extension StoredComponents: Equatable {
    /// Compares the rows in any order.
    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.count == rhs.count
            && lhs.components.allSatisfy { component in
                rhs.place(of: component.digest).map { rhs.components[$0] } == component
            }
    }
}
