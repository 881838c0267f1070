import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar

extension InvitationReport {
    /// The complete output of `agenda invite --json`.
    func document() -> OutputBuffer {
        JSONWriter.document(zone: person.zone) { json in
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
            json.member("delivery", taken?.isSentByServer == true ? "server" : way?.rawValue)
        }
    }
}
