internal import GRDB
internal import ICalendar

/// Which UIDs are of one event: as a person said, and since a block of a mirror is its event. Almost all stores know none.
///
/// What persons say is read at once. Blocks, of which there may be thousands, are looked up.
struct SameUIDs {
    /// The UIDs of each event of which a person said that it has several.
    let events: [Set<String>]
    private let places: [String: Int]
    private let keys: [UInt64: Int]
    /// Nil if no block is known.
    private let blocks: Database?

    init(_ database: Database) throws {
        let isMirrored = try !MirroredTable.isEmpty(database)
        self.init(try PairTable.fetchAll(database), blocks: isMirrored ? database : nil)
    }

    private init(_ pairs: [EventPair: Bool], blocks: Database?) {
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
        self.blocks = blocks
        var (places, keys) = ([String: Int](), [UInt64: Int]())
        for (place, uids) in events.enumerated() {
            for uid in uids {
                places[uid] = place
                keys[OccurrenceID.key(uid: uid)] = place
            }
        }
        (self.places, self.keys) = (places, keys)
    }

    /// Whether no event has several UIDs.
    var isEmpty: Bool { events.isEmpty && blocks == nil }

    /// All UIDs of the event that has this one; nil if it has no other.
    func uids(of uid: String) throws -> Set<String>? {
        var found = said(uid)
        if let blocks {
            for pair in try MirroredTable.fetch(key: OccurrenceID.key(uid: uid), blocks)
            where pair.block == uid && !pair.origin.isPart {
                found.formUnion(said(pair.origin.uid))
            }
            for origin in found {
                for pair in try MirroredTable.fetch(key: OccurrenceID.key(uid: origin), blocks)
                where pair.origin.uid == origin && !pair.origin.isPart {
                    found.insert(pair.block)
                }
            }
        }
        return found.count > 1 ? found : nil
    }

    private func said(_ uid: String) -> Set<String> { places[uid].map { events[$0] } ?? [uid] }

    /// The event of which a block is a part; nil for any other event.
    func origin(ofPart uid: String) throws -> String? {
        guard let blocks else { return nil }
        return try MirroredTable.fetch(key: OccurrenceID.key(uid: uid), blocks)
            .first { $0.block == uid && $0.origin.isPart }?.origin.uid
    }

    /// Whether an event with this key has another UID, too, or is or has a part of one that has.
    func has(_ key: UInt64) throws -> Bool {
        if keys[key] != nil { return true }
        guard let blocks else { return false }
        return try !MirroredTable.fetch(key: key, blocks).isEmpty
    }

    /// These keys and those of the same events.
    func closure(of all: Set<UInt64>) throws -> Set<UInt64> {
        guard !isEmpty else { return all }
        var found = all
        // The fewer are looked up.
        let known = keys.count < all.count ? Set(keys.keys).intersection(all) : all
        for key in known {
            guard let place = keys[key] else { continue }
            found.formUnion(events[place].map { OccurrenceID.key(uid: $0) })
        }
        guard let blocks else { return found }
        for key in found {
            for pair in try MirroredTable.fetch(key: key, blocks) {
                found.formUnion([pair.block, pair.origin.uid].map { OccurrenceID.key(uid: $0) })
                found.formUnion(
                    try uids(of: pair.origin.uid).map { $0.map { OccurrenceID.key(uid: $0) } } ?? []
                )
            }
        }
        return found
    }
}
