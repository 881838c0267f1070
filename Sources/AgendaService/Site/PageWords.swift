internal import FoundationEssentials
internal import ICalendar

/// The page's words in one language; those of `strings.js`.
struct PageWords: Sendable {
    /// `en` or `zh`.
    let language: String
    private let table: [String: String]

    /// All languages, from the module that the browser reads.
    static func all(_ files: PageFiles) -> [String: PageWords] {
        var json = Substring(files.text("strings.js"))
        json = json[(json.firstIndex(of: "{") ?? json.startIndex)...]
        json = json[...(json.lastIndex(of: "}") ?? json.startIndex)]
        let tables =
            (try? JSONDecoder().decode([String: [String: String]].self, from: Data(json.utf8)))
            ?? [:]
        let english = tables["en"] ?? [:]
        return Dictionary(
            uniqueKeysWithValues: tables.map { name, table in
                (name, PageWords(language: name, table: english.merging(table) { $1 }))
            })
    }

    /// No words: each key stands for itself.
    init() { self.init(language: "en", table: [:]) }

    private init(language: String, table: [String: String]) {
        (self.language, self.table) = (language, table)
    }

    /// For `lang`.
    var locale: String { language == "zh" ? "zh-CN" : "en-GB" }

    func say(_ key: String, _ value: String = "") -> String {
        (table[key] ?? key).replacing("{0}", with: value)
    }

    func weekday(_ date: CivilDate) -> String {
        let names = say("weekdays").split(separator: " ")
        let index = date.weekday.rawValue
        return index < names.count ? String(names[index]) : ""
    }

    private func month(_ date: CivilDate) -> Substring {
        let names = say("months").split(separator: " ")
        return names.count == 12 ? names[date.yearMonthDay.month - 1] : ""
    }

    /// `21 Nov`.
    func day(_ date: CivilDate) -> String {
        say("dayLabel").replacing("{day}", with: "\(date.yearMonthDay.day)")
            .replacing("{shortMonth}", with: month(date).prefix(3)).replacing(
                "{month}", with: month(date))
    }

    /// `November 2026`.
    func monthAndYear(_ date: CivilDate) -> String {
        say("monthLabel").replacing("{month}", with: month(date))
            .replacing("{year}", with: "\(date.yearMonthDay.year)")
    }
}
