internal import AgendaActions
internal import AgendaWords
internal import FoundationEssentials
internal import ICalendar

/// The page's words in one language: what its file has under `[page]`, and English for the rest.
struct PageWords: Sendable {
    let language: Language
    /// For `lang`.
    let locale: String
    private let name: String
    private let table: [String: String]

    /// The languages of the page, English first.
    static let all = Language.all.compactMap(PageWords.init)

    private init?(_ language: Language) {
        guard let about = language.section("language"), let page = language.section("page") else {
            return nil
        }
        (locale, name) = (about["locale"] ?? language.code, about["name"] ?? language.code)
        self.language = language
        let english = Language.english.section("page")?.entries ?? []
        table = Dictionary(english + page.entries) { $1 }
    }

    /// The first of a browser's languages that the page has.
    ///
    /// - Parameter languages: `Accept-Language`, whose order is the wishes' in what browsers send.
    static func wanted(_ languages: String) -> PageWords {
        tags(languages).lazy.compactMap { tag in all.first { $0.language.serves(tag) } }.first
            ?? all[0]
    }

    /// What a browser names its languages: `de-AT`, `de`, `en`.
    static func tags(_ languages: String) -> [String] {
        languages.split(separator: ",").map {
            String($0.drop { $0 == " " }.prefix { $0 != ";" })
        }
    }

    /// The file with `module`.
    var file: String { "strings-\(language.code).js" }

    /// The file with ``lateModule``.
    var lateFile: String { "late-\(language.code).js" }

    /// The words of views that are seldom opened: they come with these, so that the list need not load them.
    var lateModule: String {
        let english = Language.english.section("late words")?.entries ?? []
        let own = language.section("late words")?.entries ?? []
        return Self.module(
            Dictionary(english + own) { $1 }.sorted { $0.key < $1.key },
            language.section("late answers")?.entries ?? [])
    }

    /// The words as a module, with English for those that are missing, and what the service says in this language.
    var module: String {
        Self.module(
            [("locale", locale)] + table.sorted { $0.key < $1.key },
            language.section("answers")?.entries ?? [])
    }

    private static func module(
        _ words: [(key: String, value: String)], _ answers: [(key: String, value: String)]
    ) -> String {
        func object(_ entries: [(key: String, value: String)]) -> String {
            "{\n"
                + entries.map { "\(quoted($0.key)): \(quoted($0.value))" }
                .joined(separator: ",\n") + "\n}"
        }
        return
            "export const words = \(object(words));\nexport const answers = \(object(answers));\n"
    }

    /// The languages as those that can be chosen.
    static var choices: String {
        all.map { "<option value=\"\($0.language.code)\">\($0.name)</option>" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    func say(_ key: String, _ value: String = "") -> String {
        (table[key] ?? key).replacing("{0}", with: value)
    }

    /// `Saturday`.
    func weekday(_ date: CivilDate) -> String {
        let names = say("longWeekdays").split(separator: " ")
        let index = date.weekday.rawValue
        return index < names.count ? String(names[index]) : ""
    }

    private func month(_ date: CivilDate) -> Substring {
        let names = say("months").split(separator: " ")
        return names.count == 12 ? names[date.yearMonthDay.month - 1] : ""
    }

    /// `21 November`.
    func day(_ date: CivilDate) -> String {
        say("dayLabel").replacing("{day}", with: "\(date.yearMonthDay.day)")
            .replacing("{shortMonth}", with: month(date))
            .replacing("{month}", with: month(date))
    }

    /// `November 2026`.
    func monthAndYear(_ date: CivilDate) -> String {
        say("monthLabel").replacing("{month}", with: month(date))
            .replacing("{year}", with: "\(date.yearMonthDay.year)")
    }
}
