import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import ICalendar
import TerminalOutput

extension SyncCommand {
    struct Trash: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "trash",
            abstract: "List what synchronisations replaced or removed in the last 30 days.",
            discussion: "The newest comes first. --json has the texts. Asks no server.")

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let online = try OnlineAccess.existing(person)
            let items = try online.map(TrashItem.all) ?? []
            if options.json {
                items.document(zone: person.zone).flush()
            } else {
                let style = try TextStyle(option: options.color)
                var output = OutputBuffer()
                for item in items { output.append(item.line(style, person.zone) + "\n") }
                Pager.show(output)
            }
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Put back what is in the trash.",
            discussion: """
                The event becomes what it was, and the next 'agenda sync' sends that. 'agenda undo' takes it \
                back.
                """)

        @Argument(help: "The numbers that 'agenda sync trash' shows.")
        var number: [Int64]

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let online = try OnlineAccess.existing(person)
            let items = try online.map(TrashItem.all) ?? []
            let found = try number.map { number in
                guard let item = items.first(where: { $0.text.id == number }) else {
                    throw CommandFailure.failure(
                        "\(number): is not in the trash: see 'agenda sync trash'")
                }
                return item
            }
            let store = try await StoreAccess.openExisting(person)
            let editor = store.editor(person)
            let sources = try store.sources(counting: false)
            for item in found {
                guard let source = sources.standing(at: item.calendar.folder) else {
                    throw AgendaError(.noSuchSource, place: item.calendar.name)
                }
                let change = try await editor.restore(item.text.text, to: source.name)
                if !common.quiet { HistoryList.sayRestored(change) }
            }
            try await editor.importer.requireBackup(person.report)
        }
    }
}

extension TrashItem {
    /// `12  2026-11-20 12:00  replaced  Review  [work/Home]`.
    fileprivate func line(_ style: TextStyle, _ zone: TimeZoneRules) -> String {
        let time = style.words.text(zone.wallTime(at: text.time))
        let what = style.safe(title ?? text.name)
        let place = style.dimmed("[" + style.safe("\(account.name)/\(calendar.name)") + "]")
        return "\(text.id)  \(time)  \(style.text(reason))  \(what)  \(place)"
    }

    private var reason: Message {
        switch text.reason {
        case .replaced: "replaced"
        case .removed: "removed"
        case .rescued: "rescued"
        }
    }
}

extension HistoryList {
    /// Says what putting a text back has come to.
    static func sayRestored(_ change: EventChange) {
        let title = title(of: change)
        OutputBuffer.say(
            change.operations.isEmpty
                ? "\(title): is as it was already" : "Restored: \(title)")
    }
}
