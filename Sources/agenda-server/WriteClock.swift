import NIOCore
import Synchronization

/// Closes a connection whose reader takes nothing for 30 seconds: he is gone, or holds the memory of others. One task
/// watches all writes of an answer: a stream has 50 a second.
final class WriteClock: Sendable {
    private let begun = Mutex<ContinuousClock.Instant?>(nil)
    private let watching = Mutex<Task<Void, any Error>?>(nil)

    private static let patience = Duration.seconds(30)

    init(_ channel: any Channel) {
        let watch = Task { [weak self] in
            while true {
                try await Task.sleep(for: .seconds(5))
                guard let self else { return }
                if let begun = begun.withLock(\.self), .now - begun > Self.patience {
                    return try await channel.close()
                }
            }
        }
        watching.withLock { $0 = watch }
    }

    /// A write begins.
    func begin() { begun.withLock { $0 = .now } }

    /// The write has ended, and another one may follow.
    func pause() { begun.withLock { $0 = nil } }

    /// Nothing more is written.
    func end() { watching.withLock { $0?.cancel() } }
}
