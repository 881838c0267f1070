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
        let known = if let href { href } else { try self.href(of: name) }
        let href = known ?? Self.newHref(uid: name.uid, in: source)
        let file = try file(href)
        guard file.content != nil else {
            return EventTexts(texts: [], href: href, scope: TimeZoneScope(database: context.zones))
        }
        return EventTexts(
            texts: file.calendar.texts(of: name), href: href,
            scope: file.calendar.scope(of: name, context.zones), file: file.content)
    }

    /// The file that holds an event or to-do; nil if none does.
    private func href(of name: SeriesName) throws(AgendaError) -> String? {
        let hrefs = try context.store.hrefs(of: name.uid, name.kind, in: source)
        guard hrefs.count <= 1 else {
            throw AgendaError(.severalFiles(hrefs.sorted()), place: source.location ?? source.name)
        }
        return hrefs.first
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
                }
            }
            for (path, old, calendar) in there where isFolder && calendar.isEmpty {
                try AtomicFile.remove(path, old)
            }
        } catch {
            for file in created { try? AtomicFile.remove(file.path, file.bytes) }
            throw error
        }
    }

    /// The file whose permissions new files get: the one that they are split from, else any calendar beside them.
    private var modelOfNewFiles: String? {
        let origin = files.filter { $0.value.content != nil }.keys.min()
        guard let folder = source.location, source.kind == .folder else { return nil }
        let beside = { FileSystem.names(in: folder).filter { $0.hasSuffix(".ics") }.min() }
        return (origin ?? beside()).map(path)
    }

    private func path(_ href: String) -> String {
        let path = source.location ?? ""
        return href.isEmpty ? path : path + "/" + href
    }

    /// Where a new event goes: in a folder, a file of its own that is named for its UID if that is a harmless
    /// name, as CalDAV clients do (vdir).
    private static func newHref(uid: String, in source: CalendarSource) -> String {
        if source.kind == .file { return "" }
        let isHarmless = uid.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_.@".utf8.contains(byte)
            }
        }
        return isHarmless && (1...200).contains(uid.utf8.count) && !uid.hasPrefix(".")
            ? uid + ".ics" : OccurrenceID(uid: uid, recurrenceID: nil).description + ".ics"
    }
}
