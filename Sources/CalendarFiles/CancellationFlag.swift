internal import Synchronization

/// Tells a thread that waits for a system call that its task was cancelled.
package final class CancellationFlag: Sendable {
    private let value = Atomic(false)

    /// Not cancelled.
    package init() {}

    /// Cancels.
    package func set() { value.store(true, ordering: .relaxed) }

    /// Whether it was cancelled.
    package var isSet: Bool { value.load(ordering: .relaxed) }
}
