import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar
import TerminalOutput

extension ToolChange {
    /// Does it.
    func run(_ common: CommonOptions) async -> ToolRun {
        await .of(common) { person in
            guard let done = try await outcome(person) else { return .failed("nothing added") }
            var lines = (done.complaints + (try await InvitationNote(done).lines())).map {
                SafeText.line($0.text, isUTF8: Environment.isUTF8)
            }
            do { try await done.requireBackup() } catch let failure as CommandFailure {
                if let message = failure.message { lines.append(message.text) }
            }
            return .answered(done.output.bytes, complaint: lines.joined(separator: "\n"))
        }
    }

    /// Does it, or says what it would do.
    func outcome(_ person: Person) async throws -> Outcome? {
        try await outcome(person) { $0.preview(in: person.zone, withRule: $1) }
    }
}
