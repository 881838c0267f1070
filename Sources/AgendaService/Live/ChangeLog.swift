internal import AgendaKit

/// The changes of the timeline since the service began, as far as they are kept, and who waits for the next.
///
/// Nothing is queued for a reader: it says up to which revision it knows, and gets one difference from there, however
/// many commits have been since. A reader that was away for longer than the log goes back loads everything anew.
actor ChangeLog {
    /// What a reader does not know yet.
    enum News: Sendable {
        case changes(
            [TimelineUpdate.Change], items: [TimelineUpdate.ItemChange] = [], revision: Int64)
        /// Too much, or other days: load the timeline again.
        case reset(revision: Int64)
        /// Nothing, for ``ChangeLog/patience``.
        case nothing
    }

    private struct Entry {
        let revision: Int64
        let changes: [TimelineUpdate.Change]
        let items: [TimelineUpdate.ItemChange]

        var count: Int { changes.count + items.count }
    }

    /// The present state of the whole timeline; nil before it was read.
    private(set) var timeline: Timeline?
    private var entries: [Entry] = []
    private var count = 0
    /// The revision before the first entry.
    private var start: Int64 = 0
    /// What is new since a revision, until the next commit: most of a thousand readers know the same one.
    private var differences: [Int64: News] = [:]
    private var waiting: [Int: (continuation: CheckedContinuation<Void, Never>, isReader: Bool)] =
        [:]
    private var number = 0
    private var isClosed = false
    /// When the readers were woken last, and whether they will be soon.
    private var woken = ContinuousClock.now - ChangeLog.pause
    private var willWake = false
    /// Which store's revisions and which days these are: grows with each that takes the place of another.
    private(set) var generation = 0

    /// So many changes are kept: 10,000 events are about 8 MB.
    private static let limit = 10_000
    /// So many commits are kept.
    private static let entryLimit = 4_096
    /// More at once are no delta: the page is faster with the timeline itself.
    static let deltaLimit = 1_000
    /// Seconds after which a reader hears something, so that dead connections are noticed.
    static let patience = 30
    /// Between two differences for the same reader: a page that changes more often helps nobody, and a thousand readers
    /// that wake for each of 50 commits a second leave no processor time to the commits. A change alone never waits.
    static let pause = Duration.milliseconds(50)

    /// Takes the next state.
    func append(_ update: TimelineUpdate) {
        let revision = update.timeline.revision
        let isSameDays =
            timeline.map {
                $0.zone == update.timeline.zone
                    && $0.window.firstDate == update.timeline.window.firstDate
            } ?? false
        let entry = Entry(
            revision: revision, changes: update.changes, items: update.itemChanges)
        if isSameDays, entry.count <= Self.deltaLimit {
            entries.append(entry)
            count += entry.count
            while count > Self.limit || entries.count > Self.entryLimit {
                let first = entries.removeFirst()
                (start, count) = (first.revision, count - first.count)
            }
        } else {
            // The places of other days mean other days, also where the store is the same as before midnight.
            if timeline != nil, !isSameDays { generation += 1 }
            (entries, count, start) = ([], 0, revision)
        }
        (timeline, differences) = (update.timeline, [:])
        wakeSoon()
    }

    /// What is new since a revision, without waiting.
    func news(since revision: Int64) -> News {
        // A reader that has read the store since knows more than the log.
        guard let present = timeline?.revision, revision < present else { return .nothing }
        guard revision >= start else { return .reset(revision: present) }
        if let known = differences[revision] { return known }
        let first = entries.lastIndex { $0.revision <= revision }.map { $0 + 1 } ?? 0
        let missed = entries[first...]
        let news: News =
            missed.reduce(0) { $0 + $1.count } <= Self.deltaLimit
            ? .changes(
                Self.net(missed.flatMap(\.changes)), items: Self.net(missed.flatMap(\.items)),
                revision: present)
            : .reset(revision: present)
        differences[revision] = news
        return news
    }

    /// What is new since a revision; waits where nothing is, but not for longer than ``patience``. Nil when the service
    /// ends.
    ///
    /// - Parameter generation: what the log's was when the reader learnt the revision; of another store it means nothing,
    ///   and so do the places of other days.
    ///
    /// - Parameter isReader: whether it is a stream's reader (``readerCount``).
    func next(after revision: Int64, generation: Int, isReader: Bool = true) async -> News? {
        let end = ContinuousClock.now + .seconds(Self.patience)
        while !isClosed, !Task.isCancelled {
            guard generation == self.generation else {
                return .reset(revision: timeline?.revision ?? 0)
            }
            let news = news(since: revision)
            if case .nothing = news, ContinuousClock.now < end {
                await wait(isReader)
            } else {
                return news
            }
        }
        return nil
    }

    /// Another store takes the place of the one that was read: all readers load everything anew.
    func beginAgain() {
        (entries, count, start, timeline, differences) = ([], 0, 0, nil, [:])
        generation += 1
        wake()
    }

    /// Lets all readers look at the time.
    func tick() { wake() }

    /// Ends all streams.
    func close() {
        isClosed = true
        wake()
    }

    /// How many readers of streams wait.
    var readerCount: Int { waiting.values.count { $0.isReader } }

    private func wait(_ isReader: Bool) async {
        number += 1
        let own = number
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled || isClosed {
                    continuation.resume()
                } else {
                    waiting[own] = (continuation, isReader)
                }
            }
        } onCancel: {
            Task { await self.giveUp(own) }
        }
    }

    private func giveUp(_ own: Int) { waiting.removeValue(forKey: own)?.continuation.resume() }

    /// Wakes the readers now, or when the pause since the last time is over.
    private func wakeSoon() {
        guard !willWake else { return }
        let due = woken + Self.pause
        guard due > .now else { return wake() }
        willWake = true
        Task {
            try? await Task.sleep(until: due, clock: .continuous)
            willWake = false
            wake()
        }
    }

    private func wake() {
        woken = .now
        let all = waiting
        waiting = [:]
        for one in all.values { one.continuation.resume() }
    }

    /// What several changes of an event, or of a to-do, come to.
    static func net<Change: IdentifiedChange>(_ changes: [Change]) -> [Change] {
        var result: [Change?] = []
        var places: [OccurrenceID: Int] = [:]
        for change in changes {
            guard let place = places[change.id], let earlier = result[place] else {
                places[change.id] = result.count
                result.append(change)
                continue
            }
            var change = change
            change.by = ChangeOrigin.joined(earlier.by, change.by)
            switch (earlier.kind, change.kind) {
            case (.added, .removed):
                result[place] = nil
                places[change.id] = nil
                continue
            case (.added, _): change.kind = .added
            case (.removed, .added): change.kind = .changed
            default: break
            }
            result[place] = change
        }
        return result.compactMap(\.self)
    }
}

/// A change of what has an id.
protocol IdentifiedChange {
    var kind: TimelineUpdate.Kind { get set }
    var by: ChangeOrigin? { get set }
    var id: OccurrenceID { get }
}

extension TimelineUpdate.Change: IdentifiedChange {
    var id: OccurrenceID { event.id }
}

extension TimelineUpdate.ItemChange: IdentifiedChange {
    var id: OccurrenceID { item.id }
}
