import AgendaKit
import ICalendar
import Synchronization

/// What happened elsewhere, for the thread that has the screen.
final class ScreenInbox: Sendable {
    enum News: Sendable {
        case update(TimelineUpdate, namesCalendars: Bool, hasSources: Bool)
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

    /// Adds news and wakes the screen.
    func post(_ item: News) {
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
