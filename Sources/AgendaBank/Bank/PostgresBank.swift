internal import CalendarMerge

/// The calendars of many people in PostgreSQL, which is the truth about them: any number of programs on any machines write to it,
/// and none overwrites what it has not read.
///
/// What is acknowledged is on the disk of the server and of its standby, if it waits for one. What is asked again after a lost
/// answer is done once.
package final class PostgresBank: Sendable {
    /// Writers may wait for a standby, and readers never wait for writers.
    private let (reading, writing): (PostgresPool, PostgresPool)
    private let patience: PostgresConnection.Patience

    /// - Parameters:
    ///   - place: `host=a,b dbname=agenda` or a URI; the one that takes writes is found.
    ///   - connections: for each of reading and writing.
    package init(
        _ place: String, connections: Int = 4,
        patience: PostgresConnection.Patience = PostgresConnection.Patience()
    ) {
        reading = PostgresPool(place, connections: connections, patience: patience)
        writing = PostgresPool(place, connections: connections, patience: patience)
        self.patience = patience
    }

    /// Ends what is idle.
    package func close() {
        reading.close()
        writing.close()
    }

    /// What its connections do and have done, for reading and for writing.
    package var figures: (reading: PostgresPool.Figures, writing: PostgresPool.Figures) {
        (reading.figures, writing.figures)
    }

    /// Looks whether this program can work with the bank: with one of its own version, or of the next.
    ///
    /// - Returns: the database's generation.
    @discardableResult
    package func check() async throws(PostgresFault) -> Int64 {
        try await read(BankStatements.shard, of: nil) { rows throws(PostgresFault) in
            guard let row = rows.first else { throw PostgresFault(.schema, "there is no bank") }
            let (stored, own) = (Int(row.integer(1, as: Int32.self)), BankSchema.own.version)
            guard stored == own || stored == own + 1 else {
                throw PostgresFault(
                    .schema, "the bank has version \(stored), this program knows \(own)")
            }
            return row.integer(0)
        }
    }

    /// The number of a user, and whether they may write; nil if there is none of this name.
    package func user(
        named name: String
    ) async throws(PostgresFault) -> (id: Int64, isActive: Bool)? {
        try await read(BankStatements.named, of: nil, [.text(name)]) { rows in
            rows.first.flatMap { $0.isNull(0) ? nil : ($0.integer(0), $0.text(1) == "active") }
        }
    }

    // MARK: Asking

    /// Asks, and once more if the connection was lost: a server that was started anew has forgotten those that are idle.
    func read<Value: Sendable>(
        _ statement: PostgresStatement, of user: Int64?, _ values: [PostgresValue] = [],
        _ body: @escaping @Sendable ([PostgresResult.Row]) throws(PostgresFault) -> Value
    ) async throws(PostgresFault) -> Value {
        var tries = 0
        while true {
            do throws(PostgresFault) {
                return try await reading.run { connection, isLate throws(PostgresFault) in
                    try body(
                        try connection.rows(statement, of: user, values, isLate)?.rows ?? [])
                }
            } catch {
                tries += 1
                guard error.reason == .unsettled, tries < 3 else {
                    throw error.reason == .unsettled
                        ? PostgresFault(.away, error.message) : error
                }
            }
        }
    }

    /// Writes, and asks again with the same identifier until the answer is there or the time is over.
    ///
    /// - Throws: `unsettled` if it may have been done, `away` if it has not.
    func write(
        _ statement: PostgresStatement, of user: Int64, _ values: [PostgresValue],
        _ identifier: BankIdentifier, _ device: String, under duty: BankDuty? = nil
    ) async throws(PostgresFault) -> BankWrite {
        let all = values + [.uuid(identifier), .text(device)]
        let writes = try await write([(statement, all)], of: user, under: duty)
        guard let write = writes.last else {
            throw PostgresFault(.failed, "\(statement.name) answered nothing")
        }
        return write
    }

    /// Writes several things, or none, as ``write(_:of:_:_:_:)`` does one.
    func write(
        _ statements: [(PostgresStatement, [PostgresValue])], of user: Int64,
        under duty: BankDuty? = nil
    ) async throws(PostgresFault) -> [BankWrite] {
        let held = duty.map { duty -> (PostgresStatement, [PostgresValue]) in
            (
                BankStatements.held,
                [.text(duty.kind), .text(duty.what), .bigint(duty.generation)]
            )
        }
        let all = (held.map { [$0] } ?? []) + statements
        let end = ContinuousClock.now + .seconds(patience.caller)
        var isUnsettled = false
        while true {
            do throws(PostgresFault) {
                return try await writing.run { connection, isLate throws(PostgresFault) in
                    let results = try connection.rows(all, of: user, isLate)
                    return results.dropFirst(all.count - statements.count).compactMap { result in
                        result.rows.first.map { row in
                            var write = BankWrite(
                                modseq: row.integer(0), etag: row.text(1), isRepeated: row.bool(2))
                            if row.types.count > 3 { write.calendar = row.integer(3) }
                            return write
                        }
                    }
                }
            } catch {
                isUnsettled = isUnsettled || error.reason == .unsettled
                guard error.reason == .away || error.reason == .unsettled, .now < end else {
                    // Another refusal settles it: what is not known by its identifier was not done.
                    var fault = error
                    if isUnsettled, fault.reason == .away { fault.reason = .unsettled }
                    if held != nil, fault.state == BankStatements.isNotHeld {
                        fault.reason = .superseded
                    }
                    throw fault
                }
                await OwnThread.sleep(milliseconds: 50)
            }
        }
    }
}
