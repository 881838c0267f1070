/// Where events come from: a file, a folder of files, or the local calendar.
public struct CalendarSource: Hashable, Sendable {
    /// What is read.
    public enum Kind: String, Sendable {
        /// One iCalendar file.
        case file
        /// A folder of iCalendar files, read with its subfolders (vdir).
        case folder
        /// The calendar that lives in the store alone.
        case local
    }

    /// How the last reading went.
    public enum Status: String, Sendable {
        /// All of it was read.
        case ok
        /// Some of it was left out; ``EventStore/diagnostics()`` says what.
        case partial
        /// It could not be read; its last good events are shown.
        case failed
    }

    /// The store's number for it; 0 before it is stored.
    public var id: Int64 = 0
    /// Unique among the sources; shown with events.
    public var name: String
    /// What is read.
    public var kind: Kind
    /// The file or folder, as the user gave it when no configuration stands between; nil for the
    /// local calendar.
    public var path: String?
    /// A CSS3 colour name or `#rrggbb`.
    public var color: String?
    /// Whether edits may go there. Of equal copies the one from a writable source wins.
    public var isWritable = false
    /// How the last reading went.
    public var status: Status = .ok
    /// How many events (series, not occurrences) it has; set when read from the store.
    public var eventCount = 0
    /// How many diagnostics its last reading left; set when read from the store.
    public var diagnosticCount = 0

    /// A source that is not stored yet.
    public init(name: String, kind: Kind, path: String? = nil) {
        self.name = name
        self.kind = kind
        self.path = path
    }
}
