/// Files of a folder in which something may have changed, if nothing else of the folder may have: by their places below it, and
/// whether the kernel has said that the file was deleted since.
///
/// A file that has another name now was not deleted: one of our own changes may be about to give it its name back.
struct NamedFiles: Hashable, Sendable {
    private(set) var areDeleted: [String: Bool] = [:]

    /// From so many files on, a look at the whole folder costs no more.
    private static let limit = 300

    /// Whether there are too many to be looked at one by one.
    var areMany: Bool { areDeleted.count > Self.limit }

    /// Notes what happened last to a file.
    mutating func note(_ href: String, isDeleted: Bool) { areDeleted[href] = isDeleted }

    /// These and others that were noted later; nil if one of both does not say which files may have changed.
    static func joined(_ earlier: NamedFiles?, _ later: NamedFiles?) -> NamedFiles? {
        guard var files = earlier, let later else { return nil }
        files.areDeleted.merge(later.areDeleted) { $1 }
        return files.areMany ? nil : files
    }
}
