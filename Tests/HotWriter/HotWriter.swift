import AgendaKit
import Glibc
import ICalendar

/// Moves two events between the first and the last days of the timeline as fast as it can, each
/// time in one transaction, until its standard input closes: the writer in another process that
/// readers must never see half done.
@main
struct HotWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let now = CivilDateTime(icalendar: arguments[3]) else {
            throw AgendaError(.refused("usage: HotWriter DATABASE FILE NOW"))
        }
        let (database, file) = (arguments[1], arguments[2])
        let store = try EventStore.open(path: database, createsMissing: true)
        let importer = Importer(store: store, clock: FixedClock(now: Instant(utc: now)))
        try write(to: file, today: now.date, isSwapped: false)
        _ = try await importer.addSource(CalendarSource(name: "hot", kind: .file, location: file))
        print("ready")
        fflush(nil)
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var isSwapped = false
        while poll(&input, 1, 0) == 0 {
            isSwapped.toggle()
            try write(to: file, today: now.date, isSwapped: isSwapped)
            _ = try await importer.refresh()
        }
    }

    /// One event stands in the first slice and one in the last; swapping exchanges them.
    private static func write(to path: String, today: CivilDate, isSwapped: Bool) throws {
        let (early, late) = ((today - 100).icalendar, (today + 350).icalendar)
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:first
            DTSTART;VALUE=DATE:\(isSwapped ? late : early)
            END:VEVENT
            BEGIN:VEVENT
            UID:second
            DTSTART;VALUE=DATE:\(isSwapped ? early : late)
            END:VEVENT
            END:VCALENDAR

            """
        guard let stream = fopen(path + ".new", "w") else {
            throw AgendaError(.cannotWrite(cause: "fopen"), place: path)
        }
        fputs(text, stream)
        fclose(stream)
        rename(path + ".new", path)
    }
}
