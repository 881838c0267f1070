internal import CalendarFiles
internal import Foundation
internal import ICalendar

/// What tells whether a resource changed: its reader makes it, and the importer asks only whether it is the same.
public struct ResourceVersion: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// No resource has it, so the next refresh reads the content.
        case unknown
        /// The content could not be read, for the reason of this number.
        case unread(UInt64)
        /// What `stat` says of a file, without an array: a refresh compares those of thousands of files.
        case file(FileStamp)
        /// The version of any other resource, such as an entity tag.
        case bytes([UInt8])
    }

    let form: Form

    init(_ form: Form) { self.form = form }

    /// A version by its name: an entity tag, a number, the time of the last change.
    public init(_ name: String) { self.init(.bytes(Array(name.utf8))) }

    /// The version of a resource that cannot be read. Failing again for the same reason is nothing new.
    init(unreadableFor failure: AgendaError) {
        self.init(.unread(failure.description.utf8.fnv1a | 1))
    }

    static let unknown = ResourceVersion(.unknown)

    static func file(_ stamp: FileStamp) -> ResourceVersion { ResourceVersion(.file(stamp)) }
}

// As a BLOB: a byte for the case, then the words, least significant byte first, or the bytes.
extension ResourceVersion {
    var data: Data {
        switch form {
        case .unknown: Data()
        case .file(let file):
            Self.data(
                1,
                [
                    UInt64(bitPattern: file.size), UInt64(bitPattern: file.modified),
                    UInt64(bitPattern: file.statusChanged), file.inode,
                ])
        case .unread(let reason): Self.data(2, [reason])
        case .bytes(let bytes): Data([3] + bytes)
        }
    }

    private static func data(_ tag: UInt8, _ words: [UInt64]) -> Data {
        words.map(\.littleEndian).withUnsafeBytes { Data([tag] + $0) }
    }

    /// A BLOB of another form gives an unknown version.
    init(blob: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 {
            UInt64(
                littleEndian: blob.loadUnaligned(fromByteOffset: 1 + index * 8, as: UInt64.self))
        }
        switch (blob.first, blob.count) {
        case (1, 33):
            self = .file(
                FileStamp(
                    inode: word(3), size: Int64(bitPattern: word(0)),
                    modified: Int64(bitPattern: word(1)),
                    statusChanged: Int64(bitPattern: word(2))))
        case (2, 9): self.init(.unread(word(0)))
        case (3, _): self.init(.bytes(Array(blob.dropFirst())))
        default: self = .unknown
        }
    }
}
