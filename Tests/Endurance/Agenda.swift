import Foundation

/// The program under test.
struct Agenda {
    /// The result of a run.
    struct Result: Equatable {
        var output: String
        var complaints: String
        var ending: Child.Ending
    }

    let path: String
    let scratch: Scratch
    /// Options passed to every command.
    var pinned: [String] = []

    /// Starts a command; each subcommand has its own output files.
    func start(_ arguments: [String]) throws -> Child {
        try Child(
            [path] + arguments + pinned, environment: scratch.environment,
            output: .file(place("out", arguments)), complaints: place("err", arguments))
    }

    /// The standard output of a started command so far.
    func output(of arguments: [String]) -> String { Self.text(place("out", arguments)) }

    /// The standard error of a started command so far.
    func complaints(of arguments: [String]) -> String { Self.text(place("err", arguments)) }

    /// Runs a command to its end.
    func run(_ arguments: [String]) throws -> Result {
        let ending = try start(arguments).wait()
        return Result(
            output: output(of: arguments), complaints: complaints(of: arguments), ending: ending)
    }

    /// Runs a command that must succeed with nothing on its standard error.
    ///
    /// - Parameter mayComplain: the beginning of a message that is allowed nevertheless.
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

    /// The same, but decodes the JSON that the command prints.
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

    /// Registers a file or a folder; ignores messages.
    func addSource(_ path: String, name: String) throws {
        let result = try run(["source", "add", path, "--name", name])
        if result.ending != .status(0) {
            throw Fault("agenda source add \(path): \(result.ending): \(result.complaints)")
        }
    }

    /// Finds messages that users must never see, because they could do nothing about them.
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
