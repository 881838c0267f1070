import Foundation
import Testing

/// Everything that a stranger may write into a calendar or a file's name, through every command.
@Suite("Hostile text through every command", .timeLimit(.minutes(30)))
struct HostileTextTests {
    /// Fills the clipboard (OSC 52), changes colours by C1 codes, turns text round, begins a line.
    private static let attack =
        "\u{1B}]52;c;ZXZpbA==\u{7}\u{9B}31m\u{202E}\u{2066}\u{85}\u{2028}\u{C}end"
    /// The same as a value of iCalendar, with a line break of its own.
    private static let value = attack + #"\nINJECTED"#

    private static let event = """
        UID:\(attack)
        DTSTART;TZID="Zone\(attack)":20261120T130000
        DTEND;TZID="Zone\(attack)":20261120T140000
        RRULE:FREQ=DAILY;COUNT=3
        SUMMARY:\(value)
        LOCATION:\(value)
        DESCRIPTION:\(value)
        COMMENT:\(value)
        CATEGORIES:\(value)
        CLASS:\(attack)
        STATUS:\(attack)
        URL:https://example.org/\(attack)
        ATTACH:https://example.org/\(attack)
        CONFERENCE;VALUE=URI;LABEL="\(attack)":https://meet.example.org/\(attack)
        ORGANIZER;CN="\(attack)":mailto:\(attack)@example.org
        ATTENDEE;CN="\(attack)";ROLE=\(attack);PARTSTAT=\(attack):mailto:\(attack)@example.org
        COLOR:\(attack)
        X-ALT-DESC;FMTTYPE=text/html:<p>\(attack)</p><a href="https://x/\(attack)">\(attack)</a>
        BEGIN:VALARM
        ACTION:\(attack)
        TRIGGER:-PT10M
        DESCRIPTION:\(value)
        END:VALARM
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:\(attack)
        END:VALARM
        """

    /// What a terminal must not get: control characters but line ends, tabs and the colours that are
    /// ours; overrides; lines that a stranger began.
    private func faults(_ text: String) -> [String] {
        let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        let bad = plain.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A, 0x09: false
            case 0x00..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
            default: false
            }
        }
        let injected = plain.split(separator: "\n").filter { $0.hasPrefix("INJECTED") }
        return Set(bad).map { "U+" + String($0.value, radix: 16) } + injected.map(String.init)
    }

    @Test("no output and no line on standard error obeys it", arguments: ["C.UTF-8", "C"])
    func commands(locale: String) throws {
        let folder = try ScratchFolder()
        let environment = ["LC_ALL": locale, "AGENDA_DATABASE": folder.file("agenda.db")]
        let agenda = AgendaProcess(environment: environment)
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:\(Self.attack)\nX-WR-CALNAME:\(Self.value)\n"
            + "COLOR:\(Self.attack)\n"
            + "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\(Self.event)\nEND:VEVENT\n"
            + "BEGIN:VEVENT\nUID:clash\nDTSTAMP:20260101T000000Z\nDTSTART:20261120T130000Z\n"
            + "DTEND:20261120T140000Z\nSUMMARY:\(Self.value)\nX-BAD\(Self.attack)\n"
            + "RRULE:FREQ=\(Self.attack)\nEND:VEVENT\nEND:VCALENDAR\n"
        let name = "a\u{1B}]52;c;x\u{7}\u{202E}\nINJECTED.ics"
        let path = try folder.write(name, text)
        var found: [String] = []
        func run(_ arguments: [String]) throws -> AgendaProcess.Result {
            let result = try agenda.run(arguments + AgendaProcess.pinned)
            for fault in faults(result.output) { found.append("\(arguments): \(fault)") }
            for fault in faults(result.complaints) { found.append("\(arguments) error: \(fault)") }
            if result.output.isEmpty && result.complaints.isEmpty {
                found.append("\(arguments): silent")
            }
            return result
        }
        let paths: [[String]] = [
            ["list"], ["timeline"], ["list", "--color", "always"], ["search", "end", "--path"],
            ["next"], ["month"], ["conflicts"], ["free"], ["doctor"], ["list", "--tsv"],
            [
                "list", "--format",
                "{summary}{location}{description}{calendar}{url}{categories}{organizer}{uid}",
            ],
            ["list", "--json"], ["list", "--jsonl"],
            ["merge", "--explain", "--output", folder.file("out.ics")],
        ]
        for arguments in paths { _ = try run(arguments + [path]) }
        _ = try run(["list", folder.file("missing\u{1B}]0;x\u{7}\nINJECTED.ics")])
        _ = try run(["source", "add", path, "--writable"])
        let id = try #require(
            try run(["list", "--jsonl"]).output.firstMatch(of: /"id":"([0-9a-f]+)-/)?.output.1)
        for arguments: [String] in [
            ["list"], ["timeline"], ["search", "end"], ["source", "list"],
            ["source", "list", "--json"],
            ["next"], ["conflicts"], ["month"], ["free"], ["doctor"], ["refresh"],
            ["refresh", "--rebuild"],
            ["show", String(id)], ["show", String(id), "--json"],
            ["edit", String(id), "--location", Self.attack, "--scope", "all", "--dry-run"],
            ["edit", String(id), "--location", Self.attack, "--scope", "all"],
            ["add", Self.attack + " today 18:00"], ["history"], ["history", "--json"], ["undo"],
            ["redo"], ["delete", String(id), "--scope", "all", "--dry-run"],
            ["delete", String(id), "--scope", "all"], ["undo"],
            ["list", "--calendar", Self.attack], ["list", "--from", Self.attack],
            ["show", Self.attack], ["add", "x today", "--calendar", Self.attack],
            ["add", "x", "--start", Self.attack], [Self.attack], ["list", "--\(Self.attack)"],
            ["source", "remove", Self.attack], ["source", "set", Self.attack, "--name", "x"],
            ["source", "set", Self.attack, "--color", Self.attack],
            ["list", "--database", "/nowhere/\(Self.attack)"],
        ] { _ = try run(arguments) }
        let sources = try agenda.run(["source", "list", "--json"] + AgendaProcess.pinned).output
        let json = try JSONSerialization.jsonObject(with: Data(sources.utf8)) as? [String: Any]
        let own = (json?["sources"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        let calendar = try #require(own?.first { $0.contains("end") })
        _ = try run(["source", "set", calendar, "--color", "teal"])
        _ = try run(["source", "remove", calendar])
        _ = try run(["undo"])
        try FileManager.default.moveItem(atPath: path, toPath: folder.file("away"))
        _ = try run(["list"])
        #expect(found == [])
    }

    @Test("a terminal gets an export and a merge without what could command it")
    func terminal() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(
            "a.ics", calendar("UID:a\nDTSTART:20261120T130000Z\nSUMMARY:\(Self.value)"))
        let agenda = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
        #expect(try agenda.run("source", "add", path).status == 0)
        for command in [
            "merge a.ics", "export --format ics", "export --format csv",
            "list a.ics --tsv --now 2026-11-20T12:00:00Z",
        ] {
            // script(1) runs it on a terminal of its own.
            let run = try agenda.shell(
                "cd '\(folder.path)'; a=\"$0\" script -qec \"\\$a \(command) --quiet\" /dev/null < /dev/null"
            )
            let text = run.output.replacing("\r\n", with: "\n").replacing(
                "\u{4}\u{8}\u{8}", with: ""
            )
            .replacing("^D", with: "")
            #expect(text.contains("end"), "\(command): \(run.complaints)")
            // A quoted field of CSV may have lines of its own (RFC 4180 2.6).
            let found = faults(text).filter {
                !($0.hasPrefix("INJECTED") && command.hasSuffix("csv"))
            }
            #expect(found == [], "\(command)")
        }
    }
}
