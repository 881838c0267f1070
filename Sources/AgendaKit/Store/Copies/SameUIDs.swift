internal import GRDB
internal import ICalendar

/// Which UIDs are of one event, as a person said. Almost all stores know none.
struct SameUIDs {
    /// The UIDs of each event that has several.
    let events: [Set<String>]
    private let places: [String: Int]
    private let keys: [UInt64: Int]

    init(_ database: Database) throws {
        self.init(try PairTable.fetchAll(database))
    }

    init(_ pairs: [EventPair: Bool]) {
        var events: [Set<String>] = []
        for (pair, isSame) in pairs where isSame {
            // Who is the same as one of them is the same as all.
            var event: Set = [pair.first, pair.second]
            for place in events.indices.reversed() where !events[place].isDisjoint(with: event) {
                event.formUnion(events.remove(at: place))
            }
            events.append(event)
        }
        self.events = events
        var (places, keys) = ([String: Int](), [UInt64: Int]())
        for (place, uids) in events.enumerated() {
            for uid in uids {
                places[uid] = place
                keys[OccurrenceID.key(uid: uid)] = place
            }
        }
        (self.places, self.keys) = (places, keys)
    }

    /// All UIDs of the event that has this one; nil if it has no other.
    func uids(of uid: String) -> Set<String>? { places[uid].map { events[$0] } }

    /// Whether an event with this key has another UID, too.
    func has(_ key: UInt64) -> Bool { keys[key] != nil }

    /// These keys and those of the same events.
    func closure(of all: Set<UInt64>) -> Set<UInt64> {
        guard !keys.isEmpty else { return all }
        var found = all
        // The fewer are looked up.
        let known = keys.count < all.count ? Set(keys.keys).intersection(all) : all
        for key in known {
            guard let place = keys[key] else { continue }
            found.formUnion(events[place].map { OccurrenceID.key(uid: $0) })
        }
        return found
    }
}
