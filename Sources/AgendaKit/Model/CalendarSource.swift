/// Where events come from: a file, a folder of files, contacts, the local calendar, or what else a reader is known for.
public struct CalendarSource: Hashable, Sendable {
    /// The kind of a source: decides how it is read.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's name, as the store, its backup and the command's JSON write it.
        public let rawValue: String

        /// A kind by its name; it need not be one that this program can read.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One iCalendar file.
        public static let file = Kind(rawValue: "file")
        /// A folder of iCalendar files, read with its subfolders (vdir).
        public static let folder = Kind(rawValue: "folder")
        /// The birthdays and anniversaries of contacts: a .vcf file, or a folder of them with its subfolders. Never
        /// writable.
        public static let contacts = Kind(rawValue: "contacts")
        /// The calendar that only the store holds.
        public static let local = Kind(rawValue: "local")
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
    /// Where it is read, in the terms of its kind: the path of a file or folder, as the user typed it unless it
    /// comes from a configuration; nil for the local calendar.
    public var location: String?
    /// A CSS3 colour name or `#rrggbb`.
    public var color: String?
    /// Whether edits may go there. Of equal copies, the one from a writable source wins.
    public var isWritable = false
    /// How long before the start to remind of events that have no alarm and begin at a time of day, and before they are due
    /// of such to-dos, in seconds; nil for not at all.
    public var reminder: Int?
    /// Whether its events make the reader busy; a calendar of other people's events does not.
    public var makesBusy = true
    /// Where its owner has put it among the calendars; nil for where it was added (``place``).
    public var order: Int?
    /// The name of the group of calendars in which its owner has put it; nil for none.
    public var group: String?
    /// The result of the last read.
    public var status: Status = .ok
    /// How many events (series, not occurrences) it has; set when read from the store.
    public var eventCount = 0
    /// How many diagnostics its last read left; set when read from the store.
    public var diagnosticCount = 0

    /// Calendars with a lower one come first, see `inOrder` of arrays. Those that nobody has moved keep the order in which
    /// they were added, with room between them and behind those of devices, which count from 1.
    public var place: Int { order ?? Int(id) &* 1_024 }

    /// The numbers that ``order`` takes: those of devices, and room between them.
    public static let places = 0...Int(Int32.max)

    /// A text as the name of a group: without white space at its ends; nil if it is empty, long or more than a line.
    public static func groupName(_ text: String) -> String? {
        var name = text[...].drop(while: \.isWhitespace)
        while name.last?.isWhitespace == true { name.removeLast() }
        let isName = !name.isEmpty && name.utf8.count <= 1_000 && !name.contains(where: \.isNewline)
        return isName ? String(name) : nil
    }

    /// Whether the store has the only copy of its texts: nothing is read or watched, and the backup keeps them.
    public var isOnlyInStore: Bool { kind == .local }

    /// Creates a source that is not stored yet.
    ///
    /// - Parameters:
    ///   - name: unique among the sources; empty for the one that it has itself.
    ///   - kind: decides how it is read.
    ///   - location: where, in the terms of its kind.
    public init(name: String, kind: Kind, location: String? = nil) {
        self.name = name
        self.kind = kind
        self.location = location
    }
}

extension [CalendarSource] {
    /// The calendars as their owner has ordered them (``CalendarSource/place``).
    public var inOrder: [CalendarSource] { sorted { ($0.place, $0.id) < ($1.place, $1.id) } }
}
