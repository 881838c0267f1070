import Foundation

/// The program under test.
struct Agenda {
    /// What a run left.
    struct Result: Equatable {
        var output: String
        var complaints: String
        var ending: Child.Ending
    }

    let path: String
    let scratch: Scratch
    /// Options that each command gets.
    var pinned: [String] = []

    /// Starts a command; each subcommand has one place for its output.
    func start(_ arguments: [String]) throws -> Child {
        try Child(
            [path] + arguments + pinned, environment: scratch.environment,
            output: .file(place("out", arguments)), complaints: place("err", arguments))
    }

    /// What a started command has printed so far.
    func output(of arguments: [String]) -> String { Self.text(place("out", arguments)) }

    /// What it has said on its standard error.
    func complaints(of arguments: [String]) -> String { Self.text(place("err", arguments)) }

    /// Runs a command to its end.
    func run(_ arguments: [String]) throws -> Result {
        let ending = try start(arguments).wait()
        return Result(
            output: output(of: arguments), complaints: complaints(of: arguments), ending: ending)
    }

    /// Runs a command that must succeed without a word on its standard error.
    ///
    /// - Parameter mayComplain: how a line may begin that is said nevertheless.
    @discardableResult
    func expect(_ arguments: [String], mayComplain: String? = nil) throws -> String {
        let result = try run(arguments)
        guard result.ending == .status(0) else {
            throw Fault(
                "agenda \(arguments.joined(separator: " ")): \(result.ending): \(result.complaints)"
            )
        }
        let isAllowed = mayComplain.map { result.complaints.hasPrefix($0) } ?? false
        guard result.complaints.isEmpty || isAllowed else {
            throw Fault("agenda \(arguments.joined(separator: " ")) says: \(result.complaints)")
        }
        return result.output
    }

    /// The same, with the JSON that it prints.
    func json<Document: Decodable>(
        _: Document.Type, _ arguments: [String], mayComplain: String? = nil
    ) throws -> Document {
        let output = try expect(arguments, mayComplain: mayComplain)
        do {
            return try JSONDecoder().decode(Document.self, from: Data(output.utf8))
        } catch {
            throw Fault("agenda \(arguments.joined(separator: " ")) prints no valid JSON: \(error)")
        }
    }

    /// Registers a file or a folder; what it says is no concern.
    func addSource(_ path: String, name: String) throws {
        let result = try run(["source", "add", path, "--name", name])
        if result.ending != .status(0) {
            throw Fault("agenda source add \(path): \(result.ending): \(result.complaints)")
        }
    }

    /// Complaints that nobody may hear, because nobody can do anything about them.
    static func faults(in complaints: String) -> [String] {
        let forbidden = ["locked", "busy", "another program", "other programs", "another agenda"]
        let isBad = forbidden.contains { complaints.contains($0) }
        return isBad ? ["agenda says: \(complaints)"] : []
    }

    private func place(_ kind: String, _ arguments: [String]) -> String {
        scratch.file((arguments.first ?? "") + "." + kind)
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
