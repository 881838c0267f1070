import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import CalendarFiles
import ICalendar
import TerminalOutput

extension SourceCommand {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract:
                "Change a source's name, path, colour, reminder or place in lists, whether it may be edited, or how a feed is asked for."
        )

        @Argument(help: "The source's name.", completion: .sourceName)
        var name: String

        @Option(name: .customLong("name"), help: "Its new name.")
        var newName: String?

        @Option(help: "Its new path.", completion: .calendarPath)
        var path: String?

        @Option(help: "A CSS colour name or #rrggbb, or none.", completion: .color)
        var color: String?

        @Flag(inversion: .prefixedNo, help: "Whether it may be edited.")
        var writable: Bool?

        @Flag(
            inversion: .prefixedNo,
            help: "Whether its events make you busy; those of other people's calendars do not.")
        var busy: Bool?

        @Option(
            help: .value(
                "duration",
                "Remind so long before events and to-dos that have no alarm and begin or are due at a time of day, or none."
            ))
        var remind: String?

        @Option(
            help: .value(
                "number",
                "Where it stands in lists of calendars, lower numbers first; none for where it was added."
            ))
        var order: String?

        @Option(
            help: .value(
                "name", "The group of calendars in which it is shown on the page, or none."))
        var group: String?

        @OptionGroup var feed: FeedOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let color = try cssColor(color)
            let reminder = try remind.map { try Self.seconds($0) }
            let order = try order.map { try Self.place($0) }
            let changesSource =
                newName != nil || path != nil || color != nil || writable != nil || remind != nil
                || busy != nil || order != nil || group != nil
            guard changesSource || feed.areGiven else {
                throw CommandFailure.usage(
                    "\(name): nothing to change: give --name, --path, --color, --writable, "
                        + "--busy, --remind, --order or --group, or --interval for a feed")
            }
            let person = try common.person()
            let store = try await StoreAccess.openExisting(person)
            try await changeFeed(store, person)
            guard changesSource else { return }
            let importer = store.importer(person)
            var change = SourceSettings()
            change.name = newName
            change.location = path.map(absolute)
            change.color = color
            change.isWritable = writable
            change.reminder = reminder
            change.makesBusy = busy
            change.order = order
            change.group = try group.map { try Self.groupName($0) }
            let made = try await importer.updateSource(named: name, change)
            if !common.quiet { say(made) }
            try await importer.requireBackup(person.report)
        }

        /// The longest reminder: four weeks.
        private static let longest = 28 * 86_400

        /// A duration in seconds; nil for `none`.
        private static func seconds(_ text: String) throws(CommandFailure) -> Int? {
            if text.isNone { return nil }
            guard let seconds = CalendarDuration.seconds(text), (0...longest).contains(seconds)
            else {
                throw .usage(
                    "--remind: expected none, or a duration up to 4w such as 10m, got '\(text)'")
            }
            return seconds
        }

        /// A place in lists; nil for `none`.
        private static func place(_ text: String) throws(CommandFailure) -> Int? {
            if text.isNone { return nil }
            guard let place = Int(text), CalendarSource.places.contains(place) else {
                throw .usage("--order: expected none, or a whole number such as 1, got '\(text)'")
            }
            return place
        }

        /// The name of a group; nil for `none`.
        private static func groupName(_ text: String) throws(CommandFailure) -> String? {
            if text.isNone { return nil }
            guard let name = CalendarSource.groupName(text) else {
                throw .usage("--group: expected none, or a name of one line, got '\(text)'")
            }
            return name
        }

        /// Changes how the source's feed is asked for.
        private func changeFeed(_ store: EventStore, _ person: Person) async throws {
            let online = try OnlineAccess.existing(person)
            let source = try store.sources(counting: false).first { $0.name == name }
            let known = try source.flatMap { try online?.feeds(of: [$0])[$0.id] }
            guard let online, let known else {
                guard !feed.areGiven else {
                    throw CommandFailure.failure(
                        "\(name): is no feed: --interval, --header, --user and passwords are for feeds"
                    )
                }
                return
            }
            guard path == nil, writable != true else {
                throw CommandFailure.failure(
                    "\(name): is a feed, which is only read and keeps its file: leave --path and "
                        + "--writable out")
            }
            guard feed.areGiven else { return }
            let new = try await feed.applied(to: known.settings, online, for: person)
            _ = try online.feeds.set(new, of: known.id)
            if known.settings.permission?.refreshToken != new.permission?.refreshToken {
                try await known.settings.permission?.refreshToken.remove()
            }
            if !common.quiet { OutputBuffer.say("Changed \(name)") }
        }

        private func say(_ operation: SourceOperation) {
            let lines = ChangeText.difference(operation)
            guard !lines.isEmpty else { return Terminal.complain("No changes: \(name)") }
            var output = OutputBuffer()
            output.append(line: "Changed \(name)")
            for line in lines { output.append(safeLine: "  " + line) }
            output.flush()
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Forget a source; its files are not touched.")

        @Argument(help: "The source's name.", completion: .sourceName)
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let store = try await StoreAccess.openExisting(person)
            let source = try store.sources(counting: false).first { $0.name == name }
            let online = try OnlineAccess.existing(person)
            // First: a synchronisation would make it a source again.
            if let source, let online, let account = try online.programAccount(of: source) {
                try online.setUse(false, of: account)
            }
            let importer = store.importer(person)
            let removed: CalendarSource
            do {
                removed = try await importer.removeSource(named: name)
            } catch {
                try online?.wakePrograms(of: store.sources(counting: false))
                throw error
            }
            if !common.quiet {
                let events = Message.events(removed.eventCount)
                OutputBuffer.say("Removed \(name): \(events); agenda undo brings it back")
            }
            try await importer.requireBackup(TerminalReport())
        }
    }
}
