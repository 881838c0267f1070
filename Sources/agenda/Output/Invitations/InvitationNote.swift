import AgendaActions
import AgendaKit
import TerminalOutput

/// Says after a deletion who has been invited and does not know of it.
struct InvitationNote {
    let common: CommonOptions
    let target: ItemTarget

    /// Of an event that the reader organizes: who is to be told, or that the calendar's server tells them.
    func say(after change: EventChange) async throws {
        var event = target.occurrence
        guard event.content.participantCount > 0, let organizer = event.content.organizer else {
            return
        }
        let reader = try InvitationReader(common, target.person, me: [])
        let isOwn = CalendarAddresses([organizer]).all.contains(
            where: reader.addresses.all.contains)
        guard isOwn else { return }
        let delivery = try reader.delivery(nil, in: target.store)
        event.recurrenceID = nil
        // Nobody is left to be told if it cannot be written.
        let message =
            if let deleted = change.deletedEvents.first {
                try? await target.editor.cancellation(
                    of: deleted, as: reader.addresses, delivery: delivery)
            } else {
                try? await target.editor.invite(
                    to: event, scope: .all, as: reader.addresses, delivery: delivery,
                    commits: false)
            }
        guard let message else { return }
        if message.isSentByServer {
            let name = TextStyle.plain.safe(message.item.calendar)
            Terminal.complain("The server of \(name) tells the others: see 'agenda sync'")
        } else {
            let names = message.messages.flatMap(\.to).joined(separator: ", ")
            Terminal.complain("\(names): not told yet: use 'agenda invite --send \(event.id)'")
        }
    }
}
