import Glibc
import ICalendar

/// A VCALENDAR in a file of its own.
struct CalendarFile {
    private let path: String
    private let file: UnsafeMutablePointer<FILE>

    /// Creates the file, or truncates an existing one; nil stands for standard output.
    init(_ path: String?) throws {
        self.path = path ?? "standard output"
        guard let file = path.map({ fopen($0, "w") }) ?? fdopen(STDOUT_FILENO, "w") else {
            throw Failure(self.path)
        }
        self.file = file
    }

    /// Writes events and a VTIMEZONE for each zone that they use (RFC 5545 3.2.19), and closes the
    /// file.
    func write(_ events: some Sequence<SampleEvent>, zones: [Zone]) throws {
        line("BEGIN:VCALENDAR")
        line("VERSION:2.0")
        line("PRODID:-//agenda//Samples//EN")
        line("CALSCALE:GREGORIAN")
        for text in zones.flatMap(\.component) { line(text) }
        for event in events { write(event) }
        line("END:VCALENDAR")
        let isWritten = ferror(file) == 0
        // Some file systems report a full disk only now.
        guard fclose(file) == 0, isWritten else { throw Failure(path) }
    }

    /// Writes a content line.
    func line(_ text: String) {
        let bytes = LineWriter.folded(Array(text.utf8))
        fwrite(bytes, 1, bytes.count, file)
    }
}
