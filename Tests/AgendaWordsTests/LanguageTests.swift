import AgendaWords
import Testing

@Suite("Files of languages")
struct LanguageTests {
    /// A language of a text, which stays as long as the process.
    private static func language(_ text: String) -> Language {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
        bytes.copyBytes(from: text.utf8)
        return Language(text: UnsafeRawBufferPointer(bytes))
    }

    @Test("English, German and Chinese have one")
    func languages() {
        #expect(Language.all.map(\.code) == ["en", "de", "zh"])
        #expect(Language(code: "zh")?.code == "zh")
        #expect(Language(code: "fr") == nil)
        #expect(Language.all.filter { !$0.isSpoken } == [])
    }

    @Test("a section goes up to the next one; a message may begin with a bracket")
    func sections() throws {
        let language = Self.language(
            """
            # Of nowhere.
            [language]
            code => xx

            [names]
            days => Hodie, Cras , Heri
            # A comment => is none.
            [messages]
            [x] => y
            [{0}] has no end => [{0}] sine fine

            """)
        #expect(language.code == "xx")
        #expect(language.section("names")?.entries.map(\.key) == ["days"])
        #expect(language.section("names")?.list("days") == ["Hodie", "Cras ", "Heri"])
        #expect(language.section("page") == nil)
        #expect(language.translation(of: "[{0}] has no end") == "[{0}] sine fine")
        #expect(language.translation(of: "[x]") == "y")
    }

    @Test("spaces at the ends, ends of lines and backslashes are written as escapes")
    func escapes() {
        let language = Self.language(
            #"""
            [messages]
            Add: \s => Adde:\s
            \s two => \s\sduo
            a\nb => c\nd
            write \\n => scribe \\n

            """#)
        #expect(language.translation(of: "  two") == "  duo")
        #expect(language.translation(of: "a\nb") == "c\nd")
        #expect(language.translation(of: "write \\n") == "scribe \\n")
        #expect(language.translation(of: "Add:  ") == "Adde: ")
    }

    @Test("a message is found wherever comments and empty lines stand", arguments: 0..<9)
    func comments(place: Int) {
        let keys = (0..<8).map { "key \($0)" }
        var lines = keys.map { "\($0) => value of \($0)" }
        lines.insert(contentsOf: ["# a comment", "", "# zzz => another"], at: place)
        let language = Self.language("[messages]\n" + lines.joined(separator: "\n") + "\n")
        for key in keys { #expect(language.translation(of: key) == "value of \(key)") }
        for key in ["", "key", "key 0 ", "key 00", "key 9", "# zzz", "zzz"] {
            #expect(language.translation(of: key) == nil)
        }
    }

    @Test("each message of the languages is found by its English text, and no other")
    func everyMessage() throws {
        for language in Language.all {
            for (key, value) in language.section("messages")?.entries ?? [] {
                #expect(language.translation(of: key) == value)
                #expect(language.translation(of: key + "!") == nil)
                #expect(language.translation(of: String(key.dropLast())) != value)
            }
        }
    }

    @Test(
        "a text that is cut anywhere is read up to there",
        arguments: ["[language]\ncode => xx\n[messages]\na => b\nc => d\n"])
    func cut(text: String) {
        for count in 0...text.utf8.count {
            let language = Self.language(String(text.prefix(count)))
            #expect(["", "x", "xx"].contains(language.code))
            #expect([nil, "", "b"].contains(language.translation(of: "a")))
            _ = language.section("messages")?.entries
        }
    }
}
