internal import AgendaBank
package import AgendaService
internal import Synchronization

/// The homes of the users of a bank.
package final class BankHomes: UserHomes {
    private let place: String
    private let bank: PostgresBank
    /// When the bank last told what has changed; nil before.
    private let told = Mutex<ContinuousClock.Instant?>(nil)

    /// - Parameter place: as ``PostgresBank/init(_:connections:patience:)``.
    package init(_ place: String, connections: Int = 4) {
        self.place = place
        bank = PostgresBank(place, connections: connections)
    }

    /// Looks five times a second.
    package func follow(_ tell: @Sendable (Set<Int64>?) async -> Void) async {
        let feed = BankFeed(place)
        while !Task.isCancelled {
            do throws(PostgresFault) {
                let news = try feed.look()
                told.withLock { $0 = .now }
                switch news {
                case .all: await tell(nil)
                case .users(let changed): if !changed.isEmpty { await tell(Set(changed.keys)) }
                }
            } catch {
                // The next look begins anew.
            }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    package func home(of user: ServedUser, in folder: String) -> any UserHome {
        BankFolder(bank, user: user.id, folder: folder)
    }

    // MARK: For who operates the node

    /// What the node asks of the bank, and how old what it knows of others' changes is.
    package var figures: [NodeMetrics.Figure] {
        let both = bank.figures
        var found: [NodeMetrics.Figure] = []
        /// One number of both pools.
        func add(
            _ name: String, _ help: String, kind: String = "gauge",
            _ value: (PostgresPool.Figures) -> Double
        ) {
            for (use, figures) in [("read", both.reading), ("write", both.writing)] {
                found.append(
                    NodeMetrics.Figure(
                        "agenda_bank_" + name, help, kind: kind, labels: "use=\"\(use)\"",
                        value(figures)))
            }
        }
        add("connections_working", "Connections that are at work.") { Double($0.working) }
        add("connections_idle", "Connections that wait for work.") { Double($0.idle) }
        add("questions_waiting", "Questions that wait for a connection.") { Double($0.waiting) }
        add("questions_total", "Questions of calendars that were asked.", kind: "counter") {
            Double($0.asked)
        }
        add("question_failures_total", "How many of them failed.", kind: "counter") {
            Double($0.failed)
        }
        add(
            "slow_questions_total", "How many of them took longer than a second.", kind: "counter"
        ) { Double($0.slow) }
        add("question_seconds_total", "How long all of them took.", kind: "counter") {
            $0.time / .seconds(1)
        }
        if let last = told.withLock(\.self) {
            found.append(
                NodeMetrics.Figure(
                    "agenda_bank_feed_age_seconds",
                    "Time since the bank told what other nodes have changed; five times a second.",
                    (.now - last) / .seconds(1)))
        }
        return found
    }
}
