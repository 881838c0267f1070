internal import GRDB
internal import ICalendar

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

    /// Refuses to show or keep what was read without libical or the time zone data that it needed.
    static func requireAllRead() throws(AgendaError) {
        if case .libraryMissing(let cause) = ICalendarParser.failure {
            throw AgendaError(.libicalMissing(cause: cause))
        }
        if SystemZones.isMissed { throw AgendaError(.zonesMissing, place: SystemZones.folder) }
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
            return AgendaError(.databaseFailed(cause: "\(error)"), place: place)
        }
        let cause = error.message
        let reason: AgendaError.Reason =
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .notADatabase(cause: cause)
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE,
                .SQLITE_FULL:
                .diskFull(cause: cause)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .databaseBusy(cause: cause)
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR:
                .databaseInaccessible(cause: cause)
            default: .databaseFailed(cause: cause)
            }
        return AgendaError(reason, place: place)
    }

    static func damaged(_ place: String, cause: String? = nil) -> AgendaError {
        AgendaError(.notADatabase(cause: cause), place: place)
    }
}
