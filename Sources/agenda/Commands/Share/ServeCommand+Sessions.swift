import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import CalendarFiles
import ICalendar
import TerminalOutput

extension ServeCommand {
    /// Where the service keeps its token, and the browsers that it has let in.
    struct TokenOptions: ParsableArguments {
        @Option(
            help: .value(
                "file",
                "The file of the token; it is made if it is missing. By default beside the database."
            ))
        var tokenFile: String?

        func path(_ common: CommonOptions) throws(CommandFailure) -> String {
            if let tokenFile { return absolute(tokenFile) }
            return absolute(try common.databasePath() + "-token")
        }
    }

    struct Sessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sessions",
            abstract: "List the browsers that are signed in, or end their sessions.",
            discussion: """
                A browser is signed in by the link of 'agenda serve --open', for a year, until it signs \
                out, is revoked, or the service has another token.
                """)

        @Option(
            help: .value(
                "id|all",
                "End this session: the browser may do nothing more, and forgets what it has kept."))
        var revoke: String?

        @OptionGroup var token: TokenOptions
        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let sessions = BrowserSessions(tokenFile: try token.path(options.common))
            if let revoke { return try end(revoke, of: sessions) }
            let all = try sessions.all(at: person.clock.now)
            if options.json { return all.document(zone: person.zone).flush() }
            guard !all.isEmpty else {
                return Terminal.complain(
                    "agenda: no browser is signed in: open the page with 'agenda serve --open'")
            }
            let style = try TextStyle(option: options.color)
            var output = OutputBuffer()
            for session in all {
                func day(_ seconds: Int) -> String {
                    TimeWords.current.date(
                        person.zone.wallTime(at: Instant(secondsSinceEpoch: seconds)).date)
                }
                let facts: Message = "since \(day(session.began)), last used \(day(session.used))"
                output.append(
                    safeLine:
                        "\(session.id)  \(session.browser), \(style.text(facts)), \(session.host)")
            }
            output.flush()
        }

        private func end(_ id: String, of sessions: BrowserSessions) throws {
            let ended = try sessions.end(id == "all" ? nil : id)
            guard id == "all" || !ended.isEmpty else {
                throw CommandFailure.failure(
                    "\(id): no such session: see 'agenda serve sessions'")
            }
            guard !options.common.quiet else { return }
            for session in ended { OutputBuffer.say("Revoked \(session.browser)") }
        }
    }
}
