import CalendarFiles
import Glibc
package import ICalendar

/// The system's program that sends mail: Postfix, msmtp, and others by this name.
package enum Sendmail {
    /// Where it is on systems that do not have it in the PATH of people.
    private static let places = ["sendmail", "/usr/sbin/sendmail", "/usr/lib/sendmail"]

    /// Sends a mail to those whom it names, and waits until the program has taken it.
    package static func send(_ mail: OutgoingMail) throws(CommandFailure) {
        for address in [mail.from] + mail.to where !MailText.isAddress(address) {
            throw .failure("'\(address)' is no address of mail: nothing was sent")
        }
        // Not a pipe: it could fill up before the program reads.
        guard let file = tmpfile() else {
            throw .failure(
                "no temporary file: \(String(cString: strerror(errno))): nothing was sent")
        }
        defer { fclose(file) }
        let bytes = mail.bytes
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0,
            lseek(fileno(file), 0, SEEK_SET) == 0
        else {
            throw .failure(
                "no temporary file: \(String(cString: strerror(errno))): nothing was sent")
        }
        for program in places {
            guard
                let child = try? ChildProcess.start(
                    [program, "-t"], input: .descriptor(fileno(file)))
            else {
                continue
            }
            let status = ChildProcess.wait(for: child)
            guard status == 0 else {
                throw .failure(
                    "sendmail failed (\(status >> 8 & 0xFF)): your calendar has the change, but nothing "
                        + "was sent: repeat the command")
            }
            return
        }
        throw .failure(
            "sendmail is not installed: your calendar has the change, but nothing was sent: repeat with "
                + "--reply stdout")
    }
}
