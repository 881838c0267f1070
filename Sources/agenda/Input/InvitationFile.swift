import AgendaActions
import ICalendar
import TerminalOutput

/// A file that brings an invitation: a mail, or the calendar itself.
struct InvitationFile {
    /// The name for messages.
    let place: String
    /// The mail; nil for a calendar alone.
    let mail: MailMessage?
    /// The calendar's bytes.
    let calendar: [UInt8]

    /// Reads a file, or standard input for `-`.
    ///
    /// - Parameter takesText: whether a mail without a calendar may have one in its text.
    init(_ path: String, takesText: Bool = false) throws(CommandFailure) {
        let bytes: [UInt8]
        do {
            bytes = try InputFile.read(path)
        } catch {
            throw .failure("\(path): cannot be read (\(error.reason))")
        }
        place = path == "-" ? Message("standard input").text : path
        mail = MailMessage(bytes)
        guard let mail else {
            calendar = bytes
            return
        }
        guard let first = mail.calendars.first ?? (takesText ? bytes : nil) else {
            throw .failure(
                "\(place): the mail brings no calendar: give one with an invitation, or its .ics attachment"
            )
        }
        calendar = first
        if mail.calendars.count > 1 {
            Terminal.complain(
                "\(place): the mail brings \(mail.calendars.count) calendars: this is the first")
        }
    }
}
