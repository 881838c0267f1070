import AgendaKit
import Synchronization

extension EventTarget {
    /// Copies the event; a start that makes no sense is thrown as it is.
    func copy(
        _ event: AgendaEvent, _ scope: RecurrenceScope, to calendar: String?, _ edits: EventEdits,
        commits: Bool
    ) async throws -> (id: OccurrenceID, change: EventChange) {
        let refusal = Refusal()
        let settings = settings
        do {
            return try await importer.copy(event, scope: scope, to: calendar, commits: commits) {
                (draft) throws(AgendaError) in
                try refusal.noting(
                    { (draft) throws(CommandFailure) in
                        try edits.apply(to: &draft, settings: settings, shown: settings.zone)
                    }, &draft)
            }
        } catch {
            throw refusal.failure.withLock { $0 } ?? error
        }
    }
}
