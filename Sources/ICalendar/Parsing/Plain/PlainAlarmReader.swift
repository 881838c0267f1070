/// Reads a VALARM whose lines are all plain (``PlainEventReader``).
struct PlainAlarmReader {
    private var action: String?
    private var trigger: Alarm.Trigger?
    private var details: String?

    /// Reads up to its end; returns false if something in it is not plain.
    static func read(_ lines: inout PlainLines, into event: inout Event) -> Bool {
        var alarm = PlainAlarmReader()
        while let line = lines.next() {
            if line.name == .end {
                // Without a trigger it never goes off; libical's reader reports that.
                guard let trigger = alarm.trigger else { return false }
                event.alarms.append(
                    Alarm(
                        action: alarm.action ?? "DISPLAY", trigger: trigger,
                        details: alarm.details))
                return lines.delimits(line, .end, "VALARM")
            }
            guard let content = lines.content(of: line), alarm.read(line, content) else {
                return false
            }
        }
        return false
    }

    private mutating func read(_ line: PlainLines.Line, _ content: PlainContent) -> Bool {
        switch line.name {
        case .action: PlainEventReader.once(&action, Self.action(content))
        case .description: PlainEventReader.text(&details, content)
        case .trigger: PlainEventReader.once(&trigger, content.trigger)
        default: PlainEventReader.isIgnored(line, content)
        }
    }

    private static func action(_ content: PlainContent) -> String? {
        if content.isWord("DISPLAY") { return "DISPLAY" }
        if content.isWord("AUDIO") { return "AUDIO" }
        return content.isWord("EMAIL") ? "EMAIL" : nil
    }
}
