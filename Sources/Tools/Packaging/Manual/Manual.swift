import Foundation

/// Writes the manual's pages, one for each command, from the argument parser's description:
///
///     agenda --experimental-dump-help | agenda-manual FOLDER VERSION DATE
@main
enum Manual {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3 else {
            fail("give a folder, a version and a date, and the description on standard input", 64)
        }
        do {
            let data = try FileHandle.standardInput.readToEnd() ?? Data()
            try write(data, to: arguments[0], version: arguments[1], date: arguments[2])
        } catch {
            fail("\(error)", 1)
        }
    }

    private static func write(
        _ data: Data, to folder: String, version: String, date: String
    ) throws {
        let folder = URL(filePath: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in try pages(data, version: version, date: date) {
            try Data(text.utf8).write(to: folder.appending(path: name + ".1"))
        }
    }

    /// The pages by name, without the section.
    ///
    /// - Parameter data: the output of `--experimental-dump-help`.
    static func pages(_ data: Data, version: String, date: String) throws -> [String: String] {
        let program = try JSONDecoder().decode(CommandDescription.Document.self, from: data).command
        return Dictionary(
            program.all.map { command in
                let page = ManualPage(
                    command: command, program: program, version: version, date: date)
                return (command.pageName, page.text)
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func fail(_ message: String, _ status: Int32) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("agenda-manual: \(message)\n".utf8))
        exit(status)
    }
}
