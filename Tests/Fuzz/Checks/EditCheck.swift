import AgendaKit
import Glibc
import ICalendar

/// A random sequence of additions, edits, deletions, undos and redos: after each step the store
/// shows what ``EditModel`` says.
public struct EditCheck {
    private var random: SplitMix64
    private var model = EditModel()
    private let store: EventStore
    private let editor: CalendarEditor
    private let provider: EventProvider
    private let calendar: String?
    private let zone: TimeZoneRules
    /// The steps so far, for whoever investigates a fault.
    private var steps: [String] = []

    private static let day = 86_400
    /// 2026-11-23T08:00, in wall seconds: Berlin's offset does not change near it.
    private static let monday = CivilDateTime(
        CivilDate(uncheckedYear: 2026, month: 11, day: 23), hour: 8, minute: 0)

    /// Runs the sequence of a seed; returns a description of the fault, or nil.
    ///
    /// Every fiftieth sequence edits a folder of files instead of the local calendar.
    public static func run(seed: UInt64) async -> String? {
        var template = Array("/tmp/agenda-edits-XXXXXX".utf8CString)
        let isFolder = seed % 50 == 0
        var folder: String?
        if isFolder, mkdtemp(&template) != nil {
            folder = String(
                decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        defer { if let folder { remove(folder) } }
        do {
            var check = try await EditCheck(seed: seed, folder: folder)
            do {
                for _ in 0..<Int.random(in: 4...14, using: &check.random) { try await check.step() }
                return nil
            } catch {
                let history = (try? check.store.history()) ?? []
                check.steps.append(
                    "journal: \(history.map { "\($0.id) \($0.kind) \($0.reverts ?? 0)" })")
                return "seed \(seed): \(error); after \(check.steps.joined(separator: ", "))"
            }
        } catch {
            return "seed \(seed): \(error)"
        }
    }

    private init(seed: UInt64, folder: String?) async throws {
        random = SplitMix64(seed: seed)
        zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
        let clock = FixedClock(now: zone.instant(of: Self.monday))
        store = try EventStore.inMemory()
        let importer = Importer(store: store, clock: clock)
        editor = CalendarEditor(importer)
        provider = EventProvider(store: store, clock: clock, zone: zone)
        calendar = folder.map { _ in "files" }
        guard let folder else { return }
        // A folder without files is not a source.
        let first =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:t\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        let file = fopen(folder + "/todo.ics", "w")
        fputs(first, file)
        fclose(file)
        var source = CalendarSource(name: "files", kind: .folder, location: folder)
        source.isWritable = true
        _ = try await importer.addSource(source)
    }

    private static func remove(_ folder: String) {
        guard let stream = opendir(folder) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            unlink(folder + "/" + name)
        }
        closedir(stream)
        rmdir(folder)
    }

    private mutating func step() async throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: try await add()
        case 2...5: try await edit()
        case 6: try await delete()
        case 7, 8: try await undo()
        default: try await redo()
        }
        let shown = try await shown().map(\.line).sorted()
        let expected = model.state.items.map { Line($0) }.sorted()
        try promise(shown == expected, "shown are \(shown), not \(expected)")
    }

    private mutating func add() async throws {
        let start =
            Self.monday + Int.random(in: 0..<20, using: &random) * Self.day
            + Int.random(in: 0..<6, using: &random) * 3_600
        let (interval, count) = (
            [1, 7].randomElement(using: &random) ?? 1, Int.random(in: 1...6, using: &random)
        )
        let base = EditModel.Base(length: length(), title: title())
        steps.append("add \(start) \(interval) \(count) \(base)")
        var event = Event(
            uid: "\(random.next())@example.org", start: .zoned(start, tzid: zone.name))
        event.end = .time(.zoned(start + base.length, tzid: zone.name))
        event.summary = base.title
        if count > 1 {
            var rule = RecurrenceRule(interval == 1 ? .daily : .weekly)
            if Bool.random(using: &random) {
                rule.count = count
            } else {
                let last = start + (count - 1) * interval * Self.day
                rule.until = .utc(zone.instant(of: last))
            }
            event.recurrenceRules = [rule]
        }
        try await editor.add(event, to: calendar)
        model.add(
            start: start.secondsSinceEpoch, step: interval * Self.day, count: count, base)
    }

    private mutating func edit() async throws {
        guard let (event, item) = try await pick() else { return }
        var edit = EditModel.Edit()
        if Bool.random(using: &random) { edit.title = title() }
        if Bool.random(using: &random) { edit.length = length() }
        if Int.random(in: 0..<3, using: &random) > 0 {
            edit.shift =
                Int.random(in: -2...3, using: &random) * 1_800
                + Int.random(in: -1...2, using: &random) * Self.day
        }
        let scope =
            event.isRecurring
            ? RecurrenceScope.allCases.randomElement(using: &random) ?? .all : .all
        steps.append("edit \(scope) \(item) \(edit)")
        var draft = try await editor.draft(of: event, scope: scope)
        let start = draft.event.start.wallTime
        var length = 0
        if case .time(let end) = draft.event.end {
            length = end.wallTime.secondsSinceEpoch - start.secondsSinceEpoch
        }
        draft.event.summary = edit.title ?? draft.event.summary
        draft.event.start = draft.event.start.with(wallTime: start + edit.shift)
        draft.event.end = .time(
            draft.event.start.with(wallTime: start + edit.shift + (edit.length ?? length)))
        try await editor.edit(draft)
        switch scope {
        case .this: model.editThis(item, edit)
        case .future: model.editFuture(item, edit)
        case .all: model.editAll(item, edit)
        }
    }

    private mutating func delete() async throws {
        guard let (event, item) = try await pick() else { return }
        let scope =
            event.isRecurring
            ? RecurrenceScope.allCases.randomElement(using: &random) ?? .all : .all
        steps.append("delete \(scope) \(item)")
        try await editor.delete(event, scope: scope)
        switch scope {
        case .this: model.deleteThis(item)
        case .future: model.deleteFuture(item)
        case .all: model.deleteAll(item.series)
        }
    }

    private mutating func undo() async throws {
        steps.append("undo")
        if model.canUndo {
            _ = try await editor.undo()
            model.undo()
        } else {
            try promise(await (try? editor.undo()) == nil, "there was something to undo")
        }
    }

    private mutating func redo() async throws {
        steps.append("redo")
        if model.canRedo {
            _ = try await editor.redo()
            model.redo()
        } else {
            try promise(await (try? editor.redo()) == nil, "there was something to redo")
        }
    }

    private mutating func title() -> String { "T\(Int.random(in: 0..<5, using: &random))" }
    private mutating func length() -> Int { Int.random(in: 1...4, using: &random) * 900 }

    /// One of the events shown, with its counterpart in the model.
    private mutating func pick() async throws -> (event: AgendaEvent, item: EditModel.Item)? {
        let shown = try await shown()
        guard let (event, line) = shown.randomElement(using: &random) else { return nil }
        // Ids identify a line's series, which lines do not contain: skip lines that look alike.
        let items = model.state.items.filter { Line($0) == line }
        guard items.count == 1, let item = items.first else { return nil }
        return (event, item)
    }

    private func shown() async throws -> [(event: AgendaEvent, line: Line)] {
        let first = Self.monday.date + -30
        let nodes = try await provider.days(first..<(first + 160)).nodes
        var seen: Set<OccurrenceID> = []
        return nodes.flatMap(\.events).filter { seen.insert($0.id).inserted }.map { event in
            (event, Line(event, zone: zone))
        }
    }

    /// An instance as shown.
    private struct Line: Comparable, CustomStringConvertible {
        let home, start, length: Int
        let title: String

        init(_ item: EditModel.Item) {
            (home, start, length, title) = (item.home, item.start, item.length, item.title)
        }

        init(_ event: AgendaEvent, zone: TimeZoneRules) {
            func wall(_ point: OccurrencePoint) -> Int {
                switch point {
                case .instant(let instant): zone.wallTime(at: instant).secondsSinceEpoch
                case .floating(let time): time.secondsSinceEpoch
                case .date(let date): CivilDateTime(date).secondsSinceEpoch
                }
            }
            start = wall(event.span.start)
            home = event.recurrenceID.map(wall) ?? start
            length = wall(event.span.end) - start
            title = event.summary ?? ""
        }

        var description: String {
            "\(title) \(CivilDateTime(secondsSinceEpoch: start).date.iso)+\(start % 86_400 / 60)"
                + "/\(length / 60) of \((start - home) / 60)"
        }

        static func < (lhs: Line, rhs: Line) -> Bool {
            (lhs.start, lhs.home, lhs.length, lhs.title) < (
                rhs.start, rhs.home, rhs.length, rhs.title
            )
        }
    }
}
