package import AgendaKit
package import ICalendar

/// The calendars that a reading command shows: the given paths alone, or the registered sources and the
/// local calendar.
package struct OpenCalendars {
    /// Holds the events; in memory if paths were given.
    package let store: EventStore
    package let person: Person
    /// The sources read, in order.
    package let sources: [CalendarSource]
    /// Why paths could not be read, or why the refresh failed.
    package let refused: [AgendaError]
    package let unread: [String]
    /// Parts of the sources that could not be read.
    let losses: [SourceDiagnostic]
    /// The whole window, if it was read while the sources were looked at.
    private var timelineAtOpening: Timeline?

    /// Opens the store or reads the paths.
    ///
    /// Without paths, refreshes the registered sources. Never creates the store: without one, shows
    /// nothing and hints how to begin.
    ///
    /// - Parameters:
    ///   - readers: how many slices to read at the same time.
    ///   - hints: whether to hint how to begin.
    ///   - counting: whether to count the sources' events, for JSON.
    ///   - isLenient: whether to go on even if nothing could be read.
    ///   - filter: reads the whole window while the sources are looked at, for ``timeline(_:)``.
    package static func open(
        _ paths: [String], _ person: Person, readers: Int = 1, hints: Bool = true,
        counting: Bool = false, isLenient: Bool = false,
        readingTimeline filter: ((EventStore) throws -> EventFilter)? = nil
    ) async throws -> OpenCalendars {
        let reading =
            if paths.isEmpty {
                try await open(
                    person, isQuiet: person.isQuiet || !hints, readers: readers,
                    counting: counting, readingTimeline: filter)
            } else {
                try await OpenCalendars(paths: paths, person: person)
            }
        guard reading.sources.isEmpty, !reading.refused.isEmpty, !isLenient else { return reading }
        for error in reading.refused { person.report.hear(error.sentence) }
        throw CommandFailure(status: .failure)
    }

    /// Opens the store and refreshes the registered sources; of a store that the person has open, somebody else does.
    ///
    /// - Parameters:
    ///   - counting: whether to count the sources' events, for JSON.
    ///   - filter: reads the whole window meanwhile, for ``timeline(_:)``.
    package static func open(
        _ person: Person, isQuiet: Bool, readers: Int = 1,
        counting: Bool = true, readingTimeline filter: ((EventStore) throws -> EventFilter)? = nil
    ) async throws -> OpenCalendars {
        if let editor = person.editor {
            return try OpenCalendars(store: editor.store, person: person, counting: counting)
        }
        let path = try person.databasePath()
        guard StoreAccess.exists(path) else {
            if !isQuiet { Self.hint(person) }
            return try OpenCalendars(store: EventStore.inMemory(), person: person)
        }
        // Asked before the store is opened, which takes longer than the answer.
        let answer = person.freshness(path)
        let store = try await StoreAccess.open(
            path: path, createsMissing: false, person, readers: readers)
        let freshness = answer()
        let provider = try filter.map { store.provider(person, try $0(store)) }
        var refused: [AgendaError] = []
        var timeline: Timeline?
        do {
            let progress = isQuiet ? nil : person.report.progress(isStored: true)
            defer { progress?.end() }
            if let provider {
                // With its own connection, the importer does not wait for the reading.
                let other = try? EventStore.open(path: path, createsMissing: false, readers: 1)
                timeline = try await provider.timeline(
                    refreshing: (other ?? store).importer(person, progress), trusting: freshness)
            } else {
                _ = try await store.importer(person, progress).refresh(trusting: freshness)
            }
        } catch {
            if StoreAccess.canMend(error) { throw error }
            // The stored events are still worth showing.
            refused.append(error)
        }
        var reading = try OpenCalendars(
            store: store, person: person, refused: refused, counting: counting)
        reading.timelineAtOpening = timeline
        if reading.sources.isEmpty, !isQuiet { Self.hint(person) }
        return reading
    }

    /// A store's present contents.
    ///
    /// - Parameter names: only these sources; nil for all.
    package init(
        store: EventStore, person: Person, refused: [AgendaError] = [],
        unread: [String] = [], only names: Set<String>? = nil, counting: Bool = true
    ) throws {
        self.store = store
        self.person = person
        self.refused = refused
        self.unread = unread
        sources = try store.sources(counting: counting).filter {
            names?.contains($0.name) ?? true
        }
        let lossy = Set(sources.filter { $0.status != .ok }.map(\.name))
        losses =
            lossy.isEmpty
            ? []
            : try store.diagnostics().filter {
                $0.diagnostic.severity == .error && lossy.contains($0.calendar)
            }
    }

    private init(paths: [String], person: Person) async throws {
        let store = try EventStore.inMemory(isOneCalendar: true)
        let progress = person.isQuiet ? nil : person.report.progress(isStored: false)
        defer { progress?.end() }
        let importer = store.importer(person, progress)
        var (refused, unread, seen) = ([AgendaError](), [String](), Set<String>())
        for path in paths {
            // A file given twice, also through a link, is the same file.
            if let identity = InputFile.identity(of: path), !seen.insert(identity).inserted {
                continue
            }
            do {
                try await PathArgument(path: path).add(through: importer)
            } catch {
                refused.append(error)
                unread.append(path)
            }
        }
        try self.init(store: store, person: person, refused: refused, unread: unread)
    }

    /// The whole window as the provider shows it: read already, unless paths were given or the refresh failed.
    package func timeline(_ provider: EventProvider) async throws(AgendaError) -> Timeline {
        if let timelineAtOpening { timelineAtOpening } else { try await provider.timeline() }
    }

    /// Whether something could not be read.
    package var isPartial: Bool { !refused.isEmpty || sources.contains { $0.status != .ok } }

    /// Says on standard error what could not be read; throws ``CommandFailure/partial`` if there was any.
    ///
    /// - Parameter omitted: series whose instances are not all shown.
    package func finish(quiet: Bool, omitted: [OmittedInstances] = []) throws(CommandFailure) {
        for error in refused { person.report.hear(error.sentence) }
        if !quiet {
            for line in lines() { person.report.hear(line) }
            for series in omitted.prefix(Self.linesOfLosses) { person.report.say(series.sentence) }
            if omitted.count > Self.linesOfLosses {
                person.report.say(
                    "\(omitted.count - Self.linesOfLosses) more events repeat too often")
            }
        }
        if isPartial || !omitted.isEmpty { throw .partial }
    }

    /// The problems of the sources, line by line: each once after its file was read, then only their
    /// number.
    ///
    /// - Parameter countsTold: whether to give the number if all have been told.
    package func lines(countsTold: Bool = true) -> [String] {
        let new = losses.filter { !$0.isTold }
        try? store.noteTold(new)
        var lines = new.prefix(Self.linesOfLosses).map(\.line)
        let rest = losses.count - lines.count
        if rest > 0, !new.isEmpty || countsTold {
            let more: Message =
                lines.isEmpty
                ? "\(Message.problems(rest)): see agenda doctor"
                : rest == 1
                    ? "1 more problem: see agenda doctor"
                    : "\(rest) more problems: see agenda doctor"
            lines.append(more.text)
        }
        return lines
    }

    /// A broken file may have thousands of problems; a screen has some twenty lines.
    private static let linesOfLosses = 10

    private static func hint(_ person: Person) {
        person.report.say(
            "agenda: no calendars yet: add one with 'agenda source add PATH', or "
                + "look at one with 'agenda list PATH'")
    }
}

extension SourceDiagnostic {
    /// `file:line: property: what: what to do`.
    package var line: String {
        let property = diagnostic.property.map { "\($0): " } ?? ""
        return "\(place): \(property)\(diagnostic.sentence)"
    }

    /// `file:line: event: what: what to do`.
    package var lineWithEvent: String {
        let event = [diagnostic.uid, diagnostic.property].compactMap { $0 }.joined(separator: " ")
        let text = event.isEmpty ? place : "\(place): \(event)"
        return "\(text): \(diagnostic.sentence)"
    }

    private var place: String { diagnostic.line > 0 ? "\(path):\(diagnostic.line)" : path }
}

extension OmittedInstances {
    /// Says which instances of an oversized series are shown, and what to do about it.
    package var sentence: Message {
        let words = TimeWords.current
        let (first, last) = (words.text(complete.lowerBound), words.text(complete.upperBound))
        return
            "\(calendar): '\(summary ?? uid)' repeats too often; only \(first) to \(last) is "
            + "shown: ask for fewer days"
    }

    /// Whether instances may be missing on these days, whatever the series' zone.
    package func concerns(_ dates: Range<CivilDate>) -> Bool {
        complete.lowerBound.date > dates.lowerBound - 1
            || complete.upperBound.date < dates.upperBound + 1
    }
}
