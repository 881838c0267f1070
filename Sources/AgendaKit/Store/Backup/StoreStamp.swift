internal import ICalendar

/// Identifies a state of what only the store holds. A backup says which state it is.
struct StoreStamp: Hashable, Sendable {
    /// The name of the store: 32 hexadecimal digits. A store that is restored from a backup keeps its name.
    var store: String
    /// Raised by each commit that changes local events or the list of sources. Unlike a refresh, such a
    /// commit is on disk when it returns, so a store does not lose it by itself.
    var revision: Int64

    /// Whether this state precedes `other` of the same store.
    func isOlder(than other: StoreStamp) -> Bool {
        store == other.store && revision < other.revision
    }
}

extension StoreStamp {
    private static let name = "X-AGENDA-STORE"

    /// The stamp as a property of a calendar.
    var property: (name: String, fields: [String]) { (Self.name, [store, "\(revision)"]) }

    /// Reads what ``property`` writes.
    init?(_ property: Property) {
        guard property.name == Self.name else { return nil }
        self.init(fields: property.fields)
    }

    private init?(fields: [String]) {
        guard fields.count == 2, fields[0].utf8.count == 32, let revision = Int64(fields[1])
        else { return nil }
        self.init(store: fields[0], revision: revision)
    }

    /// Finds the stamp among a calendar's first lines; nil if it is not there.
    init?(head: [UInt8]) {
        let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The last line may be cut off.
        for line in lines.dropLast() where line.starts(with: (Self.name + ":").utf8) {
            // Each list reads this: dividing any property took a tenth of its time.
            let value = line.dropFirst(Self.name.utf8.count + 1)
            let fields = value.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\r") }
                .map { String(decoding: $0, as: UTF8.self) }
            guard let stamp = Self(fields: fields) else { continue }
            self = stamp
            return
        }
        return nil
    }
}
