import AgendaKit
import Foundation
import Testing

/// A command whose whole output stands in `Fixtures/Output`.
///
/// A fixture is named `NAME.WIDTH.LOCALE.txt`, without what makes no difference. `␛` is the escape
/// character; without colour, what stands between it and `m` is left out. `{id:UID}` is an event's
/// id, `{package}` this package's folder, `{id}` a new event's id.
struct OutputCase: Sendable, CustomTestStringConvertible {
    /// The fixtures' name.
    var name: String
    /// The command, for a shell.
    var command: String
    /// What must be done before, for a shell.
    var setup = ""
    /// Whether it takes `--color`.
    var hasColor = false
    /// What is put behind it, such as a pipe's other end.
    var suffix = ""
    /// The fixture's kind: `txt` or `json`.
    var kind = "txt"
    /// The exit status.
    var status = 0

    var testDescription: String { "\(name).\(kind)" }

    /// What decides about words and characters.
    static let locales = ["C", "C.UTF-8", "de_DE.UTF-8", "zh_CN.UTF-8"]

    /// The runs of one locale: the terminal's width and `--color`.
    var variants: [(width: Int, color: String)] {
        if kind == "json" { return [(40, "always"), (80, "never"), (120, "always")] }
        let colors = hasColor ? ["always", "never"] : ["never"]
        return [40, 80, 120].flatMap { width in colors.map { (width, $0) } }
    }

    /// What a variant should print.
    func expected(_ locale: String, width: Int, color: String) throws -> String {
        let folder = AgendaProcess.packageFolder.appending(
            path: "Tests/AgendaTests/Fixtures/Output")
        let names = ["\(name).\(width).\(locale)", "\(name).\(locale)", "\(name).\(width)", name]
        let paths = names.map { folder.appending(path: "\($0).\(kind)") }
        let path = try #require(paths.first { FileManager.default.fileExists(atPath: $0.path()) })
        var text = try String(contentsOf: path, encoding: .utf8)
        text.replace(/{id:([^}]*)}/) {
            OccurrenceID(uid: String($0.output.1), recurrenceID: nil).description
        }
        let package = AgendaProcess.packageFolder.resolvingSymlinksInPath().path
        text.replace("{package}", with: package.hasSuffix("/") ? "\(package.dropLast())" : package)
        if color == "never" { text.replace(/␛\[[0-9;]*m/, with: "") }
        return text.replacing("␛", with: "\u{1B}")
    }

    /// What the variants print, each with its exit status.
    func outputs(_ locale: String) throws -> [(text: String, status: String)] {
        let folder = try ScratchFolder()
        let agenda = AgendaProcess(environment: [
            "LC_ALL": locale, "AGENDA_DATABASE": folder.file("agenda.db"),
        ])
        let pinned = AgendaProcess.pinned.joined(separator: " ")
        let runs = variants.map { width, color in
            let option = hasColor ? "--color \(color)" : ""
            return "COLUMNS=\(width) \(command) \(option) \(pinned) 2>&1 \(suffix); echo \"===$?\""
        }
        let script = """
            cd Tests/AgendaTests/Fixtures/Output
            \(setup)
            \(runs.joined(separator: "\n"))
            """
        return try agenda.shell(script).output.split(separator: /===(?=[0-9]+\n)/)
            .reduce(into: []) { outputs, part in
                // A part begins with the status of the one before, the first one apart.
                guard let end = part.firstIndex(of: "\n"), Int(part[..<end]) != nil else {
                    outputs.append((String(part), ""))
                    return
                }
                outputs[outputs.count - 1].status = String(part[..<end])
                let text = part[part.index(after: end)...]
                if !text.isEmpty { outputs.append((String(text), "")) }
            }
    }
}

extension OutputCase {
    private static let files = "team.ics home.ics"
    private static let sources = """
        "$0" source add --quiet team.ics
        "$0" source add --quiet home.ics --name 家 --writable
        """
    private static var standup: String {
        OccurrenceID(uid: "standup@example.org", recurrenceID: nil).description
            + "-20261120T083000Z"
    }

    /// A case a command; more make one line each.
    static let all = [
        OutputCase(name: "list", command: "\"$0\" list \(files)", hasColor: true),
        // All events lie in the week that is listed.
        OutputCase(name: "list", command: "\"$0\" timeline \(files)", hasColor: true),
        OutputCase(name: "list", command: "\"$0\" watch \(files)", suffix: "| head -n 15"),
        OutputCase(name: "show", command: "\"$0\" show \(standup) team.ics", hasColor: true),
        OutputCase(
            name: "format",
            command: """
                "$0" list home.ics --days 2 --format '{date} {weekday} {month} {time} {summary}'
                """),
        OutputCase(name: "tsv", command: "\"$0\" list home.ics --tsv"),
        OutputCase(name: "empty", command: "\"$0\" list team.ics --from 2030-01-01 --days 1"),
        OutputCase(name: "source-list", command: "\"$0\" source list", setup: sources),
        OutputCase(name: "refresh", command: "\"$0\" refresh", setup: sources),
        OutputCase(name: "doctor", command: "\"$0\" doctor bad.ics", status: 3),
        OutputCase(name: "add", command: "\"$0\" add 'Ramen 🍜 tomorrow 12:30'"),
        OutputCase(
            name: "delete", command: "\"$0\" delete $id --scope all --dry-run",
            setup: """
                id=$("$0" add Yoga monday 18:00 --every week --quiet \
                \(AgendaProcess.pinned.joined(separator: " ")))
                """),
        OutputCase(
            name: "usage", command: "\"$0\" list team.ics --from +10d --to monday", status: 64),
        OutputCase(
            name: "list", command: "\"$0\" list --json \(files)", hasColor: true, kind: "json"),
        OutputCase(
            name: "timeline", command: "\"$0\" timeline --json \(files)", hasColor: true,
            kind: "json"),
        OutputCase(
            name: "show", command: "\"$0\" show --json \(standup) team.ics", hasColor: true,
            kind: "json"),
        OutputCase(
            name: "source-list", command: "\"$0\" source list --json", setup: sources, kind: "json"),
    ]
}

// One after the other: beside tests that wait for a process, 250 of them are a load.
@Suite("Whole outputs", .serialized)
struct WholeOutputTests {
    @Test(
        "a command prints what its fixture has, at each width, with colour and without",
        arguments: OutputCase.all, OutputCase.locales)
    func output(_ output: OutputCase, _ locale: String) throws {
        let outputs = try output.outputs(locale)
        try #require(outputs.count == output.variants.count, "\(outputs)")
        for ((width, color), (text, status)) in zip(output.variants, outputs) {
            let expected = try output.expected(locale, width: width, color: color)
            let shown = text.replacing(/(?m)^[0-9a-f]{12}$/, with: "{id}")
            #expect(shown == expected, "\(width) columns, colour \(color)")
            #expect(status == "\(output.status)")
        }
    }
}
