internal import CalendarFiles
internal import ICalendar

/// A folder whose files are replaced as they are, byte for byte: what a device sends, and what takes that back.
///
/// Nothing here grows with the number of files.
struct ResourceCalendar: WritableCalendar {
    let source: CalendarSource
    private let context: StoreContext
    private var seen: [String: BankText?] = [:]
    private var changes: [ResourceChange] = []

    init(_ source: CalendarSource, _ context: StoreContext) {
        (self.source, self.context) = (source, context)
    }

    /// A file as it is; nil if there is none.
    mutating func content(_ href: String) throws(AgendaError) -> [UInt8]? {
        if let known = seen[href] { return known?.bytes }
        let found: BankText?
        do throws(AgendaError) {
            found = try throughBank { bank throws(BankError) in try bank.read([href])[href] }
        } catch {
            // No file can be in a folder that is missing below the source's own.
            guard error.reason == .noSuchFile, !source.isKept, FileSystem.isFolder(folder) else {
                throw error
            }
            found = nil
        }
        seen[href] = .some(found)
        return found?.bytes
    }

    mutating func read(_ name: SeriesName, href: String?) throws(AgendaError) -> EventTexts {
        let content = try content(href ?? "")
        return EventTexts(
            texts: content.map(EventTexts.divided) ?? [], href: href ?? "",
            scope: TimeZoneScope(database: context.zones), file: content)
    }

    mutating func prepare(_ operation: inout EventOperation) throws(AgendaError) {
        let present = try content(operation.href)
        guard present == operation.before else {
            throw AgendaError(.eventChanged, place: operation.uid)
        }
        guard present != operation.after else { return }
        // A new file gets the rights of the one that was written last.
        let model = present == nil ? try context.store.newestHref(of: source) : nil
        changes.append(
            ResourceChange(
                operation.href, if: seen[operation.href]??.version ?? .absent,
                to: operation.after, like: model))
    }

    var outcome: [ExpectedText] {
        changes.map { change in
            ExpectedText(
                sourceID: source.id, href: change.name,
                digest: change.content.map { ContentDigest($0, key: context.store.digestKey) })
        }
    }

    func commit() throws(AgendaError) {
        guard !changes.isEmpty else { return }
        do throws(AgendaError) {
            try throughBank { bank throws(BankError) in try bank.commit(changes) }
        } catch {
            guard error.reason == .fileChanged else { throw error }
            throw AgendaError(.eventChanged, place: error.place)
        }
    }

    private var folder: String { source.location ?? "" }

    private func throughBank<T>(
        _ body: (any ResourceTexts) throws(BankError) -> T
    ) throws(AgendaError) -> T {
        do throws(BankError) {
            return try body(
                try context.texts(
                    of: source, key: context.store.digestKey, mendsEachTime: false))
        } catch {
            let place = error.name.isEmpty ? folder : FileSystem.path(folder, error.name)
            throw AgendaError(error.reason, place)
        }
    }
}
