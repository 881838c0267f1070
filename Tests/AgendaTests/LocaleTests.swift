import AgendaJSON
import AgendaKit
import AgendaWords
import Foundation
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

@Suite("The reader's locale")
struct LocaleTests {
    @Test(
        "a locale's name has a language, a territory and a character set",
        arguments: [
            ("de_DE.UTF-8", "de", "DE", "utf8"), ("de_DE@euro", "de", "DE", ""),
            ("sr_RS.utf8@latin", "sr", "RS", "utf8"), ("zh-Hans-CN", "zh", "CN", ""),
            ("C", "", "", ""), ("C.UTF-8", "", "", "utf8"), ("POSIX", "", "", ""), ("", "", "", ""),
            ("en", "en", "", ""), ("_.@", "", "", ""),
        ])
    func names(_ name: String, _ language: String, _ territory: String, _ codeset: String) {
        let locale = LocaleName(name)
        #expect(locale.language == language)
        #expect(locale.territory == territory)
        #expect(locale.codeset == codeset)
    }

    @Test(
        "German and Chinese are spoken to who reads them, simplified characters, and LANGUAGE is a list",
        arguments: [
            ("zh_CN.UTF-8", "", Language.chinese), ("zh_SG.UTF-8", "", .chinese),
            ("zh-Hans.UTF-8", "", .chinese), ("zh_TW.UTF-8", "", .english),
            ("zh_HK.UTF-8", "", .english), ("C.UTF-8", "zh_CN", .english),
            ("de_DE.UTF-8", "", .german), ("de_AT.UTF-8", "", .german),
            ("fr_FR.UTF-8", "", .english), ("de_DE.UTF-8", "fr:zh_CN:en", .chinese),
            ("zh_CN.UTF-8", "en_US:zh", .english), ("zh_CN.UTF-8", "de", .german),
        ])
    func languages(_ locale: String, _ preferred: String, _ language: Language) {
        #expect(Language(locale: locale, preferred: preferred, isUTF8: true) == language)
        #expect(Language(locale: locale, preferred: preferred, isUTF8: false) == .english)
    }

    @Test("a language whose file has nothing but messages is spoken to its readers")
    func messagesAlone() {
        let text =
            "[language]\ncode => eo\n[messages]\nNext: {0} => Sekva: {0}\n{0} to-dos => {0} farendaj\n"
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
        bytes.copyBytes(from: text.utf8)
        let languages = Language.all + [Language(text: UnsafeRawBufferPointer(bytes))]
        func language(_ locale: String) -> Language {
            Language(locale: locale, preferred: "", isUTF8: true, among: languages)
        }
        let message: Message = "Next: \(Message.todos(3))"
        #expect(message.text(in: language("eo.UTF-8")) == "Sekva: 3 farendaj")
        #expect(message.text(in: language("eo_XX.UTF-8")) == "Sekva: 3 farendaj")
        #expect(message.text(in: language("de_DE.UTF-8")) == "Nächstes Mal: 3 Aufgaben")
        #expect(message.text(in: language("fr_FR.UTF-8")) == "Next: 3 to-dos")
        #expect(message.text(in: language("zh_CN.UTF-8")) == "下一次: 3 项待办")
        #expect(TimeWords(languages[3]) == nil)
        #expect(("Nothing" as Message).text(in: language("eo.UTF-8")) == "Nothing")
    }

    @Test("headers have the day's name in the reader's language, and the ISO date")
    func headers() throws {
        let today = try #require(CivilDate(iso: "2026-11-20"))
        let german = TimeWords(locale: "de_DE.UTF-8", isUTF8: true)
        #expect(german.header(today, today: today) == "Heute, Fr 2026-11-20")
        #expect(german.header(today + 1, today: today) == "Morgen, Sa 2026-11-21")
        #expect(german.header(today - 1, today: today) == "Gestern, Do 2026-11-19")
        #expect(german.header(today + 2, today: today) == "So 2026-11-22")
        let chinese = TimeWords(locale: "zh_CN.UTF-8", isUTF8: true)
        #expect(chinese.header(today, today: today) == "今天, 周五 2026-11-20")
        #expect(chinese.day(today + 2) == "周日 2026-11-22")
    }

    @Test("what ASCII cannot write is English, all of it")
    func ascii() {
        let german = TimeWords(locale: "de_DE", isUTF8: false)
        #expect(german.weekdays == TimeWords.german.weekdays)
        #expect(german.months == TimeWords.english.months)
        #expect(TimeWords(locale: "zh_CN", isUTF8: false) == .english)
    }

    @Test("nobody's locale is English", arguments: ["C", "C.UTF-8", "POSIX", "", "xx_XX", "../x"])
    func unknown(_ locale: String) {
        #expect(TimeWords(locale: locale, isUTF8: true) == .english)
    }

    /// Says of an empty folder, too, what it found, so that a system without localedef is no failure.
    @Test("other languages' names are the C library's")
    func systemNames() throws {
        let folder = try ScratchFolder()
        let build = """
            command -v localedef >/dev/null && test -e /usr/share/i18n/locales/it_IT || exit 0
            localedef -i it_IT -f UTF-8 '\(folder.path)/it_IT.UTF-8' || exit 1
            LOCPATH='\(folder.path)' LC_ALL=it_IT.UTF-8 "$0" list --format '{weekday} {month}' \\
                --now 2026-11-20T12:00:00+01:00 Tests/AgendaTests/Fixtures/Output/team.ics
            """
        let result = try AgendaProcess().shell(build)
        guard !result.output.isEmpty else { return }
        #expect(result.output.hasPrefix("venerdì novembre\n"))
        #expect(result.complaints == "")
    }

    @Test(
        "days are read in the reader's words, English ones always",
        arguments: [
            ("de_DE.UTF-8", "morgen", "2026-11-21"), ("de_DE.UTF-8", "Montag", "2026-11-23"),
            ("de_DE.UTF-8", "monday", "2026-11-23"), ("de_DE.UTF-8", "gestern", "2026-11-19"),
            ("zh_CN.UTF-8", "明天", "2026-11-21"), ("zh_CN.UTF-8", "星期一", "2026-11-23"),
            ("zh_CN.UTF-8", "周五", "2026-11-20"), ("C", "today", "2026-11-20"),
        ])
    func input(_ locale: String, _ text: String, _ expected: String) throws {
        let today = try #require(CivilDate(iso: "2026-11-20"))
        let words = TimeWords(locale: locale, isUTF8: true)
        #expect(try DayArgument(text, words: words).date(today: today)?.iso == expected)
    }

    @Test(
        "--week is the whole week, which begins as the locale has it",
        arguments: [
            ("C", "2026-11-20", "2026-11-16", "2026-11-22"),
            ("en_US.UTF-8", "2026-11-20", "2026-11-15", "2026-11-21"),
            ("ar_EG.UTF-8", "2026-11-20", "2026-11-14", "2026-11-20"),
            ("C", "0001-01-03", "0001-01-01", "0001-01-07"),
            // A Friday.
            ("C", "9999-12-31", "9999-12-27", "9999-12-31"),
        ])
    func wholeWeek(_ locale: String, _ day: String, _ first: String, _ last: String) throws {
        var agenda = AgendaProcess(environment: ["LC_ALL": locale])
        agenda.input = calendar("UID:a\nDTSTART:20261120T113000Z\nSUMMARY:Lunch")
        let output = try agenda.run("list", "-", "--json", "--week", "--from", day).output
        #expect(output.contains(#""from":"\#(first)","to":"\#(last)""#))
    }

    @Test("a short German name is no day, since it may be a word", arguments: ["so", "mo", "heut"])
    func noInput(_ text: String) {
        #expect(throws: DayArgument.Failure.self) { try DayArgument(text, words: .german) }
    }

    @Test(
        "weeks begin as the territory has it",
        arguments: [
            ("C", Weekday.monday), ("de_DE.UTF-8", .monday), ("en_GB", .monday), ("en_US", .sunday),
            ("zh_CN.UTF-8", .monday), ("ja_JP.UTF-8", .sunday), ("ar_EG", .saturday),
            ("dv_MV", .friday), ("pt_BR", .sunday),
        ])
    func weeks(_ locale: String, _ first: Weekday) {
        #expect(Weekday.first(locale: locale) == first)
    }
}

@Suite("Messages in the reader's language")
struct MessageTests {
    @Test("a literal's key has numbers for what is put in")
    func keys() {
        let (name, count) = ("team", 3)
        let message: Message =
            "--calendar \(name): there are \(Message.events(count)), {\(name)} {x}"
        #expect(message.key == "--calendar {0}: there are {1}, {{2}} {x}")
        #expect(message.text(in: .english) == "--calendar team: there are 3 events, {team} {x}")
    }

    @Test("two literals are one message, counted on")
    func joined() {
        let (one, two) = (1, 2)
        let message: Message = "\(one) and " + "\(two)"
        #expect(message.key == "{0} and {1}")
        #expect(message.text(in: .english) == "1 and 2")
    }

    @Test("what the libraries say is translated with what it names")
    func libraries() {
        func chinese(_ reason: Diagnostic.Reason) -> String {
            Message(reason.wording).text(in: .chinese)
        }
        #expect(Message(AgendaError.Reason.noDatabase.wording).text(in: .chinese) == "没有数据库")
        #expect(chinese(.value("x", .notAPosition)) == "'x' 已略去: 不是地理位置")
        #expect(
            chinese(.zone("Here", .value("never", .notATime)))
                == "时区 Here: 'never' 已略去: 不是日期或时刻")
        #expect(chinese(.value("Permission denied", .cannotRead)) == "无法读取 (Permission denied)")
        #expect(chinese(.number(3, .more)) == "还有 3 个类似问题")
        #expect(chinese(.other("the {0} is full")) == "the {0} is full")
    }

    @Test("what is wrong with a rule is Chinese for readers of Chinese")
    func rules() throws {
        var agenda = AgendaProcess(environment: ["LC_ALL": "zh_CN.UTF-8"])
        agenda.input = calendar(
            "UID:a\nDTSTART:20261120T113000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,XX;COUNT=3",
            "UID:b\nDTSTART:20261120T113000Z\nRRULE:FREQ=YEARLY;BYWEEKNO=54")
        #expect(
            try agenda.run("list", "-").complaints == """
                standard input:8: RRULE: 规则中的 'BYDAY=XX' 已略去: 不是星期: 在更正之前，以规则的其余部分为准
                standard input:14: RRULE: 'FREQ=YEARLY;BYWEEKNO=54' 已略去: BYWEEKNO=54: 不在 -53 到 53 之间，或为 0: \
                在更正之前，显示日程时不用此规则

                """)
        #expect(
            try agenda.run("search").complaints == "search: 请说明查找什么: 写标题、地点或姓名中的词\n")
    }
}

@Suite("Translations")
struct TranslationTests {
    @Test("a translation has the placeholders of its message, and no other")
    func placeholders() {
        for language in [Language.german, .chinese] {
            for (key, translation) in language.section("messages")?.entries ?? [] {
                let (ours, theirs) = (Self.placeholders(key), Self.placeholders(translation))
                #expect(ours == theirs, "\(key)")
            }
        }
    }

    private static func placeholders(_ text: String) -> [String] {
        text.matches(of: /{[0-9]+}/).map { String($0.output) }.sorted()
    }
}
