/// Where events come from: a file, a folder of files, or the local calendar.
public struct CalendarSource: Hashable, Sendable {
    /// The kind of a source.
    public enum Kind: String, Sendable {
        /// One iCalendar file.
        case file
        /// A folder of iCalendar files, read with its subfolders (vdir).
        case folder
        /// The calendar that only the store holds.
        case local
    }

    /// The result of the last read.
    public enum Status: String, Sendable {
        /// Everything was read.
        case ok
        /// Something was left out; ``EventStore/diagnostics()`` says what.
        case partial
        /// The source could not be read; its last good events are shown.
        case failed
    }

    /// Its number in the store; 0 before it is stored.
    public var id: Int64 = 0
    /// Its name, unique among the sources; shown with events.
    public var name: String
    /// The kind of source.
    public var kind: Kind
    /// The file or folder: as the user typed it, unless it comes from a configuration; nil for the local
    /// calendar.
    public var path: String?
    /// A CSS3 colour name or `#rrggbb`.
    public var color: String?
    /// Whether edits may go there. Of equal copies, the one from a writable source wins.
    public var isWritable = false
    /// The result of the last read.
    public var status: Status = .ok
    /// How many events (series, not occurrences) it has; set when read from the store.
    public var eventCount = 0
    /// How many diagnostics its last read left; set when read from the store.
    public var diagnosticCount = 0

    /// Creates a source that is not stored yet.
    public init(name: String, kind: Kind, path: String? = nil) {
        self.name = name
        self.kind = kind
        self.path = path
    }
}
