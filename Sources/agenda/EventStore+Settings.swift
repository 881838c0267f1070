import AgendaActions
import AgendaKit
import TerminalOutput

// What is asked of a store with the clock and zone of the command's settings.
extension EventStore {
    func provider(
        _ settings: Settings, _ filter: EventFilter = EventFilter()
    ) -> EventProvider {
        EventProvider(store: self, clock: settings.clock, zone: settings.zone, filter: filter)
    }

    func search(
        _ settings: Settings, _ filter: EventFilter = EventFilter(),
        _ bar: ProgressBar? = nil
    ) -> EventSearch {
        var report: (@Sendable (SearchProgress) -> Void)?
        if let bar { report = { bar.show($0) } }
        return EventSearch(
            store: self, clock: settings.clock, zone: settings.zone, filter: filter,
            progress: report)
    }

    func details(
        of id: String, _ settings: Settings, _ filter: EventFilter = EventFilter()
    ) throws(AgendaError) -> EventDetails {
        try details(of: id, clock: settings.clock, zone: settings.zone, filter: filter)
    }

    func importer(_ settings: Settings, _ bar: ProgressBar? = nil) -> Importer {
        var report: (@Sendable (ImportProgress) -> Void)?
        if let bar { report = { bar.show($0) } }
        return Importer(store: self, clock: settings.clock, progress: report)
    }

    func editor(_ settings: Settings) -> CalendarEditor { CalendarEditor(importer(settings)) }
}
