import AgendaActions
import AgendaKit
import CalendarMerge
import ICalendar
import TerminalOutput

/// Tells the screen what changes in the calendars, until the process ends.
struct ScreenFeed {
    let paths: [String]
    let person: @Sendable () throws(CommandFailure) -> Person
    let filter: @Sendable ([CalendarSource]) throws(CommandFailure) -> EventFilter
    let worker: ScreenWorker
    let inbox: ScreenInbox

    /// - Parameter first: the calendars as they were opened before the screen was taken.
    func run(_ first: OpenCalendars) async {
        var opened: OpenCalendars? = first
        while true {
            do {
                let reading = if let opened { opened } else { try await open() }
                opened = nil
                try await follow(reading)
            } catch let error as AgendaError {
                let isMended = try? await StoreAccess.mend(error, TerminalReport())
                // Keep what is shown: a disk may come back.
                if isMended != true {
                    guard inbox.hasDays else { return inbox.post(.ended(error)) }
                    inbox.post(.notice(error.sentence))
                }
                await OwnThread.sleep(milliseconds: 1_000)
            } catch {
                return inbox.post(.ended(error))
            }
        }
    }

    /// Opens the calendars again without a word on the terminal.
    private func open() async throws -> OpenCalendars {
        try await OpenCalendars.open(paths, person(), hints: false, isLenient: true)
    }

    private func follow(_ reading: OpenCalendars) async throws {
        let filter = try filter(reading.sources)
        try worker.use(reading, filter, isStored: paths.isEmpty)
        for error in reading.refused { inbox.post(.notice(error.sentence)) }
        let provider = reading.store.provider(reading.person, filter)
        let updates = await provider.outlines()
        try await reading.follow(paths, provider, updates) { update in
            try await show(update, provider, reading)
        } notice: { notice in
            switch notice {
            case .polled(let path, let reason):
                inbox.post(.notice(Message("\(path): \(reason): checked every two seconds").text))
            case .failed(let error): inbox.post(.notice(error.sentence))
            }
        }
    }

    private func show(
        _ update: OutlineUpdate, _ provider: EventProvider, _ reading: OpenCalendars
    ) async throws {
        let outline = update.outline
        worker.travel(to: outline.window.zone)
        let items = ScreenItems(try await provider.items(on: outline.window.dates), outline)
        let near = ScreenDays(outline, items: items).surroundings(
            of: outline.today..<(outline.today + 1), events: ScreenModel.ahead)
        var wish = inbox.wanted ?? DayHeads.Wish(dates: near, whole: near, count: 0)
        wish.dates = wish.dates.clamped(to: outline.window.dates)
        let known = try await provider.heads(wish)
        let sources = try reading.store.sources(counting: false)
        inbox.post(
            .update(
                update, known: known, items: items, namesCalendars: sources.count > 1,
                hasSources: !sources.isEmpty))
        let present = try? OpenCalendars(
            store: reading.store, person: reading.person, counting: false)
        if let line = present?.lines(countsTold: false).first { inbox.post(.notice(line)) }
        worker.releaseMemory()
    }
}
