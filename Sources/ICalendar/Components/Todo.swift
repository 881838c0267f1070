/// What a VTODO has besides what it shares with a VEVENT (RFC 5545 3.6.2).
public struct Todo: Hashable, Sendable {
    /// `STATUS` of a VTODO (RFC 5545 3.8.1.11).
    public enum Status: String, Hashable, Sendable {
        /// Nobody has begun; also the default.
        case needsAction = "NEEDS-ACTION"
        /// Somebody has begun.
        case inProcess = "IN-PROCESS"
        /// It is done.
        case completed = "COMPLETED"
        /// It need not be done.
        case cancelled = "CANCELLED"
    }

    /// Which property ``Event/start`` comes from: rules, exceptions and overrides count from it.
    public enum Anchor: Hashable, Sendable {
        /// `DTSTART`.
        case start
        /// `DUE`, because there is no `DTSTART`; the event's end is `none`.
        case due
        /// Neither: the to-do is on no day. Its start means nothing, except in an override, where it
        /// is `RECURRENCE-ID`.
        case undated
    }

    /// Which property ``Event/start`` comes from.
    public var anchor = Anchor.start
    /// `STATUS`; an event's ``Event/status`` says nothing of a to-do.
    public var status = Status.needsAction
    /// `COMPLETED`: when it was done.
    public var completed: Instant?
    /// `PERCENT-COMPLETE`, 0 to 100.
    public var percent: Int?

    /// What only a journal entry has, which is read, written and changed as a to-do without `DUE`; nil for a to-do.
    public var journal: Journal.Own?

    /// `RELATED-TO`: other to-dos or events, in the order of the lines.
    public var relations: [Relation] = []

    /// A to-do that nobody has begun.
    public init() {}
}

extension Todo {
    /// One `RELATED-TO` (RFC 5545 3.8.4.5).
    public struct Relation: Hashable, Sendable {
        /// `RELTYPE` in upper case; `PARENT` when absent.
        public var type = "PARENT"
        /// The other component's `UID`.
        public var uid: String

        /// Creates a relation to a parent.
        public init(to uid: String) { self.uid = uid }
    }

    /// The `UID` of the to-do that this one is a part of; nil if there is none. Setting it keeps relations of other
    /// types.
    public var parent: String? {
        get { relations.first { $0.type == "PARENT" }?.uid }
        set {
            guard newValue != parent else { return }
            relations.removeAll { $0.type == "PARENT" }
            if let newValue { relations.append(Relation(to: newValue)) }
        }
    }

    /// What ``status``, ``completed`` and ``percent`` say together: programs that know no `STATUS` write only one of
    /// the others.
    public var state: Status {
        if status == .cancelled || status == .completed { return status }
        if completed != nil || (percent ?? 0) >= 100 { return .completed }
        return status == .needsAction && (percent ?? 0) > 0 ? .inProcess : status
    }

    /// Whether nothing is left to do.
    public var isClosed: Bool { state == .completed || state == .cancelled }
}

extension Event {
    /// What the component is.
    public enum Kind: Int, CaseIterable, Sendable {
        /// VEVENT.
        case event = 0
        /// VTODO.
        case todo = 1

        /// The component's name.
        var component: StaticString { self == .event ? "VEVENT" : "VTODO" }
    }

    /// Whether it is a VJOURNAL, which shares what it has with a to-do.
    public var isJournal: Bool { todo?.journal != nil }

    /// The component's name.
    var component: StaticString { isJournal ? "VJOURNAL" : kind.component }

    /// What the component is; a journal entry is of no kind, and says `todo`.
    public var kind: Kind { todo == nil ? .event : .todo }

    /// Makes a to-do of the values read so far.
    ///
    /// - Parameter stated: `DTSTART`; nil if there is none.
    mutating func become(_ todo: Todo, startingAt stated: CalendarTime?) {
        var todo = todo
        if let stated {
            (start, todo.anchor) = (stated, .start)
        } else if case .time(let due) = end {
            (start, end, todo.anchor) = (due, .none, .due)
        } else {
            start = recurrenceID ?? .date(CivilDate(daysSinceEpoch: 0))
            todo.anchor = .undated
        }
        self.todo = todo
    }
}
