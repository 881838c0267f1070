internal import ICalendar

/// Compares the components of a file with those that are stored of it.
struct ComponentMatch {
    /// What is known of a component.
    enum Verdict {
        /// It is stored already, at this index of ``StoredComponents/components``.
        case stored(Int)
        case new
        /// The same text is further up in the file.
        case repeated
    }

    private var places: [Int] = []
    /// The components that are stored and no longer in the file.
    private(set) var removed: [StoredComponents.Component] = []

    private static let (new, repeated) = (-1, -2)

    init(_ scanned: [ScannedComponent], _ stored: StoredComponents) {
        var isPresent = [Bool](repeating: false, count: stored.count)
        var seen: Set<ContentDigest> = []
        places.reserveCapacity(scanned.count)
        for component in scanned {
            if let place = stored.place(of: component.digest) {
                places.append(isPresent[place] ? Self.repeated : place)
                isPresent[place] = true
            } else {
                places.append(seen.insert(component.digest).inserted ? Self.new : Self.repeated)
            }
        }
        for place in isPresent.indices where !isPresent[place] {
            removed.append(stored.components[place])
        }
    }

    /// - Parameter index: of the component in the file.
    subscript(index: Int) -> Verdict {
        switch places[index] {
        case Self.new: .new
        case Self.repeated: .repeated
        case let place: .stored(place)
        }
    }
}
