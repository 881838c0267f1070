import AgendaActions
import AgendaWords

extension Language {
    static let german = Language(code: "de") ?? .english
    static let chinese = Language(code: "zh") ?? .english
}

extension TimeWords {
    static let german = TimeWords(.german) ?? .english
    static let chinese = TimeWords(.chinese) ?? .english
}
