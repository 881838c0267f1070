import AgendaActions
import AgendaJSON
import AgendaKit

extension InvitationReport {
    /// The complete output of `agenda invite --json`.
    func document() -> OutputBuffer {
        var document = InvitationDocument(invitation, taken, sender: sender)
        (document.isDone, document.overlaps) = (isDone, overlaps)
        document.delivery = way?.rawValue
        return JSONWriter.document(zone: person.zone) { document.writeMembers(to: &$0) }
    }
}
