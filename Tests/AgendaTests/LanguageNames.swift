import AgendaActions
import AgendaWords

extension Language {
    static let chinese = Language(code: "zh") ?? .english
}

extension TimeWords {
    static let german = TimeWords(Language(code: "de") ?? .english) ?? .english
    static let chinese = TimeWords(.chinese) ?? .english
}
