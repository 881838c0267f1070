package import AgendaJSON
package import AgendaKit
import ICalendar

/// What a message is and what became of it, as `agenda invite --json` prints it.
package struct InvitationDocument: JSONObject {
    /// Nil for an event of one's own that is sent, and for an answer to what a calendar has.
    package var invitation: Invitation?
    package var taken: TakenInvitation?
    /// The address of the mail's `From`.
    package var sender: String?
    /// Whether the change was made.
    package var isDone = false
    /// Events at the same time.
    package var overlaps: [AgendaEvent] = []
    /// How a message of one's own goes out; nil if there is none.
    package var delivery: String?

    package init(
        _ invitation: Invitation? = nil, _ taken: TakenInvitation?, sender: String? = nil
    ) {
        (self.invitation, self.taken, self.sender) = (invitation, taken, sender)
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("method", invitation?.method.rawValue.lowercased())
        json.member("uid", taken?.item.uid ?? invitation?.uid)
        json.member("summary", taken?.item.summary ?? invitation?.summary)
        json.member("start", taken?.item.span?.start)
        json.member("end", taken?.item.span?.end)
        json.member("recurring", taken?.item.isRecurring ?? false)
        json.member("organizer", invitation?.organizer)
        json.member("attendees", invitation?.attendees ?? [])
        json.member("comment", invitation?.comment)
        json.member("sender", sender)
        json.member("senderNamed", sender == nil ? nil : taken.map { $0.unnamedSender == nil })
        json.member("calendar", taken?.item.calendar)
        json.member("stored", taken?.isStored ?? false)
        json.member("ownStatus", taken?.ownStatus)
        json.member("outcome", taken?.item.outcome.name)
        json.member("done", isDone)
        json.member("changes", taken.map { Self.changes($0.change) } ?? [])
        json.lines("overlaps", overlaps)
        json.member("replies", taken?.replies ?? [])
        json.member("messages", taken?.messages ?? [])
        json.member("delivery", taken?.isSentByServer == true ? "server" : delivery)
    }

    /// The difference line by line, with the attendees' answers: `-bo@example.org: not answered`.
    package static func changes(_ change: EventChange) -> [String] {
        func answers(_ text: [UInt8]?) -> [FieldDifference.Field] {
            var fields: [FieldDifference.Field] = []
            for participant in ICalendarParser.participants(in: text ?? []) {
                let address = Participant.bareAddress(participant.address)
                guard !fields.contains(where: { $0.name == address }) else { continue }
                fields.append((address, word(participant.status).text))
            }
            return fields
        }
        return ChangeText.difference(change)
            + change.operations.flatMap { operation -> [String] in
                let (old, new) = (answers(operation.before), answers(operation.after))
                let names = Set(old.map(\.name)).intersection(new.map(\.name))
                let known = { (fields: [FieldDifference.Field]) in
                    fields.filter { names.contains($0.name) }.sorted { $0.name < $1.name }
                }
                return FieldDifference.lines(known(old), known(new))
            }
    }

    /// A `PARTSTAT` in words.
    package static func word(_ status: String) -> Message {
        switch status {
        case "ACCEPTED": "accepted"
        case "DECLINED": "declined"
        case "TENTATIVE": "tentative"
        case "DELEGATED": "delegated"
        case "NEEDS-ACTION": "not answered"
        default: "\(status.lowercased())"
        }
    }
}
