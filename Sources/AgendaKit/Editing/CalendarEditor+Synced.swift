internal import CalendarMerge
internal import ICalendar

/// What a synchronisation did to one file of a calendar, for the history.
public struct SyncedFile: Hashable, Sendable {
    /// Identifies what was done: it is noted once, however often it is handed over.
    public var identifier: String
    /// The name of the source, a folder.
    public var calendar: String
    /// The file within the folder.
    public var href: String
    /// The text before; nil if there was no file.
    public var before: [UInt8]?
    /// The text after; nil if the file was removed.
    public var after: [UInt8]?

    /// What was done.
    ///
    /// - Parameters:
    ///   - identifier: names the operation; the same one is noted once.
    ///   - calendar: the name of the source.
    ///   - href: the file's place in the source.
    ///   - before: its content before; nil if there was no file.
    ///   - after: its content now; nil if it is gone.
    public init(
        identifier: String, calendar: String, href: String, before: [UInt8]?, after: [UInt8]?
    ) {
        (self.identifier, self.calendar, self.href) = (identifier, calendar, href)
        (self.before, self.after) = (before, after)
    }
}

extension CalendarEditor {
    /// Bytes of text of one change: more is not kept twice. A thousand events have half of it.
    private static let syncedLimit = 8 << 20

    /// Notes what a synchronisation did to files as one change, which can be undone by its number.
    ///
    /// Leaves out what is no change of an event (a server's form of the same content), files with several events, calendars
    /// that may not be edited, and what was noted before.
    ///
    /// - Parameters:
    ///   - files: what was done to each file, in the order in which it was done.
    ///   - name: what was synchronised, such as an account.
    ///   - isAsked: whether a person asked for it, as the history tells.
    /// - Returns: the change; nil if nothing of it is kept, or if it is more than 8 MiB of text.
    /// - Throws: the errors of writing (``AgendaError``).
    @discardableResult
    public func note(
        _ files: [SyncedFile], of name: String, isAsked: Bool
    ) throws(AgendaError) -> EventChange? {
        let sources = try store.sources(counting: false).filter { source in
            source.isWritable && files.contains { $0.calendar == source.name }
        }
        let merging = ThreeWayMerge(zones: zones)
        var size = 0
        var change = EventChange(
            isAsked ? .sync : .backgroundSync, at: clock.now, calendar: sources.first?.name ?? "")
        change.summary = name
        for file in files where sources.contains(where: { $0.name == file.calendar }) {
            let names = EventTexts.names(in: file.before ?? []).union(
                EventTexts.names(in: file.after ?? []))
            guard let series = names.first, names.count == 1 else { continue }
            if let before = file.before, let after = file.after,
                let result = merging.merge(base: before, mine: nil, theirs: after),
                result.text == nil
            {
                continue
            }
            size += (file.before?.count ?? 0) + (file.after?.count ?? 0)
            var operation = EventOperation(
                uid: series.uid, calendar: file.calendar, href: file.href, before: file.before,
                after: file.after)
            operation.identifier = file.identifier
            change.operations.append(operation)
        }
        guard !change.operations.isEmpty, size <= Self.syncedLimit else { return nil }
        return try store.noteSynced(change, of: sources)
    }

    /// Puts a text back that a calendar had: replaces the event as it is now, or adds it.
    ///
    /// - Parameters:
    ///   - text: a whole calendar with one event or to-do.
    ///   - name: a writable source.
    /// - Returns: what was done; a change without operations if the event is as in `text`.
    /// - Throws: `invalid` if the text cannot be read, or holds several events; else as ``add(_:participants:to:)`` does.
    public func restore(
        _ text: [UInt8], to name: String
    ) async throws(AgendaError) -> EventChange {
        let source = try writable(name)
        let names = EventTexts.names(in: text)
        guard let series = names.first, names.count == 1 else {
            throw AgendaError(names.isEmpty ? .unreadableReceived : .severalWithUID)
        }
        if !source.isOnlyInStore { _ = try await importer.refresh(only: [source.id]) }
        var calendar = calendar(source)
        let present = try await calendar.read(series, href: nil)
        var change = EventChange(
            present.texts.isEmpty ? .add : .edit, at: clock.now, calendar: source.name)
        let texts = EventTexts.divided(text)
        change.summary =
            texts.lazy.compactMap { ICalendarParser.event(in: $0).value?.summary }
            .first
        guard !present.isEqual(to: texts) else { return change }
        try check(texts, try CalendarText(text, path: "").scope(zones), uid: series.uid)
        // Each component comes back to the file that has it.
        guard present.others.isEmpty else {
            change.add(series.uid, source, present, texts)
            return try await commit(change, to: [calendar])
        }
        var operation = EventOperation(
            uid: series.uid, calendar: source.name, href: present.href, before: present.joined,
            after: source.isOnlyInStore ? texts.flatMap { $0 } : text)
        // A file that holds nothing else is replaced as a whole, with its zones.
        if source.kind == .folder, let file = present.file, EventTexts.names(in: file) == names {
            operation.before = file
        }
        change.add(operation)
        return try await commit(change, to: [calendar])
    }
}
