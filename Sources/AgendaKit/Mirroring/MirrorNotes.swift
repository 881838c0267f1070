internal import ICalendar

/// What the runs of a mirror remember of each other, in a file beside the database. Without it a run compares all blocks, finds
/// those of its own by their names, and goes on.
struct MirrorNotes: Hashable, Sendable, Codable, VersionedDocument {
    /// What is remembered of a block.
    struct Block: Hashable, Sendable, Codable {
        /// The file in which it is; that of its first writing.
        var href: String
        /// The UID under which it was written last.
        var uid: String
        /// What was wanted of it then (``MirrorMeaning/digest``).
        var wanted: String
        /// How often it was written.
        var sequence = 0
        /// On which day of UTC it was put right last, in days since 1970-01-01, and how often then.
        var rightedDay = 0
        var rightedCount = 0
        /// What it said when it was put right last.
        var replaced: String?
        /// What a server makes of it each time it is written, at the same times: left as it is as long as the same is wanted.
        var accepted: String?
        /// When it was removed since it was not wanted any more, in days since 1970-01-01.
        var removedDay: Int?
        /// On which day it was signed only to tell who wrote the mirror before, in days since 1970-01-01: it goes on another day.
        var signedDay: Int?
        /// Whether it got guests: a server would tell them of any change, so it is left alone for ever.
        var isReleased = false
    }

    var version = 1
    /// By the UIDs that they had at first.
    var blocks: [String: Block] = [:]
    /// The blocks, by the UIDs that they have at first, that the present run adds: if it is killed, the next one knows whose they are
    /// where a server takes their marks away.
    var pending: Set<String>?
    /// How many events the sources had when they were believed last.
    var seriesCount = 0
    /// Since when the sources have had less than half of that; nil if they have not.
    var shrunkSince: Int?
    /// When the last run was.
    var lastRun: Int?
    /// What the last run found: the newest revisions of the calendars, the day and the settings. The same means that nothing is
    /// to do.
    var standing: String?

    /// The notes of a mirror.
    ///
    /// - Parameters:
    ///   - database: the path of the database's file.
    ///   - secret: of the mirror: its name may change.
    static func file(database: String, secret: String) -> SideFile<MirrorNotes> {
        SideFile(path: "\(database)-mirror-\(name(of: secret))", fault: .unreadableMirrors)
    }

    /// What stands for a mirror beside its secret.
    static func name(of secret: String) -> String {
        String(NameDigest("notes " + secret).hex.prefix(16))
    }
}
