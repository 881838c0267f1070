internal import GRDB
internal import ICalendar

/// The one row of table `state`.
struct StateRecord {
    /// Raised by each commit that changes anything.
    var revision: Int64
    /// The days for which recurrence sets are expanded.
    var horizon: Range<CivilDate>
}

/// The SQL of table `state`.
enum StateTable {
    static func fetch(_ database: Database) throws -> StateRecord {
        var state: StateRecord?
        try RowReader("SELECT revision, horizon_start, horizon_end FROM state", database).forEach {
            let (start, end) = (Int(try $0.requiredInteger(1)), Int(try $0.requiredInteger(2)))
            state = StateRecord(
                revision: try $0.requiredInteger(0),
                horizon: CivilDate(
                    daysSinceEpoch: start)..<CivilDate(daysSinceEpoch: max(start, end)))
        }
        guard let state else { throw missing }
        return state
    }

    private static var missing: AgendaError {
        AgendaError(.rowMissing(table: "state"))
    }

    /// Raises the revision and returns it.
    static func raiseRevision(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: "UPDATE state SET revision = revision + 1 RETURNING revision")
        guard let revision = try Int64.fetchOne(statement) else { throw missing }
        return revision
    }

    /// Raises the revision to this one at least.
    static func raiseRevision(to revision: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE state SET revision = MAX(revision, ?)", arguments: [revision])
    }

    static func setHorizon(_ horizon: Range<CivilDate>, _ database: Database) throws {
        let (start, end) = (horizon.lowerBound.daysSinceEpoch, horizon.upperBound.daysSinceEpoch)
        try database.execute(
            literal: "UPDATE state SET horizon_start = \(start), horizon_end = \(end)")
    }
}
