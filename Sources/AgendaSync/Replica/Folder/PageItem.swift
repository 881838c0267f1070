internal import CalendarFiles
internal import ICalendar

/// One file of a ``Page``: what is to become of it, and what did.
struct PageItem {
    /// What is done with the file.
    enum Kind: Character {
        /// There was none: the new text gets the name.
        case create = "c"
        /// The new text takes the place of the old one.
        case replace = "r"
        /// The old text goes.
        case remove = "d"
    }

    /// How far it came.
    enum Progress {
        /// Nothing has happened to the file.
        case planned
        /// The new text has the name, and the old one the hidden name; nobody has looked yet at what it is.
        case swapped
        /// The file is as wanted. It has the version; what was there goes to the trash.
        case done(FileVersion?, old: [UInt8]?)
        /// Somebody else changed the file: it is as he left it. What of it has no place any more goes to the trash.
        case changed(rescued: [UInt8]?)
        /// The system refuses this file.
        case failed(String)
    }

    let kind: Kind
    let name: String
    /// What was read; nil for a new file.
    let old: ContentDigest?
    /// The new text; empty for a removal.
    let text: [UInt8]
    /// Its digest; that of no bytes for a removal.
    let new: ContentDigest
    /// What `stat` said of the new text under its hidden name.
    var written: FileStamp?
    var progress = Progress.planned
}
