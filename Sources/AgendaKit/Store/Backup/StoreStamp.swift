internal import ICalendar

/// A state of what lives in a store alone. A backup says which one it holds.
struct StoreStamp: Hashable, Sendable {
    /// Names the store: 32 hexadecimal digits. One that is restored from a backup is the same store.
    var store: String
    /// Raised by each commit that changes local events or the list of sources. Unlike those of a refresh, these
    /// commits are on the disk when they return, so that a store never loses them by itself.
    var revision: Int64

    /// Whether this state came before `other`, of the same store.
    func isOlder(than other: StoreStamp) -> Bool {
        store == other.store && revision < other.revision
    }
}

extension StoreStamp {
    private static let name = "X-AGENDA-STORE"

    /// As a property of a calendar.
    var property: (name: String, fields: [String]) { (Self.name, [store, "\(revision)"]) }

    /// Reads what ``property`` writes.
    init?(_ line: ContentLine) {
        let fields = line.fields
        guard line.name == Self.name, fields.count == 2, fields[0].utf8.count == 32,
            let revision = Int64(fields[1])
        else { return nil }
        self.init(store: fields[0], revision: revision)
    }

    /// Finds it among a calendar's first lines; nil when it is not there.
    init?(head: [UInt8]) {
        let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The last one may be cut off.
        for bytes in lines.dropLast() where bytes.starts(with: Self.name.utf8) {
            let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
            guard let line = ContentLine(text), let stamp = StoreStamp(line) else { continue }
            self = stamp
            return
        }
        return nil
    }
}
