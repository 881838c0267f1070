package import AgendaActions
package import AgendaJSON
import Glibc

extension OutputBuffer {
    /// Writes everything to standard output. A reader that closes its pipe (`agenda | head`) has
    /// what it wanted: return quietly. Any other failure, such as a full disk, ends the process.
    package func flush() {
        guard let reason = Self.write(bytes, to: STDOUT_FILENO) else { return }
        Terminal.complain("standard output: \(reason)")
        exit(ExitStatus.failure.rawValue)
    }

    /// Writes the report of a command that has made a change. The exit status alone says whether
    /// the change succeeded; otherwise a script would retry and make it twice. If standard output
    /// fails, the report goes to standard error.
    package func acknowledge() {
        guard let reason = Self.write(bytes, to: STDOUT_FILENO) else { return }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        Terminal.complain("standard output: \(reason); done nevertheless: \(lines.first ?? "")")
        for line in lines.dropFirst() { Terminal.complain(line: String(line)) }
    }

    /// Reports a completed action as one safe line.
    package static func say(_ message: Message) {
        var output = OutputBuffer()
        output.append(line: message)
        output.acknowledge()
    }

    /// Writes the bytes; returns the system's message on failure, except for a closed pipe.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> String? {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno == EPIPE ? nil : String(cString: strerror(errno))
                }
                written += count
            }
            return nil
        }
    }
}
