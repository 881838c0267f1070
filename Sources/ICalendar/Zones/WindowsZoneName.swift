/// Time zone names of Windows, Outlook, Exchange and Notes.
enum WindowsZoneName {
    /// The IANA name for a Windows name such as `W. Europe Standard Time`; for its variants `W.
    /// Europe`, as Notes writes it, and `W. Europe Daylight Time`; for the text that Windows
    /// displays, with or without the leading offset (`(UTC+01:00) Amsterdam, Berlin, Bern, Rome,
    /// Stockholm, Vienna`), or in Outlook's spelling (`(GMT+01.00) Amsterdam / Berlin / Bern / Rome
    /// / Stockholm / Vienna`); or for `tzone://Microsoft/Utc`. Nil for any other text.
    static func ianaName(for name: String) -> String? {
        if let row = rows.first(where: { $0.name == name }) { return row.zone }
        var text = name[...]
        let start = name.prefix(4).lowercased()
        if start == "(utc" || start == "(gmt", let end = name.firstIndex(of: ")") {
            // The brackets give the winter offset of some year: the words decide.
            text = name[name.index(after: end)...]
        }
        return bySpelling[spelling(text)]
    }

    /// The IANA name of the zone whose cities, as Windows shows them in English, are the most in a text of another language;
    /// nil if none is, or if several zones of this offset have as many.
    ///
    /// - Parameter offset: of the winter, seconds east of UTC.
    static func ianaName(inText text: String, of offset: Int) -> String? {
        let words = Set(spelling(text).split(separator: " ").filter { $0.utf8.count >= 4 })
        var (best, found) = (1, [String]())
        for place in places where place.winter == offset {
            let count = place.words.intersection(words).count
            if count > best { (best, found) = (count, []) }
            if count == best { found.append(place.zone) }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The rows' zones, their offsets in winter, and the words of their cities.
    private static let places = rows.compactMap { row in
        row.shown.flatMap { shown in
            winterOffset(of: row.zone).map { offset in
                (
                    zone: row.zone, winter: offset,
                    words: Set(spelling(shown).split(separator: " ")).subtracting(nameless)
                )
            }
        }
    }

    /// Words of what Windows shows that name no place.
    private static let nameless: Set<Substring> = [
        "time", "standard", "city", "coast", "islands", "north", "south", "east", "west",
    ]

    /// The lower offset of 2026's January and July.
    private static func winterOffset(of zone: String) -> Int? {
        SystemZones.database.rules(named: zone).map { rules in
            let (january, july) = (1_768_435_200, 1_784_073_600)
            return min(
                rules.offset(at: Instant(secondsSinceEpoch: january)),
                rules.offset(at: Instant(secondsSinceEpoch: july)))
        }
    }

    /// The rows of ``WindowsZones``.
    static let rows = WindowsZones.table.split(separator: "\n").map { row in
        let fields = row.split(separator: "=").map(String.init)
        return (name: fields[0], zone: fields[1], shown: fields.count > 2 ? fields[2] : nil)
    }

    /// Every name and text, keyed by its ``spelling(_:)``.
    private static let bySpelling: [String: String] = {
        var zones: [String: String] = [:]
        for row in rows { if let shown = row.shown { zones[spelling(shown)] = row.zone } }
        for (name, zone, _) in rows {
            let words = spelling(name)
            zones[words] = zone
            guard let time = words.firstRange(of: " standard time") else { continue }
            for other in ["", " daylight time", " summer time", " time"] {
                zones[words[..<time.lowerBound] + other + words[time.upperBound...]] = zone
            }
        }
        for (text, zone) in older { zones[spelling(text)] = zone }
        return zones
    }()

    /// A name's words in lower case, without the punctuation in which spellings differ. Keeps the
    /// sign of a number.
    private static func spelling(_ text: some StringProtocol) -> String {
        var result: [UInt8] = []
        let bytes = Array(text.lowercased().utf8)
        for (index, byte) in bytes.enumerated() {
            switch UnicodeScalar(byte) {
            case "a"..."z", "0"..."9": result.append(byte)
            case "+", "-":
                let isSign = index + 1 < bytes.count && 0x30...0x39 ~= bytes[index + 1]
                if isSign { result.append(byte) }
            case "&": result += " and ".utf8
            case "'": break
            case _ where byte >= 0x80: result.append(byte)
            default: result.append(0x20)
            }
        }
        let words = result.split(separator: 0x20).joined(separator: [0x20])
        return String(decoding: Array(words), as: UTF8.self)
    }

    /// Names and texts of older systems, if they mean a single zone, and those that since then mean
    /// another zone.
    private static let older = [
        "tzone://Microsoft/Utc": "Etc/UTC",
        "Kamchatka Standard Time": "Asia/Kamchatka",
        "Armenian Standard Time": "Asia/Yerevan",
        "Mexico Standard Time": "America/Mexico_City",
        "Mid-Atlantic Standard Time": "Etc/GMT+2",
        "Malay Peninsula Standard Time": "Asia/Singapore",
        "Astana": "Asia/Almaty",
        "Bishkek": "Asia/Bishkek",
        "Athens, Beirut, Istanbul, Minsk": "Europe/Athens",
        "Athens, Bucharest, Istanbul": "Europe/Athens",
        "Athens, Istanbul, Minsk": "Europe/Athens",
        "Bogota, Lima, Quito": "America/Bogota",
        "Buenos Aires": "America/Argentina/Buenos_Aires",
        "Calcutta, Chennai, Mumbai, New Delhi": "Asia/Kolkata",
        "Cape Verde Is.": "Atlantic/Cape_Verde",
        "Casablanca, Monrovia": "Africa/Monrovia",
        "Chihuahua, La Paz, Mazatlan - New": "America/Mazatlan",
        "Chihuahua, La Paz, Mazatlan - Old": "America/Mazatlan",
        "Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London": "Europe/London",
        "Guadalajara, Mexico City, Monterrey - New": "America/Mexico_City",
        "Guadalajara, Mexico City, Monterrey - Old": "America/Mexico_City",
        "Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius": "Europe/Helsinki",
        "Helsinki, Riga, Tallinn": "Europe/Helsinki",
        "Irkutsk, Ulaan Bataar": "Asia/Irkutsk",
        "La Paz, Mazatlan": "America/Mazatlan",
        "Mexico City": "America/Mexico_City",
        "Mid-Atlantic": "Etc/GMT+2",
        "Midway Island, Samoa": "Pacific/Pago_Pago",
        "Moscow, St. Petersburg, Volgograd": "Europe/Moscow",
        "Pacific Time (US & Canada); Tijuana": "America/Los_Angeles",
        "Rangoon": "Asia/Yangon",
        "Sarajevo, Skopje, Sofija, Vilnius, Warsaw, Zagreb": "Europe/Warsaw",
        "Sarajevo, Warsaw, Zagreb": "Europe/Warsaw",
    ]
}
