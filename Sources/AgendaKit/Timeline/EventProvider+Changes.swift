internal import ICalendar
internal import Synchronization

extension EventProvider {
    /// The timeline as it is now, and then each new state with what is different.
    ///
    /// Each reader has a stream of its own and compares with what it saw last: a slow one skips states and gets the
    /// newest, and nothing is queued for it. Ends when its reader does, or with ``AgendaError`` when the store cannot
    /// be read.
    ///
    /// - Parameter earlier: the last state of a provider before this one; the first update then tells what is
    ///   different from it.
    public func changes(
        after earlier: Timeline? = nil
    ) -> AsyncThrowingStream<TimelineUpdate, any Error> {
        let signal = listen()
        var earlier = earlier
        // Its revision may be another store's; no store has this one.
        earlier?.revision = -1
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

    /// The timeline as it is now, and what is different from an earlier one of this provider.
    ///
    /// Costs what has changed: events whose copies did, and days that midnight brought.
    ///
    /// - Parameter last: nil to read everything, and tell of no change.
    /// - Returns: nil if nothing is different.
    public func update(after last: Timeline?) async throws(AgendaError) -> TimelineUpdate? {
        guard let last else {
            var timeline = try await timeline()
            timeline.keys = NodeKeys(timeline.nodes)
            timeline.items = try items(on: timeline.window.dates)
            return TimelineUpdate(timeline: timeline, changes: [])
        }
        // Made once: meanwhile midnight may pass, or the reader move to another zone.
        let reader = reader()
        let window = reader.window
        let isSameZone = window.zone == last.zone
        let isSameDay = isSameZone && window.firstDate == last.nodes.first?.date
        if isSameDay, try store.revision() == last.revision { return nil }
        let newer = isSameZone ? try await store.readAsync { try reader.update(last, $0) } : nil
        var timeline = if let newer { newer } else { try await load(reader) }
        if timeline.keys == nil { timeline.keys = NodeKeys(timeline.nodes) }
        timeline.items = try items(of: timeline, after: last)
        return TimelineUpdate(timeline, after: last)
    }

    /// Watches the clock for the readers of ``changes(after:)`` until the task is cancelled: at midnight in the
    /// reader's zone the timeline moves on by a day.
    ///
    /// Looks every half minute at least: a sleeping machine's clock stands still for the process, and people set
    /// clocks.
    public func followClock() async {
        var day = today
        // Midnight may have passed before this began.
        checkForChanges()
        while !Task.isCancelled {
            let midnight = zone.startOfDay(day + 1)
            try? await Task.sleep(for: .seconds(min(max(midnight - clock.now, 1), 30)))
            guard today != day else { continue }
            day = today
            checkForChanges()
        }
    }

    /// Tells the readers of ``changes(after:)`` that the store or the day may be another one: after an import, or if
    /// another process may have written.
    public func checkForChanges() {
        for listener in listeners.values { listener.yield() }
    }

    /// A signal for each ``checkForChanges()``, the first one at once; one that is not heard yet stands for all.
    private func listen() -> AsyncStream<Void> {
        let (signal, listener) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listenerCount += 1
        let number = listenerCount
        listeners[number] = listener
        listener.onTermination = { [weak self] _ in
            Task { await self?.forget(number) }
        }
        listener.yield()
        return signal
    }

    private func forget(_ number: Int) { listeners[number] = nil }
}

/// The timeline that a reader of ``EventProvider/changes(after:)`` saw last.
private final class LastTimeline: Sendable {
    let timeline: Mutex<Timeline?>

    init(_ timeline: Timeline?) { self.timeline = Mutex(timeline) }
}
