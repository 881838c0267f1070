import AgendaActions
import ICalendar

/// What calcurse keeps: `apts`, `todo` and `notes`, and its settings in `conf`.
struct CalcurseFolder {
    private(set) var items: [CalcurseItem] = []
    private(set) var todos: [CalcurseTodo] = []
    /// The lines that cannot be read, as `file:line: what: what to do`.
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
        items = read(bytes, of: path, CalcurseItem.init)
        if InputFile.kind(of: todoPath) == .missing { return }
        guard let bytes = try? InputFile.read(todoPath) else {
            faults.append("\(todoPath): cannot be read: its to-dos are left out")
            return
        }
        todos = read(bytes, of: todoPath, CalcurseTodo.init)
    }

    /// The file of to-dos.
    private var todoPath: String { data + "/todo" }

    /// Reads each line that is not empty; one that cannot be read is a fault.
    private mutating func read<Value>(
        _ bytes: [UInt8], of path: String, _ value: (String, Int) throws(AdoptionFailure) -> Value
    ) -> [Value] {
        var values: [Value] = []
        for (index, line) in Self.lines(bytes).enumerated() where !line.trimmed.isEmpty {
            do throws(AdoptionFailure) {
                values.append(try value(String(line), index + 1))
            } catch {
                faults.append("\(path):\(error.line): \(error.reason)")
            }
        }
        return values
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
    /// calcurse knows no zones: times stay wall times (RFC 5545 3.3.5, form 1). Items have no identity either: an
    /// event's `UID` follows from its start and its text, a to-do's from its text, so that a repetition finds it again.
    func calendar() -> (text: String, faults: [Message]) {
        var (components, faults, counts) = ([String](), [Message](), [String: Int]())
        func uid(_ identity: String) -> String {
            counts[identity, default: 0] += 1
            return "calcurse-" + NameDigest("\(identity)|\(counts[identity] ?? 1)").hex
        }
        func add(_ component: Event, note name: String?, at place: String) {
            var component = component
            if let name {
                component.details = note(name)
                if component.details == nil {
                    faults.append("\(place): its note \(name) cannot be read: taken without it")
                }
            }
            components.append(CalendarWriter.component(component))
        }
        for item in items {
            let identity = "\(item.start.secondsSinceEpoch)|\(item.end == nil)|\(item.text)"
            add(event(item, uid: uid(identity)), note: item.note, at: "\(path):\(item.line)")
        }
        for todo in todos {
            add(
                component(todo, uid: uid("todo|\(todo.text)")), note: todo.note,
                at: "\(todoPath):\(todo.line)")
        }
        return (CalendarWriter.calendar(components), faults)
    }

    /// A to-do on no day. calcurse does not say when one was done.
    private func component(_ item: CalcurseTodo, uid: String) -> Event {
        var todo = Todo()
        todo.anchor = .undated
        if item.isDone { todo.status = .completed }
        var event = Event(uid: uid, start: .date(CivilDate(daysSinceEpoch: 0)))
        event.stamp = Self.stamp
        (event.todo, event.priority) = (todo, item.priority)
        event.summary = item.text.isEmpty ? nil : item.text
        return event
    }

    /// calcurse does not say when an item was made: a repetition must not look newer than an edit here.
    private static let stamp = Instant(secondsSinceEpoch: 0)

    private func event(_ item: CalcurseItem, uid: String) -> Event {
        func time(_ moment: CivilDateTime) -> CalendarTime {
            item.end == nil ? .date(moment.date) : .floating(moment)
        }
        var event = Event(uid: uid, start: time(item.start))
        event.stamp = Self.stamp
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
