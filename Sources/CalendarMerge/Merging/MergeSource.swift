/// A calendar to be merged: one text, or the texts of a folder.
///
/// ```swift
/// let folder = MergeSource(
///     name: "team", isWritable: true,
///     resources: [
///         MergeSource.Resource(path: "a.ics", bytes: Array(home.utf8)),
///         MergeSource.Resource(path: "b.ics", bytes: Array(team.utf8)),
///     ])
/// ```
public struct MergeSource: Sendable {
    /// One iCalendar text. A TZID is valid only within it.
    public struct Resource: Sendable {
        /// Where the text was read, for messages.
        public var path: String
        /// The text, in any encoding and with any line breaks; its components need no `VCALENDAR` around
        /// them.
        public var bytes: [UInt8]

        /// Creates a resource from a text.
        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The calendar's name in the report.
    public var name: String
    /// Whether edits go to this calendar. Of equal copies, the one from a writable calendar wins.
    public var isWritable: Bool
    /// The calendar's texts.
    public var resources: [Resource]

    /// Creates a calendar of any number of texts.
    ///
    /// - Parameters:
    ///   - name: what the report calls it.
    ///   - isWritable: whether it wins over equal copies of others.
    ///   - resources: its texts.
    public init(name: String, isWritable: Bool = false, resources: [Resource]) {
        self.name = name
        self.isWritable = isWritable
        self.resources = resources
    }

    /// Creates a calendar of one text.
    ///
    /// - Parameters:
    ///   - name: what the report calls it.
    ///   - isWritable: whether it wins over equal copies of others.
    ///   - text: iCalendar text.
    public init(name: String, isWritable: Bool = false, text: String) {
        self.init(
            name: name, isWritable: isWritable,
            resources: [Resource(path: name, bytes: Array(text.utf8))])
    }
}
