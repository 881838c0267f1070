import AgendaActions
import AgendaKit
import FoundationEssentials
import TerminalOutput

extension AskedChange {
    /// Checks a change as a dry run does, and lets it wait for the person.
    func propose(_ change: ToolChange, _ common: CommonOptions) async -> ToolRun {
        if change.isDryRun { return await change.run(common) }
        return await .of(common) { person in
            var trial = change
            trial.isDryRun = true
            guard let done = try await trial.outcome(person) else {
                return .failed("nothing added")
            }
            guard !done.change.operations.isEmpty else {
                return .failed("this would change nothing")
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let request = String(decoding: try encoder.encode(self), as: UTF8.self)
            let proposals = Proposals(database: try person.databasePath())
            guard
                let proposal = try proposals.add(
                    request, version: done.change.version, at: person.clock.now)
            else {
                return .failed(
                    "\(Proposals.most) proposals wait already: the person decides about them first")
            }
            let text =
                "Proposed as number \(proposal.number), and not made: it waits until the person accepts it with 'agenda review accept \(proposal.number)'\n"
            return .answered(Array(text.utf8), complaint: done.line.text)
        }
    }
}
