import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// The calendars that a reading command shows: the given paths alone, or the registered sources and the
/// local calendar.
struct OpenCalendars {
    /// Holds the events; in memory if paths were given.
    let store: EventStore
    let settings: Settings
    /// The sources read, in order.
    let sources: [CalendarSource]
    /// Why paths could not be read, or why the refresh failed.
    let refused: [AgendaError]
    let unread: [String]
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
    static func open(
        _ paths: [String], _ common: CommonOptions, readers: Int = 1, hints: Bool = true,
        counting: Bool = false, isLenient: Bool = false,
        readingTimeline filter: ((EventStore) throws -> EventFilter)? = nil
    ) async throws -> OpenCalendars {
        let settings = try common.settings()
        let reading =
            if paths.isEmpty {
                try await open(
                    database: try common.databasePath(), settings: settings,
                    isQuiet: common.quiet || !hints, readers: readers, counting: counting,
                    readingTimeline: filter)
            } else {
                try await OpenCalendars(paths: paths, settings: settings, isQuiet: common.quiet)
            }
        guard reading.sources.isEmpty, !reading.refused.isEmpty, !isLenient else { return reading }
        for error in reading.refused { Terminal.complain(line: error.sentence) }
        throw CommandFailure(status: .failure)
    }

    /// Opens the store and refreshes the registered sources.
    ///
    /// - Parameters:
    ///   - counting: whether to count the sources' events, for JSON.
    ///   - filter: reads the whole window meanwhile, for ``timeline(_:)``.
    static func open(
        database path: String, settings: Settings, isQuiet: Bool, readers: Int = 1,
        counting: Bool = true, readingTimeline filter: ((EventStore) throws -> EventFilter)? = nil
    ) async throws -> OpenCalendars {
        guard StoreAccess.exists(path) else {
            if !isQuiet { Self.hint() }
            return try OpenCalendars(store: EventStore.inMemory(), settings: settings)
        }
        // Asked before the store is opened, which takes longer than the answer.
        let question = DaemonQuestion(RuntimeSocket(database: path))
        let store = try await StoreAccess.open(
            path: path, createsMissing: false, settings: settings, readers: readers)
        let freshness = question?.answer()
        let provider = try filter.map { store.provider(settings, try $0(store)) }
        var refused: [AgendaError] = []
        var timeline: Timeline?
        do {
            let bar = ProgressBar(quiet: isQuiet)
            defer { bar?.end() }
            if let provider {
                // With its own connection, the importer does not wait for the reading.
                let other = try? EventStore.open(path: path, createsMissing: false, readers: 1)
                timeline = try await provider.timeline(
                    refreshing: (other ?? store).importer(settings, bar), trusting: freshness)
            } else {
                _ = try await store.importer(settings, bar).refresh(trusting: freshness)
            }
        } catch {
            if StoreAccess.canMend(error) { throw error }
            // The stored events are still worth showing.
            refused.append(error)
        }
        var reading = try OpenCalendars(
            store: store, settings: settings, refused: refused, counting: counting)
        reading.timelineAtOpening = timeline
        if reading.sources.isEmpty, !isQuiet { Self.hint() }
        return reading
    }

    /// A store's present contents.
    ///
    /// - Parameter names: only these sources; nil for all.
    init(
        store: EventStore, settings: Settings, refused: [AgendaError] = [],
        unread: [String] = [], only names: Set<String>? = nil, counting: Bool = true
    ) throws {
        self.store = store
        self.settings = settings
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

    private init(paths: [String], settings: Settings, isQuiet: Bool) async throws {
        let store = try EventStore.inMemory(isOneCalendar: true)
        let bar = ProgressBar(quiet: isQuiet, isStored: false)
        defer { bar?.end() }
        let importer = store.importer(settings, bar)
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
        try self.init(store: store, settings: settings, refused: refused, unread: unread)
    }

    /// A provider of the requested events.
    ///
    /// - Parameter me: the reader's own addresses; leaves out what they have declined.
    func provider(_ options: QueryOptions, me: Set<String> = []) throws -> EventProvider {
        var filter = try options.filter(sources: sources)
        filter.me = me
        return store.provider(settings, filter)
    }

    /// The whole window as the provider shows it: read already, unless paths were given or the refresh failed.
    func timeline(_ provider: EventProvider) async throws(AgendaError) -> Timeline {
        if let timelineAtOpening { timelineAtOpening } else { try await provider.timeline() }
    }

    /// Whether something could not be read.
    var isPartial: Bool { !refused.isEmpty || sources.contains { $0.status != .ok } }

    /// Says on standard error what could not be read; throws ``CommandFailure/partial`` if there was any.
    ///
    /// - Parameter omitted: series whose instances are not all shown.
    func finish(quiet: Bool, omitted: [OmittedInstances] = []) throws(CommandFailure) {
        for error in refused { Terminal.complain(line: error.sentence) }
        if !quiet {
            for line in lines() { Terminal.complain(line: line) }
            for series in omitted.prefix(Self.linesOfLosses) { Terminal.complain(series.sentence) }
            if omitted.count > Self.linesOfLosses {
                Terminal.complain(
                    "\(omitted.count - Self.linesOfLosses) more events repeat too often")
            }
        }
        if isPartial || !omitted.isEmpty { throw .partial }
    }

    /// The problems of the sources, line by line: each once after its file was read, then only their
    /// number.
    ///
    /// - Parameter countsTold: whether to give the number if all have been told.
    func lines(countsTold: Bool = true) -> [String] {
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

    private static func hint() {
        Terminal.complain(
            "agenda: no calendars yet: add one with 'agenda source add PATH', or "
                + "look at one with 'agenda list PATH'")
    }
}

extension SourceDiagnostic {
    /// `file:line: property: what: what to do`.
    var line: String {
        let property = diagnostic.property.map { "\($0): " } ?? ""
        return "\(place): \(property)\(diagnostic.sentence)"
    }

    /// `file:line: event: what: what to do`.
    var lineWithEvent: String {
        let event = [diagnostic.uid, diagnostic.property].compactMap { $0 }.joined(separator: " ")
        let text = event.isEmpty ? place : "\(place): \(event)"
        return "\(text): \(diagnostic.sentence)"
    }

    private var place: String { diagnostic.line > 0 ? "\(path):\(diagnostic.line)" : path }
}
