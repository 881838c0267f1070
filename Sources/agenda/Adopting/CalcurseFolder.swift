import AgendaKit
import ICalendar

/// What calcurse keeps: `apts`, `todo` and `notes`, and its settings in `conf`.
struct CalcurseFolder {
    private(set) var items: [CalcurseItem] = []
    /// The lines of `apts` that cannot be read, as `file:line: what: what to do`.
    private(set) var faults: [Message] = []
    /// The file of appointments.
    let path: String
    private let data: String
    private let settings: [String: String]

    /// Reads the folder of the data, and that of the settings, which may be the same.
    init(data: String, settings: String) throws(CommandFailure) {
        self.data = data
        path = data + "/apts"
        guard let bytes = try? InputFile.read(path) else {
            throw .failure("\(path): cannot be read: name the folder of calcurse's data")
        }
        self.settings = Self.settings(settings + "/conf")
        for (index, line) in Self.lines(bytes).enumerated() where !line.trimmed.isEmpty {
            do throws(AdoptionFailure) {
                items.append(try CalcurseItem(String(line), line: index + 1))
            } catch {
                faults.append("\(path):\(error.line): \(error.reason)")
            }
        }
    }

    /// How many to-dos there are.
    var todoCount: Int {
        guard let bytes = try? InputFile.read(data + "/todo") else { return 0 }
        return Self.lines(bytes).count { !$0.trimmed.isEmpty }
    }

    /// The settings that have a counterpart.
    var plan: AdoptionPlan {
        var plan = AdoptionPlan()
        if let day = settings["general.firstdayofweek"], Weekday.startOfWeek(day) != nil {
            plan.set(.weekStart, day)
        }
        if let format = settings["format.outputdate"], DateFormat(format) != nil {
            plan.set(.dateFormat, format)
        }
        return plan
    }

    /// All items as iCalendar text, and what was left out of them.
    ///
    /// calcurse knows no zones: times stay wall times (RFC 5545 3.3.5, form 1). Items have no identity
    /// either: an event's `UID` follows from its start and its text, so that a repetition finds it again.
    func calendar() -> (text: String, faults: [Message]) {
        var (components, faults, counts) = ([String](), [Message](), [String: Int]())
        for item in items {
            let identity = "\(item.start.secondsSinceEpoch)|\(item.end == nil)|\(item.text)"
            counts[identity, default: 0] += 1
            let name = NameDigest("\(identity)|\(counts[identity] ?? 1)").hex
            var event = event(item, uid: "calcurse-\(name)")
            if let note = item.note {
                event.details = self.note(note)
                if event.details == nil {
                    faults.append(
                        "\(path):\(item.line): its note \(note) cannot be read: taken without it")
                }
            }
            components.append(CalendarWriter.component(event))
        }
        return (CalendarWriter.calendar(components), faults)
    }

    private func event(_ item: CalcurseItem, uid: String) -> Event {
        func time(_ moment: CivilDateTime) -> CalendarTime {
            item.end == nil ? .date(moment.date) : .floating(moment)
        }
        var event = Event(uid: uid, start: time(item.start))
        // calcurse does not say when an item was made: a repetition must not look newer than an edit here.
        event.stamp = Instant(secondsSinceEpoch: 0)
        if let end = item.end { event.end = .time(time(end)) }
        event.summary = item.text.isEmpty ? nil : item.text
        if item.isImportant {
            event.alarms = [
                Alarm(
                    action: "DISPLAY", trigger: .afterStart(CalendarDuration(seconds: -warning)),
                    details: item.text)
            ]
        }
        guard let repetition = item.repetition else { return event }
        var rule = RecurrenceRule(repetition.frequency)
        rule.interval = repetition.interval
        (rule.byMonth, rule.byMonthDay) = (repetition.months, repetition.monthDays)
        rule.byDay = repetition.weekdays
        rule.weekStart = settings["general.firstdayofweek"] == "sunday" ? .sunday : .monday
        rule.until = repetition.until.map { day in
            item.end == nil
                ? .date(day) : .floating(CivilDateTime(day, hour: 23, minute: 59, second: 59))
        }
        event.recurrenceRules = [rule]
        event.exceptionDates = repetition.exceptions.map { day in
            time(CivilDateTime(day, secondOfDay: item.start.secondOfDay))
        }
        return event
    }

    /// How long before an important appointment calcurse reminds of it, in seconds; 300 is its default.
    private var warning: Int {
        settings["notification.warning"].flatMap(Int.init).flatMap { $0 >= 0 ? $0 : nil } ?? 300
    }

    /// A note's text; its name must not lead out of the folder.
    private func note(_ name: String) -> String? {
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
            let bytes = try? InputFile.read("\(data)/notes/\(name)")
        else { return nil }
        let lines = Self.lines(bytes).map(String.init)
        return lines.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
    }

    /// `name=value` lines; empty without a file.
    private static func settings(_ path: String) -> [String: String] {
        let lines = (try? InputFile.read(path)).map(lines) ?? []
        return lines.reduce(into: [:]) { settings, line in
            guard let end = line.firstIndex(of: "="), line.first != "#" else { return }
            settings[String(line[..<end].trimmed)] = String(line[end...].dropFirst().trimmed)
        }
    }

    /// The lines of a text in UTF-8, else in Latin-1: calcurse writes what the locale has.
    private static func lines(_ bytes: [UInt8]) -> [Substring] {
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }
}
