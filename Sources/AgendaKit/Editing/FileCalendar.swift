internal import ICalendar

/// A file or folder, which other programs change, too: reads its files, changes them in memory, and writes
/// those that still have the content that was read.
struct FileCalendar: WritableCalendar {
    let source: CalendarSource
    private let context: StoreContext
    private var files: [String: File] = [:]

    private struct File {
        /// What was read; nil if the file does not exist.
        let content: [UInt8]?
        var calendar: CalendarText
    }

    init(_ source: CalendarSource, _ context: StoreContext) {
        (self.source, self.context) = (source, context)
    }

    mutating func read(_ name: SeriesName, href: String?) throws(AgendaError) -> EventTexts {
        if let href { return try read(name, in: href) }
        let hrefs = try context.store.hrefs(of: name.uid, name.kind, in: source).sorted()
        guard hrefs.count > 1 else {
            let href = hrefs.first ?? newHref(of: name)
            return try read(name, in: href)
        }
        var parts: [EventTexts] = []
        var definitions: [TimeZoneDefinition] = []
        for href in hrefs {
            let part = try read(name, in: href)
            guard !part.texts.isEmpty else { continue }
            parts.append(part)
            definitions += files[href]?.calendar.zoneDefinitions(of: name) ?? []
        }
        guard parts.count > 1 else {
            if let part = parts.first { return part }
            return try read(name, in: hrefs[0])
        }
        return EventTexts(
            joining: parts,
            scope: TimeZoneScope(database: context.zones, definitions: definitions))
    }

    /// What one file has of an event or to-do.
    private mutating func read(
        _ name: SeriesName, in href: String
    ) throws(AgendaError) -> EventTexts {
        let file = try file(href)
        let isFound = file.content != nil
        let scope =
            isFound
            ? file.calendar.scope(of: name, context.zones) : TimeZoneScope(database: context.zones)
        var texts = EventTexts(
            texts: isFound ? file.calendar.texts(of: name) : [], href: href, scope: scope,
            file: file.content)
        if source.kind == .folder, !CalendarFileName.isOfCalendar(href) {
            texts.nameOfInstance = { PlainFileName.of(name.uid, instance: $0, in: scope) }
        }
        return texts
    }

    private mutating func file(_ href: String) throws(AgendaError) -> File {
        if let known = files[href] { return known }
        let path = path(href)
        var file = File(content: nil, calendar: CalendarText())
        if FileSystem.exists(path: path) {
            let content = try FileContent.read(path: path)
            guard !ContactCalendar.isContacts(content) else {
                throw AgendaError(.contactsOnlyRead, place: path)
            }
            file = File(
                content: content, calendar: try CalendarText(content, path: path))
        } else if source.kind == .file {
            throw AgendaError(.noSuchFile, place: path)
        }
        files[href] = file
        return file
    }

    mutating func prepare(_ operation: inout EventOperation) throws(AgendaError) {
        var file = try file(operation.href)
        let name = operation.name
        // A whole file is restored byte for byte where there is none, or another whole one.
        let isWhole =
            operation.after.map(CalendarText.isFile) ?? false
            && (file.content == nil || file.content == operation.before)
        if let after = operation.after, !isWhole {
            operation.after = try file.calendar.encoded(after, of: name)
        }
        let after = operation.after ?? []
        let whole =
            CalendarText.isFile(after)
            ? try CalendarText(after, path: path(operation.href)) : nil
        if isWhole, let whole {
            file.calendar = whole
        } else {
            // The later part of a divided series takes its zones along into its new file.
            var definitions = whole?.definitions ?? [:]
            for other in files.values {
                definitions.merge(other.calendar.definitions) { known, _ in known }
            }
            file.calendar.replace(
                name, with: EventTexts.divided(after), context.zones,
                definitions: definitions)
        }
        files[operation.href] = file
        // The file goes with everything else that it holds: an undo needs that, too.
        if operation.after == nil, let content = contentToRemove(operation.href) {
            operation.before = content
        }
    }

    /// The content of a file that will be removed; nil for a file that stays.
    private func contentToRemove(_ href: String) -> [UInt8]? {
        guard source.kind == .folder, let file = files[href], file.calendar.isEmpty else {
            return nil
        }
        return file.content
    }

    /// Writes the changed files: creates first and removes last, so that an interruption leaves an event twice
    /// rather than not at all.
    func commit() throws(AgendaError) {
        var created: [(path: String, bytes: [UInt8])] = []
        var changed: [(path: String, old: [UInt8], new: [UInt8])] = []
        var removed: [(path: String, bytes: [UInt8])] = []
        let model = modelOfNewFiles
        do throws(AgendaError) {
            for (href, file) in files where file.content == nil && !file.calendar.isEmpty {
                try AtomicFile.create(path(href), file.calendar.bytes, like: model)
                created.append((path(href), file.calendar.bytes))
            }
            let there = files.sorted { $0.key < $1.key }
                .compactMap { href, file in file.content.map { (path(href), $0, file.calendar) } }
            let isFolder = source.kind == .folder
            for (path, old, calendar) in there where !(isFolder && calendar.isEmpty) {
                if calendar.bytes != old {
                    try AtomicFile.exchange(path, old, with: calendar.bytes)
                    changed.append((path, old, calendar.bytes))
                }
            }
            for (path, old, calendar) in there where isFolder && calendar.isEmpty {
                try AtomicFile.remove(path, old)
                removed.append((path, old))
            }
        } catch {
            for file in removed { try? AtomicFile.create(file.path, file.bytes, like: model) }
            for file in changed { try? AtomicFile.exchange(file.path, file.new, with: file.old) }
            for file in created { try? AtomicFile.remove(file.path, file.bytes) }
            throw error
        }
    }

    /// The file whose permissions new files get: the one that they are split from, else any calendar beside them.
    private var modelOfNewFiles: String? {
        let origin = files.filter { $0.value.content != nil }.keys.min()
        guard let folder = source.location, source.kind == .folder else { return nil }
        let beside = {
            FileSystem.names(in: folder).filter {
                $0.hasSuffix(".ics") || PlainFileName.isCalendar($0, in: folder)
            }.min()
        }
        return (origin ?? beside()).map(path)
    }

    private func path(_ href: String) -> String {
        let path = source.location ?? ""
        return href.isEmpty ? path : path + "/" + href
    }

    /// Where a new event goes: in a folder, a file of its own that is named for its UID if that is a harmless
    /// name, as CalDAV clients do (vdir), or as KDE does.
    private func newHref(of name: SeriesName) -> String {
        guard source.kind == .folder, let folder = source.location else { return "" }
        if PlainFileName.isUsed(in: folder) { return PlainFileName.of(name.uid) }
        return name.uid.isHarmlessFileName
            ? name.uid + ".ics"
            : OccurrenceID(uid: name.uid, recurrenceID: nil).description + ".ics"
    }
}
