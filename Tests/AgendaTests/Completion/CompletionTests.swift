import ArgumentParser
import Foundation
import Testing

@testable import agenda

@Suite("Completion in shells")
struct CompletionTests {
    /// Each would do harm or break in some shell that takes it for more than text.
    private static let names = [
        "Family & \"friends\"", "It's $(touch pwned) `touch pwned`", "家族 カレンダー", #"work: a\b"#,
    ]

    /// As bash's grammar needs them.
    private static let quoted = [
        #"Family\ \&\ \"friends\""#, #"It\'s\ \$\(touch\ pwned\)\ \`touch\ pwned\`"#,
        #"家族\ カレンダー"#, #"work:\ a\\b"#,
    ]

    private let folder: ScratchFolder
    private let environment: [String: String]

    init() throws {
        folder = try ScratchFolder()
        environment = [
            "XDG_DATA_HOME": folder.path, "PATH": "/usr/bin:/bin", "HOME": folder.path,
            "TERM": "xterm",
        ]
    }

    /// What a shell makes of each line.
    private func run(_ tool: String, _ arguments: [String], lines: [String]) throws -> [String] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: tool)
        var agenda = AgendaProcess()
        agenda.environment = environment
        let words = [script.path(percentEncoded: false)] + arguments + lines
        let quoted = words.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }
        let shell = tool.hasSuffix(".zsh") ? "zsh -f" : "bash --norc"
        let result = try agenda.shell(
            "cd '\(folder.path)' && exec \(shell) \(quoted.joined(separator: " "))")
        #expect(result.complaints == "")
        #expect(!FileManager.default.fileExists(atPath: folder.file("pwned")))
        let answers = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(answers.count == lines.count + 1, "\(result.output)")
        return answers.dropLast().map(String.init)
    }

    private static let command = AgendaProcess.executable.path(percentEncoded: false)

    /// Sources with these names, and an event tomorrow, whose id it gives.
    private func fill() throws -> String {
        var agenda = AgendaProcess()
        agenda.environment = environment
        for (index, name) in Self.names.enumerated() {
            let file = try folder.write(
                "\(index).ics", calendar("UID:\(index)\nDTSTART:20200101\nSUMMARY:Past"))
            let result = try agenda.run(["source", "add", file, "--name", name])
            #expect(result.status == 0, "\(result.complaints)")
        }
        return try agenda.run(["add", "Lunch", "--start", "tomorrow", "--quiet"]).output
            .trimmingCharacters(in: .newlines)
    }

    @Test("bash offers names literally, whatever they hold, ids, words and files")
    func bash() throws {
        let id = try fill()
        var agenda = AgendaProcess()
        agenda.environment = environment
        let todo = try agenda.run(["todo", "add", "Tidy", "--quiet"]).output
            .trimmingCharacters(in: .newlines)
        let expected: KeyValuePairs = [
            "agenda|todo|und": "undone",
            "agenda|todo|done|": todo,
            "agenda|todo|edit|\(todo)|--priority|": "high|medium|low|none",
            "agenda|list|--calendar|": (Self.quoted + ["local"]).joined(separator: "|"),
            #"agenda|list|--calendar|Family\ "#: Self.quoted[0],
            #"agenda|list|--calendar|"Family"#: Self.names[0],
            "agenda|source|remove|": Self.quoted.joined(separator: "|"),
            "agenda|source|set|家": Self.quoted[2],
            "agenda|show|": id,
            "agenda|delete|\(id.prefix(3))": id,
            "agenda|delete|\(id)|--scope|f": "future",
            "agenda|list|--from|tom": "tomorrow",
            "agenda|list|--time-zone|Europe/Ber": "Europe/Berlin",
            "agenda|source|add|--color|tea": "teal",
            "agenda|list|0": "0.ics",
            "agenda|list|--database|missing|--calendar|": "",
            "agenda|list|--database|'agenda/agenda.db'|--calendar|w": Self.quoted[3],
            "agenda|config|time": "time-zone|time-format",
            "agenda|config|colors.w": "colors." + Self.quoted[3],
            "agenda|config|--unset|week": "week-start",
            "agenda|config|time-format|": "24h|12h",
            "agenda|config|color|a": "auto|always",
            "agenda|config|week-start|s": "sunday|saturday",
            "agenda|config|working-days|t": "tuesday|thursday",
            "agenda|config|working-days|monday|fri": "friday",
            "agenda|config|time-zone|Europe/Ber": "Europe/Berlin",
            "agenda|config|calendar|": "local",
            "agenda|config|default-command|to": "today|tomorrow",
            "agenda|config|colors.team|tea": "teal",
            "agenda|config|me|": "",
            "agenda|tim": "timeline",
        ]
        let answers = try run("complete.bash", [Self.command], lines: expected.map(\.key))
        for (pair, answer) in zip(expected, answers) {
            #expect(answer == pair.value, "\(pair.key)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("missing")))
    }

    @Test("in bash only a path gets the slash of a folder, not a calendar of its name")
    func bashFolders() throws {
        _ = try fill()
        let name = Self.names[3]
        try FileManager.default.createDirectory(
            atPath: folder.file(name), withIntermediateDirectories: true)
        let script = try AgendaProcess().run(["--generate-completion-script", "bash"]).output
        #expect(script.hasSuffix("\ncomplete -F _agenda agenda\n"))
        #expect(script.contains(#"[[ "${1}" = -W ]] || compopt -o filenames"#))
    }

    @Test(
        "zsh and fish insert names and ids with the quotes that they need",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/zsh")),
        arguments: ["zsh", "fish"].filter {
            FileManager.default.fileExists(atPath: "/usr/bin/\($0)")
        })
    func typed(shell: String) throws {
        let id = try fill()
        // A backtick is nothing special in fish.
        let tick = shell == "zsh" ? #"\`"# : "`"
        let expected: KeyValuePairs = [
            "agenda list --calendar Fam": #"agenda list --calendar Family\ \&\ \"friends\" "#,
            "agenda list --calendar It":
                #"agenda list --calendar It\'s\ \$\(touch\ pwned\)\ \#(tick)touch\ pwned\#(tick) "#,
            "agenda source remove 家": #"agenda source remove 家族\ カレンダー "#,
            "agenda source remove w": #"agenda source remove work:\ a\\b "#,
            "agenda delete ": "agenda delete \(id) ",
            "agenda config week": "agenda config week-start ",
            "agenda config time-format 12": "agenda config time-format 12h ",
            "agenda config working-days monday fr": "agenda config working-days monday friday ",
            "agenda config colors.team tea": "agenda config colors.team teal ",
            "agenda tim": "agenda timeline ",
        ]
        let answers = try run(
            "type.zsh", [shell, Self.command, folder.path], lines: expected.map(\.key))
        for (pair, answer) in zip(expected, answers) {
            #expect(answer == pair.value, "\(pair.key)")
        }
    }

    @Test("without a store nothing is offered, said or created; an older one is left alone")
    func nothing() throws {
        let request = [
            "---completion", "show", "--", "positional@0", "2", "0", "agenda", "show", "",
        ]
        var agenda = AgendaProcess()
        agenda.environment = environment
        #expect(try agenda.run(request) == .init(output: "\n", complaints: "", status: 0))
        #expect(
            try agenda.run(["---completion", "nonsense"])
                == .init(output: "", complaints: "", status: 64))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        // An empty file is a database without any schema.
        let empty = try folder.write("empty.db", "")
        agenda.environment["AGENDA_DATABASE"] = empty
        #expect(try agenda.run(request) == .init(output: "\n", complaints: "", status: 0))
        #expect(try Data(contentsOf: URL(filePath: empty)).isEmpty)
    }

    @Test("what a shell would evaluate is quoted, descriptions are one harmless line")
    func replies() {
        let reply = CompletionReply([
            ("it's $x", "two\nlines"), (#"a:b\c"#, nil), ("line\nbreak", nil), ("\u{1B}[2J", nil),
            ("", nil),
        ])
        #expect(reply.lines(for: .bash) == [#"'it'\''s $x'"#, #"'a:b\c'"#])
        #expect(reply.lines(for: .zsh) == ["it's $x:two lines", #"a\:b\\c"#])
        #expect(reply.lines(for: .fish) == ["it's $x\ttwo lines", #"a:b\c"#])
    }
}
