internal import ICalendar

/// What is stored of a resource's components, without their texts: enough to tell what another
/// content of the file adds and removes, at one look-up a component.
struct StoredComponents: Sendable {
    /// One row of table `component`.
    struct Component: Hashable, Sendable {
        var id: Int64
        var digest: ContentDigest
        /// ``OccurrenceID/key(uid:)`` of an event that could be read.
        var uidKey: UInt64?
    }

    /// In no order that means anything; their places last until something is removed.
    private(set) var components: [Component] = []
    private var places: [ContentDigest: Int] = [:]

    var isEmpty: Bool { components.isEmpty }
    var count: Int { components.count }

    /// Where a component of this digest stands in ``components``.
    func place(of digest: ContentDigest) -> Int? { places[digest] }

    /// Two of one digest are only in a damaged store; the first one counts.
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
    /// The same rows, in whatever order.
    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.count == rhs.count
            && lhs.components.allSatisfy { component in
                rhs.place(of: component.digest).map { rhs.components[$0] } == component
            }
    }
}
