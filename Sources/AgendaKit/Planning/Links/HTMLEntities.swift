/// HTML's names for characters (HTML 4.01, 24): those that programs write into descriptions.
enum HTMLEntities {
    private static let named: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
        "mdash": "—", "hellip": "…", "bull": "•", "middot": "·", "copy": "©", "reg": "®",
        "trade": "™", "euro": "€", "pound": "£", "yen": "¥", "sect": "§", "deg": "°", "laquo": "«",
        "raquo": "»", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "sbquo": "‚",
        "bdquo": "„", "times": "×", "rarr": "→", "larr": "←", "zwnj": "", "shy": "",
        "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
        "aacute": "á", "agrave": "à", "acirc": "â", "aring": "å", "aelig": "æ", "atilde": "ã",
        "ccedil": "ç", "eacute": "é", "egrave": "è", "ecirc": "ê", "euml": "ë", "iacute": "í",
        "igrave": "ì", "icirc": "î", "iuml": "ï", "ntilde": "ñ", "oacute": "ó", "ograve": "ò",
        "ocirc": "ô", "otilde": "õ", "oslash": "ø", "uacute": "ú", "ugrave": "ù", "ucirc": "û",
        "Eacute": "É", "Egrave": "È", "Aacute": "Á", "Agrave": "À", "Aring": "Å", "Ccedil": "Ç",
        "Ntilde": "Ñ", "Oslash": "Ø",
    ]
    /// `&thetasym;` is the longest name, `&#x10FFFF;` the longest number.
    private static let longest = 10

    /// Replaces the entities in a text by characters; leaves unknown ones.
    static func resolved(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[rest.index(after: start)...]
            let name = rest.prefix(longest).prefix { $0 != ";" }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == ";",
                let character = character(String(name))
            {
                result += character
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                result += "&"
            }
        }
        return result + rest
    }

    private static func character(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return named[name] }
        let isHexadecimal = name.lowercased().hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
            .map { $0.value == 0xA0 ? " " : String($0) }
    }
}
