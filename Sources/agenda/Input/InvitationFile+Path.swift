import AgendaActions
import ICalendar
import TerminalOutput

extension InvitationFile {
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
        try self.init(
            bytes, place: path == "-" ? Message("standard input").text : path,
            takesText: takesText)
        if let count = mail?.calendars.count, count > 1 {
            Terminal.complain("\(place): the mail brings \(count) calendars: this is the first")
        }
    }
}
