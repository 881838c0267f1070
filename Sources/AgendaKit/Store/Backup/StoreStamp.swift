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
        guard let stamp = Self.fields(of: Self.name, in: head).flatMap(Self.init(fields:)) else {
            return nil
        }
        self = stamp
    }

    /// The fields of a property that is among a calendar's first lines.
    fileprivate static func fields(of name: String, in head: [UInt8]) -> [String]? {
        let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The last line may be cut off. Each list reads this: dividing any property took a tenth of its time.
        let line = lines.dropLast().first { $0.starts(with: (name + ":").utf8) }
        return line?.dropFirst(name.utf8.count + 1)
            .split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\r") }
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

/// What the next record of a backup's log starts from: the second property of a full copy, and of each record.
struct BackupMark: Hashable, Sendable {
    /// The name of the log (``BackupLog``).
    var log: String
    /// The store's revision of the newest change of a local event that the backup has (``MemberTable/fetchNewest(sourceID:_:)``).
    var members: Int64
    /// A digest of the settings of all sources: in a record they are only where they have changed.
    var settings: String

    private static let name = "X-AGENDA-LOG"

    /// The mark as a property of a calendar.
    var property: (name: String, fields: [String]) {
        (Self.name, [log, "\(members)", settings])
    }
}

extension BackupMark {
    /// Reads what ``property`` writes.
    init?(_ property: Property) {
        guard property.name == Self.name else { return nil }
        self.init(fields: property.fields)
    }

    private init?(fields: [String]) {
        guard fields.count == 3, fields[0].utf8.count == 16,
            fields[0].utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            let members = Int64(fields[1])
        else { return nil }
        self.init(log: fields[0], members: members, settings: fields[2])
    }

    /// Finds the mark among a calendar's first lines; nil if it is not there.
    init?(head: [UInt8]) {
        guard let mark = StoreStamp.fields(of: Self.name, in: head).flatMap(Self.init(fields:))
        else { return nil }
        self = mark
    }
}

/// What a backup holds, as its newest part says.
struct BackupState: Sendable {
    /// Nil if an earlier version wrote it.
    var stamp: StoreStamp?
    /// Nil if it has no log, because an earlier version wrote it.
    var mark: BackupMark?
    /// Where the last whole record of its log ends; nil if the log is missing.
    var end: Int?
}
