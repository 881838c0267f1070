public import ICalendar

/// How a run of a mirror went.
public struct MirrorReport: Hashable, Sendable {
    /// Why nothing was written.
    public enum Stop: Hashable, Sendable {
        /// Another installation writes it.
        case elsewhere
        /// A block shows that another installation has taken it over.
        case takenOver
        /// It waits for `agenda mirror run`.
        case paused
        /// There is no calendar of this name.
        case missing(String)
        /// This calendar could not be read when it was read last.
        case unread(String)
        /// The target may not be edited.
        case readOnly(String)
        /// The sources have less than half of the events that they had, which is believed once it has been so for an hour.
        case shrunk(from: Int, to: Int)
        /// So many blocks would be new, for sources that had so few events: a loop, or a flood.
        case grown(from: Int, by: Int)
    }

    /// The mirror's name.
    public var name: String
    /// Why nothing was written; nil if the run was made.
    public var stop: Stop?
    /// How many blocks were added, or would have been.
    public var added = 0
    /// How many were changed.
    public var changed = 0
    /// How many were removed.
    public var removed = 0
    /// How many are as they are wanted.
    public var unchanged = 0
    /// How many are not wanted any more, and stay until a run is confirmed.
    public var held = 0
    /// How many others change again and again: they are left for today.
    public var left = 0
    /// How many have got guests since the last run, and are left alone from now on.
    public var released = 0
    /// What was written, as one change; nil for nothing.
    public var change: EventChange?

    init(_ mirror: Mirror, stop: Stop? = nil) { (name, self.stop) = (mirror.name, stop) }

    /// Whether something waits for a person.
    public var needsAttention: Bool {
        switch stop {
        case .takenOver, .missing, .unread, .readOnly, .shrunk, .grown: true
        case .elsewhere, .paused, nil: held > 0
        }
    }
}
