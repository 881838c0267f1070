internal import CalendarFiles
internal import Glibc

/// Another person's program that has a calendar: `toggl:work` is what `agenda-source-toggl` has under `work`.
///
/// It is started where a person added it on the command line, and nowhere else.
package struct SourceProgram: Hashable, Sendable {
    /// What stands before the colon: small letters, digits and hyphens.
    package let name: String
    /// What stands behind it, which the program alone understands.
    package let argument: String
    /// Where it was found when it was added.
    package let path: String

    /// A program.
    package init(name: String, argument: String, path: String) {
        (self.name, self.argument, self.path) = (name, argument, path)
    }

    /// `toggl:work`.
    package var title: String { "\(name):\(argument)" }

    /// What the names of programs begin with.
    package static let prefix = "agenda-source-"

    /// The name and the argument of `toggl:work`; nil for a text of another form, such as an address.
    package static func parts(_ text: String) -> (name: String, argument: String)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let (name, argument) = (text[..<colon], text[text.index(after: colon)...])
        let isName =
            name.utf8.count <= 64 && name.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
            && name.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
            }
        guard isName, !argument.hasPrefix("//"), argument.utf8.count <= 4_096,
            !argument.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        return (String(name), String(argument))
    }

    /// Finds the program in `PATH`.
    ///
    /// - Parameter text: such as `toggl:work`.
    /// - Returns: nil if the text is of another form.
    /// - Throws: ``ProgramFault/notFound(_:)``; ``ProgramFault/untrusted(_:)``.
    package static func find(_ text: String) throws(ProgramFault) -> SourceProgram? {
        guard let (name, argument) = parts(text) else { return nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        guard let path = TrustedPath.program(prefix + name, in: folders) else {
            throw .notFound(prefix + name)
        }
        let program = SourceProgram(name: name, argument: argument, path: path)
        try program.check()
        return program
    }

    /// Checks that nobody else can have put something in its place.
    func check() throws(ProgramFault) {
        let weakness: String?
        do throws(SystemFailure) { weakness = try TrustedPath.weakness(of: path) } catch {
            throw .cannotStart("\(path): \(error)")
        }
        if let weakness { throw .untrusted(weakness) }
    }
}
