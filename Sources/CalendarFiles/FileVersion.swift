package import ICalendar

/// The version of a file: the digest of what was read, and what `stat` said then.
///
/// The digest decides whether a file is still what was read. The stamp only saves the reading.
package struct FileVersion: Hashable, Sendable {
    /// The digest of the bytes.
    package var digest: ContentDigest
    /// From before they were read.
    package var stamp: FileStamp
    /// Whether the file may have changed since without another stamp (``FileStamp/isYoung(at:)``).
    package var isYoung: Bool

    /// A version.
    package init(digest: ContentDigest, stamp: FileStamp, isYoung: Bool) {
        (self.digest, self.stamp, self.isYoung) = (digest, stamp, isYoung)
    }

    /// Whether a file with this stamp has this version for certain.
    package func isCertain(for stamp: FileStamp) -> Bool { !isYoung && self.stamp == stamp }
}

extension OpenFolder {
    /// A file's bytes and version; nil if there is nothing.
    package func read(
        _ name: String, key: ContentDigest.Key, limit: Int = .max
    ) throws(Unreadable) -> (bytes: [UInt8], version: FileVersion)? {
        try content(name, limit: limit).map { found in
            let digest = ContentDigest(found.bytes, key: key)
            return (
                found.bytes,
                FileVersion(digest: digest, stamp: found.stamp, isYoung: found.isYoung)
            )
        }
    }
}
