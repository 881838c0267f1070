public import ICalendar

/// What somebody did to events, at once: added, edited, moved or deleted an event, or took such a change
/// back. Undone as a whole.
public struct EventChange: Hashable, Sendable {
    /// What was done.
    public enum Kind: String, Sendable {
        /// An event was added.
        case add
        /// An event was changed.
        case edit
        /// An event was deleted, or some of its instances.
        case delete
        /// An event was moved to another calendar, and perhaps changed with it.
        case move
        /// An earlier change was taken back.
        case undo
        /// A change that was taken back was made again.
        case redo
    }

    /// The store's number for it, growing with each change; 0 before it is stored.
    public var id: Int64 = 0
    /// What was done.
    public var kind: Kind
    /// When.
    public var instant: Instant
    /// The `SUMMARY` of the event concerned.
    public var summary: String?
    /// The name of the source concerned; of a move, the one that the event was in. The operations name
    /// theirs.
    public var calendar: String
    /// The change that an `undo` took back, or the `undo` that a `redo` took back.
    public var reverts: Int64?
    /// What it did to each event of each calendar: two for a series that was divided and for an event
    /// that was moved, one in other cases; none when everything was so before.
    public var operations: [EventOperation] = []
    /// What it did to a source instead of its events: an `add` that registered it, an `edit` of how
    /// that is registered, or a `delete` that removed it.
    public var source: SourceOperation?
    /// Whether it is taken back at present; set when read from the store.
    public var isUndone = false

    /// A change that is not stored yet.
    init(_ kind: Kind, at instant: Instant, calendar: String) {
        (self.kind, self.instant, self.calendar) = (kind, instant, calendar)
    }
}

/// What a change did to one event of one calendar: what a synchronisation replays.
public struct EventOperation: Hashable, Sendable {
    /// Names it across machines: a random UUID (RFC 9562 5.4).
    public var identifier: String
    /// The event's `UID`.
    public var uid: String
    /// The name of its source.
    public var calendar: String
    /// The file within its source; empty for a source that is one file.
    public var href: String
    /// The event's components before, one after the other, or the whole file where that went with
    /// the event; nil when it was not there.
    public var before: [UInt8]?
    /// The event's components since, or the whole file where that came back; nil when it is gone.
    public var after: [UInt8]?
    /// The identifiers of the operations that must come first: the one before it on the same
    /// event, and the one before it in the same change.
    public var dependencies: [String] = []

    /// An operation that is not stored yet.
    init(uid: String, calendar: String = "", href: String, before: [UInt8]?, after: [UInt8]?) {
        identifier = EventIdentifier.random()
        (self.uid, self.calendar, self.href) = (uid, calendar, href)
        (self.before, self.after) = (before, after)
    }

    /// What takes it back.
    var reversed: EventOperation {
        EventOperation(uid: uid, calendar: calendar, href: href, before: after, after: before)
    }
}

extension EventOperation {
    /// The operations that have the same effect, one an event: what was added and deleted again is
    /// left out, and so is what ended as it began. An operation bears the identifier of the last
    /// one that it stands for.
    ///
    /// - Parameter operations: of one calendar, in their order.
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
        // What stands for an operation now; nothing where its event is left out.
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

/// Makes the names of new events and operations.
public enum EventIdentifier {
    /// A random UUID (RFC 9562 5.4), as RFC 7986 5.3 wants a UID to be.
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
