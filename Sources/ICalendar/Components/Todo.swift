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

    /// A to-do that nobody has begun.
    public init() {}
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

        /// What a scanned component is; nil for one that is neither.
        package init?(_ kind: ScannedComponent.Kind) {
            switch kind {
            case .event: self = .event
            case .todo: self = .todo
            case .journal, .freeBusy, .timeZone, .other: return nil
            }
        }
    }

    /// What the component is.
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
