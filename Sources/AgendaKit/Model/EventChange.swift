internal import Foundation
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
        /// A synchronisation that a person asked for changed events, or a calendar's settings.
        case sync
        /// A synchronisation that nobody asked for at that moment changed events, or a calendar's settings.
        case backgroundSync = "background-sync"
        /// A mirror's blocks were brought up to date.
        case mirror
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
    /// The name of the device that made it, as it was then (``ChangeOrigin/Kind/device``); nil for a change made here.
    public var device: String?
    /// Its effect on each event of each calendar: two operations for a series that was split and for an event
    /// that was moved, otherwise one; none if nothing had to change.
    public var operations: [EventOperation] = []
    /// Its effect on a source instead of its events: an `add` registers the source, an `edit` changes its
    /// settings, and a `delete` removes it.
    public var source: SourceOperation?
    /// Its effect on what is noted of two events instead of their texts.
    public var pair: PairOperation?
    /// Its effect on the rules instead of events (``RuleSet``).
    public var rules: RuleOperation?
    /// Whether it is currently undone; set when read from the store.
    public var isUndone = false
    /// Whether it is what a synchronisation brought, or takes that back, or brings it again; set when read from the store.
    public var isSynced = false

    /// Creates a change that is not stored yet.
    init(_ kind: Kind, at instant: Instant, calendar: String) {
        (self.kind, self.instant, self.calendar) = (kind, instant, calendar)
    }
}

/// What a change did to the rules: as texts that the store knows.
public struct RuleOperation: Hashable, Sendable {
    /// The rules before.
    package var before: String
    /// The rules after.
    package var after: String
}

extension EventChange.Kind {
    /// Whether it is none of what a person did here: a synchronisation brought it, or a mirror wrote it.
    var isSync: Bool { self == .sync || self == .backgroundSync || self == .mirror }
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
    /// event, synchronised or restored; nil if the event did not exist.
    public var before: [UInt8]?
    /// The event's components after, or the whole file if it was synchronised or restored; nil if the event is gone.
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

/// Makes identifiers for new events and operations.
public enum EventIdentifier {
    /// A random UUID (RFC 9562 5.4), as RFC 7986 5.3 requires for a UID.
    public static func random() -> String { UUID().uuidString.lowercased() }
}
