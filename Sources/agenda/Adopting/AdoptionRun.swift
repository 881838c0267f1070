import AgendaJSON
import AgendaKit
import ICalendar

/// Takes over what a plan says, or only says what it would do. A repetition changes nothing.
struct AdoptionRun {
    let common: CommonOptions
    let isDryRun: Bool

    /// Takes over the folders, then the settings.
    ///
    /// - Throws: `partial` if something was left out that should have been taken over.
    func callAsFunction(_ plan: AdoptionPlan) async throws {
        for remark in plan.remarks where !common.quiet { Terminal.complain(remark) }
        for fault in plan.faults { Terminal.complain(fault) }
        let (names, isWhole) = try await register(plan.folders)
        var settings = plan.settings
        if let name = plan.defaultFolder.flatMap({ names[$0.path] }) {
            settings.append(.init(key: .calendar, value: .string(name)))
        }
        try write(settings)
        if !isWhole || !plan.faults.isEmpty { throw CommandFailure.partial }
    }

    /// Makes a source of each folder that is none yet; each can be undone.
    ///
    /// - Returns: the names of the sources by the folders' paths, and whether all could be added.
    private func register(
        _ folders: [AdoptionPlan.Folder]
    ) async throws -> (names: [String: String], isWhole: Bool) {
        var sources = try await StoreAccess.openIfExisting(common)?.sources(counting: false) ?? []
        var (names, isWhole, new) = ([String: String](), true, [CalendarSource]())
        for folder in folders {
            if let same = sources.standing(at: folder.path) {
                names[folder.path] = same.name
                guard !common.quiet else { continue }
                Terminal.complain(
                    "\(folder.path): is the source \(same.name) already: left as it is")
                continue
            }
            guard InputFile.kind(of: folder.path) == .folder else {
                Terminal.complain("\(folder.path): no such folder: \(folder.name) is left out")
                isWhole = false
                continue
            }
            var source = CalendarSource(
                name: Self.unique(folder.name, among: sources.map(\.name)),
                kind: folder.hasContacts ? .contacts : .folder, location: folder.path)
            (source.color, source.isWritable) = (folder.color, folder.isWritable)
            names[folder.path] = source.name
            sources.append(source)
            new.append(source)
        }
        if isDryRun {
            for source in new { say(source) }
        } else if !new.isEmpty {
            let failed = try await add(new)
            isWhole = isWhole && failed.isEmpty
            for source in failed { names[source.location ?? ""] = nil }
        }
        return (names, isWhole)
    }

    /// Adds sources, and returns those that could not be read.
    private func add(_ sources: [CalendarSource]) async throws -> [CalendarSource] {
        let settings = try common.settings()
        let store = try await StoreAccess.open(
            path: try common.databasePath(), createsMissing: true, settings: settings)
        let importer = store.importer(settings)
        var failed: [CalendarSource] = []
        for source in sources {
            do {
                let added = try await importer.addSource(
                    source, acceptsManyFiles: true, isUndoable: true)
                guard !common.quiet else { continue }
                let events = Message.events(added.source.eventCount)
                OutputBuffer.say("Added \(added.source.name): \(events)")
            } catch {
                guard Self.concernsFolder(error) else { throw error }
                Terminal.complain(line: error.sentence)
                failed.append(source)
            }
        }
        try await importer.requireBackup()
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
        let taken = Set(taken + ["local"])
        let names = [name] + (2...(taken.count + 2)).map { "\(name)-\($0)" }
        return names.first { !taken.contains($0) } ?? name
    }

    /// Sets what the configuration file does not set yet.
    private func write(_ settings: [AdoptionPlan.Setting]) throws {
        guard !settings.isEmpty else { return }
        guard let file = ConfigurationFile.path else {
            throw CommandFailure.failure("HOME is not set: set XDG_CONFIG_HOME")
        }
        var document = try ConfigurationFile.document(of: file)
        let before = document.text
        for setting in settings {
            let (key, value) = (setting.key.rawValue, setting.value)
            if let present = document[[key]] {
                if present != value, !common.quiet {
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
            if isDryRun {
                OutputBuffer.say("would set \(key) = \(value.text)")
            } else if !common.quiet {
                OutputBuffer.say("Set \(key) = \(value.text)")
            }
        }
        if !isDryRun, document.text != before {
            try ConfigurationFile.write(document.text, to: file)
        }
    }
}
