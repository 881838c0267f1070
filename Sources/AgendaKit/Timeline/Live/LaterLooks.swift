internal import CalendarMerge
internal import Synchronization

/// Looks at a store a few times more after its files have changed. SQLite writes a commit, waits for the disk, and only then
/// lets others see it: on a slow disk that is later than the kernel tells of the writing, and nothing tells of it then.
final class LaterLooks: Sendable {
    /// Seconds from one look to the next.
    private static let pauses = [1, 2, 4, 8]

    private let provider: EventProvider
    /// How many pauses are over since the last change; nil while nothing is looked at.
    private let place = Mutex<Int?>(nil)

    init(_ provider: EventProvider) { self.provider = provider }

    /// Begins, or begins again after the pause that is on.
    func begin() {
        let isRunning = place.withLock { place in
            defer { place = 0 }
            return place != nil
        }
        guard !isRunning else { return }
        Task {
            // Not `Task.sleep`: a process that has used it wakes each second from then on.
            while let pause = next() {
                await OwnThread.sleep(milliseconds: pause * 1_000)
                if place.withLock({ $0 != nil }) { await provider.checkForChanges() }
            }
        }
    }

    /// Looks no more.
    func end() { place.withLock { $0 = Self.pauses.count } }

    /// The next pause; nil where all are over.
    private func next() -> Int? {
        place.withLock { place in
            guard let over = place, over < Self.pauses.count else {
                place = nil
                return nil
            }
            place = over + 1
            return Self.pauses[over]
        }
    }
}
