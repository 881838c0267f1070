internal import CalendarFiles
internal import ICalendar

/// A file or folder as a ``FolderBank``: reads its files, changes their texts in memory, and has the bank write all that still
/// have the content that was read.
struct FileCalendar: WritableCalendar {
    let source: CalendarSource
    private let context: StoreContext
    private var files: [String: File] = [:]
    /// Of the digests that say what was read.
    private let key = ContentDigest.Key.random()

    private struct File {
        /// What was read; nil if the file does not exist.
        let content: [UInt8]?
        /// What a change says was read.
        var version = ResourceChange.Condition.absent
        var calendar: CalendarText
    }

    init(_ source: CalendarSource, _ context: StoreContext) {
        (self.source, self.context) = (source, context)
    }

    mutating func read(_ name: SeriesName, href: String?) throws(AgendaError) -> EventTexts {
        if let href { return try read(name, in: href) }
        let hrefs = try context.store.hrefs(of: name, in: source).sorted()
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
        if let found = try read(href) {
            guard !ContactCalendar.isContacts(found.bytes) else {
                throw AgendaError(.contactsOnlyRead, place: path)
            }
            file = File(
                content: found.bytes, version: found.version,
                calendar: try CalendarText(found.bytes, path: path))
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

    /// The changed files with their new content; nil for one that goes.
    private var changed: [(href: String, file: File, content: [UInt8]?)] {
        files.sorted { $0.key < $1.key }.compactMap { href, file in
            let isRemoved = source.kind == .folder && file.calendar.isEmpty
            guard file.content == nil ? !file.calendar.isEmpty : file.calendar.bytes != file.content
            else { return nil }
            return (href, file, isRemoved ? nil : file.calendar.bytes)
        }
    }

    var outcome: [ExpectedText] {
        changed.map { href, _, content in
            ExpectedText(
                sourceID: source.id, href: href,
                digest: content.map { ContentDigest($0, key: context.store.digestKey) })
        }
    }

    /// Writes the changed files, all or none.
    func commit() throws(AgendaError) {
        let model = modelOfNewFiles
        let changes = changed.map { href, file, content in
            ResourceChange(name(href), if: file.version, to: content, like: model.map(name))
        }
        guard !changes.isEmpty else { return }
        try throughBank { bank throws(BankError) in try bank.commit(changes) }
    }

    /// A file as it is; nil if there is none.
    private func read(_ href: String) throws(AgendaError) -> BankText? {
        let name = name(href)
        do throws(AgendaError) {
            return try throughBank { bank throws(BankError) in try bank.read([name])[name] }
        } catch {
            guard error.reason == .noSuchFile else { throw error }
            return nil
        }
    }

    /// Calls `body` with the folder that has the files.
    private func throughBank<T>(
        _ body: (any ResourceTexts) throws(BankError) -> T
    ) throws(AgendaError) -> T {
        let folder = source.kind == .folder ? path("") : FileSystem.folder(of: path(""))
        do throws(BankError) {
            return try body(
                source.kind == .folder
                    ? try context.texts(of: source, key: key) : try FolderBank(folder, key: key))
        } catch {
            let place = error.name.isEmpty ? folder : FileSystem.path(folder, error.name)
            throw AgendaError(error.reason, source.kind == .folder ? place : path(""))
        }
    }

    /// A file's name in its folder.
    private func name(_ href: String) -> String {
        href.isEmpty ? FileSystem.name(path: path("")) : href
    }

    /// The file whose permissions new files get, as `href`: the one that they are split from, else any calendar beside them.
    private var modelOfNewFiles: String? {
        let origin = files.filter { $0.value.content != nil }.keys.min()
        guard let folder = source.location, source.kind == .folder, !source.isKept else {
            return nil
        }
        let beside = {
            FileSystem.names(in: folder).filter {
                $0.hasSuffix(".ics") || PlainFileName.isCalendar($0, in: folder)
            }.min()
        }
        return origin ?? beside()
    }

    private func path(_ href: String) -> String {
        let path = source.location ?? ""
        return href.isEmpty ? path : path + "/" + href
    }

    /// Where a new event goes: in a folder, a file of its own that is named for its UID if that is a harmless
    /// name, as CalDAV clients do (vdir), or as KDE does.
    private func newHref(of name: SeriesName) -> String {
        guard source.kind == .folder, let folder = source.location else { return "" }
        if !source.isKept, PlainFileName.isUsed(in: folder) { return PlainFileName.of(name.uid) }
        return name.uid.isHarmlessFileName
            ? name.uid + ".ics"
            : OccurrenceID(uid: name.uid, recurrenceID: nil).description + ".ics"
    }
}
