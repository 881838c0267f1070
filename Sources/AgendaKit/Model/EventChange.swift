public import ICalendar

/// One change to events: adds, edits, moves or deletes an event, or reverts such a change. It is undone as a
/// whole.
public struct EventChange: Hashable, Sendable {
    /// The kind of a change.
    public enum Kind: String, Sendable {
        /// An event was added.
        case add
        /// An event was changed.
        case edit
        /// An event was deleted, or some of its instances.
        case delete
        /// An event was moved to another calendar, and perhaps changed with it.
        case move
        /// An earlier change was undone.
        case undo
        /// An undone change was made again.
        case redo
    }

    /// Its number in the store, which grows with each change; 0 before it is stored.
    public var id: Int64 = 0
    /// The kind of change.
    public var kind: Kind
    /// When it was made.
    public var instant: Instant
    /// The `SUMMARY` of the event concerned.
    public var summary: String?
    /// The name of the source concerned; for a move, the source that the event was in. Each operation names
    /// its own.
    public var calendar: String
    /// The change that an `undo` reverted, or the `undo` that a `redo` reverted.
    public var reverts: Int64?
    /// Its effect on each event of each calendar: two operations for a series that was split and for an event
    /// that was moved, otherwise one; none if nothing had to change.
    public var operations: [EventOperation] = []
    /// Its effect on a source instead of its events: an `add` registers the source, an `edit` changes its
    /// settings, and a `delete` removes it.
    public var source: SourceOperation?
    /// Whether it is currently undone; set when read from the store.
    public var isUndone = false

    /// Creates a change that is not stored yet.
    init(_ kind: Kind, at instant: Instant, calendar: String) {
        (self.kind, self.instant, self.calendar) = (kind, instant, calendar)
    }
}

/// What a change did to one event of one calendar: synchronisation replays it.
public struct EventOperation: Hashable, Sendable {
    /// Identifies it across machines: a random UUID (RFC 9562 5.4).
    public var identifier: String
    /// The event's `UID`.
    public var uid: String
    /// The name of the event's source.
    public var calendar: String
    /// The file within its source; empty for a source that is one file.
    public var href: String
    /// The event's components before, one after the other, or the whole file if it was deleted with the
    /// event; nil if the event did not exist.
    public var before: [UInt8]?
    /// The event's components after, or the whole file if it was restored; nil if the event is gone.
    public var after: [UInt8]?
    /// The identifiers of the operations that must come first: the previous one on the same event, and the
    /// previous one in the same change.
    public var dependencies: [String] = []

    /// Creates an operation that is not stored yet.
    init(uid: String, calendar: String = "", href: String, before: [UInt8]?, after: [UInt8]?) {
        identifier = EventIdentifier.random()
        (self.uid, self.calendar, self.href) = (uid, calendar, href)
        (self.before, self.after) = (before, after)
    }

    /// The operation that reverts it.
    var reversed: EventOperation {
        EventOperation(uid: uid, calendar: calendar, href: href, before: after, after: before)
    }
}

extension EventOperation {
    /// The operations with the same effect, one for each event, without events that were added and deleted
    /// again, and events that ended as they began. Each has the identifier of the last operation that it
    /// replaces.
    ///
    /// - Parameter operations: operations of one calendar, in their order.
    public static func collapsed(_ operations: [EventOperation]) -> [EventOperation] {
        var order: [String] = []
        var byUID: [String: EventOperation] = [:]
        var own: [String: Set<String>] = [:]
        for operation in operations {
            own[operation.uid, default: []].insert(operation.identifier)
            guard let first = byUID[operation.uid] else {
                order.append(operation.uid)
                byUID[operation.uid] = operation
                continue
            }
            var both = operation
            both.before = first.before
            both.dependencies = first.dependencies + operation.dependencies
            byUID[operation.uid] = both
        }
        let kept = order.compactMap { byUID[$0] }.filter { $0.before != $0.after }
        // The identifier that replaces each operation's; none if its event is left out.
        var names: [String: String] = [:]
        for operation in kept {
            for name in own[operation.uid] ?? [] { names[name] = operation.identifier }
        }
        let left = Set(operations.map(\.identifier))
        return kept.map { operation in
            var operation = operation
            var dependencies: [String] = []
            for name in operation.dependencies {
                // Operations from before these stay as they are.
                let present = left.contains(name) ? names[name] : name
                if let present, present != operation.identifier, !dependencies.contains(present) {
                    dependencies.append(present)
                }
            }
            operation.dependencies = dependencies
            return operation
        }
    }
}

/// Makes identifiers for new events and operations.
public enum EventIdentifier {
    /// A random UUID (RFC 9562 5.4), as RFC 7986 5.3 requires for a UID.
    public static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        func hex(_ value: UInt64, _ digits: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        }
        return [
            hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), hex(high & 0xFFFF, 4),
            hex(low >> 48, 4), hex(low & 0xFFFF_FFFF_FFFF, 12),
        ].joined(separator: "-")
    }
}
