import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import TerminalOutput

extension TodoCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the open to-dos by due day, priority and title.",
            discussion: """
                Subtasks are indented below their to-do. Of a to-do that repeats, the next open \
                instance is listed: the first one after the last that was done.
                Signs: ☐ open, ☑ done, ☒ cancelled, ⟳ repeats, !1 the priority, #home a category (in \
                ASCII [ ], [x], [-] and (R)). With paths, agenda reads only these.
                """)

        @Argument(
            help: ".ics files, folders of them, or - for standard input.",
            completion: .calendarPath)
        var paths: [String] = []

        @Flag(help: "Print a short id before each to-do, for done, edit and delete.")
        var ids = false

        @Option(
            parsing: .unconditional, help: .value("day", "Only what is due by this day."),
            completion: .day)
        var due: String?

        @Flag(help: "Only what is overdue.")
        var overdue = false

        @Option(
            help: .value(
                "priority", "Only this priority or a higher one: 1 to 9, high, medium or low."),
            completion: .list(["high", "medium", "low"]))
        var priority: String?

        @Option(help: .value("name", "Only to-dos of this category; repeatable."))
        var category: [String] = []

        @Flag(help: "Only what is done or cancelled.")
        var done = false

        @Flag(help: "Also what is done or cancelled.")
        var all = false

        @Option(help: .value("name", "Only this calendar; repeatable."), completion: .calendarName)
        var calendar: [String] = []

        @Option(help: .value("name", "Not this calendar; repeatable."), completion: .calendarName)
        var notCalendar: [String] = []

        @Flag(help: "Print one JSON document.")
        var json = false

        @Flag(help: "Print the to-dos as JSON, one per line.")
        var jsonl = false

        @Flag(help: "Print a table with a header, separated by tabs.")
        var tsv = false

        @Option(
            help: ArgumentHelp(
                "Print a line of your own for each to-do.",
                discussion: """
                    Fields: \(LineFormat.todoFieldNames). \\n and \\t are a line break and a tab, {{ is a \
                    brace. Example: '{due} {summary}'
                    """,
                valueName: "string"))
        var format: String?

        @Option(
            help: .value("when", "auto, always or never."),
            completion: .list(["auto", "always", "never"]))
        var color: String?

        @Flag(help: "Do not use $PAGER for long text.")
        var noPager = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard [json, jsonl, tsv, format != nil].count(where: { $0 }) <= 1 else {
                throw CommandFailure.usage(
                    "--json, --jsonl, --tsv, --format: use only one of them")
            }
            guard !done || !all else {
                throw CommandFailure.usage("--done cannot be combined with --all")
            }
            let (person, style) = (try common.person(), try TextStyle(option: color))
            let template = try format.map { (text) throws(CommandFailure) in
                try LineFormat(todos: text)
            }
            let wanted = try condition(person)
            let reading = try await OpenCalendars.open(paths, person)
            var filter = try CalendarChoice(wanted: calendar, hidden: notCalendar)
                .filter(among: reading.sources.map(\.name))
            filter.categories = Set(category)
            let items = try await reading.store.provider(person, filter).todos().filter(wanted)
            if json {
                items.document(zone: person.zone).flush()
            } else if jsonl {
                JSONWriter.lines(items, zone: person.zone).flush()
            } else if tsv {
                TSVTable.text(todos: items, zone: person.zone).flush()
            } else if let template {
                template.text(items.map(\.occurrence), zone: person.zone).flush()
            } else {
                try show(items, reading, style)
            }
            try reading.finish(quiet: common.quiet)
        }

        private func show(
            _ items: [TodoItem], _ reading: OpenCalendars, _ style: TextStyle
        ) throws {
            var printer = EventPrinter()
            (printer.style, printer.isPaged, printer.showsIDs) = (style, !noPager, ids)
            guard !items.isEmpty else {
                if !common.quiet {
                    printer.show(
                        OutputBuffer(style.text(done ? "No to-dos are done" : "No to-dos") + "\n"))
                }
                return
            }
            let list = TodoList(
                style: style, person: reading.person,
                namesCalendars: reading.sources.count > 1,
                ids: try printer.ids(of: items.map(\.occurrence), in: reading.store))
            printer.show(list.text(items))
        }

        /// Which to-dos the options ask for.
        private func condition(
            _ person: Person
        ) throws(CommandFailure) -> (TodoItem) -> Bool {
            let day = try due.map { (text) throws(CommandFailure) in
                try person.day(text, option: "--due")
            }
            let level = try priority.map { (text) throws(CommandFailure) in
                // RFC 5545 3.8.1.9: 1 to 4 are high, 5 is medium, 6 to 9 are low.
                let level = ["high": 4, "medium": 5, "low": 9][text.lowercased()]
                return if let level { level } else { try ItemEdits.priority(text) }
            }
            let (now, zone) = (person.clock.now, person.zone)
            return { item in
                if !all, item.isClosed != done { return false }
                if let day, item.dueDate(in: zone).map({ $0 > day }) ?? true { return false }
                if overdue, !item.isOverdue(at: now, in: zone) { return false }
                return level.map { item.priority != 0 && item.priority <= $0 } ?? true
            }
        }
    }
}
