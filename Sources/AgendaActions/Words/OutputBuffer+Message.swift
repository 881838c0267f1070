package import AgendaJSON

extension OutputBuffer {
    /// Appends a sentence as one safe line, whatever its values contain.
    package mutating func append(line message: Message) { append(safeLine: message.text) }
}
