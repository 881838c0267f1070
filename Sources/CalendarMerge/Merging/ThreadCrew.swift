/// Counts the threads that do the jobs of a queue: who waits is woken for a job, and only when nobody does is a thread begun.
/// Its owner locks it together with the queue, and does what ``Need`` says after that.
package struct ThreadCrew: Sendable {
    /// Threads that there may be.
    private let most: Int
    /// All threads, and those of them that wait for a job and were not woken.
    private var (threads, waiting) = (0, 0)

    /// Threads that do a job.
    package var atWork: Int { threads - waiting }

    /// What a job needs that was added.
    package enum Need: Sendable {
        /// All threads are at work: the next one that is done does it.
        case nothing
        /// One that waits has to be woken.
        case wakes
        /// A thread has to be begun.
        case thread
    }

    package init(most: Int) { self.most = most }

    /// Counts one more at work, if there is one.
    package mutating func need() -> Need {
        if waiting > 0 {
            waiting -= 1
            return .wakes
        }
        guard threads < most else { return .nothing }
        threads += 1
        return .thread
    }

    /// A thread has found nothing to do, and is going to wait.
    package mutating func rest() { waiting += 1 }

    /// A thread has waited long enough. False if somebody was woken meanwhile and nobody else waits: it is this one, which has
    /// not heard of it.
    package mutating func leave() -> Bool {
        guard waiting > 0 else { return false }
        waiting -= 1
        threads -= 1
        return true
    }
}
