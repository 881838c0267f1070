package import AgendaActions
package import AgendaKit
import CalendarMerge
import ICalendar
package import TerminalOutput

/// `agenda ui`: the calendars on the whole screen, until a person ends it.
package struct FullScreen {
    private let paths: [String]
    private let isReadOnly: Bool
    private let style: TextStyle
    private let person: @Sendable () throws(CommandFailure) -> Person
    private let filter: @Sendable ([CalendarSource]) throws(CommandFailure) -> EventFilter
    private let edit: (AgendaEvent) -> [String]

    /// - Parameters:
    ///   - paths: files or folders to show instead of the stored calendars; nothing can be changed then.
    ///   - isReadOnly: whether to leave out the keys that change something.
    ///   - person: who looks; asked anew for each change, so that it is made at its own time and zone.
    ///   - filter: which events of the existing sources to show.
    ///   - edit: the command that edits an event in the reader's editor.
    package init(
        paths: [String], isReadOnly: Bool, style: TextStyle,
        person: @escaping @Sendable () throws(CommandFailure) -> Person,
        filter: @escaping @Sendable ([CalendarSource]) throws(CommandFailure) -> EventFilter,
        edit: @escaping (AgendaEvent) -> [String]
    ) {
        (self.paths, self.isReadOnly, self.style) = (paths, isReadOnly || !paths.isEmpty, style)
        (self.person, self.filter, self.edit) = (person, filter, edit)
    }

    /// Takes the terminal, and returns when the person has ended it.
    ///
    /// - Throws: a ``CommandFailure`` without a terminal that can place text, and what opening the calendars throws.
    package func run() async throws {
        guard let screen = TerminalScreen(), Environment.variable("TERM") != "dumb" else {
            throw CommandFailure.usage("ui: needs a terminal that can place text: use agenda list")
        }
        SpareMemory.keepHeapSmall()
        // Before the screen is taken: a first import shows its progress, and a fault stays to be read.
        let reading = try await OpenCalendars.open(paths, try person(), hints: false)
        _ = try filter(reading.sources)
        var style = style
        style.hasFewColors = Environment.hasFewColors
        let inbox = ScreenInbox()
        let worker = ScreenWorker(quiet, style: style, inbox: inbox)
        let feed = ScreenFeed(
            paths: paths, person: quiet, filter: filter, worker: worker, inbox: inbox)
        let following = Task { await feed.run(reading) }
        defer { following.cancel() }
        let loop = ScreenLoop(
            screen: screen, inbox: inbox, worker: worker, model: model(style, try person()),
            clock: try person().clock, edit: edit)
        try await loop.runOnItsThread()
        // What was asked for just before the end is done, too, and said.
        await worker.finish()
        for news in inbox.take() {
            switch news {
            case .done(let text), .added(let text, _, _): Terminal.complain(line: text)
            default: break
            }
        }
    }

    /// Who looks, without a word on the terminal that the screen has.
    private var quiet: @Sendable () throws(CommandFailure) -> Person {
        { [person] () throws(CommandFailure) in
            var person = try person()
            person.isQuiet = true
            return person
        }
    }

    private func model(
        _ style: TextStyle, _ reader: Person
    ) -> (ScreenDays, (columns: Int, rows: Int)) -> ScreenModel {
        let person = person
        let isReadOnly = isReadOnly
        let hours = reader.workingHours(between: nil, weekends: true)
        return { days, size in
            var model = ScreenModel(
                days, style: style, size: size, isReadOnly: isReadOnly,
                firstWeekday: reader.firstWeekday,
                understand: { text, isTodo, date in
                    (try? person()).map { person in
                        .init(style, person.zone) { () throws(CommandFailure) in
                            isTodo
                                ? try ItemEdits().newTodo(text, person: person, on: date)
                                : try ItemEdits().newEvent(text, person: person, on: date)
                        }
                    }
                },
                day: { text throws(DayArgument.Failure) in
                    try DayArgument(text).day(today: days.today, from: nil)
                })
            if let hours { model.workStart = hours.start / 60 }
            return model
        }
    }
}

extension ScreenModel.Understood {
    /// How words are understood, for the line above them: `Lunch, Mon 2026-11-23 12:30-13:30 @ Cafe Nord`.
    fileprivate init(
        _ style: TextStyle, _ zone: TimeZoneRules, _ read: () throws(CommandFailure) -> DraftReading
    ) {
        do throws(CommandFailure) {
            let reading = try read()
            let preview = reading.draft.map { new in
                let place = new.event.todo == nil ? new.event.location : nil
                return new.preview(in: zone).text(in: style.language)
                    + (place.map { " @ " + $0 } ?? "")
            }
            let doubt = reading.doubt?.sentence.text(in: style.language)
            let line = [preview, doubt].compactMap { $0 }.joined(separator: "; ")
            self.init(text: style.safe(line), new: reading.draft, isDoubtful: doubt != nil)
        } catch {
            self.init(text: style.safe(error.message?.text(in: style.language) ?? ""))
        }
    }
}

extension ScreenLoop {
    /// Runs on a thread of its own, which waits for keys most of the time.
    fileprivate func runOnItsThread() async throws {
        // The thread alone uses the loop.
        nonisolated(unsafe) let loop = self
        try await OwnThread.value { Result { try loop.run() } }.get()
    }
}
