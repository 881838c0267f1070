package import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// Reports an import to people.
package struct ReceivedReport {
    package let received: ReceivedEvents
    /// Whether this was a dry run, which changes nothing.
    package let isDryRun: Bool
    package let zone: TimeZoneRules

    /// Nobody reads more lines than fit on a screen.
    private static let mostLines = 40

    /// A line for each event and to-do, `Added   Fri 2026-11-27 12:30-13:30  Lunch ⟳`, and the totals.
    package func output() -> OutputBuffer {
        let style = TextStyle(color: .auto)
        var output = OutputBuffer()
        let shown = received.items.filter { $0.outcome.word != nil }
        let words = shown.map { style.text($0.outcome.word ?? "") }
        let width = words.map { DisplayWidth.cells(of: $0) }.max() ?? 0
        for (item, word) in zip(shown, words).prefix(Self.mostLines) {
            output.append(word + DisplayWidth.padding(word, to: width + 2))
            output.append(Self.title(item, style, zone))
            if item.calendar != received.calendar {
                output.append("  [" + style.safe(item.calendar) + "]")
            }
            output.append("\n")
        }
        if shown.count > Self.mostLines {
            output.append(style.text("(and \(shown.count - Self.mostLines) more)") + "\n")
        }
        output.append(style.text(sentence) + "\n")
        return output
    }

    package static func title(
        _ item: ReceivedEvents.Item, _ style: TextStyle, _ zone: TimeZoneRules
    ) -> String {
        let title = item.summary.map(style.safe) ?? style.text("(no title)")
        let mark = item.isRecurring ? " " + style.symbols.recurs : ""
        let when = item.span.map { TimeText(zone: zone, style: style).when($0) + "  " }
        let box = item.todoStatus.map { style.symbols.box($0) + " " }
        return (when ?? "") + (box ?? "") + title + mark
    }

    /// `Imported 2 events into local`; if they are not all new, `…: 1 added, 1 updated`.
    private var sentence: Message {
        let calendar = SafeText.line(calendars, isUTF8: Environment.isUTF8)
        let outcomes = received.items.map(\.outcome)
        let counts = ReceivedEvents.Outcome.counted.compactMap { outcome -> Message? in
            let count = outcomes.count { $0 == outcome }
            return count == 0 ? nil : outcome.sentence(count)
        }
        let list = counts.map(\.text).joined(separator: ", ")
        let taken = received.items.filter { Self.isTaken($0.outcome) }
        if taken.isEmpty {
            return list.isEmpty
                ? "\(calendar): nothing to import"
                : "\(calendar): nothing to import: \(list)"
        }
        let todos = taken.count { $0.todoStatus != nil }
        let both: Message = "\(Message.events(taken.count - todos)) and \(Message.todos(todos))"
        let events = todos == 0 ? .events(taken.count) : todos == taken.count ? .todos(todos) : both
        if counts.count == 1, outcomes.contains(.added) {
            return isDryRun
                ? "Would import \(events) into \(calendar)" : "Imported \(events) into \(calendar)"
        }
        return isDryRun
            ? "Would import \(events) into \(calendar): \(list)"
            : "Imported \(events) into \(calendar): \(list)"
    }

    private static func isTaken(_ outcome: ReceivedEvents.Outcome) -> Bool {
        [.added, .updated, .cancelled].contains(outcome)
    }

    /// `local`; where events are elsewhere already, those calendars' names.
    private var calendars: String {
        let taken = received.items.filter { Self.isTaken($0.outcome) }
        var names: [String] = []
        for item in taken.isEmpty ? received.items : taken where !names.contains(item.calendar) {
            names.append(item.calendar)
        }
        return names.isEmpty ? received.calendar : names.joined(separator: ", ")
    }

    /// Reports what was not imported.
    ///
    /// - Returns: whether all events were imported.
    package func complain(about incoming: IncomingCalendar, isQuiet: Bool) -> Bool {
        var isWhole = true
        for item in received.items {
            guard case .refused(let error) = item.outcome else { continue }
            isWhole = false
            Terminal.complain("\(item.summary ?? item.uid): not imported: \(error.sentence)")
        }
        for diagnostic in incoming.diagnostics where diagnostic.severity == .error {
            isWhole = false
            Terminal.complain("line \(diagnostic.line): \(diagnostic.sentence)")
        }
        if incoming.otherCount > 0, !isQuiet {
            Terminal.complain(
                "\(incoming.otherCount) journal entries or busy times were left out")
        }
        return isWhole
    }
}

extension ReceivedEvents.Outcome {
    /// The outcome in a word; nil if it is reported elsewhere.
    fileprivate var word: Message? {
        switch self {
        case .added: "Added"
        case .updated: "Updated"
        case .unchanged: "Unchanged"
        case .older: "Newer here"
        case .cancelled: "Cancelled"
        case .unknown: "Not here"
        case .refused: nil
        }
    }

    /// The outcomes that are counted, in this order.
    fileprivate static let counted: [Self] = [
        .added, .updated, .cancelled, .unchanged, .older, .unknown,
    ]

    fileprivate func sentence(_ count: Int) -> Message? {
        switch self {
        case .added: "\(count) added"
        case .updated: "\(count) updated"
        case .cancelled: "\(count) cancelled"
        case .unchanged: "\(count) unchanged"
        case .older: "\(count) newer here"
        case .unknown: "\(count) not here"
        case .refused: nil
        }
    }
}

extension ReceivedReport {
    /// Stores what came, or only says what would change.
    ///
    /// - Parameters:
    ///   - sender: who sent it by mail.
    ///   - calendar: the calendar that the person named.
    ///   - followsEvents: whether one that another writable calendar has is updated there.
    ///   - isShown: whether to print what becomes of each.
    /// - Returns: what became of them, and whether all could be stored.
    package static func receive(
        _ incoming: IncomingCalendar, from sender: MessageSender = MessageSender(),
        into calendar: String?, followsEvents: Bool, isDryRun: Bool,
        isShown: Bool, for person: Person
    ) async throws -> (received: ReceivedEvents, isWhole: Bool) {
        let store = try await StoreAccess.open(person, isDryRun: isDryRun)
        let editor = store.editor(person)
        let target = try CalendarChoice.target(calendar, in: store, for: person)
        // Whose an event is matters only for messages.
        let me =
            try incoming.method.map { _ in
                try InvitationReader(person).addresses
            } ?? CalendarAddresses([])
        let received = try await editor.receive(
            incoming, into: target, as: me, from: sender, followsEvents: followsEvents,
            commits: !isDryRun)
        let report = ReceivedReport(received: received, isDryRun: isDryRun, zone: person.zone)
        if isShown { report.output().flush() }
        let isWhole = report.complain(about: incoming, isQuiet: person.isQuiet)
        try await editor.importer.requireBackup(person.report)
        return (received, isWhole)
    }
}
