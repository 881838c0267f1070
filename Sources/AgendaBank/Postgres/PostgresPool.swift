internal import CalendarMerge
internal import Dispatch
internal import Synchronization

/// A few connections to one database, each used by one thread at a time: statements take less than a millisecond, so that eight
/// do more than a processor.
///
/// A thread waits a while for more to do before it ends. While the database is away each second one question tries to connect,
/// and the others are told so at once.
package final class PostgresPool: Sendable {
    private let place: String
    /// What is said to the server first.
    private let begin: String?
    private let most: Int
    private let patience: PostgresConnection.Patience
    private let state: Mutex<State>
    /// Those who have a connection on their own thread.
    private let lent: DispatchSemaphore
    private let more = DispatchSemaphore(value: 0)

    private struct State {
        var jobs: [Job] = []
        var crew: ThreadCrew
        /// Threads that wait for an answer which is late.
        var late = 0
        var idle: [PostgresConnection] = []
        /// When nobody could connect, and why.
        var failure: (at: ContinuousClock.Instant, fault: PostgresFault)?
        var isClosed = false
        var done = Figures()
    }

    /// What a pool does now, and has done since it began.
    package struct Figures: Sendable {
        /// Connections at work, connections that wait for work, and questions that wait for a connection.
        package var (working, idle, waiting) = (0, 0, 0)
        /// Questions that were answered, or could not be.
        package var asked = 0
        /// Those that could not be.
        package var failed = 0
        /// Those that took longer than ``slow``.
        package var slow = 0
        /// How long all took together, without waiting for a connection.
        package var time = Duration.zero

        /// As long as a request takes that is logged.
        package static let slow = Duration.seconds(1)
    }

    /// What it does and has done.
    package var figures: Figures {
        state.withLock { state in
            var found = state.done
            (found.working, found.idle) = (state.crew.atWork, state.idle.count)
            found.waiting = state.jobs.count
            return found
        }
    }

    /// Something to do with a connection; or without one, and why.
    private struct Job {
        let end: ContinuousClock.Instant
        let body: @Sendable (Result<PostgresConnection, PostgresFault>) -> Void
    }

    /// - Parameters:
    ///   - place: as ``PostgresConnection/init(_:patience:)``.
    ///   - connections: at most.
    ///   - begin: a script for each new connection, which holds for its session.
    package init(
        _ place: String, connections: Int = 6, begin: String? = nil,
        patience: PostgresConnection.Patience = PostgresConnection.Patience()
    ) {
        (self.place, self.begin, most, self.patience) = (place, begin, connections, patience)
        state = Mutex(State(crew: ThreadCrew(most: connections)))
        lent = DispatchSemaphore(value: connections)
    }

    /// Gives what `body` returns on a thread of its own.
    ///
    /// - Parameter body: gets a connection, and what it has to call when an answer is late: then this throws `unsettled`, and the
    ///   connection waits on.
    package func run<Value: Sendable>(
        _ body:
            @escaping @Sendable (PostgresConnection, @Sendable () -> Void) throws(PostgresFault) ->
            Value
    ) async throws(PostgresFault) -> Value {
        let result: Result<Value, PostgresFault> = await withCheckedContinuation { continuation in
            let answer = Answer(continuation)
            enqueue(
                Job(end: .now + .seconds(patience.caller)) { [self] connection in
                    let begin = ContinuousClock.now
                    let result = connection.flatMap { connection in
                        do throws(PostgresFault) {
                            return .success(
                                try body(connection) {
                                    answer.isLate = true
                                    noteLate()
                                    answer.give(.failure(Self.late))
                                })
                        } catch { return .failure(error) }
                    }
                    note(result, .now - begin)
                    answer.give(result)
                    if answer.isLate { state.withLock { $0.late -= 1 } }
                })
        }
        return try result.get()
    }

    /// Gives a connection to this thread, which may block, for as long as `body` takes. One who has to wait for it longer than
    /// for an answer is told that too much is asked: a server has so many connections for all nodes, and refuses the next one.
    package func lend<Value>(
        _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        guard lent.wait(timeout: .now() + patience.caller) == .success else { throw Self.busy }
        defer { lent.signal() }
        let idle = state.withLock { $0.idle.popLast() }
        let connection = try idle ?? connect()
        defer { if !connection.isBroken { keep(connection) } }
        return try body(connection)
    }

    /// Closes what is idle, and what is at work when it is done.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.idle = []
        }
    }

    /// What is answered once, by whoever is first.
    private final class Answer<Value: Sendable>: Sendable {
        private typealias Continuation = CheckedContinuation<Result<Value, PostgresFault>, Never>
        private let state: Mutex<(continuation: Continuation?, isLate: Bool)>

        init(_ continuation: CheckedContinuation<Result<Value, PostgresFault>, Never>) {
            state = Mutex((continuation, false))
        }

        var isLate: Bool {
            get { state.withLock(\.isLate) }
            set { state.withLock { $0.isLate = newValue } }
        }

        func give(_ result: Result<Value, PostgresFault>) {
            let waiting = state.withLock { state in
                defer { state.continuation = nil }
                return state.continuation
            }
            waiting?.resume(returning: result)
        }
    }

    private func note<Value>(_ result: Result<Value, PostgresFault>, _ time: Duration) {
        state.withLock { state in
            state.done.asked += 1
            if case .failure = result { state.done.failed += 1 }
            if time > Figures.slow { state.done.slow += 1 }
            state.done.time += time
        }
    }

    private static let late = PostgresFault(.unsettled, "the database does not answer")
    private static let busy = PostgresFault(.away, "too much is asked of the database")

    private func enqueue(_ job: Job) {
        let need = state.withLock { state -> ThreadCrew.Need? in
            guard state.late < most else { return nil }
            state.jobs.append(job)
            return state.crew.need()
        }
        switch need {
        case nil: job.body(.failure(Self.busy))
        case .wakes: more.signal()
        case .thread: OwnThread.start { [self] in work() }
        case .nothing: break
        }
    }

    /// Sends those away who would wait for nobody.
    private func noteLate() {
        let jobs = state.withLock { state in
            state.late += 1
            guard state.late == most else { return [] as [Job] }
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.body(.failure(Self.busy)) }
    }

    /// Seconds for which a thread waits: beginning one for each question took a tenth of a node's time.
    private static let linger = 5.0

    /// Whether a thread that waited has more to do.
    private func waited() -> Bool {
        if more.wait(timeout: .now() + Self.linger) == .success { return true }
        if state.withLock({ $0.crew.leave() }) { return false }
        more.wait()
        return true
    }

    private func work() {
        while true {
            let next = state.withLock { state -> (Job, PostgresConnection?)? in
                guard !state.jobs.isEmpty else {
                    state.crew.rest()
                    return nil
                }
                return (state.jobs.removeFirst(), state.idle.popLast())
            }
            guard let (job, idle) = next else {
                if waited() { continue }
                return
            }
            guard job.end > .now else {
                if let idle { keep(idle) }
                job.body(.failure(Self.busy))
                continue
            }
            do throws(PostgresFault) {
                let connection: PostgresConnection
                if let idle { connection = idle } else { connection = try connect() }
                job.body(.success(connection))
                if !connection.isBroken { keep(connection) }
            } catch { job.body(.failure(error)) }
        }
    }

    private func keep(_ connection: PostgresConnection) {
        state.withLock { state in
            if !state.isClosed, state.idle.count < most { state.idle.append(connection) }
        }
    }

    private func connect() throws(PostgresFault) -> PostgresConnection {
        let failure = state.withLock { state -> PostgresFault? in
            if let failure = state.failure, .now < failure.at + .seconds(1) { return failure.fault }
            // The others wait for what this one finds out.
            if state.failure != nil { state.failure?.at = .now }
            return nil
        }
        if let failure { throw failure }
        do throws(PostgresFault) {
            let connection = try PostgresConnection(place, patience: patience)
            if let begin { try connection.script(begin) }
            state.withLock { $0.failure = nil }
            return connection
        } catch {
            // Nothing was asked yet.
            var fault = error
            if fault.reason == .unsettled { fault.reason = .away }
            state.withLock { $0.failure = (.now, fault) }
            throw fault
        }
    }
}
