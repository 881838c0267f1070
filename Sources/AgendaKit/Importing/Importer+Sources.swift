internal import ICalendar

/// What to change about a registered source; nil leaves a part as it is.
public struct SourceSettings: Hashable, Sendable {
    /// The new name.
    public var name: String?
    /// Where it is read now (``CalendarSource/location``).
    public var location: String?
    /// The new colour; `.some(nil)` for none.
    public var color: String??
    /// Whether edits may go there.
    public var isWritable: Bool?
    /// How long before the start to remind of events without alarms, in seconds (``CalendarSource/reminder``);
    /// `.some(nil)` for not at all.
    public var reminder: Int??
    /// Whether its events make the reader busy (``CalendarSource/makesBusy``).
    public var makesBusy: Bool?
    /// Where it stands among the calendars (``CalendarSource/order``); `.some(nil)` for where it was added.
    public var order: Int??
    /// The group of calendars that it belongs to (``CalendarSource/group``); `.some(nil)` for none.
    public var group: String??

    /// Nothing changes yet.
    public init() {}
}

extension Importer {
    /// Registers a source and imports it.
    ///
    /// - Parameters:
    ///   - source: a .vcf file, or a folder that has such files and no calendars, becomes a source of kind
    ///     ``CalendarSource/Kind/contacts``. With an empty name, the file's `NAME` or `X-WR-CALNAME` becomes it, or what a
    ///     folder's file `displayname` says, else the file's or folder's name. A folder without a
    ///     colour takes that of its file `color` (vdir).
    ///   - acceptsManyFiles: whether a folder may hold more than 10,000 files that are no calendars:
    ///     it may be a whole disk.
    ///   - isUndoable: whether the history notes it, so that ``CalendarEditor/undo(_:)`` takes it back; what a program
    ///     puts together for itself needs none.
    ///   - device: the name of the device that does it, for the history; nil for somebody here.
    /// - Returns: the source as it is stored, and what was imported.
    /// - Throws: `notFound`, `unreadable` or `notACalendar` if there is nothing to import, `invalid` if the
    ///   name or the location is taken or contacts are to be writable, `tooManyFiles`; nothing is stored then.
    public func addSource(
        _ source: CalendarSource, acceptsManyFiles: Bool = false, isUndoable: Bool = false,
        by device: String? = nil
    ) async throws(AgendaError) -> (source: CalendarSource, report: ImportReport) {
        try await addSource(
            source, nil, otherFileLimit: acceptsManyFiles ? nil : CalendarCollection.otherFileLimit,
            isUndoable: isUndoable, by: device)
    }

    /// Registers several sources and imports them, as ``addSource(_:acceptsManyFiles:isUndoable:by:)`` does each; the history notes
    /// each. They are written together, as many as an import writes at once, and there is one backup for all: else each would
    /// cost as much as there are sources.
    ///
    /// - Parameter sources: may hold any number of files that are no calendars.
    /// - Returns: what stands at each location now, as it is stored, and whether it is new; and why the next one cannot be a
    ///   source, if one cannot: those behind it are left out.
    package func addSources(
        _ sources: [CalendarSource]
    ) async throws(AgendaError) -> (
        found: [(source: CalendarSource, isNew: Bool)], failure: AgendaError?
    ) {
        var known = KnownSources(try store.sources(counting: false))
        let old = known.all.count
        // The sources by their places among those that are known, with the numbers of those that are stored.
        var ids = known.all.map(\.id)
        var found: [(place: Int, isNew: Bool)] = []
        var waiting: (sources: [CalendarSource], resources: Int) = ([], 0)
        var failure: AgendaError?
        do throws(AgendaError) {
            for source in sources {
                if let place = known.place(of: source.location ?? "") {
                    found.append((place, false))
                    continue
                }
                let new: FoundSource
                do throws(AgendaError) {
                    new = try await described(source, among: known.names)
                    try known.checkFree(new.source)
                } catch {
                    failure = error
                    break
                }
                known.add(new.source)
                found.append((known.all.count - 1, true))
                waiting.sources.append(new.source)
                waiting.resources += new.listed.count
                guard waiting.resources >= partSizes.resources else { continue }
                ids += try await addTogether(waiting.sources)
                waiting = ([], 0)
            }
            ids += try await addTogether(waiting.sources)
        } catch {
            // The sources stay.
            try backUp()
            throw error
        }
        if ids.count > old { try backUp() }
        let stored = Dictionary(
            try store.sources().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return (
            found.map { (stored[ids[$0.place]] ?? known.all[$0.place], $0.isNew) }, failure
        )
    }

    /// Registers sources and imports them; returns their numbers.
    private func addTogether(_ sources: [CalendarSource]) async throws(AgendaError) -> [Int64] {
        guard !sources.isEmpty else { return [] }
        let added = try store.add(sources, at: clock.now, by: context.origins.edits)
        let origins = Dictionary(added.map { ($0.id, $0.origin) }) { first, _ in first }
        _ = try await refresh(only: Set(origins.keys), by: origins)
        return added.map(\.id)
    }

    /// Imports a calendar that was read already, such as standard input.
    ///
    /// ```swift
    /// let text =
    ///     "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:9\nDTSTART:20261120\nEND:VEVENT\nEND:VCALENDAR\n"
    /// let (source, _) = try await importer.addStream(Array(text.utf8), name: "pasted")
    /// print(source.name, try store.diagnostics().count)
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: the calendar's text.
    ///   - name: what to call it if it does not name itself.
    /// - Throws: as ``addSource(_:acceptsManyFiles:isUndoable:by:)`` does.
    public func addStream(
        _ bytes: [UInt8], name: String
    ) async throws(AgendaError) -> (source: CalendarSource, report: ImportReport) {
        try await addSource(
            CalendarSource(
                name: "", kind: ContactCalendar.isContacts(bytes) ? .contacts : .file,
                location: name),
            StreamReader(name: name, bytes: bytes))
    }

    /// - Parameter own: the reader of this source alone.
    private func addSource(
        _ source: CalendarSource, _ own: StreamReader?, otherFileLimit: Int? = nil,
        isUndoable: Bool = false, by device: String? = nil
    ) async throws(AgendaError) -> (source: CalendarSource, report: ImportReport) {
        let existing = try store.sources(counting: false)
        if let same = existing.standing(at: source.location ?? "") {
            throw AgendaError(.alreadySource(name: same.name), place: source.location ?? "")
        }
        var found = try await find(source, own, otherFileLimit: otherFileLimit)
        var refresh = Refresh(store)
        try await describe(&found, among: Set(existing.map(\.name)), &refresh)
        let (source, origin) = try register(found.source, isUndoable: isUndoable, by: device)
        streams[source.id] = own
        refresh.ids = [source.id]
        refresh.origins[source.id] = origin
        let report: ImportReport
        do throws(AgendaError) { report = try await run(refresh) } catch {
            // The source stays.
            try backUp()
            throw error
        }
        // The commit of the import has brought the source to the disk, too.
        try backUp()
        let stored = try store.sources().first { $0.id == source.id }
        return (stored ?? source, report)
    }

    /// A source that is to be registered, and what was found there.
    private struct FoundSource {
        var source: CalendarSource
        var reader: any SourceReader
        var listed: [ListedResource]
    }

    /// Looks what a source holds: calendars, else contacts.
    private func find(
        _ source: CalendarSource, _ own: StreamReader?, otherFileLimit: Int?
    ) async throws(AgendaError) -> FoundSource {
        var source = source
        if own == nil, source.kind == .file, CalendarFileName.isOfContacts(source.location ?? "") {
            source.kind = .contacts
        }
        let reader: any SourceReader =
            if let own { own } else { try readers.reader(for: source, key: store.digestKey) }
        let request = ListingRequest(otherFileLimit: otherFileLimit)
        let listed = try await reader.list(request).resources
        guard listed.isEmpty, source.kind == .folder, !source.isKept else {
            return FoundSource(source: source, reader: reader, listed: listed)
        }
        var contacts = source
        contacts.kind = .contacts
        let other = try readers.reader(for: contacts, key: store.digestKey)
        let found = try await other.list(request).resources
        return found.isEmpty
            ? FoundSource(source: source, reader: reader, listed: listed)
            : FoundSource(source: contacts, reader: other, listed: found)
    }

    /// A source of files as it will be registered.
    private func described(
        _ source: CalendarSource, among names: Set<String>
    ) async throws(AgendaError) -> FoundSource {
        var found = try await find(source, nil, otherFileLimit: nil)
        var refresh = Refresh(store)
        try await describe(&found, among: names, &refresh)
        return found
    }

    /// Names and colours a source as it says itself; refuses one that cannot be a calendar.
    private func describe(
        _ found: inout FoundSource, among names: Set<String>, _ refresh: inout Refresh
    ) async throws(AgendaError) {
        let location = found.source.location ?? ""
        try Self.requireReadOnly(found.source)
        let description = try await found.reader.describe()
        // A folder that is edited, or kept by a CalDAV client, may begin without events.
        guard !found.listed.isEmpty || found.source.isWritable || description.mayBeEmpty else {
            throw AgendaError(.noCalendarFiles, place: location)
        }
        // The only resource of a source may name it.
        let only = found.listed.first.flatMap { $0.href.isEmpty ? $0 : nil }
        let scanned: ScannedStream? =
            if let only { try await scan(only, found.reader, &refresh) } else { nil }
        if found.source.name.isEmpty {
            found.source.name = Self.unique(
                scanned?.ownName ?? description.name ?? FileSystem.name(path: location),
                among: names)
        }
        // RFC 7986 5.9, else what Apple writes.
        found.source.color =
            found.source.color ?? description.color ?? scanned?.calendarProperty("COLOR")
            ?? scanned?.calendarProperty("X-APPLE-CALENDAR-COLOR")
    }

    /// Stores a source without what it holds, and says who adds what it holds; nil if nobody is noted.
    private func register(
        _ source: CalendarSource, isUndoable: Bool, by device: String?
    ) throws(AgendaError) -> (CalendarSource, ChangeOrigin?) {
        guard isUndoable else { return (try store.insert(source, isDurable: false), nil) }
        let (change, added) = try store.apply(
            SourceOperation(before: nil, after: source), as: .add, at: clock.now,
            by: context.origins.edits, on: device, isDurable: false)
        return (added ?? source, ChangeOrigin(context.origin(of: change), number: change.id))
    }

    /// Changes how a source is called, where it lies, or how it is shown; ``CalendarEditor/undo(_:)`` takes it back.
    ///
    /// - Parameters:
    ///   - name: what it is called now.
    ///   - change: what is new.
    ///   - kind: `edit` for what a person wants; `sync` or `backgroundSync` for what a server says of its calendar, which
    ///     is taken back only by its number.
    ///   - device: the name of the device that wants it, for the history; nil for somebody here.
    /// - Returns: what became of it; nothing is noted where nothing is different.
    /// - Throws: `notFound`, or `invalid` when the name or path is taken, or contacts are to be writable.
    @discardableResult
    public func updateSource(
        named name: String, _ change: SourceSettings, as kind: EventChange.Kind = .edit,
        by device: String? = nil
    ) throws(AgendaError) -> SourceOperation {
        let before = try store.source(named: name)
        var source = before
        if let path = change.location, source.isOnlyInStore {
            throw AgendaError(.localHasNoPath, place: path)
        }
        source.name = change.name ?? source.name
        source.location = change.location ?? source.location
        source.color = change.color ?? source.color
        source.isWritable = change.isWritable ?? source.isWritable
        try Self.requireReadOnly(source)
        source.reminder = change.reminder ?? source.reminder
        source.makesBusy = change.makesBusy ?? source.makesBusy
        source.order = change.order ?? source.order
        source.group = change.group ?? source.group
        let operation = SourceOperation(before: before, after: source)
        guard operation.before != operation.after else { return operation }
        _ = try store.apply(
            operation, as: kind, at: clock.now, by: context.origins.edits, on: device)
        try backUp()
        return operation
    }

    /// Forgets a source and what was imported from it; its files stay, and ``CalendarEditor/undo(_:)``
    /// brings it back.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - device: the name of the device that wants it, for the history; nil for somebody here.
    /// - Returns: the source as it was.
    /// - Throws: `notFound`, or `invalid` for the local calendar, which lives nowhere else.
    @discardableResult
    public func removeSource(
        named name: String, by device: String? = nil
    ) throws(AgendaError) -> CalendarSource {
        let source = try store.source(named: name, counting: true)
        guard !source.isOnlyInStore else {
            throw AgendaError(.localStays, place: name)
        }
        _ = try store.apply(
            SourceOperation(before: source, after: nil), as: .delete, at: clock.now,
            by: context.origins.edits, on: device)
        try backUp()
        return source
    }

    /// Refuses to edit contacts: their events are not what stands in their files.
    private static func requireReadOnly(_ source: CalendarSource) throws(AgendaError) {
        let isContacts =
            source.kind == .contacts
            || source.kind == .file && CalendarFileName.isOfContacts(source.location ?? "")
        guard isContacts, source.isWritable else { return }
        throw AgendaError(.contactsOnlyRead, place: source.location ?? source.name)
    }

    /// What a resource holds; refuses one that is no calendar.
    private func scan(
        _ resource: ListedResource, _ reader: any SourceReader, _ refresh: inout Refresh
    ) async throws(AgendaError) -> ScannedStream {
        if resource.size >= partSizes.minimal,
            let survey = try await survey(resource, reader, &refresh)
        {
            try Self.requireCalendar(survey.stream, isEmpty: false, path: resource.place)
            return survey.stream
        }
        let file = ScannedFile(resource, try await reader.read(resource), key: store.digestKey)
        let stream = file.scanned.stream
        try Self.requireCalendar(
            stream, isEmpty: file.content.bytes.isEmpty, path: resource.place)
        refresh.scanned = file
        return stream
    }

    /// Refuses what is no calendar.
    static func requireCalendar(
        _ stream: ScannedStream, isEmpty: Bool, path: String
    ) throws(AgendaError) {
        guard !stream.isCalendar else { return }
        throw AgendaError(isEmpty ? .emptyFile : .notICalendar, place: path)
    }

    /// A name that nothing has: with a number behind it, if it must be.
    ///
    /// - Parameter separator: what stands before the number.
    package static func unique(
        _ name: String, _ separator: String = "-", among taken: Set<String>
    ) -> String {
        guard taken.contains(name) else { return name }
        return (2...).lazy.map { name + separator + "\($0)" }.first { !taken.contains($0) } ?? name
    }
}
