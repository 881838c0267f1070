import AgendaActions

/// Decides when the daemon imports, fetches and synchronises; for reminders ``DueReminders`` does. Times are seconds since
/// 1970 by the machine's clock: a sum of waits would stand still while the machine sleeps.
struct DaemonSchedule: Hashable, Sendable {
    /// What is done one at a time.
    enum Job: Hashable, Sendable {
        /// Imports what changed in the sources.
        case importing
        /// Brings the search index up to date with what was imported.
        case indexing
        /// Fetches the feeds that are due.
        case feeds
        /// Synchronises an account.
        case account(String)
    }

    typealias Ending = RunEnding

    /// What is known of a job.
    private struct Entry: Hashable {
        /// When it is due without a reason; nil: never.
        var due: Double?
        /// When ``due`` was decided: a clock that was set back since must not put it off.
        var decided: Double
        /// The first and the last thing that asked for it and was not served yet.
        var asked: (ClosedRange<Double>)?
        var isRunning = false
        var failures = 0
        var isOfNetwork = false
        /// Until when the server asked to be left alone.
        var pause: Double?
        var isRefused = false
        /// Whether ``retry(_:now:)`` was called while it ran: what it found out is no longer true.
        var isOutdated = false
    }

    private var entries: [Job: Entry] = [:]

    /// Seconds without a change of an account's files before they are sent: programs write several at a time.
    static let settling = 0.1
    /// The longest delay after the first change.
    static let longestSettling = 5.0
    /// Seconds until somebody else has probably done it.
    static let busy = 30.0

    /// The waits after the first failure, and after many, in seconds.
    private static func backoff(_ job: Job) -> (first: Double, longest: Double) {
        if case .account = job { (60, 7_200) } else { (2, 60) }
    }

    /// The jobs that are known.
    var jobs: Set<Job> { Set(entries.keys) }

    /// Whether nobody will try the job again until something changes.
    func isRefused(_ job: Job) -> Bool { entries[job]?.isRefused ?? false }

    /// Adds a job, or decides anew when it is due without a reason. A job that failed keeps its wait.
    mutating func plan(_ job: Job, due: Double?, now: Double) {
        guard entries[job]?.failures ?? 0 == 0 else { return }
        entries[job, default: Entry(decided: now)].due = due
        entries[job]?.decided = now
    }

    /// Forgets a job that no longer exists.
    mutating func forget(_ job: Job) { entries[job] = nil }

    /// Something changed that the job is for. A server that fails is not asked sooner.
    mutating func ask(for job: Job, now: Double) {
        let first = entries[job]?.asked?.lowerBound ?? now
        entries[job, default: Entry(decided: now)].asked = min(first, now)...now
    }

    /// Nothing that changed needs the job.
    mutating func withdraw(_ job: Job) { entries[job]?.asked = nil }

    /// Somebody changed what may have been the cause of a failure, or wants it to be tried: forgets all failures.
    mutating func retry(_ job: Job, now: Double) {
        let wasRunning = entries[job]?.isRunning ?? false
        entries[job] = Entry(
            due: now, decided: now, isRunning: wasRunning, isOutdated: wasRunning)
    }

    /// There is another network: tries again what failed for want of one, unless its server asked for a pause.
    mutating func networkChanged(now: Double, random: () -> Double) {
        for (job, entry) in entries where entry.failures > 0 && entry.isOfNetwork {
            entries[job]?.due = min(entry.due ?? .infinity, now + 2 * random())
            entries[job]?.decided = now
        }
    }

    /// The jobs whose time has come.
    func due(now: Double) -> Set<Job> { Set(entries.filter { isDue($0, $1, now) }.keys) }

    /// Whether a job is due only because something changed, not by its interval.
    func isOnlyAsked(_ job: Job, now: Double) -> Bool {
        guard let entry = entries[job], entry.asked != nil else { return false }
        return entry.due.map { $0 > now } ?? true
    }

    /// When the next job will be due, unless something happens before; nil: never.
    var next: Double? { entries.compactMap { time($0, $1) }.min() }

    /// When a job will be due; nil while it runs, and if only a change will make it so.
    func next(_ job: Job) -> Double? { entries[job].flatMap { time(job, $0) } }

    /// A job begins.
    mutating func begin(_ job: Job) {
        entries[job]?.isRunning = true
        // What changes from now on may be too late for this time.
        entries[job]?.asked = nil
    }

    /// A job has ended.
    ///
    /// - Parameter random: between 0 and 1, so that machines that failed together do not come back together.
    mutating func end(_ job: Job, _ ending: Ending, now: Double, random: Double) {
        guard var entry = entries[job] else { return }
        if entry.isOutdated {
            entries[job] = Entry(due: now, decided: now, asked: entry.asked)
            return
        }
        entry.isRunning = false
        entry.decided = now
        switch ending {
        case .done(let interval):
            entry = Entry(due: interval.map { now + $0 }, decided: now, asked: entry.asked)
        case .busy: entry.due = now + Self.busy
        case .refused: entry.isRefused = true
        case .failed(let wait, let isOfNetwork):
            let (first, longest) = Self.backoff(job)
            entry.failures += 1
            entry.isOfNetwork = isOfNetwork
            let doubled = min(longest, first * Double(1 << min(entry.failures - 1, 20)))
            entry.due = now + min(longest, max(first, doubled * (0.75 + random / 2)))
            entry.pause = wait.map { now + min($0, longest) }
        }
        entries[job] = entry
    }

    /// When a job will be due.
    private func time(_ job: Job, _ entry: Entry) -> Double? {
        guard !entry.isRunning, !entry.isRefused else { return nil }
        if entry.failures > 0 { return max(entry.due ?? 0, entry.pause ?? 0) }
        guard let asked = entry.asked else { return entry.due }
        let settled =
            if case .account = job {
                min(asked.upperBound + Self.settling, asked.lowerBound + Self.longestSettling)
            } else {
                asked.lowerBound
            }
        return min(settled, entry.due ?? .infinity)
    }

    private func isDue(_ job: Job, _ entry: Entry, _ now: Double) -> Bool {
        guard let time = time(job, entry) else { return false }
        let latest = max(entry.due == nil ? 0 : entry.decided, entry.asked?.upperBound ?? 0)
        return time <= now || latest > now + 1
    }
}
