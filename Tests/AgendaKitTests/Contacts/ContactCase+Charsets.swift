// What phones wrote in the encodings of their countries. The bytes are those of Python's codecs.
extension ContactCase {
    /// A card of version 2.1 with a name in quoted-printable.
    private static func quoted(
        _ label: String, _ charset: String, _ bytes: String, _ name: String
    ) -> ContactCase {
        ContactCase(
            "\(label): \(charset) in quoted-printable",
            "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=\(charset);ENCODING=QUOTED-PRINTABLE:\(bytes)\nBDAY:1990-10-01\nEND:VCARD",
            ["2027-10-01 \(name)'s birthday (37)"])
    }

    /// The same with the bytes as they are.
    private static func raw(_ charset: String, _ bytes: [UInt8], _ name: String) -> ContactCase {
        ContactCase(
            "\(charset), not encoded",
            bytes: Array("BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=\(charset):".utf8) + bytes
                + Array("\r\nBDAY:1990-10-01\r\nEND:VCARD\r\n".utf8),
            ["2027-10-01 \(name)'s birthday (37)"])
    }

    static let charsets = [
        quoted("Nokia", "windows-1251", "=C8=E2=E0=ED=EE=E2", "Иванов"),
        quoted("Siemens", "KOI8-R", "=E9=D7=C1=CE=CF=D7", "Иванов"),
        quoted("Sharp", "SHIFT_JIS", "=8E=52=93=63=20=91=BE=98=59=87=40", "山田 太郎①"),
        // Its second byte is a backslash, which escapes nothing.
        quoted("Sony", "Shift_JIS", "=83=5C=83=5C", "ソソ"),
        quoted("Ericsson", "ISO-8859-15", "=43=61=66=E9=20=A4", "Café €"),
        quoted("Nokia", "iso-8859-2", "=A3ukasz", "Łukasz"),
        quoted("Motorola", "GB2312", "=CD=F5=B7=BC", "王芳"),
        quoted("HTC", "Big5", "=A4=FD=AA=DA", "王芳"),
        quoted("Samsung", "EUC-KR", "=B1=E8", "김"),
        raw("windows-1251", [0xC8, 0xE2, 0xE0, 0xED, 0xEE, 0xE2], "Иванов"),
        raw(
            "ISO-2022-JP",
            [0x1B, 0x24, 0x42, 0x3B, 0x33, 0x45, 0x44, 0x1B, 0x28, 0x42], "山田"),
        // A program has converted the file since, and left the parameter.
        raw("windows-1251", Array("Иванов".utf8), "Иванов"),
        ContactCase(
            "an encoding that nobody knows costs letters, not the day, and is told once",
            "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=X-MINE;ENCODING=QUOTED-PRINTABLE:M=FCller\nORG;CHARSET=X-MINE;ENCODING=QUOTED-PRINTABLE:=FC\nBDAY:1990-10-01\nEND:VCARD",
            ["2027-10-01 Müller's birthday (37)"],
            faults: [
                "3 N: the text cannot be read in the encoding 'X-MINE'; some letters may be wrong"
            ]),
        ContactCase(
            "bytes that are not in their encoding",
            "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=EUC-KR;ENCODING=QUOTED-PRINTABLE:Kim=FF\nBDAY:1990-10-01\nEND:VCARD",
            ["2027-10-01 Kimÿ's birthday (37)"],
            faults: [
                "3 N: the text cannot be read in the encoding 'EUC-KR'; some letters may be wrong"
            ]),
        ContactCase(
            "an encoding of the system's that no phone wrote is not asked for",
            "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=ISO-2022-CN-EXT;ENCODING=QUOTED-PRINTABLE:=E9\nBDAY:1990-10-01\nEND:VCARD",
            ["2027-10-01 é's birthday (37)"],
            faults: [
                "3 N: the text cannot be read in the encoding 'ISO-2022-CN-EXT'; some letters may be wrong"
            ]),
    ]
}
