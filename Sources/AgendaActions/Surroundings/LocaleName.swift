/// The name of a locale as POSIX and glibc write it: `language_TERRITORY.codeset@modifier`.
package struct LocaleName: Hashable {
    /// ISO 639 in lower case, such as `de`; empty for `C` and `POSIX`, which have no language.
    package var language = ""
    /// ISO 3166 in upper case, such as `DE`; empty if the name has none.
    package var territory = ""
    /// In lower case without hyphens, such as `utf8`; empty if the name has none.
    var codeset = ""

    /// Reads a name; anything else has no language.
    init(_ name: String) {
        let plain = name.prefix { $0 != "@" }
        codeset = plain.drop { $0 != "." }.dropFirst().lowercased().filter { $0 != "-" }
        // `zh-Hans-CN`, as other systems write it, reaches us through ssh.
        let parts = plain.prefix { $0 != "." }.split { $0 == "_" || $0 == "-" }
        guard let first = parts.first, first != "C", first != "POSIX" else { return }
        language = first.lowercased()
        territory = parts.dropFirst().first { $0.utf8.count == 2 }?.uppercased() ?? ""
    }

    /// Whether its character set is Unicode.
    package var isUTF8: Bool { codeset == "utf8" }
}

/// What a locale decides, each with a variable of its own (POSIX 8.2).
enum LocaleCategory: String {
    /// The character set.
    case characters = "LC_CTYPE"
    /// The names of days and months, and the first day of the week.
    case time = "LC_TIME"
    /// The language of messages.
    case messages = "LC_MESSAGES"
}

extension Environment {
    /// The name of the locale for a category: POSIX's order of the three variables.
    static func localeName(_ category: LocaleCategory) -> String {
        variable("LC_ALL") ?? variable(category.rawValue) ?? variable("LANG") ?? "C"
    }
}
