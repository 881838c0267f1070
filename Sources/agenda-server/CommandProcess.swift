import CalendarFiles
import Dispatch
import Glibc

/// Runs `agenda`, which stands beside this program, for what the service does not know itself.
struct CommandProcess: Sendable {
    /// The program.
    let path: String
    /// What each call has: the database.
    let options: [String]

    /// Prints nothing that can be read.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What the command prints. It is left to its own time: it asks no server.
    func output(_ arguments: [String]) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            // Reading blocks, which no thread of Swift's own may.
            DispatchQueue(label: "agenda.command").async {
                continuation.resume(with: Result { try run(arguments) })
            }
        }
    }

    private func run(_ arguments: [String]) throws -> [UInt8] {
        guard let ends = PipeEnds() else { throw failure(arguments) }
        defer { close(ends.reading) }
        let child = try? ChildProcess.start(
            [path] + arguments + options, input: .nothing, output: .descriptor(ends.writing))
        close(ends.writing)
        guard let child else { throw failure(arguments) }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(ends.reading, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            output += buffer[..<count]
        }
        _ = ChildProcess.wait(for: child)
        // What needs a person ends with another status, and prints its document all the same.
        guard !output.isEmpty else { throw failure(arguments) }
        return output
    }

    private func failure(_ arguments: [String]) -> Failure {
        Failure(description: "'agenda \(arguments.joined(separator: " "))' printed nothing")
    }
}
