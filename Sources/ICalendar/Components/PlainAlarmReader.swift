/// Reads a VALARM of which every line is plain (``PlainEventReader``).
struct PlainAlarmReader {
    private var action: String?
    private var trigger: Alarm.Trigger?
    private var details: String?

    /// Reads up to its end; false when something in it is not plain.
    static func read(_ lines: inout PlainLines, into event: inout Event) -> Bool {
        var alarm = PlainAlarmReader()
        while let line = lines.next() {
            if line.delimits("END", "VALARM") {
                if let trigger = alarm.trigger {
                    event.alarms.append(
                        Alarm(
                            action: alarm.action ?? "DISPLAY", trigger: trigger,
                            details: alarm.details))
                }
                return true
            }
            guard let content = PlainContent(line), alarm.read(line.name, content) else {
                return false
            }
        }
        return false
    }

    private mutating func read(_ name: String, _ content: PlainContent) -> Bool {
        switch name {
        case "ACTION":
            return PlainEventReader.once(&action, content.word(["DISPLAY", "AUDIO", "EMAIL"]))
        case "DESCRIPTION": return content.readText(into: &details)
        case "TRIGGER": return PlainEventReader.once(&trigger, content.trigger)
        default: return content.isIgnored(name)
        }
    }
}
