import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar

extension TodoCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a to-do to your own calendar or a writable source, and print its id.",
            discussion: """
                Words say what and when it is due: agenda todo add 'pay rent tomorrow !1 #home every month'
                !1 (highest) to !9, !high, !medium and !low are the priority, #home is a category; quote \
                them, as shells read # and ! themselves. Days, times and repetitions are those of \
                'agenda add'; 'from monday to friday' says from when on it can be done, too. Without a day \
                it is due on none. Text in quotes is title: agenda todo add '"Call by Friday" tomorrow'
                If a day or time is unclear, or already over, nothing is added. Options override the words.
                """)

        @Argument(help: "What, and when it is due.")
        var text: [String] = []

        @OptionGroup var details: TodoOptions

        @Option(
            help: ArgumentHelp("The calendar: your own, or a writable source.", valueName: "name"),
            completion: .calendarName)
        var calendar: String?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let settings = try common.settings()
            var (event, movedFrom) = try read(settings)
            let path = try common.databasePath()
            let store = try await StoreAccess.open(
                path: path, createsMissing: true, settings: settings)
            if let parent = details.parent, !TodoEdits.isNone(parent) {
                event.todo?.parent = try await Self.parent(parent, path, settings)
            }
            let editor = store.editor(settings)
            let id = try await editor.add(
                event, to: try CalendarChoice.target(calendar, in: store))
            OutputBuffer(id.description + "\n").acknowledge()
            if !common.quiet {
                let added = try await store.provider(settings).todos(named: id.description)
                let list = TodoList(style: .plain, settings: settings)
                let due = added.first.map(list.due) ?? ""
                let title = event.summary ?? ""
                Terminal.complain(due.isEmpty ? "Added \(title)" : "Added \(title), due \(due)")
                if let day = movedFrom {
                    let from = TimeWords.current.day(day)
                    Terminal.complain(
                        "It starts on the first day of its repetition, not on \(from)")
                }
            }
            try await editor.importer.requireBackup()
        }

        /// The `UID` of the to-do that an id or words name.
        static func parent(
            _ text: String, _ path: String, _ settings: Settings
        ) async throws -> String {
            let reading = try await OpenCalendars.open(
                database: path, settings: settings, isQuiet: true, counting: false)
            guard let parent = try await TodoChoice(reading: reading).find([text]) else {
                throw CommandFailure.failure("--parent \(text): no to-do matches")
            }
            return parent.occurrence.uid
        }

        /// The to-do that the words and options describe.
        private func read(_ settings: Settings) throws(CommandFailure) -> (Event, CivilDate?) {
            let context = settings.words(in: settings.zone)
            let isDueGiven = details.due.map { !TodoEdits.isNone($0) } ?? false
            var words = TodoWords(
                reading: text.joined(separator: " "), in: context,
                readsTimes: details.due == nil)
            let doubt = words.doubts.first {
                details.repetition.every == nil || $0.reason != .maybeRepetition
            }
            if let doubt { throw .usage(doubt.sentence) }
            if isDueGiven, let text = details.due {
                do throws(Doubt) {
                    words.when.start =
                        if let instant = Instant(rfc3339: text) {
                            MomentWords(context.zone.wallTime(at: instant))
                        } else {
                            try MomentWords(text, in: context)
                        }
                } catch {
                    let option = "--due"
                    throw .usage("\(option) \(error.sentence(of: text))")
                }
            }
            let present = words.when.repetition?.rule.icalendar
            if let repetition = try Repetition(
                every: details.repetition.every, until: details.repetition.until,
                count: details.repetition.count, present: present)
            {
                words.when.repetition = try repetition.words(context.vocabulary)
            }
            let plan: TodoPlan
            do throws(Doubt) {
                plan = try words.when.todoPlan(in: context, allowsPast: isDueGiven)
            } catch {
                throw .usage(error.sentence)
            }
            let title = details.summary ?? words.title
            if title.isEmpty { throw .usage("todo add: no title: say what is to be done") }
            return (try event(title, words, plan, settings), plan.movedFrom)
        }

        private func event(
            _ title: String, _ words: TodoWords, _ plan: TodoPlan, _ settings: Settings
        ) throws(CommandFailure) -> Event {
            var event = Event(
                uid: EventIdentifier.random(), start: .date(CivilDate(daysSinceEpoch: 0)))
            event.todo = Todo()
            event.todo?.anchor = .undated
            event.setTodoTimes(start: plan.start, due: plan.due)
            event.recurrenceRules = plan.rule.map { [$0] } ?? []
            event.location = words.place
            event.priority = words.priority ?? 0
            let now = settings.clock.now
            (event.stamp, event.created, event.lastModified) = (now, now, now)
            // What the words say is settled; the other options are changes to it.
            var edits = details.edits
            (edits.due, edits.event.summary) = (nil, title)
            (edits.event.every, edits.event.until, edits.event.count) = (nil, nil, nil)
            edits.event.categories = words.categories + details.category
            var draft = EventDraft(event: event)
            try edits.apply(to: &draft, settings: settings)
            return draft.event
        }
    }
}
