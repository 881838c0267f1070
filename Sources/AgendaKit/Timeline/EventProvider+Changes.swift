internal import CalendarMerge
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
        var earlier = earlier
        // Its revision may be another store's; no store has this one.
        earlier?.revision = -1
        return states(after: earlier) {
            try await self.update(after: $0)
        } state: {
            $0.timeline
        }
    }

    /// How much is on each day now, and then each new state, as ``changes(after:)`` does with the events themselves.
    package func outlines() -> AsyncThrowingStream<OutlineUpdate, any Error> {
        states(after: nil) {
            try await self.outline(after: $0)
        } state: {
            $0.outline
        }
    }

    /// Makes an update of the last state after each signal, for one reader.
    private func states<State: Sendable, Update: Sendable>(
        after earlier: State?, update: @escaping @Sendable (State?) async throws -> Update?,
        state: @escaping @Sendable (Update) -> State
    ) -> AsyncThrowingStream<Update, any Error> {
        let signal = listen()
        let last = LastState(earlier)
        return AsyncThrowingStream {
            for await _ in signal {
                guard let newer = try await update(last.state.withLock { $0 }) else { continue }
                last.state.withLock { $0 = state(newer) }
                return newer
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
    /// - Throws: the errors of reading (``AgendaError``).
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
        var update = TimelineUpdate(timeline, after: last)
        guard !update.changes.isEmpty || !update.itemChanges.isEmpty else { return update }
        let origin = try store.read { [revision = timeline.revision] in
            try ChangeTable.fetchOrigins(after: last.revision, through: revision, $0)
        }
        for index in update.changes.indices {
            update.changes[index].by = origin(update.changes[index].event.id.key)
        }
        for index in update.itemChanges.indices {
            update.itemChanges[index].by = origin(update.itemChanges[index].item.id.key)
        }
        return update
    }

    /// Watches the clock for the readers of ``changes(after:)`` until the task is cancelled: at midnight in the
    /// reader's zone the timeline moves on by a day.
    ///
    /// Sleeps until then; wakes earlier when the machine's clock is set, or the reader moves to another zone.
    public func followClock() async {
        let (wakes, waker) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let timer = WakeTimer { waker.yield() }
        clockFollower = waker
        var wake = wakes.makeAsyncIterator()
        var day = today
        // Midnight may have passed before this began.
        checkForChanges()
        while !Task.isCancelled {
            let seconds = max(zone.startOfDay(day + 1) - clock.now, 1)
            if timer.set(Double(SystemClock().now.secondsSinceEpoch + seconds)) {
                _ = await wake.next(isolation: self)
            } else {
                // The system cannot tell when its clock is set.
                await OwnThread.sleep(milliseconds: min(seconds, 30) * 1_000)
            }
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

/// What a reader of ``EventProvider/changes(after:)`` saw last.
private final class LastState<State: Sendable>: Sendable {
    let state: Mutex<State?>

    init(_ state: State?) { self.state = Mutex(state) }
}
