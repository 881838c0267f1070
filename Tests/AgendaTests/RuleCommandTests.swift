import Foundation
import Testing

@Suite("agenda rule")
struct RuleCommandTests {
    private let folder: ScratchFolder
    private let process: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        process = AgendaProcess(environment: ["XDG_CONFIG_HOME": folder.file("config")])
        let calendar = try folder.write(
            "work.ics",
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
                + ["Lunch with Kim", "Review"].map {
                    "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTAMP:20260101T000000Z\r\n"
                        + "DTSTART:20261121T110000Z\r\nDURATION:PT1H\r\nSUMMARY:\($0)\r\nEND:VEVENT\r\n"
                }.joined() + "END:VCALENDAR\r\n")
        #expect(try agenda("source", "add", calendar, "--quiet").status == 0)
    }

    private func agenda(_ arguments: String...) throws -> AgendaProcess.Result {
        try process.run(
            arguments + ["--database", folder.file("agenda.db")] + AgendaProcess.pinned)
    }

    private func titles(_ arguments: String...) throws -> [String] {
        try process.run(
            ["list", "--format", "{summary}"] + arguments
                + ["--database", folder.file("agenda.db")] + AgendaProcess.pinned
        ).output.split(separator: "\n").map(String.init)
    }

    @Test("rules are added, listed, tried, moved, removed and undone")
    func commands() throws {
        let config = folder.file("config/agenda/config.toml")
        let added = try agenda("rule", "add", "--summary", "lunch*", "--hide")
        #expect(added.output == "Added rule 1: summary = \"lunch*\": hide = true\n")
        #expect(try titles() == ["Review"])
        #expect(try titles("--no-rules") == ["Lunch with Kim", "Review"])
        let test = try agenda("rule", "test", "--calendar", "work", "--title", "Busy")
        #expect(test.output.contains("Review  [work]\n") && test.output.contains("Busy  [work]\n"))
        #expect(test.complaints.contains("1 event looks otherwise"))
        #expect(try titles() == ["Review"])
        #expect(
            try agenda("rule", "add", "--calendar", "work", "--hide", "--in", "shares").status == 0)
        let list = try agenda("rule").output.split(separator: "\n").map(String.init)
        #expect(
            list == [
                "1  summary = \"lunch*\": hide = true  [1 event]",
                "2  calendar = \"work\": hide = true, in = \"shares\"  [2 events]",
            ])
        #expect(try agenda("rule", "list", "--json").output.contains("\"number\":1,\"matches\":1,"))
        #expect(try agenda("rule", "move", "2", "1").status == 0)
        let text = try String(contentsOfFile: config, encoding: .utf8)
        #expect(
            text == """
                [[rules]]
                calendar = "work"
                hide = true
                in = "shares"

                [[rules]]
                summary = "lunch*"
                hide = true

                """)
        // What `config` prints can be saved as the file.
        #expect(try process.run(["config"]).output.hasSuffix(text))
        #expect(try agenda("rule", "remove", "2").output.hasPrefix("Removed rule 2: summary"))
        #expect(try titles() == ["Lunch with Kim", "Review"])
        #expect(try agenda("undo").status == 0)
        #expect(try titles() == ["Review"])
        #expect(try String(contentsOfFile: config, encoding: .utf8) == text)
        let shown = try agenda("show", "--json", "Review")
        #expect(shown.status == 0 && !shown.output.contains("appliedRules"))
    }

    @Test(
        "what stands around rules in the file counts, and what changes there leaves the rules as they are"
    )
    func configuration() throws {
        _ = try agenda("rule", "add", "--summary", "lunch*", "--hide")
        let config = folder.file("config/agenda/config.toml")
        let rules = try String(contentsOfFile: config, encoding: .utf8)
        for (text, titles) in [
            (
                "me = [\n  \"a@example.org\",\n]\n" + rules + "\n[colors]\nwork = \"red\"\n",
                ["Review"]
            ),
            (
                "  " + rules.replacingOccurrences(of: "]]", with: "]] # one") + "[colors]\n",
                ["Review"]
            ),
            ("# [[rules]]\n", ["Lunch with Kim", "Review"]),
            (rules, ["Review"]),
        ] {
            try text.write(toFile: config, atomically: true, encoding: .utf8)
            // Twice: the second one finds the rules in the store.
            for _ in 0..<2 { #expect(try self.titles() == titles, "\(text)") }
        }
        try (rules + "[colors]\nwork = 1\n").write(
            toFile: config, atomically: true, encoding: .utf8)
        let list = try agenda("list")
        #expect(list.status == 64 && list.complaints.contains("config.toml:5: colors.work = 1"))
    }

    @Test("a rule that cannot be read is named with place and remedy, and lists show all")
    func fault() throws {
        _ = try agenda("rule", "add", "--summary", "lunch*", "--hide")
        let config = folder.file("config/agenda/config.toml")
        for (line, complaint) in [
            ("summary = \"/(/\"", "config.toml:2: summary = \"/(/\": no regular expression from"),
            (
                "sumary = \"a\"",
                "config.toml:2: sumary = \"a\": no such key; did you mean 'summary'?"
            ),
            ("hide = \"yes\"", "config.toml:2: hide = \"yes\": write true or false"),
        ] {
            try "[[rules]]\n\(line)\n".write(toFile: config, atomically: true, encoding: .utf8)
            let list = try agenda("list", "--format", "{summary}")
            #expect(list.output == "Lunch with Kim\nReview\n", "\(line)")
            #expect(list.complaints.contains(complaint), "\(list.complaints)")
            #expect(list.status == 0)
        }
        // Not even TOML.
        try "color = \"never\"\n[[rules]]\nsummary = \n".write(
            toFile: config, atomically: true, encoding: .utf8)
        let broken = try agenda("list", "--format", "{summary}")
        #expect(broken.output == "Lunch with Kim\nReview\n" && broken.status == 0)
        #expect(broken.complaints.contains("config.toml:3: "), "\(broken.complaints)")
        try "[[rules]]\nhide = \"yes\"\n".write(
            toFile: config, atomically: true, encoding: .utf8)
        let add = try agenda("rule", "add", "--summary", "b", "--hide")
        #expect(add.status == 64 && add.complaints.contains("write true or false"))
        try "".write(toFile: config, atomically: true, encoding: .utf8)
        #expect(try titles() == ["Lunch with Kim", "Review"])
        for wrong in [["--summary", "a"], ["--hide"], ["--summary", "/a++/", "--hide"]] {
            #expect(
                try process.run(
                    ["rule", "add"] + wrong + ["--database", folder.file("agenda.db")]
                        + AgendaProcess.pinned
                ).status == 64)
        }
    }
}
