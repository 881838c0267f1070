import AgendaKit
import ArgumentParser

extension SourceCommand {
    /// `agenda source add`.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Adds a file or folder and imports it at once.",
            discussion: """
                A folder that holds a folder for each calendar, as CalDAV clients keep them, can become \
                a source for each (--each) or one for all (--together); on a terminal it is asked. A \
                calendar's files 'displayname' and 'color' say how it is called and coloured.
                """)

        @Argument(help: "A .ics file or a folder of them.", completion: .calendarPath)
        var path: String

        @Option(help: "How to call it; else as the file calls itself.")
        var name: String?

        @Option(help: "A CSS colour name or #rrggbb.", completion: .color)
        var color: String?

        @Flag(help: "Edits may go there.")
        var writable = false

        @Flag(help: "A source for each calendar in the folder.")
        var each = false

        @Flag(help: "One source for all calendars in the folder.")
        var together = false

        @Flag(help: "Also a folder in which more than 10,000 files are no calendars.")
        var large = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let settings = try common.settings()
            try requireColor(color)
            guard !(each && together) else {
                throw CommandFailure.usage("--each: is one too many beside --together")
            }
            let kind = InputFile.kind(of: path)
            guard kind != .standardInput else {
                throw CommandFailure.usage("-: standard input cannot be read again: give a path")
            }
            guard kind != .stream else {
                throw CommandFailure.usage("\(path): a pipe cannot be read again: give a file")
            }
            // A store that exists for a path that does not would be a surprise.
            guard kind != .missing else {
                throw CommandFailure.failure("\(path): no such file or folder")
            }
            let paths = kind == .folder ? try folders() : [absolute(path)]
            let store = try await StoreAccess.open(
                path: try common.databasePath(), createsMissing: true, settings: settings)
            let bar = ProgressBar(quiet: common.quiet)
            defer { bar?.end() }
            let importer = store.importer(settings, bar)
            var names: [String] = []
            for path in paths {
                var source = CalendarSource(
                    name: name ?? "", kind: kind == .folder ? .folder : .file, location: path)
                source.color = color
                source.isWritable = writable
                // How many other files there are was looked at, and is accepted.
                let added = try await importer.addSource(
                    source, acceptsManyFiles: true, isUndoable: true
                ).source
                bar?.end()
                names.append(added.name)
                guard !common.quiet else { continue }
                let events = Message.events(added.eventCount)
                OutputBuffer.say("Added \(added.name): \(events)")
            }
            try await importer.requireBackup()
            try OpenCalendars(store: store, settings: settings, only: Swift.Set(names))
                .finish(quiet: common.quiet)
        }

        /// The folders to add: the one named, or those of its calendars.
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
                    "--name: several calendars cannot have one name: leave it out")
            }
            return collections.map(\.path)
        }

        /// What the folder holds; asks where it holds very much else.
        private func collections() throws -> [CalendarCollection] {
            do throws(AgendaError) {
                return try CalendarCollection.collections(
                    in: absolute(path), acceptsManyFiles: large)
            } catch {
                guard error.code == .tooManyFiles else { throw error }
                guard Terminal.canAsk else {
                    throw CommandFailure.failure("\(error.sentence), or give --large")
                }
                guard Terminal.confirm("\(error.sentence): add it all the same? [y/N] ") else {
                    throw CommandFailure.failure("nothing was added")
                }
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
                // Folders that no client has marked may as well be parts of one calendar.
                guard collections.contains(where: \.isMarked) else { return false }
                throw CommandFailure.usage(
                    "\(sentence): give --each for a source each, or --together for one of all")
            }
            let choice = Terminal.choose(
                "\(sentence): a source for each, or one together? [e/t] ",
                among: CollectionChoice.allCases)
            guard let choice else { throw CommandFailure.failure("nothing was added") }
            return choice == .each
        }

        /// What becomes of a folder's calendars.
        private enum CollectionChoice: String, CaseIterable {
            case each, together
        }

        /// How many calendars are named in a line.
        private static let namedCollections = 5
    }
}
