internal import GRDB

// Translates what the database reports into AgendaError.

extension EventStore {
    static func translating<T>(
        place: String, _ body: () throws -> T
    ) throws(AgendaError) -> T {
        do {
            return try body()
        } catch {
            throw translated(error, place: place)
        }
    }

    static func translated(_ error: any Error, place: String) -> AgendaError {
        if var error = error as? AgendaError {
            if error.place.isEmpty { error.place = place }
            return error
        }
        // A NULL, or a value of another type than its column. `RowDecodingError` describes it in many lines.
        if error is RowDecodingError {
            return damaged(place, cause: "a row has a value of another type than its column")
        }
        guard let error = error as? DatabaseError else {
            return AgendaError(.storeFailed, place: place, message: "\(error)")
        }
        if [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            return damaged(place, cause: error.message)
        }
        let (code, message, remedy): (AgendaError.Code, String, String?) =
            switch error.resultCode {
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
                (.storeUnwritable, "the disk is full; nothing was changed", "make room, try again")
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                (.storeBusy, "another program holds the database", "try again when it is done")
            case .SQLITE_FULL:
                (.storeUnwritable, "the disk is full; nothing was changed", "make room, try again")
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR:
                (
                    .storeUnwritable, "the database cannot be read or written",
                    "check the disk and the rights, or name another file with --database"
                )
            default: (.storeFailed, "the database failed", nil)
            }
        return AgendaError(
            code, place: place, message: message, remedy: remedy, cause: error.message)
    }

    static func damaged(_ place: String, cause: String? = nil) -> AgendaError {
        AgendaError(
            .storeDamaged, place: place, message: "this is no database, or a damaged one",
            remedy: "put it aside and name another file with --database", cause: cause)
    }
}
