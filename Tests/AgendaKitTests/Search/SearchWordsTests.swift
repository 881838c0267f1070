import Testing

@testable import AgendaKit

@Suite("Words of a text")
struct SearchWordsTests {
    private func words(_ text: String) -> [String] {
        var splitter = SearchWords()
        return splitter.words(in: text).map(\.word)
    }

    @Test(
        "case, diacritics and widths do not count",
        arguments: [
            ("Café", "cafe"), ("ÖSTERREICH", "osterreich"), ("Großmann", "grossmann"),
            ("GROẞ", "gross"), ("Nørgård", "norgard"), ("Łódź", "lodz"), ("Đorđević", "dordevic"),
            ("Nguyễn", "nguyen"), ("İstanbul", "istanbul"), ("ısı", "isi"), ("Œuvre", "oeuvre"),
            ("ＡＢＣ１２", "abc12"), ("Αθήνα", "αθηνα"), ("ΛΌΓΟΣ", "λογοσ"), ("λόγος", "λογοσ"),
            ("Ёлка", "елка"), ("Алексей", "алексеи"), ("שָׁלוֹם", "שלום"), ("أحمد", "احمد"),
            ("co\u{AD}operate", "cooperate"),
        ])
    func folded(_ text: String, _ word: String) {
        #expect(words(text) == [word])
    }

    @Test("what is composed and what is written in parts is the same")
    func composed() {
        #expect(words("Cafe\u{301}") == ["cafe"])
        #expect(words("и\u{306}") == words("й"))
        #expect(words("か\u{3099}") == ["が"])
        #expect(words("は\u{309A}") == ["ぱ"])
        #expect(words("ｶﾞｽ") == ["ガ", "ス"])
        #expect(words("\u{1112}\u{1161}\u{11AB}") == ["한"])
    }

    @Test("punctuation and spaces separate words")
    func separated() {
        #expect(
            words("Stand-up: Room 4.12\t(now)\r\n") == ["stand", "up", "room", "4", "12", "now"])
        #expect(words("it’s") == ["it", "s"])
        #expect(words("a,b、c。d") == ["a", "b", "c", "d"])
        #expect(words("") == [])
        #expect(words("-- ** \"") == [])
    }

    @Test("each character of Chinese, Japanese, Korean and Thai is a word, and each picture")
    func characters() {
        #expect(words("会議room") == ["会", "議", "room"])
        #expect(words("プロ・ジェ") == ["プ", "ロ", "ジ", "ェ"])
        #expect(words("주간 회의") == ["주", "간", "회", "의"])
        #expect(words("ใจดี").count == 4)
        #expect(words("Zoë 🎂") == ["zoe", "🎂"])
    }

    @Test("words of scripts with marks stay whole")
    func marks() {
        #expect(words("अनन्या शर्मा") == ["अनन्या", "शर्मा"])
    }

    @Test("very long words are cut between characters, and very long texts at 64 kB")
    func long() {
        #expect(words(String(repeating: "a", count: 100)) == [String(repeating: "a", count: 60)])
        let accents = "a" + String(repeating: "д", count: 100)
        #expect(words(accents) == ["a" + String(repeating: "д", count: 29)])
        #expect(words(String(repeating: "ab ", count: 50_000)).count == 65_536 / 3 + 1)
    }

    @Test("bytes that are no UTF-8 separate words")
    func broken() {
        var splitter = SearchWords()
        var found: [[UInt8]] = []
        [UInt8]([0x61, 0xFF, 0x62, 0xC3, 0x63, 0xE4, 0xBC]).withUnsafeBytes { bytes in
            splitter.forEach(in: bytes) { word, _ in found.append(Array(word)) }
        }
        #expect(found == [[0x61], [0x62], [0x63]])
    }
}

@Suite("What is looked for")
struct SearchQueryTests {
    @Test("words may go on, phrases may not; words with punctuation are phrases that may")
    func terms() throws {
        let query = try #require(SearchQuery(#"Kim "Cafe Nord" e-mail 会議 "open"#))
        #expect(
            query.terms.map(\.words) == [
                ["kim"], ["cafe", "nord"], ["e", "mail"], ["会", "議"], ["open"],
            ])
        #expect(query.terms.map(\.isBeginning) == [true, false, true, false, false])
    }

    @Test(
        "without a word there is no question", arguments: ["", " ", "\"\"", "*", "-(\u{301})", "。"])
    func empty(_ text: String) {
        #expect(SearchQuery(text) == nil)
    }

    @Test("all words must be there, each within one text")
    func matches() throws {
        func matches(_ text: String, _ texts: String?...) throws -> Bool {
            try #require(SearchQuery(text)).matches(texts)
        }
        #expect(try matches("lun kim", "Lunch", "with Kim"))
        #expect(try matches("\"with kim\"", "Lunch with Kim", nil))
        #expect(try !matches("\"with ki\"", "Lunch with Kim"))
        #expect(try !matches("\"lunch kim\"", "Lunch", "Kim"))
        #expect(try matches("議の", "会議の資料"))
        #expect(try !matches("会料", "会議の資料"))
    }
}

@Suite("Participants' names in a component's text")
struct ParticipantNamesTests {
    private func names(_ text: String) -> [String] {
        var names: [String] = []
        Array(text.utf8).withUnsafeBytes { bytes in
            ParticipantNames.forEach(in: bytes) {
                names.append(String(decoding: $0, as: UTF8.self))
            }
        }
        return names
    }

    @Test("names and addresses are found, quoted, folded and in small letters too")
    func found() {
        let text = """
            BEGIN:VEVENT\r
            SUMMARY:ATTENDEE:no\r
            ORGANIZER;CN=Boss:mailto:boss@example.org\r
            ATTENDEE;ROLE=CHAIR;CN="Weber; Kim: \r
             PhD";RSVP=TRUE:MAILTO:kim@\r
             example.org\r
            attendee:urn:x\r
            ATTENDEES:none\r
            END:VEVENT\r

            """
        #expect(
            names(text) == [
                "Boss", "boss@example.org", "\"Weber; Kim: PhD\"", "kim@example.org", "urn:x",
            ])
    }

    @Test("those of an alarm are nobody's")
    func alarm() {
        #expect(
            names(
                "BEGIN:VEVENT\nBEGIN:VALARM\nATTENDEE:mailto:a@b\nEND:VALARM\nATTENDEE:c\nEND:VEVENT"
            )
                == ["c"])
    }

    @Test("a text that ends anywhere is read to its end")
    func cut() {
        let text = "BEGIN:VEVENT\nATTENDEE;CN=\"Ann\":mailto:a@b\n c\n"
        for count in 0...text.utf8.count { _ = names(String(text.prefix(count))) }
        #expect(names("BEGIN:VEVENT\nATTENDEE") == [])
        #expect(names("BEGIN:VEVENT\nATTENDEE:") == [""])
    }
}
