/// The encodings that vCard 2.1 names beside a text (`CHARSET`), apart from UTF-8 and Latin-1: those in which phones and mail
/// programs of their time wrote names.
enum ContactCharset {
    /// Decodes a text.
    ///
    /// - Parameter name: the value of `CHARSET`.
    /// - Returns: nil if the name is none of these, the system cannot convert it, or the bytes are not in it.
    static func string(_ bytes: [UInt8], in name: String) -> String? {
        systemName(name).flatMap { SystemCharset.string(bytes, from: $0) }
    }

    /// Whether a text is to be read as UTF-8, or as what its bytes are.
    static func isUsual(_ name: String) -> Bool {
        ["", "UTF-8", "UTF8", "UTF-16", "WINDOWS-1252", "CP1252"].contains(name.uppercased())
    }

    /// A name that the C library knows. Only these are converted: its other converters, some of which keep a state, are
    /// not for files of strangers.
    private static func systemName(_ name: String) -> String? {
        let name = name.uppercased().replacing("_", with: "-")
        // Programs of Windows write more letters than the standards' tables have (WHATWG Encoding, 4.2).
        let others = [
            "SHIFT-JIS": "CP932", "SJIS": "CP932", "X-SJIS": "CP932", "WINDOWS-31J": "CP932",
            "MS932": "CP932", "CP932": "CP932", "EUC-JP": "EUC-JP", "ISO-2022-JP": "ISO-2022-JP",
            "GB2312": "GB18030", "GBK": "GB18030", "CP936": "GB18030", "GB18030": "GB18030",
            "BIG5": "CP950", "CP950": "CP950", "EUC-KR": "CP949", "KS-C-5601-1987": "CP949",
            "CP949": "CP949", "TIS-620": "CP874", "KOI8-R": "KOI8-R", "KOI8-U": "KOI8-U",
            "MACINTOSH": "MACINTOSH", "X-MAC-ROMAN": "MACINTOSH", "IBM850": "CP850",
        ]
        if let known = others[name] { return known }
        for (prefix, system, numbers) in [
            ("WINDOWS-", "CP", 1_250...1_258), ("CP", "CP", 1_250...1_258), ("CP", "CP", 850...866),
            ("ISO-8859-", "ISO-8859-", 1...16), ("ISO8859-", "ISO-8859-", 1...16),
        ] where name.hasPrefix(prefix) {
            let digits = name.dropFirst(prefix.count)
            guard let number = Int(digits), numbers.contains(number), "\(number)" == digits else {
                continue
            }
            return system + digits
        }
        return nil
    }
}
