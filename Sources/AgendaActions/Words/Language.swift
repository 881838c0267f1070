package import AgendaWords

extension Language {
    /// The language that the environment requests.
    package static let current = Language(
        locale: Environment.localeName(.messages),
        preferred: Environment.variable("LANGUAGE") ?? "", isUTF8: Environment.isUTF8)

    /// The language of a locale's messages: English unless another one's file has messages.
    ///
    /// - Parameters:
    ///   - locale: the name of the locale for messages.
    ///   - preferred: `LANGUAGE`, a list separated by colons. The first known language counts, but
    ///     none if the locale is `C` (GNU gettext manual, 2.3.3).
    ///   - isUTF8: whether characters beyond ASCII may be shown.
    ///   - languages: what there is.
    package init(
        locale: String, preferred: String, isUTF8: Bool,
        among languages: @autoclosure () -> [Language] = all
    ) {
        self = .english
        guard isUTF8, !LocaleName(locale).language.isEmpty else { return }
        for wish in preferred.split(separator: ":").map(String.init) + [locale] {
            if Language.english.serves(wish) { return }
            if let known = languages().first(where: { $0.isSpoken && $0.serves(wish) }) {
                self = known
                return
            }
        }
    }

    /// Whether its file is for a locale's readers. A file names parts of locales that it is `not` for, such as `TW`, unless
    /// the locale names its `script`.
    package func serves(_ locale: String) -> Bool {
        let name = LocaleName(locale)
        guard name.language == code else { return false }
        guard self != .english, let about = section("language") else { return true }
        let parts = locale.split { "_-.@".contains($0) }.map(String.init) + [name.territory]
        return !about.list("not").contains(where: parts.contains)
            || about["script"].map(parts.contains) ?? false
    }
}
