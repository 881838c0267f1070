import AgendaActions
import AgendaWords

extension Language {
    static let chinese = Language(code: "zh")!
}

extension TimeWords {
    static let german = TimeWords(Language(code: "de")!)!
    static let chinese = TimeWords(.chinese)!
}
