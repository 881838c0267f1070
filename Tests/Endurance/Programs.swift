import Foundation
import Glibc

/// Programs beside the one under test.
enum Programs {
    /// Where a program is installed; nil when it is not.
    static func path(of name: String) -> String? {
        ["/usr/local/bin", "/usr/bin", "/bin"].map { $0 + "/" + name }
            .first { access($0, X_OK) == 0 }
    }

    /// Runs one to its end, which must be a success; gives what it printed.
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
