internal import Glibc
package import ICalendar

/// One file of a ``Page``: what is to become of it, and what did.
package struct PageItem: Sendable {
    /// What is done with the file.
    package enum Kind: Character, Sendable {
        /// There was none: the new text gets the name.
        case create = "c"
        /// The new text takes the place of the old one.
        case replace = "r"
        /// The old text goes.
        case remove = "d"
    }

    /// How far it came.
    package enum Progress: Sendable {
        /// Nothing has happened to the file.
        case planned
        /// The new text has the name, and the old one the hidden name; nobody has looked yet at what it is.
        case swapped
        /// The file is as wanted. It has the version; `old` is what was there.
        case done(FileVersion?, old: [UInt8]?)
        /// The file is as somebody else left it, or the system refuses it. `rescued` is what of it has no place any more.
        case refused(SharedFile.Refusal, rescued: [UInt8]?)
    }

    /// What is done.
    package let kind: Kind
    /// The file's name; in a folder below after that folder's and a slash.
    package let name: String
    /// Where the file is: elsewhere than ``name`` if that is a link which is followed.
    let place: String
    /// The digest of what was read; nil for a new file.
    package let old: ContentDigest?
    /// The new text; empty for a removal.
    package let text: [UInt8]
    /// Its digest; that of no bytes for a removal.
    package let new: ContentDigest
    /// Whose rights a new file gets; nil for what folder and umask leave.
    var model: stat?
    /// What `stat` said of the new text under its hidden name.
    var written: FileStamp?
    /// How far it came.
    package var progress = Progress.planned
    /// Whether a page had it; else it was as wanted, or refused, before.
    package var isBrought = false

    init(
        _ kind: Kind, _ name: String, at place: String? = nil, old: ContentDigest?, text: [UInt8],
        new: ContentDigest
    ) {
        (self.kind, self.name, self.place) = (kind, name, place ?? name)
        (self.old, self.text, self.new) = (old, text, new)
    }
    /// Whether something is to be done.
    package var isPlanned: Bool { if case .planned = progress { true } else { false } }
}
