package import AgendaActions
package import AgendaKit

extension ReceivedReport {
    /// Stores what came, or only says what would change.
    ///
    /// - Parameters:
    ///   - sender: who sent it by mail.
    ///   - calendar: the calendar that the person named.
    ///   - followsEvents: whether one that another writable calendar has is updated there.
    ///   - isShown: whether to print what becomes of each.
    /// - Returns: what became of them, and whether all could be stored.
    package static func receive(
        _ incoming: IncomingCalendar, from sender: MessageSender = MessageSender(),
        into calendar: String?, followsEvents: Bool, isDryRun: Bool,
        isShown: Bool, for person: Person
    ) async throws -> (received: ReceivedEvents, isWhole: Bool) {
        let store = try await StoreAccess.open(person, isDryRun: isDryRun)
        let editor = store.editor(person)
        let target = try CalendarChoice.target(calendar, in: store, for: person)
        // Whose an event is matters only for messages.
        let me =
            try incoming.method.map { _ in
                try InvitationReader(person).addresses
            } ?? CalendarAddresses([])
        let received = try await editor.receive(
            incoming, into: target, as: me, from: sender, followsEvents: followsEvents,
            commits: !isDryRun)
        let report = ReceivedReport(received: received, isDryRun: isDryRun, zone: person.zone)
        if isShown { report.output().flush() }
        let isWhole = report.complain(about: incoming, isQuiet: person.isQuiet)
        try await editor.importer.requireBackup(person.report)
        return (received, isWhole)
    }
}
