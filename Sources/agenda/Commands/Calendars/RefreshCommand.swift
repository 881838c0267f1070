import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import TerminalOutput

struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Fetch the feeds that are due, and import what changed in the sources.",
        discussion: """
            Commands that read import by themselves, but only this one fetches feeds. --all asks for all of \
            them, due or not. --rebuild forgets everything that came from files and reads it again; the \
            local calendar is not touched. A feed that cannot be fetched keeps its last copy, and the exit \
            status is 3.
            """)

    @Flag(help: "Ask for feeds that are not due, too.")
    var all = false

    @Flag(help: "Read everything again.")
    var rebuild = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let person = try common.person()
        let store = try await StoreAccess.openExisting(person)
        let bar = ProgressBar(quiet: common.quiet)
        defer { bar?.end() }
        let fetched = try await Self.fetch(all: all, store, person, bar)
        let report = try await Self.importChanges(store, person, bar, rebuild: rebuild)
        if !common.quiet {
            if let sentence = fetched.sentence { OutputBuffer.say(sentence) }
            OutputBuffer.say(report.sentence)
        }
        for line in await MirrorRound(person, store).follow().lines where !common.quiet {
            OutputBuffer.say(line)
        }
        try OpenCalendars(store: store, person: person).finish(quiet: common.quiet)
        if fetched.isPartial { throw CommandFailure.partial }
    }

    /// Fetches the feeds that are due, or all.
    static func fetch(
        all: Bool, _ store: EventStore, _ person: Person, _ bar: ProgressBar?
    ) async throws -> (sentence: Message?, isPartial: Bool) {
        guard let online = try OnlineAccess.existing(person) else {
            return (nil, false)
        }
        return try await FeedRefresh(
            online: online, sources: try store.sources(), person: person, bar: bar
        )
        .run(all: all, now: person.clock.now)
    }

    /// Imports what changed in the sources.
    static func importChanges(
        _ store: EventStore, _ person: Person, _ bar: ProgressBar?, rebuild: Bool = false
    ) async throws -> ImportReport {
        let importer = store.importer(person, bar)
        let report = try await importer.refresh(rebuild: rebuild)
        bar?.end()
        try await importer.requireBackup(person.report)
        return report
    }
}
