internal import CLibpq

/// A connection, which blocks the thread that uses it: one at a time, and none of Swift's pool.
///
/// What it sends for a user goes in one message and is one transaction: who the user is, then the statement.
package final class PostgresConnection: @unchecked Sendable {
    /// Seconds.
    package struct Patience: Hashable, Sendable {
        /// How long somebody waits for an answer.
        package var caller = 10.0
        /// How much longer the connection does: a server that waits for its standby keeps the transaction, and whoever leaves
        /// and comes again makes it wait twice.
        package var connection = 20.0

        package init() {}
    }

    private let raw: OpaquePointer
    private let patience: Patience
    private var prepared: Set<String> = []
    /// Whether it can only be closed.
    package private(set) var isBroken = false

    /// Connects, and says what holds for the session.
    ///
    /// - Parameter place: what libpq takes: `host=a,b dbname=agenda` or a URI.
    package init(_ place: String, patience: Patience = Patience()) throws(PostgresFault) {
        if let fault = clibpq_load() {
            throw PostgresFault(
                .failed, "libpq cannot be loaded (Debian: libpq5): \(String(cString: fault))")
        }
        guard let raw = clibpq_connect(place) else { throw PostgresFault(.away, "out of memory") }
        (self.raw, self.patience) = (raw, patience)
        guard clibpq_is_good(raw) != 0 else { throw PostgresFault(.away, fault) }
        // A write is acknowledged when the standby has it, whatever the database's default is, and none waits for ever for
        // another one of the same user.
        try script(
            """
            SET synchronous_commit = on; SET lock_timeout = '5s';
            SET default_transaction_isolation = 'read committed'
            """)
    }

    deinit { clibpq_close(raw) }

    private var fault: String {
        let text = clibpq_fault(raw).map { String(cString: $0) } ?? ""
        return text.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }

    /// Does several statements as one transaction, or as those that they begin themselves. They have no values: for set-up alone.
    ///
    /// - Returns: the last rows.
    @discardableResult
    package func script(_ text: String) throws(PostgresFault) -> PostgresResult? {
        guard clibpq_send_script(raw, text) != 0 else { throw broken() }
        return try answers(untilSync: false) {}.last
    }

    /// Does a statement.
    ///
    /// - Parameters:
    ///   - user: whose; nil for a statement of nobody.
    ///   - values: the statement's, but for the user.
    ///   - isLate: called once if the answer takes longer than somebody waits.
    /// - Throws: `unsettled` if it may have been done.
    package func rows(
        _ statement: PostgresStatement, of user: Int64?, _ values: [PostgresValue] = [],
        _ isLate: () -> Void = {}
    ) throws(PostgresFault) -> PostgresResult? {
        try rows([(statement, values)], of: user, isLate).last
    }

    /// Does several statements as one transaction: all of them, or none.
    ///
    /// - Returns: what each of them has answered.
    /// - Throws: as ``rows(_:of:_:_:)`` does, for the first that is refused.
    package func rows(
        _ statements: [(PostgresStatement, [PostgresValue])], of user: Int64?,
        _ isLate: () -> Void = {}
    ) throws(PostgresFault) -> [PostgresResult] {
        let warnings = clibpq_warnings(raw)
        var isSent = clibpq_begin(raw) != 0
        if let user {
            isSent = isSent && send(.user, [.text(String(user))])
        }
        for (statement, values) in statements {
            precondition(
                statement.isOfUser == (user != nil), "\(statement.name) is of a user, or not")
            let all = (user.map { [.bigint($0)] } ?? []) + values
            precondition(all.map(\.type) == statement.types, "the values of \(statement.name)")
            isSent = isSent && send(statement, all)
        }
        guard isSent, clibpq_send_sync(raw) != 0 else { throw broken() }
        let results = try answers(untilSync: true, isLate)
        // "canceling wait for synchronous replication": done here, and perhaps nowhere else.
        if statements.contains(where: \.0.isWrite), clibpq_warnings(raw) != warnings {
            throw PostgresFault(.unsettled, "the server warned while it wrote")
        }
        return Array(results.dropFirst(user == nil ? 0 : 1))
    }

    /// What was not sent has not happened, but what of it was is not known here.
    private func broken() -> PostgresFault {
        isBroken = true
        return PostgresFault(.unsettled, fault)
    }

    private func send(_ statement: PostgresStatement, _ values: [PostgresValue]) -> Bool {
        if !prepared.contains(statement.name) {
            let types = statement.types.map(\.rawValue)
            guard
                clibpq_send_prepare(
                    raw, statement.name, statement.text, Int32(types.count), types) != 0
            else { return false }
            waiting.append(statement.name)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(1) { $0 + ($1.bytes?.count ?? 0) })
        for value in values { bytes += value.bytes ?? [] }
        // An empty value is no NULL.
        bytes.append(0)
        let sizes = values.map { Int32($0.bytes?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        return bytes.withUnsafeBufferPointer { buffer in
            var place = 0
            let pointers = values.map { value -> UnsafePointer<CChar>? in
                guard let count = value.bytes?.count, let base = buffer.baseAddress else {
                    return nil
                }
                defer { place += count }
                return UnsafeRawPointer(base + place).assumingMemoryBound(to: CChar.self)
            }
            return clibpq_send(
                raw, statement.name, Int32(values.count), pointers, sizes, formats) != 0
        }
    }

    /// Statements that are being prepared.
    private var waiting: [String] = []

    private func answers(
        untilSync: Bool, _ isLate: () -> Void
    ) throws(PostgresFault) -> [PostgresResult] {
        var (found, failure): ([PostgresResult], PostgresFault?) = ([], nil)
        defer { waiting = [] }
        while true {
            var state = clibpq_wait(raw, Int32(patience.caller * 1_000))
            if state == 0 {
                isLate()
                state = clibpq_wait(raw, Int32(patience.connection * 1_000))
            }
            guard state == 1 else {
                isBroken = true
                throw PostgresFault(
                    .unsettled, state == 0 ? "the database does not answer" : fault)
            }
            guard let result = clibpq_next(raw) else {
                guard clibpq_is_good(raw) != 0 else { throw broken() }
                // Between two statements; behind the last one of a script.
                if untilSync { continue }
                break
            }
            let status = Int(clibpq_status(result))
            if status == CLIBPQ_ROWS {
                found.append(PostgresResult(result))
                continue
            }
            defer { clibpq_free(result) }
            if status == CLIBPQ_SYNC { break }
            if status == CLIBPQ_LEFT_OUT { continue }
            if status == CLIBPQ_DONE {
                // All of ours answer with rows but their preparation, which stays whatever becomes of the transaction.
                if untilSync, !waiting.isEmpty { prepared.insert(waiting.removeFirst()) }
                continue
            }
            failure = failure ?? PostgresFault(result)
        }
        if untilSync, clibpq_end(raw) == 0 { isBroken = true }
        if let failure {
            // A standby or a server that ends will not do better next time.
            if failure.state.hasPrefix("57") || failure.state == "25006" { isBroken = true }
            throw failure
        }
        return found
    }
}
