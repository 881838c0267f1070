package import AgendaJSON
package import AgendaKit
import ICalendar

/// A proposal with what a person should know of it now.
package struct ReviewedProposal {
    package let proposal: Proposal
    package let person: Person
    /// What it would do; nil if it can no longer be done.
    package private(set) var done: Outcome?
    /// Why it can no longer be done.
    package private(set) var fault: Message?
    /// What would overlap.
    package private(set) var overlaps: [AgendaEvent] = []
    /// Whether the event has changed since it was proposed.
    package private(set) var isStale = false

    /// Tries a proposal, which changes nothing.
    package init(_ proposal: Proposal, _ person: Person) async throws {
        (self.proposal, self.person) = (proposal, person)
        do {
            var change = try Self.change(proposal)
            change.isDryRun = true
            var quiet = person
            quiet.isQuiet = true
            guard let done = try await change.outcome(quiet, preview: { new, _ in new.title })
            else { return }
            self.done = done
            isStale = done.change.version != proposal.version
            overlaps = try await done.overlapsIfMade()
        } catch let error as AgendaError {
            (fault, isStale) = ("\(error.sentence)", true)
        } catch let failure as CommandFailure {
            (fault, isStale) = (failure.message ?? "", true)
        }
    }

    /// What a proposal asks for.
    package static func change(_ proposal: Proposal) throws(CommandFailure) -> ToolChange {
        guard let asked = AskedChange(proposal.request) else {
            throw .failure("\(proposal.number): this proposal cannot be read: refuse it")
        }
        do throws(MCPFault) { return try asked.change() } catch {
            throw .failure("\(proposal.number): \(error.text)")
        }
    }

    /// What is changed or deleted, as it is now; nil for a new item.
    private var about: AgendaEvent? {
        guard let done, case .item(_, let target, _, _) = done.deed else { return nil }
        return target.occurrence
    }
}

extension NewItem {
    /// What it is called.
    fileprivate var title: Message { "\(event.summary ?? "")" }
}

extension ReviewedProposal: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("number", proposal.number)
        json.member("made", Instant(secondsSinceEpoch: proposal.made))
        json.member("tool", AskedChange(proposal.request)?.tool)
        json.member("difference", done.map { ChangeText.difference($0.change) } ?? [])
        json.member("stale", isStale)
        json.member("fault", fault?.text)
        json.member("about", about)
        json.lines("becomes", done?.drafted ?? [])
        json.member("overlaps", overlaps)
    }
}

/// Decides about the proposals of a person's store.
package struct ReviewDesk {
    /// Why nothing can be decided.
    package enum Fault: Error, Hashable {
        /// No proposal has this number.
        case unknown(Int)
        /// The event has changed since it was proposed.
        case stale(Int)
    }

    private let person: Person
    private let proposals: Proposals

    package init(_ person: Person) throws(CommandFailure) {
        self.person = person
        proposals = Proposals(database: try person.databasePath())
    }

    /// The numbers of those that wait.
    package func numbers() throws(AgendaError) -> [Int] { try proposals.all().map(\.number) }

    /// All that wait, the oldest first.
    package func all() async throws -> [ReviewedProposal] {
        var shown: [ReviewedProposal] = []
        for proposal in try proposals.all() {
            shown.append(try await ReviewedProposal(proposal, person))
        }
        return shown
    }

    /// The proposal of a number.
    ///
    /// - Throws: ``Fault``; what reading the file throws.
    package func proposal(_ number: Int) throws -> Proposal {
        guard let proposal = try proposals.all().first(where: { $0.number == number }) else {
            throw Fault.unknown(number)
        }
        return proposal
    }

    /// Makes a proposed change.
    ///
    /// - Parameters:
    ///   - evenIfStale: also if the event has changed since.
    ///   - make: makes it; nil for nothing, which keeps the proposal.
    /// - Throws: ``Fault``; what `make` throws: the proposal waits again then.
    package func accept<Made>(
        _ number: Int, evenIfStale: Bool, make: () async throws -> Made?
    ) async throws -> Made {
        let proposal = try proposal(number)
        if !evenIfStale, try await ReviewedProposal(proposal, person).isStale {
            throw Fault.stale(number)
        }
        // Whoever else decides at the same moment finds nothing to decide.
        guard let taken = try proposals.take(number) else { throw Fault.unknown(number) }
        do {
            guard let made = try await make() else {
                throw CommandFailure.failure("nothing added")
            }
            return made
        } catch {
            try proposals.putBack(taken)
            throw error
        }
    }

    /// Takes a proposal off the list.
    ///
    /// - Throws: ``Fault``; what writing the file throws.
    package func refuse(_ number: Int) throws {
        guard try proposals.take(number) != nil else { throw Fault.unknown(number) }
    }
}
