/// A language that the command speaks.
package enum Language: Hashable {
    /// The language in which messages are written in the source.
    case english
    /// Simplified Chinese.
    case chinese

    /// The language that the environment requests.
    package static let current = Language(
        locale: Environment.localeName(.messages),
        preferred: Environment.variable("LANGUAGE") ?? "", isUTF8: Environment.isUTF8)

    /// The language of a locale.
    ///
    /// - Parameters:
    ///   - locale: the name of the locale for messages.
    ///   - preferred: `LANGUAGE`, a list separated by colons. The first known language counts, but
    ///     none if the locale is `C` (GNU gettext manual, 2.3.3).
    ///   - isUTF8: whether Chinese characters may be shown.
    package init(locale: String, preferred: String, isUTF8: Bool) {
        let name = LocaleName(locale)
        guard isUTF8, !name.language.isEmpty else {
            self = .english
            return
        }
        let wishes = preferred.split(separator: ":").map(String.init) + [locale]
        self = wishes.lazy.compactMap(Self.init(known:)).first ?? .english
    }

    /// Nil when it is not spoken. Traditional Chinese is not.
    private init?(known locale: String) {
        let name = LocaleName(locale)
        switch name.language {
        case "en": self = .english
        case "zh":
            let isTraditional =
                ["TW", "HK", "MO"].contains(name.territory) || locale.contains("Hant")
            if isTraditional && !locale.contains("Hans") { return nil }
            self = .chinese
        default: return nil
        }
    }
}
