import Testing
@testable import AgendaActions

@testable import agenda

@Suite("The configuration file's text")
struct TOMLTests {
    private func entries(_ text: String) throws -> [TOMLReader.Entry] {
        try TOMLReader(Array(text.unicodeScalars)).entries
    }

    @Test("keys, tables, texts, lists, numbers and comments, as TOML 1.0.0 has them")
    func reads() throws {
        let text = #"""
            # a comment
            calendar = "home" # another
            me=['kim@example.org',  # one
              "k\u0040home\t\"x\" \\",
            ]
            "quoted key" = 'C:\no\escape'
            number = -12
            is-on = true
            colors.team = "teal"

            [colors]
            "my calendar" = "#4169e1"
              [ "a.b" . c ]
            x = []
            """#
        let read = try entries(text)
        #expect(
            read.map(\.path) == [
                ["calendar"], ["me"], ["quoted key"], ["number"], ["is-on"], ["colors", "team"],
                ["colors", "my calendar"], ["a.b", "c", "x"],
            ])
        #expect(
            read.map(\.value) == [
                .string("home"), .array([.string("kim@example.org"), .string("k@home\t\"x\" \\")]),
                .string(#"C:\no\escape"#), .integer(-12), .boolean(true), .string("teal"),
                .string("#4169e1"), .array([]),
            ])
        #expect(read.map(\.line) == [2, 3, 6, 7, 8, 9, 12, 14])
        #expect(try entries("").isEmpty)
        #expect(try entries("\u{FEFF}a = 1\r\nb = 2").map(\.line) == [1, 2])
    }

    @Test(
        "what it cannot be is refused with its line",
        arguments: [
            ("a", 1), ("a = ", 1), ("a = home", 1), ("\n\na = 1 2", 3), ("a = \"x", 1),
            ("a = 'x\n'", 1), ("a = \"\"\"x\"\"\"", 1), ("a = [1\n2]", 2), ("a = [1,\n", 1),
            ("a = \"\\q\"", 1), ("a = \"\\u00G0\"", 1), ("a = \"\\uD800\"", 1), ("[a", 1),
            ("[[a]]", 1), ("a = 1\n\na = 2", 3), ("a = 1\na.b = 2", 2), ("[a]\n[a]", 2),
            ("a = 2026-11-20", 1), ("a = 1.5", 1), ("a = 007", 1), ("= 1", 1), ("a = {b = 1}", 1),
            ("a = \"\u{1}\"", 1), ("a . = 1", 1), ("a = \"\\", 1), ("ä = 1", 1),
        ])
    func refuses(_ text: String, _ line: Int) {
        #expect {
            _ = try entries(text)
        } throws: { error in
            (error as? TOMLReader.Failure)?.line == line
        }
    }

    @Test("what is written is read again", arguments: ["", "x", "\"'\\\n\t\u{7F}\u{1}", "ä 漢 🎄"])
    func round(_ text: String) throws {
        let value = TOMLValue.array([.string(text), .integer(3), .boolean(false)])
        let read = try entries("\(TOMLValue.key(text)) = \(value.text)")
        #expect(read.map(\.path) == [[text]] && read.map(\.value) == [value])
    }

    /// The text after some keys were set.
    private func set(_ text: String, _ changes: (String, String)...) throws -> String {
        var document = try TOMLDocument(text)
        for (key, value) in changes {
            try document.set(key.split(separator: ".").map(String.init), to: .string(value))
        }
        return document.text
    }

    @Test("a change keeps comments, order and spelling")
    func changes() throws {
        let text = """
            # mine
            calendar  =  'home'   # where I write

            [colors]
            team = "teal"
            # done

            [aliases]

            """
        #expect(
            try set(text, ("calendar", "work"))
                == text.replacing("'home'", with: "\"work\""))
        #expect(
            try set(text, ("color", "never"))
                == text.replacing("write\n", with: "write\ncolor = \"never\"\n"))
        #expect(
            try set(text, ("colors.home", "red"))
                == text.replacing("\"teal\"\n", with: "\"teal\"\nhome = \"red\"\n"))
        #expect(try set(text, ("aliases.w", "week")) == text + "w = \"week\"\n")
        #expect(try set("", ("colors.home", "red")) == "[colors]\nhome = \"red\"\n")
        #expect(try set("a = 1", ("b", "x")) == "a = 1\nb = \"x\"\n")
        #expect(
            try set("[colors]\n", ("calendar", "home"), ("me", "kim"))
                == "calendar = \"home\"\nme = \"kim\"\n[colors]\n")
        #expect(
            try set("colors.a = \"red\"\n", ("colors.b", "blue"))
                == "colors.a = \"red\"\ncolors.b = \"blue\"\n")
        #expect(
            try set("a = 1", ("colors.b", "blue")) == "a = 1\n\n[colors]\nb = \"blue\"\n")
    }

    @Test("a key is removed with its lines, and nothing else")
    func removes() throws {
        var document = try TOMLDocument("# x\nme = [\n 'a', # b\n]\ncalendar = 'home'\n")
        #expect(try document.unset(["me"]))
        #expect(document.text == "# x\ncalendar = 'home'\n")
        #expect(try !document.unset(["me"]))
    }
}
