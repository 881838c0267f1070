import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import TerminalOutput

/// Where to write a calendar, and its name.
struct CalendarOutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: .value("file", "Write to this file instead of standard output."))
    var output: String?

    @Option(help: .value("name", "The calendar's name."))
    var name: String?

    /// The output file in its present state; nil for standard output.
    var file: AtomicFile? {
        output.flatMap { $0 == "-" ? nil : AtomicFile(path: $0) }
    }

    /// Writes a calendar's text to a file, or to standard output, where a terminal gets no control
    ///
    /// characters.
    func write(_ bytes: [UInt8], to file: AtomicFile?) throws(AgendaError) {
        if let file { return try file.write(bytes) }
        guard Terminal.isOutput else { return OutputBuffer(bytes: bytes).flush() }
        var output = OutputBuffer()
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for line in lines.dropLast() {
            output.append(safeLine: String(decoding: line, as: UTF8.self))
        }
        output.flush()
    }
}
