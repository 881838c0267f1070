import Glibc

/// The names of days and months as the C library knows them.
struct SystemTimeWords {
    /// From Monday on, such as `lun.`.
    package let shortWeekdays: [String]
    /// From Monday on.
    package let weekdays: [String]
    /// From January on.
    package let months: [String]

    /// Returns nil if the system lacks the locale, or has it in an unreadable character set. Takes
    /// 0.05 ms; the process's own locale stays `C`.
    ///
    /// - Parameter isUTF8: whether the locale's character set is Unicode; otherwise its names must
    ///   be ASCII.
    init?(locale: String, isUTF8: Bool) {
        guard let handle = newlocale(1 << LC_TIME, locale, nil) else { return nil }
        defer { freelocale(handle) }
        // Both lists begin with Sunday.
        guard let short = Self.names(from: Self.item(ABDAY_1), count: 7, handle, isUTF8),
            let long = Self.names(from: Self.item(DAY_1), count: 7, handle, isUTF8),
            let months = Self.names(from: Self.item(MON_1), count: 12, handle, isUTF8)
        else { return nil }
        shortWeekdays = Array(short[1...] + short[..<1])
        weekdays = Array(long[1...] + long[..<1])
        self.months = months
    }

    private static func item(_ number: some BinaryInteger) -> nl_item { nl_item(number) }

    private static func names(
        from first: nl_item, count: nl_item, _ handle: locale_t, _ isUTF8: Bool
    ) -> [String]? {
        var names: [String] = []
        for item in first..<first + count {
            guard let text = nl_langinfo_l(item, handle),
                let name = String(validatingCString: text),
                isUTF8 || name.utf8.allSatisfy({ $0 < 0x80 })
            else { return nil }
            // The name comes from a file and goes to a terminal.
            names.append(SafeText.line(name, isUTF8: true))
        }
        return names
    }
}
