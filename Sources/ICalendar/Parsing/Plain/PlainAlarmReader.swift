/// Reads a VALARM whose lines are all plain (``PlainEventReader``).
struct PlainAlarmReader {
    private var action: String?
    private var trigger: Alarm.Trigger?
    private var details: String?
    private var repetitions: Int?
    private var interval: CalendarDuration?
    private var acknowledged: Instant?

    /// Reads up to its end; returns false if something in it is not plain.
    static func read(_ lines: inout PlainLines, into event: inout Event) -> Bool {
        var alarm = PlainAlarmReader()
        while let line = lines.next() {
            if line.name == .end {
                // Without a trigger it never goes off; libical's reader reports that.
                guard let trigger = alarm.trigger else { return false }
                event.alarms.append(alarm.alarm(trigger))
                return lines.delimits(line, .end, "VALARM")
            }
            guard let content = lines.content(of: line), alarm.read(line, content) else {
                return false
            }
        }
        return false
    }

    private func alarm(_ trigger: Alarm.Trigger) -> Alarm {
        var alarm = Alarm(action: action ?? "DISPLAY", trigger: trigger, details: details)
        alarm.repetitions = repetitions ?? 0
        (alarm.interval, alarm.acknowledged) = (interval, acknowledged)
        return alarm
    }

    private mutating func read(_ line: PlainLines.Line, _ content: PlainContent) -> Bool {
        switch line.name {
        case .action: PlainEventReader.once(&action, Self.action(content))
        case .description where content.parameters == nil:
            PlainEventReader.text(&details, content)
        case .trigger: PlainEventReader.once(&trigger, content.trigger)
        case .repetitions: PlainEventReader.once(&repetitions, content.number)
        case .duration where content.parameters == nil:
            PlainEventReader.once(&interval, content.duration)
        case .acknowledged: PlainEventReader.once(&acknowledged, content.instant)
        default: line.isExtension || PlainName.ignoredInAlarms.contains(line.name)
        }
    }

    private static func action(_ content: PlainContent) -> String? {
        if content.isWord("DISPLAY") { return "DISPLAY" }
        if content.isWord("AUDIO") { return "AUDIO" }
        return content.isWord("EMAIL") ? "EMAIL" : nil
    }
}
