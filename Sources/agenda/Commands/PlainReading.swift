import AgendaKit
import Glibc

/// The reading commands as people and scripts mostly call them: `agenda`, `agenda list` or
/// `agenda timeline`, with at most a database, an instant and a form.
///
/// They are typed forty times a day and called by status bars each minute. ArgumentParser looks by
/// reflection which options a command has: 14 million instructions, of 63 that the whole timeline
/// of 976 events takes with it. Everything else is left to it, and all that may be wrong.
struct PlainReading {
    private var isTimeline = false
    private var database: String?
    private var now: String?
    private var form = OutputForm.text

    /// Nil when the parser is needed.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        if let command = rest.first, !command.hasPrefix("-") {
            guard command == "list" || command == "timeline" else { return nil }
            isTimeline = command == "timeline"
            rest.removeFirst()
        }
        while let option = rest.popFirst() {
            switch option {
            case "--database" where database == nil, "--now" where now == nil:
                guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
                if option == "--now" { now = value } else { database = value }
            case "--json" where form == .text: form = .json
            case "--jsonl" where form == .text: form = .jsonLines
            case "--tsv" where form == .text: form = .tsv
            default: return nil
            }
        }
    }

    /// Does what the command would do.
    func run() async throws {
        let settings = try Settings(timeZone: nil, now: now)
        let reading = try await Reading.open(
            database: try database ?? Environment.databasePath(), settings: settings,
            isQuiet: false, counting: !isTimeline && form == .json,
            readingTimeline: isTimeline)
        let provider = EventProvider(
            store: reading.store, clock: settings.clock, zone: settings.zone)
        let (style, pager) = (TextStyle(color: .auto), Pager(isWanted: form == .text))
        if isTimeline {
            try await TimelineCommand.show(
                reading, provider, form: form, style: style, pager: pager, isQuiet: false)
        } else {
            try await ListCommand.show(
                DayRangeOptions.week(from: settings.today), reading, provider, form: form,
                style: style, pager: pager, isQuiet: false)
        }
        // All is written. Taking everything apart in memory would only take time.
        Glibc.exit(ExitStatus.fine.rawValue)
    }
}
