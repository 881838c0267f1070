import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import CalendarFiles
import TerminalOutput

extension SourceCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a file, folder, feed or program, and import it at once.",
            discussion: """
                A .vcf file, or a folder of them, has contacts: their birthdays and anniversaries are \
                shown each year, with the age. They are only read.
                A feed is a calendar behind an address of https, http, webcal or webcals. It is only read: \
                'agenda refresh' fetches it when its server wants it to be asked again, or as --interval says; \
                no other command waits for the network. Its name and colour are its own if you give none. \
                Passwords are never stored, only where they come from; with a password and no --user, the \
                password is sent as a token.
                NAME:ARGUMENT, such as toggl:work, is what the program agenda-source-NAME has, which \
                'agenda sync' and the daemon ask; its path is found once, now. No other user may be able to \
                change the program. What it is asked is in the article Writing a source.
                A folder that holds a folder for each calendar, as CalDAV clients keep them, can become \
                a source for each (--each) or one for all (--together); on a terminal, agenda asks. --each \
                leaves those that are sources already as they are, and adds the new ones. The \
                files 'displayname' and 'color' in a calendar's folder give its name and colour.
                """)

        @Argument(
            help:
                "A .ics or .vcf file, a folder of them, a feed's address, or a program's name and argument.",
            completion: .calendarPath)
        var path: String

        @Option(help: "Its name; by default, the name in the file.")
        var name: String?

        @Option(help: "A CSS colour name or #rrggbb.", completion: .color)
        var color: String?

        @Flag(help: "Whether it may be edited.")
        var writable = false

        @Flag(help: "Add each calendar in the folder as a source.")
        var each = false

        @Flag(help: "Add all calendars in the folder as one source.")
        var together = false

        @Flag(help: "Add the folder even if more than 10,000 of its files are not calendars.")
        var large = false

        @OptionGroup var feed: FeedOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let color = try cssColor(color) ?? nil
            if path.contains("://") { return try await addFeed(person) }
            if let program = try program() { return try await addProgram(program, person) }
            guard !feed.areGiven else {
                throw CommandFailure.usage(
                    "\(path): --interval, --header, --user and passwords are for feeds: give an address "
                        + "such as https://example.org/team.ics")
            }
            guard !(each && together) else {
                throw CommandFailure.usage("--each cannot be combined with --together")
            }
            let kind = InputFile.kind(of: path)
            guard kind != .standardInput else {
                throw CommandFailure.usage("-: standard input can be read only once: give a path")
            }
            guard kind != .stream else {
                throw CommandFailure.usage("\(path): a pipe can be read only once: give a file")
            }
            // A wrong path must not create a store.
            guard kind != .missing else {
                throw CommandFailure.failure("\(path): no such file or folder")
            }
            let paths = kind == .folder ? try folders() : [absolute(path)]
            let isOne = paths.count == 1 && paths[0] == absolute(path)
            let store = try await StoreAccess.open(person)
            let bar = ProgressBar(quiet: common.quiet)
            defer { bar?.end() }
            let importer = store.importer(person, bar)
            let sources = paths.map { path in
                var source = CalendarSource(
                    name: name ?? "", kind: kind == .folder ? .folder : .file, location: path)
                source.color = color
                source.isWritable = writable
                return source
            }
            // The number of other files was checked before, and accepted.
            let (found, failure) =
                each || !isOne
                ? try await importer.addSources(sources)
                : (
                    [
                        (
                            try await importer.addSource(
                                sources[0], acceptsManyFiles: true, isUndoable: true
                            ).source, true
                        )
                    ], nil
                )
            bar?.end()
            if !common.quiet { try tell(found, paths, store) }
            if let failure { throw failure }
            try await importer.requireBackup(person.report)
            let names = found.filter(\.isNew).map(\.source.name)
            try OpenCalendars(store: store, person: person, only: Swift.Set(names))
                .finish(quiet: common.quiet)
        }

        /// Says what stands at each path now.
        private func tell(
            _ found: [(source: CalendarSource, isNew: Bool)], _ paths: [String], _ store: EventStore
        ) throws {
            let all = try store.sources(counting: false).map { source in
                (source, folder: source.location.map { $0 + "/" })
            }
            for ((source, isNew), path) in zip(found, paths) {
                guard isNew else {
                    Terminal.complain(
                        "\(path): is the source \(source.name) already: left as it is")
                    continue
                }
                OutputBuffer.say("Added \(source.name): \(Message.events(source.eventCount))")
                let own = path + "/"
                for (other, folder) in all {
                    if other.id == source.id { break }
                    // A file or folder below this one, or a folder above.
                    guard let folder, folder != own, folder.hasPrefix(own) || own.hasPrefix(folder)
                    else { continue }
                    Terminal.complain(
                        "\(source.name): source \(other.name) has files of it, too: their events are "
                            + "shown once")
                }
            }
        }

        /// The folders to add: the given one, or those of its calendars.
        private func folders() throws -> [String] {
            let collections = try collections()
            let own = absolute(path)
            let isPlain =
                collections.isEmpty || collections.count == 1 && collections[0].path == own
            if isPlain || together { return [own] }
            let isEach = each ? true : try wantsEach(collections)
            if !isEach { return [own] }
            guard name == nil || collections.count == 1 else {
                throw CommandFailure.usage(
                    "--name: several calendars cannot share a name: leave the option out")
            }
            return collections.map(\.path)
        }

        /// What the folder holds; asks if it holds very many other files.
        private func collections() throws -> [CalendarCollection] {
            do throws(AgendaError) {
                return try CalendarCollection.collections(
                    in: absolute(path), acceptsManyFiles: large)
            } catch {
                guard error.code == .tooManyFiles else { throw error }
                try Terminal.require(
                    "\(error.sentence): add it anyway? [y/N] ",
                    unasked: .failure("\(error.sentence), or give --large"),
                    refused: "nothing added")
                return try CalendarCollection.collections(
                    in: absolute(path), acceptsManyFiles: true)
            }
        }

        /// Whether each calendar becomes a source; asks on a terminal.
        private func wantsEach(_ collections: [CalendarCollection]) throws -> Bool {
            let names =
                collections.prefix(Self.namedCollections).map(\.name)
                .joined(separator: ", ") + (collections.count > Self.namedCollections ? ", …" : "")
            let sentence: Message =
                "\(path): holds \(collections.count) calendars: \(names)"
            guard Terminal.canAsk else {
                // Folders without a client's mark may be parts of one calendar.
                guard collections.contains(where: \.isMarked) else { return false }
                throw CommandFailure.usage(
                    "\(sentence): use --each to add each as a source, or --together for a "
                        + "single source")
            }
            let choice = Terminal.choose(
                "\(sentence): add each as a source, or all together as one? [e/t] ",
                among: CollectionChoice.allCases)
            guard let choice else { throw CommandFailure.failure("nothing added") }
            return choice == .each
        }

        /// How a folder's calendars are added.
        private enum CollectionChoice: String, CaseIterable {
            case each, together
        }

        /// How many calendars a message names.
        private static let namedCollections = 5
    }
}
