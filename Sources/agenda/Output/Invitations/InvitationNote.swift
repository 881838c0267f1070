import AgendaActions
import AgendaKit
import TerminalOutput

/// Says after a deletion who has been invited and does not know of it.
struct InvitationNote {
    let done: Outcome

    init(_ done: Outcome) { self.done = done }

    /// Of an event that the reader organizes: who is to be told, or that the calendar's server tells them.
    func lines() async throws -> [Message] {
        guard case .item(.delete, let target, _, _) = done.deed, !done.isDryRun,
            !done.person.isQuiet, target.occurrence.content.participantCount > 0,
            let organizer = target.occurrence.content.organizer
        else { return [] }
        let reader = try InvitationReader(target.person)
        let isOwn = CalendarAddresses([organizer]).all.contains(
            where: reader.addresses.all.contains)
        guard isOwn else { return [] }
        let delivery = try reader.delivery(in: target.store)
        var event = target.occurrence
        event.recurrenceID = nil
        // Nobody is left to be told if it cannot be written.
        let message =
            if let deleted = done.change.deletedEvents.first {
                try? await target.editor.cancellation(
                    of: deleted, as: reader.addresses, delivery: delivery)
            } else {
                try? await target.editor.invite(
                    to: event, scope: .all, as: reader.addresses, delivery: delivery,
                    commits: false)
            }
        guard let message else { return [] }
        guard !message.isSentByServer else {
            let name = TextStyle.plain.safe(message.item.calendar)
            return ["The server of \(name) tells the others: see 'agenda sync'"]
        }
        let names = message.messages.flatMap(\.to).joined(separator: ", ")
        return ["\(names): not told yet: use 'agenda invite --send \(event.id)'"]
    }
}
