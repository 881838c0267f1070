import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaService
import AgendaSync
import ArgumentParser
import ICalendar
import TerminalOutput

extension ServeCommand {
    /// What `--check` asks, and as whom.
    struct CheckOptions: ParsableArguments {
        @Option(
            help: .value(
                "url",
                "Serve nothing: ask this address, such as https://calendar.example.org, what a phone would ask, and say what is wrong."
            ))
        var check: String?

        @Flag(
            help:
                "With --check: read a device's password from standard input, and ask what it is told."
        )
        var devicePassword = false

        @Option(
            help: .value("name", "With --check: the user, if it is not the one that devices have."))
        var user: String?

        @OptionGroup var place: PasswordPlaceOptions

        @Flag(help: "With --check and a password: store an event, too, and remove it.")
        var write = false

        @Flag(help: "With --check: print one JSON document.")
        var json = false

        /// - Throws: how the command ends: with 1 if anything is wrong.
        func run(_ address: String, for person: Person) async throws {
            let clock = person.clock
            let password = try await password(address)
            guard !write || password != nil else {
                throw CommandFailure.usage("--write: give a device's password, too")
            }
            guard
                var check = ServiceCheck(
                    address, http: HTTPClient { clock.now },
                    exchange: CurlExchange(.init(agent: OnlineAccess.agent)),
                    user: user ?? Device.user, password: password)
            else {
                throw CommandFailure.usage(
                    "--check \(address): expected an address such as https://calendar.example.org")
            }
            await check.run(writes: write)
            if json {
                check.findings.document(zone: person.zone).flush()
            } else {
                var output = OutputBuffer()
                for finding in check.findings {
                    guard let problem = finding.problem else { continue }
                    output.append(safeLine: problem + (finding.remedy.map { ": \($0)" } ?? ""))
                }
                output.flush()
                if check.isGood, !person.isQuiet {
                    OutputBuffer.say("\(address): nothing is wrong")
                }
            }
            guard check.isGood else { throw CommandFailure(status: .failure) }
        }

        private func password(_ address: String) async throws -> Secret? {
            let source = try place.password()
            guard devicePassword else { return try await source?.read() }
            guard source == nil else {
                throw CommandFailure.usage(
                    "--device-password cannot be combined with --password-command and --password-file"
                )
            }
            if Terminal.canAsk { return try AccountProof.ask(user ?? Device.user, address) }
            guard let line = readLine(), !line.isEmpty else {
                throw CommandFailure.failure("--device-password: standard input is empty")
            }
            return Secret(line)
        }

        /// Whether there is something that means nothing without `--check`.
        var areGiven: Bool { devicePassword || user != nil || place.isGiven || write || json }
    }
}
