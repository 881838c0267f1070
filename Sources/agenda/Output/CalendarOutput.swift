import AgendaKit

/// A calendar's text, ready for a file or standard output.
struct CalendarOutput {
    /// The text, UTF-8.
    var bytes: [UInt8]

    /// Writes the text.
    ///
    /// - Parameter file: nil for standard output. On a terminal, control characters are made
    ///   harmless.
    func write(to file: AtomicFile?) throws(AgendaError) {
        if let file { return try file.write(bytes) }
        guard Terminal.isOutput else { return OutputBuffer(bytes: bytes).flush() }
        var output = OutputBuffer()
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
        {
            output.append(safe: String(decoding: line, as: UTF8.self), isUTF8: Environment.isUTF8)
            output.append("\n")
        }
        output.flush()
    }
}
