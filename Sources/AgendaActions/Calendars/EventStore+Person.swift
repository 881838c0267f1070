package import AgendaKit

// What is asked of a store with the clock and zone of whoever asks.
extension EventStore {
    package func provider(
        _ person: Person, _ filter: EventFilter = EventFilter()
    ) -> EventProvider {
        EventProvider(store: self, clock: person.clock, zone: person.zone, filter: filter)
    }

    package func search(
        _ person: Person, _ filter: EventFilter = EventFilter(),
        _ progress: (any ProgressReport)? = nil
    ) -> EventSearch {
        var report: (@Sendable (SearchProgress) -> Void)?
        if let progress { report = { progress.show($0) } }
        return EventSearch(
            store: self, clock: person.clock, zone: person.zone, filter: filter,
            progress: report)
    }

    package func details(
        of id: String, _ person: Person, _ filter: EventFilter = EventFilter()
    ) throws(AgendaError) -> EventDetails {
        try details(of: id, clock: person.clock, zone: person.zone, filter: filter)
    }

    package func importer(_ person: Person, _ progress: (any ProgressReport)? = nil) -> Importer {
        var report: (@Sendable (ImportProgress) -> Void)?
        if let progress { report = { progress.show($0) } }
        var readers = SourceReaders()
        readers.kept = person.kept
        let importer = Importer(
            store: self, clock: person.clock, readers: readers, progress: report,
            origins: OriginRule(person))
        return person.desk.map { Importer(importer, desk: $0) } ?? importer
    }

    package func editor(_ person: Person) -> CalendarEditor {
        person.editor ?? CalendarEditor(importer(person))
    }
}
