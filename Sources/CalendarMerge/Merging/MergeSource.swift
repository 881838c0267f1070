/// A calendar to be merged: one text, or the texts of a folder.
public struct MergeSource: Sendable {
    /// One iCalendar text. TZIDs mean something within it alone.
    public struct Resource: Sendable {
        /// Where it was read, for messages.
        public var path: String
        /// The text, in whatever encoding and with whatever line ends; without a `VCALENDAR`
        /// around its components, too.
        public var bytes: [UInt8]

        /// A text that was read.
        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// What the report calls it.
    public var name: String
    /// Whether edits go there. Of equal copies the one from a writable calendar wins.
    public var isWritable: Bool
    /// Its texts.
    public var resources: [Resource]

    /// A calendar of any number of texts.
    public init(name: String, isWritable: Bool = false, resources: [Resource]) {
        self.name = name
        self.isWritable = isWritable
        self.resources = resources
    }

    /// A calendar of one text.
    public init(name: String, isWritable: Bool = false, text: String) {
        self.init(
            name: name, isWritable: isWritable,
            resources: [Resource(path: name, bytes: Array(text.utf8))])
    }
}
