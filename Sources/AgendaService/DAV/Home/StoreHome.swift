internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import Foundation
internal import ICalendar

/// The calendars of a store: folders with their files as they are, the store's own calendar, and read-only whatever else it has.
struct StoreHome: ServedHome {
    let opened: LiveStore.Opened
    let device: Device
    let person: Person
    let table: CalendarTable
    /// Beside it are the folders of calendars that clients make, and of accounts.
    let service: ServiceDatabase
    /// Whether the merge of all calendars is one of them.
    let servesMerge: Bool
    /// The merges that were asked for.
    let merges: MergeCache

    var store: EventStore { opened.store }

    /// How the resources of a calendar are kept.
    enum Shape {
        /// Each file is a resource.
        case files
        /// Each event of the store's own calendar.
        case own
        /// Each event by itself, composed.
        case composed
    }

    func shape(_ calendar: ServedCalendar) -> Shape {
        switch calendar.source?.kind {
        case .folder?: .files
        case .local?: .own
        default: .composed
        }
    }

    func source(_ calendar: ServedCalendar) throws(DAVFault) -> CalendarSource {
        guard let source = calendar.source else { throw .notFound }
        return source
    }

    // MARK: Calendars

    func calendars() throws(DAVFault) -> [ServedCalendar] {
        let sources = try told { () throws(AgendaError) in try store.sources(counting: false) }
        var known = try known()
        let new = Self.missing(sources, known.rows)
        if !new.isEmpty {
            do { try table.add(new) } catch { throw .away("\(error)") }
            known = try self.known()
        }
        let invited = known.properties[ServedCalendar.inbox.slug]?.first {
            $0.name == LiveProperty.scheduleDefault.name
        }?.text
        var shown: [ServedCalendar] = []
        for row in known.rows {
            let source = sources.first { Self.place($0) == row.place }
            // The store's own calendar is made with its first event.
            guard source != nil || row.place.isEmpty else { continue }
            let name = source?.name ?? "local"
            guard device.sees(name) else { continue }
            var calendar = calendar(row, source, name, known.properties[row.slug] ?? [])
            calendar.isForInvitations = row.slug == invited
            shown += parts(of: calendar, separately: device.separatesTodos)
        }
        if servesMerge { shown.append(.merge) }
        return shown
    }

    private func calendar(
        _ row: CalendarTable.Row, _ source: CalendarSource?, _ name: String,
        _ properties: [DeadProperty]
    ) -> ServedCalendar {
        let isOwn = row.place.isEmpty
        let isFolder = source?.kind == .folder
        var calendar = ServedCalendar(
            slug: row.slug, source: source, name: name,
            isWritable: device.mayWrite && (isOwn || isFolder && source?.isWritable == true),
            properties: properties)
        // A client's name holds until the calendar gets another one here.
        if row.named == name, let said = calendar[.dav("displayname")] { calendar.name = said.text }
        calendar.kinds = row.kinds ?? (isOwn || !isFolder ? [.event, .todo] : calendar.kinds)
        // What an account synchronises is the account's.
        let isOfAccount = row.place.hasPrefix(service.folder("accounts") + "/")
        calendar.isRemovable =
            calendar.isWritable && !isOwn && !isOfAccount && source?.isShared != true
            && (row.isMade || device.mayRemoveCalendars)
        if let source, source.isShared {
            calendar.takesAlarms = device.mayWrite
            calendar.owner = source.location.flatMap { person.kept?.owner(at: $0) }
        }
        return calendar
    }

    /// Events and to-dos as two calendars for whoever takes no others: Apple's programs show a calendar in one of two.
    private func parts(of calendar: ServedCalendar, separately: Bool) -> [ServedCalendar] {
        guard separately, calendar.kinds.contains(.todo), calendar.kinds != [.todo] else {
            return [calendar]
        }
        var (events, todos) = (calendar, calendar)
        (events.kinds, events.isPart) = (calendar.kinds.filter { $0 != .todo }, true)
        (todos.kinds, todos.isPart, todos.slug, todos.isRemovable) = (
            [.todo], true, calendar.slug + Self.todoEnd, false
        )
        todos.properties = []
        return [events, todos]
    }

    /// What the address of a calendar's to-dos ends in.
    private static let todoEnd = "--todos"

    /// The name of a calendar's rows, without what says which part of it is shown.
    func row(_ calendar: ServedCalendar) -> String {
        calendar.isPart && calendar.slug.hasSuffix(Self.todoEnd)
            ? String(calendar.slug.dropLast(Self.todoEnd.count)) : calendar.slug
    }

    static func place(_ source: CalendarSource) -> String {
        source.isOnlyInStore ? "" : source.location ?? "name:" + source.name
    }

    /// Rows for what has none, each with an address made of its name.
    private static func missing(
        _ sources: [CalendarSource], _ rows: [CalendarTable.Row]
    ) -> [CalendarTable.Row] {
        let known = Set(rows.map(\.place))
        var taken = taken(rows)
        var wanted = sources.map { (place: place($0), name: $0.name) }
        if !wanted.contains(where: { $0.place.isEmpty }) {
            wanted.append((place: "", name: "local"))
        }
        return wanted.filter { !known.contains($0.place) }.map { place, name in
            let slug = Importer.unique(slug(of: name), among: taken)
            taken.insert(slug)
            return CalendarTable.Row(slug: slug, place: place)
        }
    }

    /// The addresses that no new calendar gets.
    static func taken(_ rows: [CalendarTable.Row]) -> Set<String> {
        Set(rows.map(\.slug)).union(["all", "inbox", "outbox"])
    }

    /// An address made of a name.
    static func slug(of name: String) -> String {
        let words = name.lowercased().unicodeScalars.map { scalar in
            (scalar.isASCII && scalar.properties.isAlphabetic) || ("0"..."9").contains(scalar)
                ? Character(scalar) : "-"
        }
        let base = String(words).split(separator: "-").joined(separator: "-").prefix(60)
        return base.isEmpty ? "calendar" : String(base)
    }

    func state() throws(DAVFault) -> HomeState {
        let tag =
            if let state = person.kept?.state {
                state
            } else {
                try told { () throws(AgendaError) in
                    "\(try store.generation())-\(try store.revision())"
                }
            }
        return HomeState(tag: tag, properties: try known().properties[""] ?? [])
    }

    /// What the service knows of calendars.
    private func known() throws(DAVFault) -> CalendarTable.Contents {
        do { return try table.contents() } catch { throw .away("\(error)") }
    }

    func origins(of calendar: ServedCalendar?) -> [String] {
        let own = (try? table.installation()).map { [$0] } ?? []
        guard let source = calendar?.source, let online = try? OnlineAccess.existing(person),
            let synced = try? online.calendars().first(where: { $0.folder == source.location })
        else { return own }
        return own + synced.origins.filter { !own.contains($0) }
    }

    // MARK: Faults

    func told<T>(_ body: () throws(AgendaError) -> T) throws(DAVFault) -> T {
        do throws(AgendaError) { return try body() } catch { throw DAVFault(error) }
    }

    /// Refuses while what is served cannot be trusted to be all that there is.
    func requireGood(_ source: CalendarSource) throws(DAVFault) {
        switch try told({ () throws(AgendaError) in try store.servingState(of: source) }) {
        case .good: return
        case .unread: throw .away("\(source.name) cannot be read")
        case .emptied(let count):
            throw .away("\(source.name): all \(count) resources have gone at once")
        }
    }
}
