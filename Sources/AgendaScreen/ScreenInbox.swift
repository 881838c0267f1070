import AgendaKit
import ICalendar
import Synchronization

/// What happened elsewhere, for the thread that has the screen.
final class ScreenInbox: Sendable {
    enum News: Sendable {
        /// A new state of all days, with the events of those that are wanted.
        case update(
            OutlineUpdate, known: DayHeads, items: ScreenItems, namesCalendars: Bool,
            hasSources: Bool)
        /// The events of days that were asked for.
        case known(DayHeads, wish: DayHeads.Wish)
        /// What `agenda show` prints about an event, line by line.
        case details(AgendaEvent, [String])
        case found([AgendaEvent], text: String)
        /// A key's work is done, or failed.
        case done(String)
        case added(String, OccurrenceID, on: CivilDate)
        /// Something that a person should know.
        case notice(String)
        case ended(any Error)
    }

    private let news = Mutex<[News]>([])
    private let wantedDays = Mutex<DayHeads.Wish?>(nil)

    /// The days whose events the screen wants to know; nil until it has asked for some.
    var wanted: DayHeads.Wish? {
        get { wantedDays.withLock { $0 } }
        set { wantedDays.withLock { $0 = newValue } }
    }

    private let isShown = Atomic(false)

    /// Whether days were posted: from then on there is something to show.
    var hasDays: Bool { isShown.load(ordering: .acquiring) }

    /// Adds news and wakes the screen.
    func post(_ item: News) {
        if case .update = item { isShown.store(true, ordering: .releasing) }
        news.withLock { $0.append(item) }
        TerminalScreen.wake(.news)
    }

    /// All news since the last call.
    func take() -> [News] {
        news.withLock { news in
            defer { news = [] }
            return news
        }
    }
}
