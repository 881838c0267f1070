import Foundation

/// The side of the conformance run that is compared with the oracles: reads questions from standard
/// input, one on each line, and answers each at once. `Tests/Conformance/run` asks them.
@main
enum Conformance {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "rules": answer(RuleQuestion.answer)
        case "zones": try ZoneQuestions.answer(Array(CommandLine.arguments.dropFirst(2)))
        case "calendars":
            while let line = readLine() { say(try await CalendarQuestion.answer(line)) }
        case "writer": answer(WriterQuestion.answer)
        default:
            FileHandle.standardError.write(
                Data("usage: Conformance rules | calendars | writer | zones FOLDER\n".utf8))
            exit(64)
        }
    }

    private static func answer(_ body: (String) -> String) {
        while let line = readLine() { say(body(line)) }
    }

    /// Writes at once: the asker waits for each line.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
