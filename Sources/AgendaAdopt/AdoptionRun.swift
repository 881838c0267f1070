import AgendaActions
import AgendaJSON
import AgendaKit
import TerminalOutput

/// Takes over what other programs have, or only says what it would take over. A repetition changes nothing.
struct AdoptionRun {
    private let adoption: Adoption
    var report: AdoptionReport
    private var person: Person { adoption.person }

    /// - Parameter program: the other program's name.
    init(_ program: String, _ adoption: Adoption) {
        self.adoption = adoption
        report = AdoptionReport(program: program, isDryRun: adoption.isDryRun)
    }

    /// Prints the document if it is wanted.
    ///
    /// - Throws: `partial` if something was left out that should have been taken over.
    func finish() throws {
        if adoption.isJSON { report.document(person).flush() }
        if !report.isComplete { throw CommandFailure.partial }
    }

    /// Says what is left out.
    mutating func leaveOut(_ faults: [Message]) {
        for fault in faults { Terminal.complain(fault) }
        if !faults.isEmpty { report.isComplete = false }
    }

    /// Copies events and to-dos into a calendar.
    ///
    /// - Parameter followsEvents: whether one that another calendar has is updated there.
    mutating func receive(
        _ incoming: IncomingCalendar, into calendar: String, followsEvents: Bool
    ) async throws {
        let (received, isWhole) = try await ReceivedReport.receive(
            incoming, into: calendar, followsEvents: followsEvents, isDryRun: adoption.isDryRun,
            isShown: adoption.showsLines, for: person)
        report.items += received.items
        if !isWhole { report.isComplete = false }
    }

    /// Takes over the folders, then the settings.
    mutating func take(_ plan: AdoptionPlan) async throws {
        for remark in plan.remarks where !person.isQuiet { Terminal.complain(remark) }
        leaveOut(plan.faults)
        let names = try await register(plan.folders)
        var settings = plan.settings
        if let name = plan.defaultFolder.flatMap({ names[$0.path] }) {
            settings.append(.init(key: .calendar, value: .string(name)))
        }
        try write(settings)
    }

    /// Makes a source of each folder that is none yet; each can be undone.
    ///
    /// - Returns: the names of the sources by the folders' paths.
    private mutating func register(
        _ folders: [AdoptionPlan.Folder]
    ) async throws -> [String: String] {
        var sources =
            try await StoreAccess.openIfExisting(person)?.sources(counting: false)
            ?? []
        var (names, new) = ([String: String](), [CalendarSource]())
        for folder in folders {
            if let same = sources.standing(at: folder.path) {
                names[folder.path] = same.name
                report.sources.append(.init(source: same, outcome: .present))
                guard !person.isQuiet else { continue }
                Terminal.complain(
                    "\(folder.path): is the source \(same.name) already: left as it is")
                continue
            }
            var source = CalendarSource(
                name: Self.unique(folder.name, among: sources.map(\.name)),
                kind: folder.hasContacts ? .contacts : .folder, location: folder.path)
            (source.color, source.isWritable) = (folder.color, folder.isWritable)
            guard InputFile.kind(of: folder.path) == .folder else {
                leaveOut(["\(folder.path): no such folder: \(folder.name) is left out"])
                report.sources.append(.init(source: source, outcome: .failed))
                continue
            }
            names[folder.path] = source.name
            sources.append(source)
            new.append(source)
        }
        if adoption.isDryRun {
            for source in new {
                report.sources.append(.init(source: source, outcome: .added))
                if adoption.showsLines { say(source) }
            }
        } else if !new.isEmpty {
            for source in try await add(new) { names[source.location ?? ""] = nil }
        }
        return names
    }

    /// Adds sources, and returns those that could not be read.
    private mutating func add(_ sources: [CalendarSource]) async throws -> [CalendarSource] {
        let store = try await StoreAccess.open(person)
        let importer = store.importer(person)
        var failed: [CalendarSource] = []
        for source in sources {
            do {
                let added = try await importer.addSource(
                    source, acceptsManyFiles: true, isUndoable: true
                ).source
                report.sources.append(
                    .init(source: added, outcome: .added, events: added.eventCount))
                guard adoption.showsLines else { continue }
                let events = Message.events(added.eventCount)
                OutputBuffer.say("Added \(added.name): \(events)")
            } catch {
                guard Self.concernsFolder(error) else { throw error }
                Terminal.complain(line: error.sentence)
                report.sources.append(.init(source: source, outcome: .failed))
                report.isComplete = false
                failed.append(source)
            }
        }
        try await importer.requireBackup(person.report)
        return failed
    }

    /// Whether the folder is at fault, and not the store.
    private static func concernsFolder(_ error: AgendaError) -> Bool {
        [.invalid, .notFound, .unreadable, .notACalendar].contains(error.code)
    }

    private func say(_ source: CalendarSource) {
        let access: Message =
            source.kind == .contacts
            ? "birthdays" : source.isWritable ? "writable" : "only read"
        let path = source.location ?? ""
        if let color = source.color {
            OutputBuffer.say("would add \(source.name): \(path) (\(access), \(color))")
        } else {
            OutputBuffer.say("would add \(source.name): \(path) (\(access))")
        }
    }

    /// The name, with a number if a source has it. `local` is the calendar in the store.
    static func unique(_ name: String, among taken: [String]) -> String {
        Importer.unique(name, among: Set(taken + ["local"]))
    }

    /// Sets what the configuration file does not set yet.
    private mutating func write(_ settings: [AdoptionPlan.Setting]) throws {
        guard !settings.isEmpty else { return }
        guard let file = ConfigurationFile.path else {
            throw CommandFailure.failure("HOME is not set: set XDG_CONFIG_HOME")
        }
        var document = try ConfigurationFile.document(of: file)
        let before = document.text
        for setting in settings {
            let (key, value) = (setting.key.rawValue, setting.value)
            if let present = document[[key]] {
                report.settings.append(.init(setting: setting, outcome: .present))
                if present != value, !person.isQuiet {
                    Terminal.complain(
                        "\(file): \(key) is \(present.text), not \(value.text): left as it is")
                }
                continue
            }
            do {
                try document.set([key], to: value)
            } catch {
                throw CommandFailure.failure(
                    "config: the file cannot be changed here: edit it with an editor")
            }
            report.settings.append(.init(setting: setting, outcome: .added))
            guard adoption.showsLines else { continue }
            if adoption.isDryRun {
                OutputBuffer.say("would set \(key) = \(value.text)")
            } else {
                OutputBuffer.say("Set \(key) = \(value.text)")
            }
        }
        if !adoption.isDryRun, document.text != before {
            try ConfigurationFile.write(document.text, to: file)
        }
    }
}
