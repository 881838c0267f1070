internal import CalendarFiles
internal import GRDB

/// Why a ``RoomDatabase`` cannot be used: what is wrong as a value, and with which file. Nothing was deleted or replaced.
package struct RoomDatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// A newer version of this program has changed these tables: the version of the file and the one that is known.
        case newerVersion(room: String, found: Int, known: Int)
        /// The database belongs to another program.
        case foreign
        /// No database, or a damaged one; SQLite's own words.
        case damaged(cause: String)
        /// The disk or the quota is full; SQLite's own words.
        case diskFull(cause: String)
        /// Another process has been writing for longer than we wait; SQLite's own words.
        case busy(cause: String)
        /// The file or its folder cannot be read or written; the system's own words.
        case inaccessible(cause: String)
        /// Anything else; SQLite's own words.
        case failed(cause: String)
        /// A later run of the same has begun (``Fence``): its number. Nothing was stored.
        case superseded(by: Int64)
    }

    /// What is wrong.
    package var reason: Reason
    /// The file.
    package var path: String
    /// Which database it is.
    package var kind: RoomDatabase.Kind

    /// An error.
    package init(_ reason: Reason, path: String, kind: RoomDatabase.Kind = .sync) {
        (self.reason, self.path, self.kind) = (reason, path, kind)
    }

    /// One line of neutral English, with what helps.
    package var description: String { "\(path): \(sentence)" }

    /// Translates what GRDB and the system throw.
    init(_ error: any Error, path: String, kind: RoomDatabase.Kind = .sync) {
        if let error = error as? RoomDatabaseError {
            self = error
            self.kind = kind
            return
        }
        if let error = error as? SystemFailure {
            let cause = "\(error)"
            self.init(
                error.isFull ? .diskFull(cause: cause) : .inaccessible(cause: cause), path: path,
                kind: kind)
            return
        }
        guard let error = error as? DatabaseError else {
            // A NULL, or a value of another type than its column.
            let isBadRow = error is RowDecodingError
            self.init(
                isBadRow
                    ? .damaged(cause: "a row has a value of another type than its column")
                    : .failed(cause: "\(error)"), path: path, kind: kind)
            return
        }
        let cause = error.message ?? error.resultCode.description
        let reason: Reason =
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(cause: cause)
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE,
                .SQLITE_FULL:
                .diskFull(cause: cause)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(cause: cause)
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR:
                .inaccessible(cause: cause)
            default: .failed(cause: cause)
            }
        self.init(reason, path: path, kind: kind)
    }
}

extension RoomDatabaseError {
    /// Whether somebody else has the turn by now.
    package var isSuperseded: Bool { if case .superseded = reason { true } else { false } }

    var sentence: String {
        switch reason {
        case .newerVersion(let room, let found, let known):
            "a newer version of this program has written it (\(room) \(found), known is \(known)); use that version"
        case .foreign: "this database belongs to another program; name another file"
        case .damaged(let cause):
            "this is no database, or it is damaged: \(cause); put back a copy, or move it away, and \(kind.loss)"
        case .diskFull(let cause):
            "the disk is full: \(cause); nothing was stored, make room and repeat"
        case .busy(let cause): "another process is writing it: \(cause); repeat when that is done"
        case .inaccessible(let cause):
            "it cannot be read or written: \(cause); check the rights of file and folder"
        case .failed(let cause): "the database fails: \(cause)"
        case .superseded: "somebody else does the same by now: nothing was stored"
        }
    }
}
