import Foundation
import Glibc

/// Other programs than the one under test.
enum Programs {
    /// The path of an installed program; nil if it is not installed.
    static func path(of name: String) -> String? {
        ["/usr/local/bin", "/usr/bin", "/bin"].map { $0 + "/" + name }
            .first { access($0, X_OK) == 0 }
    }

    /// Runs a program, which must succeed, and returns its output.
    @discardableResult
    static func run(_ command: [String], _ scratch: Scratch) throws -> String {
        let (output, complaints) = (scratch.file("program.out"), scratch.file("program.err"))
        let child = try Child(
            command, environment: scratch.environment, output: .file(output),
            complaints: complaints)
        let ending = try child.wait()
        guard ending == .status(0) else {
            let text = (try? String(contentsOfFile: complaints, encoding: .utf8)) ?? ""
            throw Fault("\(command.joined(separator: " ")): \(ending): \(text)")
        }
        return (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    }
}
