internal import ICalendar

/// When deletions are too many to be done without asking: a server that answers nonsense, or a folder that somebody
/// emptied by mistake, must not empty the other side.
enum DeletionGuard {
    /// Whether a person must be asked: more than 20, and more than a fifth of all.
    static func mustAsk(_ deletions: Int, of all: Int) -> Bool {
        deletions > max(20, all / 5)
    }

    /// Which deletions wait for a person; nil where none does.
    ///
    /// - Parameters:
    ///   - deletions: All that would be done, those that wait already among them.
    ///   - held: What waits already. It waits until a person decides, even where what is left of it is little.
    ///   - all: How many resources there are.
    ///   - asksWhenEmptied: Whether a person is asked where all is gone, however little that is.
    static func hold(
        _ direction: Hold.Direction, _ deletions: Set<Href>, held: Hold?, of all: Int, now: Instant,
        asksWhenEmptied: Bool = false
    ) -> Hold? {
        let allowed = held.flatMap { $0.isAllowed ? $0.hrefs : nil } ?? []
        let asked = deletions.subtracting(allowed)
        let waiting = (held?.waiting ?? []).intersection(asked)
        let isEmptied = asksWhenEmptied && !asked.isEmpty && asked.count >= all
        if mustAsk(asked.count, of: all) || isEmptied {
            return Hold(direction, asked, since: waiting.isEmpty ? now : held?.since ?? now)
        }
        if !waiting.isEmpty { return Hold(direction, waiting, since: held?.since ?? now) }
        let left = deletions.intersection(allowed)
        return left.isEmpty
            ? nil : Hold(direction, left, since: held?.since ?? now, isAllowed: true)
    }
}
