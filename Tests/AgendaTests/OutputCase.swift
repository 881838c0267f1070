import AgendaKit
import Foundation
import Testing

/// A command whose whole output stands in `Fixtures/Output`.
///
/// A fixture is named `NAME.WIDTH.LOCALE.txt`, without what makes no difference. `␛` is the escape
/// character; without colour, what stands between it and `m` is left out. `␍` is a carriage return.
/// `{id:UID}` is an event's id, `{package}` this package's folder, `{id}` a new event's id.
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
    /// The fixture's kind: `txt`, or what is the same for every reader: `json`, `csv`, `ics`.
    var kind = "txt"
    /// The exit status.
    var status = 0
    /// Whether its lines depend on the terminal's width.
    var isFitted = true
    /// The terminal's widths.
    var widths = [40, 80, 120]

    var testDescription: String { "\(name).\(kind)" }

    /// What decides about words and characters.
    static let locales = ["C", "C.UTF-8", "de_DE.UTF-8", "zh_CN.UTF-8"]

    /// The runs in a locale: the terminal's width and `--color`. What should depend on neither is run
    /// once, with others in each locale.
    func variants(_ locale: String) -> [(width: Int, color: String)] {
        let colors = hasColor ? ["always", "never"] : ["never"]
        let all = widths.flatMap { width in colors.map { (width: width, color: $0) } }
        if kind == "txt", isFitted { return all }
        let place = Self.locales.firstIndex(of: locale) ?? 0
        let others = [(40, "always"), (120, "never"), (40, "never"), (80, "always")]
        return kind == "txt" ? all.filter { $0.width == others[place].0 } : [others[place]]
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
        if color == "never", !command.contains("--color always") {
            text.replace(/␛\[[0-9;]*m/, with: "")
        }
        return text.replacing("␛", with: "\u{1B}").replacing("␍", with: "\r")
    }

    /// What the variants print, each with its exit status.
    func outputs(_ locale: String) throws -> [(text: String, status: String)] {
        let folder = try ScratchFolder()
        let agenda = AgendaProcess(environment: [
            "LC_ALL": locale, "AGENDA_DATABASE": folder.file("agenda.db"),
        ])
        let pinned = AgendaProcess.pinned.joined(separator: " ")
        let runs = variants(locale).map { width, color in
            let option = hasColor ? "--color \(color)" : ""
            let run = "COLUMNS=\(width) \(command) \(option) \(pinned) 2>&1 \(suffix)"
            return run + "; echo \"===$?===\""
        }
        let script = """
            cd Tests/AgendaTests/Fixtures/Output
            \(setup)
            \(runs.joined(separator: "\n"))
            """
        var rest = try agenda.shell(script).output[...]
        var outputs: [(text: String, status: String)] = []
        while let end = rest.firstMatch(of: /===([0-9]+)===\n/) {
            outputs.append((String(rest[..<end.range.lowerBound]), String(end.1)))
            rest = rest[end.range.upperBound...]
        }
        return outputs
    }
}

extension OutputCase {
    private static let files = "team.ics home.ics"
    private static let sources = """
        "$0" source add --quiet team.ics
        "$0" source add --quiet home.ics --name 家 --writable
        """
    /// The list says when the files were changed.
    private static let datedSources = "touch -d 2026-11-01T10:00Z \(files)\n" + sources
    private static let pinned = AgendaProcess.pinned.joined(separator: " ")
    private static let ramen = "\"$0\" add --quiet 'Ramen 🍜 tomorrow 12:30' \(pinned) >&2"
    private static var standup: String {
        OccurrenceID(uid: "standup@example.org", recurrenceID: nil).description
            + "-20261120T083000Z"
    }

    /// A case a command; more make one line each.
    static let all: [OutputCase] =
        reading + changing + adopting + documents + exports + todos + items

    /// What stands among events without being one.
    private static let items: [OutputCase] = [
        OutputCase(
            name: "todo-month", command: "\"$0\" month todos.ics --json", hasColor: true,
            kind: "json"),
        OutputCase(
            name: "todo-export", command: "\"$0\" export --format json todos.ics --days 2",
            kind: "json"),
        OutputCase(
            name: "todo-export", command: "\"$0\" export --format ics todos.ics --days 2",
            kind: "ics"),
        OutputCase(
            name: "todo-watch", command: "\"$0\" watch todos.ics --days 2", hasColor: true,
            suffix: "| head -n 5", widths: [80]),
        OutputCase(
            name: "journal-day", command: "\"$0\" list journals.ics --days 2", hasColor: true,
            widths: [80]),
        OutputCase(
            name: "journal", command: "\"$0\" list journals.ics --days 2 --json", kind: "json"),
        OutputCase(
            name: "journal-search", command: "\"$0\" search market --path journals.ics --json",
            kind: "json"),
        OutputCase(
            name: "journal-search", command: "\"$0\" search market --path journals.ics",
            isFitted: false),
        OutputCase(
            name: "journal-show", command: "\"$0\" show diary journals.ics",
            isFitted: false),
    ]

    private static let todos: [OutputCase] = [
        OutputCase(name: "todo", command: "\"$0\" todo list todos.ics --all", hasColor: true),
        OutputCase(
            name: "todo-day", command: "\"$0\" list todos.ics --days 2", hasColor: true,
            widths: [80]),
        OutputCase(
            name: "todo", command: "\"$0\" todo list todos.ics --json", hasColor: true,
            kind: "json"),
        OutputCase(
            name: "todo-tsv", command: "\"$0\" todo list todos.ics --tsv", isFitted: false),
        OutputCase(
            name: "todo-add", command: "\"$0\" todo add 'Ramen 🍜 tomorrow 12:30 !1'",
            isFitted: false),
        OutputCase(
            name: "todo-done", command: "\"$0\" todo done ramen --dry-run",
            setup: """
                "$0" todo add --quiet 'Ramen 🍜 tomorrow' --every week \(pinned) >&2
                """, isFitted: false),
        OutputCase(
            name: "todo-unclear",
            command: "\"$0\" todo add 'Ramen 🍜 fri 8:00 every week !1 #家' </dev/null",
            status: 64, isFitted: false),
        changingTodo(
            "edit", "ramen --scope this --due monday --priority high --category 家"),
        changingTodo(
            "undone", "ramen", setup: "\"$0\" todo done --quiet ramen \(pinned)"),
        changingTodo("cancel", "ramen --scope all"),
        changingTodo("delete", "ramen --scope future"),
        changingTodo(
            "move", "ramen --calendar 家",
            setup: """
                cp home.ics "${AGENDA_DATABASE%/*}/home.ics"
                "$0" source add --quiet "${AGENDA_DATABASE%/*}/home.ics" --name 家 --writable
                """),
        OutputCase(
            name: "todo-usage", command: "\"$0\" todo add Ramen --priority 10", status: 64,
            isFitted: false),
    ]

    /// A command that changes a to-do of each week.
    private static func changingTodo(
        _ command: String, _ words: String, setup: String = ""
    ) -> OutputCase {
        OutputCase(
            name: "todo-\(command)", command: "\"$0\" todo \(command) \(words)",
            setup: """
                "$0" todo add --quiet 'Ramen 🍜 tomorrow' --every week \(pinned) >&2
                \(setup)
                """, isFitted: false)
    }

    private static let reading: [OutputCase] = [
        OutputCase(name: "list", command: "\"$0\" list \(files)", hasColor: true),
        // All events lie in the week that is listed.
        OutputCase(name: "list", command: "\"$0\" timeline \(files)", hasColor: true),
        OutputCase(name: "list", command: "\"$0\" watch \(files)", suffix: "| head -n 15"),
        OutputCase(name: "show", command: "\"$0\" show \(standup) team.ics", hasColor: true),
        OutputCase(
            name: "format",
            command: """
                "$0" list home.ics --days 2 --format '{date} {weekday} {month} {time} {summary}'
                """, isFitted: false),
        OutputCase(name: "tsv", command: "\"$0\" list home.ics --tsv", isFitted: false),
        OutputCase(
            name: "empty", command: "\"$0\" list team.ics --from 2030-01-01 --days 1",
            isFitted: false),
        OutputCase(
            name: "contacts", command: "\"$0\" list contacts.vcf --from 2026-11-21 --days 3",
            status: 3, widths: [80]),
        OutputCase(name: "search", command: search, hasColor: true),
        OutputCase(name: "next", command: "\"$0\" next plans.ics", hasColor: true),
        OutputCase(name: "conflicts", command: conflicts, hasColor: true),
        OutputCase(name: "free", command: free, hasColor: true),
        OutputCase(
            name: "alarms", command: "\"$0\" alarms", setup: alarms, hasColor: true,
            suffix: #"| sed -E 's/^(\x1b\[[0-9]+m)?[0-9a-f]{4,12}/\1{alarm}/'"#, isFitted: false),
        OutputCase(
            name: "alarms-none", command: "\"$0\" alarms --days 1",
            setup: "\"$0\" source add --quiet older.ics", isFitted: false),
        OutputCase(name: "meet", command: meet, setup: people, status: 3),
        // Signs mark the days where there is no colour.
        OutputCase(name: "month", command: "\"$0\" month --list --color never \(files)"),
        OutputCase(name: "month-color", command: "\"$0\" month --list --color always \(files)"),
        OutputCase(
            name: "month-grid", command: "\"$0\" month --weeks --color never \(files)",
            widths: [80, 120, 160]),
        OutputCase(
            name: "week-grid", command: "\"$0\" week --color never \(files)",
            widths: [80, 120, 160]),
        OutputCase(
            name: "usage", command: "\"$0\" list team.ics --from +10d --to 2026-11-23", status: 64,
            isFitted: false),
    ]

    private static let search = "\"$0\" search r --path team.ics --path plans.ics"
    private static let conflicts = "\"$0\" conflicts team.ics plans.ics --days 7"
    private static let free = """
        "$0" free team.ics plans.ics --between 6-24 --with Asia/Shanghai --days 4
        """

    private static let meet = """
        "$0" meet --with team.ics --with 家=home.ics --zone 家=Asia/Shanghai --with dee=none.ics \
        --between 7-22 --from monday --days 2 --for 1h --limit 3
        """
    /// The list says when the files were changed.
    private static let people = """
        touch -d 2026-11-01T10:00Z \(files)
        "$0" source add --quiet plans.ics
        """

    /// One is snoozed for two hours and one dismissed.
    private static let alarms = """
        "$0" source add --quiet alarms.ics
        id() { "$0" alarms --json \(pinned) | grep "$1" | sed -E 's/^[^0-9]*"id":"([0-9a-f]+)".*/\\1/'; }
        "$0" alarms snooze --quiet $(id meeting) 2h \(pinned)
        "$0" alarms dismiss --quiet $(id bins) \(pinned)
        """

    private static let changing: [OutputCase] = [
        OutputCase(
            name: "source-list", command: "\"$0\" source list", setup: datedSources, hasColor: true,
            isFitted: false),
        OutputCase(
            // A version is known two seconds after its file was written.
            name: "refresh", command: "\"$0\" refresh",
            setup: sources + "\nsleep 2.1\n\"$0\" refresh --quiet", isFitted: false),
        OutputCase(name: "doctor", command: "\"$0\" doctor bad.ics", status: 3, isFitted: false),
        OutputCase(name: "add", command: "\"$0\" add 'Ramen 🍜 tomorrow 12:30'", isFitted: false),
        OutputCase(
            name: "edit",
            command: """
                "$0" edit $id --scope all --start 19:00 --location '会议室 三' --dry-run \
                --description 讨论下个季度的计划和预算，请大家提前准备好各自的数据和问题
                """,
            setup: """
                id=$("$0" add 'Wöchentliche Besprechung 每周例会 monday 18:00' --every week --quiet \
                \(pinned))
                """),
        OutputCase(
            name: "delete", command: "\"$0\" delete $id --scope all --dry-run",
            setup: "id=$(\"$0\" add Yoga monday 18:00 --every week --quiet \(pinned))",
            isFitted: false),
        OutputCase(name: "invite", command: invite, setup: dentist, isFitted: false),
        OutputCase(
            name: "invite-accept",
            command: invite.replacing("ics", with: "ics accept --comment 'See you'"),
            setup: dentist, isFitted: false),
        OutputCase(
            name: "undo", command: "\"$0\" undo \(pinned) && \"$0\" redo", setup: ramen,
            isFitted: false),
        OutputCase(
            name: "history", command: "\"$0\" history",
            setup: """
                id=$("$0" add 与供应商的视频会议：讨论合同的细节 monday 18:00 --quiet \(pinned))
                "$0" edit $id --quiet \(pinned) \
                --summary 'Quarterly review of the roadmap with everybody who wants to come'
                "$0" undo --quiet \(pinned)
                """, hasColor: true),
        OutputCase(
            name: "merge",
            command: """
                "$0" merge team.ics older.ics --explain --output "${AGENDA_DATABASE%/*}/all.ics"
                """, isFitted: false),
    ]

    private static let invite = "\"$0\" invite invite.ics --me kim@example.org"
    private static let dentist = "\"$0\" add --quiet 'Dentist 2026-11-27 10:30-11:30' \(pinned) >&2"

    private static let adopting: [OutputCase] = ["khal", "calcurse", "todoman"].map { program in
        let file = ["khal": "khal/config", "todoman": "todoman/config.py"][program] ?? program
        return OutputCase(
            name: "adopt-\(program)", command: "\"$0\" adopt \(program) adopt/\(file) --dry-run",
            status: 3, isFitted: false)
    }

    private static let documents: [OutputCase] = [
        OutputCase(name: "invite", command: invite + " --json", kind: "json"),
        OutputCase(
            name: "list", command: "\"$0\" list --json \(files)", hasColor: true, kind: "json"),
        OutputCase(
            name: "timeline", command: "\"$0\" timeline --json \(files)", hasColor: true,
            kind: "json"),
        OutputCase(
            name: "show", command: "\"$0\" show --json \(standup) team.ics", hasColor: true,
            kind: "json"),
        OutputCase(name: "search", command: search + " --json", hasColor: true, kind: "json"),
        OutputCase(
            name: "next", command: "\"$0\" next --json plans.ics", hasColor: true, kind: "json"),
        OutputCase(name: "conflicts", command: conflicts + " --json", hasColor: true, kind: "json"),
        OutputCase(name: "free", command: free + " --json", hasColor: true, kind: "json"),
        OutputCase(
            name: "alarms", command: "\"$0\" alarms --json", setup: alarms, hasColor: true,
            suffix: #"| sed -E 's/^(.?\{"id":")[0-9a-f]{12}/\1{alarm}/'"#, kind: "json"),
        OutputCase(
            name: "month", command: "\"$0\" month --json \(files)", hasColor: true, kind: "json"),
        OutputCase(
            name: "history", command: "\"$0\" history --json", setup: ramen, hasColor: true,
            suffix: """
                | sed -E 's/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/{uuid}/g
                s/[0-9a-f]{12}\\.ics/{href}/'
                """, kind: "json"),
        OutputCase(
            name: "source-list", command: "\"$0\" source list --json", setup: datedSources,
            hasColor: true, kind: "json"),
    ]

    private static let exports: [OutputCase] = ["json", "csv", "ics"].flatMap { form in
        [
            OutputCase(
                name: "export", command: "\"$0\" export --format \(form) home.ics --days 2",
                kind: form),
            OutputCase(
                name: "busy",
                command: "\"$0\" export --format \(form) --busy-only team.ics --days 2",
                suffix: "| sed -E 's/busy-[0-9a-f]+/busy-{digest}/'", kind: form),
        ]
    }
}

// One after the other: beside tests that wait for a process, 250 of them are a load.
@Suite("Whole outputs", .serialized)
struct WholeOutputTests {
    @Test(
        "a command prints what its fixture has, at each width, with colour and without",
        arguments: OutputCase.all, OutputCase.locales)
    func output(_ output: OutputCase, _ locale: String) throws {
        let outputs = try output.outputs(locale)
        let variants = output.variants(locale)
        try #require(outputs.count == variants.count, "\(outputs)")
        for ((width, color), (text, status)) in zip(variants, outputs) {
            let expected = try output.expected(locale, width: width, color: color)
            let shown = text.replacing(/(?m)^[0-9a-f]{12}$/, with: "{id}")
            #expect(shown == expected, "\(width) columns, colour \(color)")
            #expect(status == "\(output.status)")
        }
    }
}
