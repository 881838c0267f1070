import AgendaKit
import ICalendar

/// What an import did, for people.
struct ReceivedReport {
    let received: ReceivedEvents
    /// Whether nothing was done.
    let isDryRun: Bool
    /// The display zone.
    let zone: TimeZoneRules

    /// More lines than a screen has are not read.
    private static let mostLines = 40

    /// A line an event: `Added      Fri 2026-11-27 12:30-13:30  Lunch ⟳`, and how many in all.
    func output() -> OutputBuffer {
        let style = TextStyle(color: .auto)
        var output = OutputBuffer()
        let shown = received.items.filter { $0.outcome.word != nil }
        let words = shown.map { style.text($0.outcome.word ?? "") }
        let width = words.map { DisplayWidth.cells(of: $0) }.max() ?? 0
        for (item, word) in zip(shown, words).prefix(Self.mostLines) {
            output.append(word + DisplayWidth.padding(word, to: width + 2))
            output.append(Self.title(item, style, zone) + "\n")
        }
        if shown.count > Self.mostLines {
            output.append(style.text("(and \(shown.count - Self.mostLines) more)") + "\n")
        }
        output.append(style.text(sentence) + "\n")
        return output
    }

    private static func title(
        _ item: ReceivedEvents.Item, _ style: TextStyle, _ zone: TimeZoneRules
    ) -> String {
        let title = item.summary.map(style.safe) ?? style.text("(no title)")
        let mark = item.isRecurring ? " " + style.symbols.recurs : ""
        let when = item.span.map { DetailsText(style: style, zone: zone).when($0) + "  " }
        return (when ?? "") + title + mark
    }

    /// `3 added, 1 updated in local`.
    private var sentence: Message {
        var counts: [(Message, Int)] = []
        for item in received.items {
            guard let word = item.outcome.word else { continue }
            if let place = counts.firstIndex(where: { $0.0 == word }) {
                counts[place].1 += 1
            } else {
                counts.append((word, 1))
            }
        }
        let calendar = SafeText.line(received.calendar, isUTF8: Environment.isUTF8)
        let list = counts.map { "\($0.0.text): \($0.1)" }.joined(separator: ", ")
        if list.isEmpty { return "\(calendar): there was nothing to import" }
        return isDryRun
            ? "\(calendar): \(list) (nothing was done)" : "Imported into \(calendar): \(list)"
    }

    /// Says what was not taken.
    ///
    /// - Returns: whether all events were.
    func complain(about incoming: IncomingCalendar, isQuiet: Bool) -> Bool {
        var isWhole = true
        for item in received.items {
            guard case .refused(let error) = item.outcome else { continue }
            isWhole = false
            Terminal.complain("\(item.summary ?? item.uid): not taken: \(error.sentence)")
        }
        for diagnostic in incoming.diagnostics where diagnostic.severity == .error {
            isWhole = false
            Terminal.complain("line \(diagnostic.line): \(diagnostic.sentence)")
        }
        if incoming.otherCount > 0, !isQuiet {
            Terminal.complain(
                "\(incoming.otherCount) to-dos, journal entries or busy times were left out")
        }
        return isWhole
    }
}

extension ReceivedEvents.Outcome {
    /// What became of it; nil for what is said elsewhere.
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
}
