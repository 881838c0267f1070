import AgendaKit
import ArgumentParser

struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Import what changed in the sources.",
        discussion: """
            Commands that read do this by themselves. --rebuild forgets everything that came from files \
            and reads it again; the local calendar is not touched.
            """)

    @Flag(help: "Read everything again.")
    var rebuild = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let settings = try common.settings()
        let store = try await StoreAccess.openExisting(common)
        let bar = ProgressBar(quiet: common.quiet)
        defer { bar?.end() }
        let importer = store.importer(settings, bar)
        let report = try await importer.refresh(rebuild: rebuild)
        bar?.end()
        if !common.quiet {
            OutputBuffer.say(report.sentence)
        }
        try await importer.requireBackup()
        try OpenCalendars(store: store, settings: settings).finish(quiet: common.quiet)
    }
}

extension ImportReport {
    /// `2 files read, 10 unchanged: 3 events added, 1 removed`.
    var sentence: Message {
        let files: Message = resourcesRead == 1 ? "1 file read" : "\(resourcesRead) files read"
        let gone: Message = resourcesRemoved > 0 ? ", \(resourcesRemoved) gone" : ""
        let events: Message =
            componentsAdded == 1 ? "1 event added" : "\(componentsAdded) events added"
        return "\(files), \(resourcesUnchanged) unchanged\(gone): "
            + "\(events), \(componentsRemoved) removed"
    }
}
