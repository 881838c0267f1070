package import AgendaActions
package import AgendaJSON
import CalendarFiles
import Glibc

/// Shows text that is longer than the screen through the user's pager.
package enum Pager {
    /// Writes everything to standard output, through a pager if the text is long.
    package static func show(_ output: OutputBuffer) {
        guard let size = Terminal.size, let command = Environment.pager,
            output.bytes.count(where: { $0 == UInt8(ascii: "\n") }) >= size.rows,
            run(command, input: output.bytes)
        else { return output.flush() }
    }

    /// Runs a pager until the user leaves it; false if there is no such program, and then nothing
    /// has been shown.
    private static func run(_ command: String, input: [UInt8]) -> Bool {
        guard let ends = PipeEnds() else { return false }
        // As git does: keep colours, show what fits without paging, leave the screen as it is.
        setenv("LESS", "FRX", 0)
        setenv("LV", "-c", 0)
        let child = try? ChildProcess.start(
            ["/bin/sh", "-c", command], input: .descriptor(ends.reading))
        close(ends.reading)
        guard let child else {
            close(ends.writing)
            return false
        }
        // The pager handles Control-C: there it interrupts a search.
        let interrupt = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, interrupt) }
        // A user who leaves the pager early has seen enough: ignore the failed write.
        _ = OutputBuffer.write(input, to: ends.writing)
        close(ends.writing)
        // WEXITSTATUS: a shell that cannot run its command exits with 126 or 127 (POSIX 2.8.2).
        return ![126, 127].contains(ChildProcess.wait(for: child) >> 8 & 0xFF)
    }
}

extension Environment {
    /// The command that shows long text: `AGENDA_PAGER`, otherwise `PAGER`, otherwise less if it is
    /// installed. Nil if the variable is empty or `cat`, or if the terminal is dumb.
    package static var pager: String? {
        if variable("TERM") == "dumb" { return nil }
        for name in ["AGENDA_PAGER", "PAGER"] {
            guard let value = getenv(name).map({ String(cString: $0) }) else { continue }
            return value.isEmpty || value == "cat" ? nil : value
        }
        let folders = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access("\($0)/less", X_OK) == 0 } ? "less" : nil
    }
}
