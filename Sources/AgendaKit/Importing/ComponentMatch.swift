internal import ICalendar

/// How the components of a file stand to those that are stored of it.
struct ComponentMatch {
    /// How one component stands to those that are stored.
    enum Standing {
        /// It is stored already, at this place of ``StoredComponents/components``.
        case stored(Int)
        case new
        /// The same text stands further up in the file.
        case repeated
    }

    private var places: [Int] = []
    /// What is stored and no longer there.
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
    subscript(index: Int) -> Standing {
        switch places[index] {
        case Self.new: .new
        case Self.repeated: .repeated
        case let place: .stored(place)
        }
    }
}
