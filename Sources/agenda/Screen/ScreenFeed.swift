import AgendaKit
import ICalendar
import Synchronization

/// Tells the screen what changes in the calendars, until the process ends.
struct ScreenFeed {
    let paths: [String]
    let options: QueryOptions
    let desk: ScreenDesk
    let inbox: ScreenInbox

    /// - Parameter first: the calendars as they were opened before the screen was taken.
    func run(_ first: OpenCalendars) async {
        let last = LastShown()
        var opened: OpenCalendars? = first
        while true {
            do {
                let reading = if let opened { opened } else { try await open() }
                opened = nil
                try await follow(reading, last)
            } catch let error as AgendaError {
                let isMended = try? await StoreAccess.mend(error)
                // Keep what is shown: a disk may come back.
                if isMended != true {
                    guard last.timeline.withLock({ $0 != nil }) else {
                        return inbox.post(.ended(error))
                    }
                    inbox.post(.notice(error.sentence))
                }
                try? await Task.sleep(for: .seconds(1))
            } catch {
                return inbox.post(.ended(error))
            }
        }
    }

    /// Opens the calendars again without a word on the terminal.
    private func open() async throws -> OpenCalendars {
        var common = options.common
        common.quiet = true
        return try await OpenCalendars.open(
            paths, common, readers: EventStore.readerCount, hints: false, isLenient: true)
    }

    private func follow(_ reading: OpenCalendars, _ last: LastShown) async throws {
        desk.use(reading, try options.filter(sources: reading.sources))
        for error in reading.refused { inbox.post(.notice(error.sentence)) }
        let inbox = inbox
        let earlier = last.timeline.withLock { $0 }
        try await reading.follow(paths, options, after: earlier) { update in
            last.timeline.withLock { $0 = update.timeline }
            let sources = (try? reading.store.sources(counting: false)) ?? []
            inbox.post(
                .update(update, namesCalendars: sources.count > 1, hasSources: !sources.isEmpty))
            let present = try? OpenCalendars(
                store: reading.store, settings: reading.settings, counting: false)
            if let line = present?.lines(countsTold: false).first { inbox.post(.notice(line)) }
        } notice: { notice in
            switch notice {
            case .polled(let path, let reason):
                inbox.post(.notice(Message("\(path): \(reason): checked every two seconds").text))
            case .failed(let error): inbox.post(.notice(error.sentence))
            }
        }
    }

    /// The timeline that was shown last.
    private final class LastShown: Sendable {
        let timeline = Mutex<Timeline?>(nil)
    }
}
