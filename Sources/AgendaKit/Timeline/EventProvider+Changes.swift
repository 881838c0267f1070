internal import ICalendar
internal import Synchronization

extension EventProvider {
    /// The timeline as it is now, and then each new state with what is different.
    ///
    /// Every reader has a stream of its own, and compares with what it saw last: a slow one skips
    /// states and gets the newest, and nothing is queued for it. Ends when its reader does, or with
    /// ``AgendaError`` when the store cannot be read.
    ///
    /// - Parameter earlier: the last state of a provider before this one; then the first update
    ///   tells what is different from it.
    public func changes(
        after earlier: Timeline? = nil
    ) -> AsyncThrowingStream<TimelineUpdate, any Error> {
        let signal = listen()
        let last = LastTimeline(earlier)
        return AsyncThrowingStream {
            for await _ in signal {
                let update = try await self.update(after: last.timeline.withLock { $0 })
                guard let update else { continue }
                last.timeline.withLock { $0 = update.timeline }
                return update
            }
            return nil
        }
    }

    /// Watches the clock for the readers of ``changes(after:)``, until the task is cancelled: at midnight
    /// in the reader's zone the timeline moves on by a day.
    ///
    /// A sleeping machine's clock stands still for the process, and people set clocks; so it looks
    /// every half minute at least.
    public func followClock() async {
        var day = today
        // Midnight may have passed before this began.
        checkForChanges()
        while !Task.isCancelled {
            let midnight = zone.startOfDay(day + 1)
            let wait = min(max(midnight - clock.now, 1), Self.longestWait)
            try? await Task.sleep(for: .seconds(wait))
            guard today != day else { continue }
            day = today
            checkForChanges()
        }
    }

    private static var longestWait: Int { 30 }
}

/// The timeline that a reader of ``EventProvider/changes(after:)`` saw last.
private final class LastTimeline: Sendable {
    let timeline: Mutex<Timeline?>

    init(_ earlier: Timeline?) {
        var earlier = earlier
        // Its revision may be another store's; no store has this one.
        earlier?.revision = -1
        timeline = Mutex(earlier)
    }
}
