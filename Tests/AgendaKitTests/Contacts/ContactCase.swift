import Testing

/// A contact as a program writes it, and what it comes to in 2027. The days and ages were counted by hand.
struct ContactCase: Sendable, CustomTestStringConvertible {
    /// The program and the case.
    let name: String
    /// The file.
    let bytes: [UInt8]
    /// `2027-04-12 Anna Berg's birthday (42)`, in their order.
    let days: [String]
    /// `3 BDAY: reason`, what was left out.
    let faults: [String]

    var testDescription: String { name }

    init(_ name: String, _ text: String, _ days: [String], faults: [String] = []) {
        let text = text.hasSuffix("\n") ? text : text + "\n"
        self.init(name, bytes: Array(text.replacing("\n", with: "\r\n").utf8), days, faults: faults)
    }

    init(_ name: String, bytes: [UInt8], _ days: [String], faults: [String] = []) {
        (self.name, self.bytes, self.days, self.faults) = (name, bytes, days, faults)
    }

    /// A card of version 3.0 around its lines.
    static func card(_ lines: String) -> String {
        "BEGIN:VCARD\nVERSION:3.0\n\(lines)\nEND:VCARD\n"
    }

    static let all =
        apple + google + outlook + servers + terminal + phones + charsets + days + forms
}

// What programs write.
extension ContactCase {
    static let apple = [
        ContactCase(
            "iCloud: birthday and wedding day, with a photo",
            """
            BEGIN:VCARD
            VERSION:3.0
            PRODID:-//Apple Inc.//iOS 17.5//EN
            N:Berg;Anna;;;
            FN:Anna Berg
            ORG:Elbe GmbH;
            EMAIL;type=INTERNET;type=HOME;type=pref:anna@example.org
            item1.ADR;type=HOME;type=pref:;;Am Mühlgraben 17;Dresden;;01069;Germany
            item1.X-ABADR:de
            BDAY:1985-04-12
            item2.X-ABDATE;type=pref:2010-06-05
            item2.X-ABLabel:_$!<Anniversary>!$_
            PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAASABIAAD/4QBMRXhpZgAATU0AKgAAAAgA
             AYdpAAQAAAABAAAAGgAAAAAAA6ABAAMAAAABAAEAAKACAAQAAAABAAAAZKADAAQAAAABAAAAZAAAAAD/
             BDAY=
            UID:6A1B2C3D-0001-4E5F-8A9B-112233445566
            END:VCARD
            """,
            ["2027-04-12 Anna Berg's birthday (42)", "2027-06-05 Anna Berg's anniversary (17)"]),
        ContactCase(
            "macOS: birthday without a year",
            card("N:Okafor;Chidi;;;\nFN:Chidi Okafor\nBDAY;X-APPLE-OMIT-YEAR=1604:1604-09-23"),
            ["2027-09-23 Chidi Okafor's birthday"]),
        ContactCase(
            "iOS: VALUE=date and a custom year to omit",
            card("FN:Chidi\nBDAY;VALUE=date;X-APPLE-OMIT-YEAR=1896:1896-02-01"),
            ["2027-02-01 Chidi's birthday"]),
        ContactCase(
            "macOS: a label of one's own, Apple's Other, and no label",
            card(
                """
                FN:Kim Lee
                item1.X-ABDATE:2001-02-03
                item1.X-ABLabel:First met
                item2.X-ABDATE:2015-11-30
                item2.X-ABLabel:_$!<Other>!$_
                X-ABDATE:2020-12-01
                """),
            [
                "2027-02-03 Kim Lee: First met (26)", "2027-11-30 Kim Lee's special day (12)",
                "2027-12-01 Kim Lee's special day (7)",
            ]),
        ContactCase(
            "macOS: the label stands before its date",
            card("FN:Kim Lee\nITEM1.X-ABLABEL:_$!<Anniversary>!$_\nitem1.X-ABDate:20100605"),
            ["2027-06-05 Kim Lee's anniversary (17)"]),
        ContactCase(
            "macOS: a company without dates",
            card("N:;;;;\nFN:Elbe GmbH\nORG:Elbe GmbH;\nX-ABShowAs:COMPANY"), []),
    ]

    static let google = [
        ContactCase(
            "Google Contacts: birthday and wedding day",
            card(
                """
                FN:José Ángel Núñez
                N:Núñez;José;Ángel;;
                EMAIL;TYPE=INTERNET;TYPE=HOME:jose@example.org
                BDAY:1979-08-30
                item1.X-ABDATE:2004-09-18
                item1.X-ABLabel:_$!<Anniversary>!$_
                CATEGORIES:myContacts
                """),
            [
                "2027-08-30 José Ángel Núñez's birthday (48)",
                "2027-09-18 José Ángel Núñez's anniversary (23)",
            ]),
        ContactCase(
            "Google Contacts: without a year", card("FN:王小明\nN:王;小明;;;\nBDAY:--0607"),
            ["2027-06-07 王小明's birthday"]),
        ContactCase(
            "Google Contacts: a birthday in words",
            card("FN:Grandma\nBDAY;VALUE=text:sometime in April"), [],
            faults: [
                "4 BDAY: 'sometime in April' was left out: it does not say which day of the year"
            ]),
    ]

    static let outlook = [
        ContactCase(
            "Outlook 2016: vCard 2.1 with Windows-1252",
            """
            BEGIN:VCARD
            VERSION:2.1
            N;LANGUAGE=de;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:M=FCller;J=FCrgen
            FN;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:J=FCrgen M=FCller
            TEL;WORK;VOICE:+49 351 0000
            X-MS-OL-DEFAULT-POSTAL-ADDRESS:0
            X-MS-ANNIVERSARY:19950610
            BDAY:19700203
            X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="http://schemas.microsoft.com/office/outlook/12/electronicbusinesscards" ver="1.0"></card>
            REV:20260114T101500Z
            END:VCARD
            """,
            [
                "2027-02-03 Jürgen Müller's birthday (57)",
                "2027-06-10 Jürgen Müller's anniversary (32)",
            ]),
        ContactCase(
            "Exchange: the day with a time, whose zone says nothing",
            card("FN:Sam Hill\nBDAY:1990-11-05T23:00:00Z\nANNIVERSARY:2019-05-04T00:00:00-05:00"),
            ["2027-05-04 Sam Hill's anniversary (8)", "2027-11-05 Sam Hill's birthday (37)"]),
        ContactCase(
            "Outlook.com: empty dates", card("FN:Nobody\nBDAY:\nX-MS-ANNIVERSARY:"), []),
    ]

    static let servers = [
        ContactCase(
            "Nextcloud: vCard 3.0",
            card(
                "UID:nc-1\nFN:Ida Falk\nN:Falk;Ida;;;\nBDAY;VALUE=DATE:19881130\nREV;VALUE=DATE-AND-OR-TIME:20260102T030405Z"
            ),
            ["2027-11-30 Ida Falk's birthday (39)"]),
        ContactCase(
            "Nextcloud: vCard 4.0",
            """
            BEGIN:VCARD
            VERSION:4.0
            PRODID:-//Sabre//Sabre VObject 4.5.4//EN
            UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1
            FN;PID=1.1:Ida Falk
            BDAY;VALUE=date-and-or-time:19881130
            ANNIVERSARY;VALUE=DATE-AND-OR-TIME:--1003
            END:VCARD
            """,
            ["2027-10-03 Ida Falk's anniversary", "2027-11-30 Ida Falk's birthday (39)"]),
        ContactCase(
            "Thunderbird: vCard 4.0",
            """
            BEGIN:VCARD
            VERSION:4.0
            EMAIL;PREF=1:noor@example.org
            FN:Noor Haddad
            N:Haddad;Noor;;;
            BDAY;VALUE=DATE:20000101
            ANNIVERSARY;VALUE=DATE:--0214
            UID:f5a0a1e4-0f8b-4b3a-9d1c-4f0b7f2c9a10
            END:VCARD
            """,
            ["2027-01-01 Noor Haddad's birthday (27)", "2027-02-14 Noor Haddad's anniversary"]),
        ContactCase(
            "Thunderbird: a year alone",
            "BEGIN:VCARD\nVERSION:4.0\nFN:Noor\nBDAY;VALUE=DATE:1985\nEND:VCARD", [],
            faults: ["4 BDAY: '1985' was left out: it does not say which day of the year"]),
        ContactCase(
            "Evolution",
            card(
                "FN:Tuomas Virtanen\nN:Virtanen;Tuomas;;;\nBDAY;VALUE=DATE:1977-01-19\nX-EVOLUTION-ANNIVERSARY:2008-05-17\nX-EVOLUTION-FILE-AS:Virtanen\\, Tuomas"
            ),
            [
                "2027-01-19 Tuomas Virtanen's birthday (50)",
                "2027-05-17 Tuomas Virtanen's anniversary (19)",
            ]),
        ContactCase(
            "KAddressBook: one wedding day under two names",
            card(
                "FN:Lena\nANNIVERSARY:20121212\nBDAY:1991-06-28T00:00:00\nX-KADDRESSBOOK-X-Anniversary:2012-12-12"
            ),
            ["2027-06-28 Lena's birthday (36)", "2027-12-12 Lena's anniversary (15)"]),
        ContactCase(
            "DAVx5",
            card(
                "UID:d-1\nFN:Ravi Rao\nBDAY;VALUE=DATE:19961231\nANNIVERSARY;VALUE=DATE:20220716\nGROUP1.X-ABDATE:20180401\nGROUP1.X-ABLABEL:Name day"
            ),
            [
                "2027-04-01 Ravi Rao: Name day (9)", "2027-07-16 Ravi Rao's anniversary (5)",
                "2027-12-31 Ravi Rao's birthday (31)",
            ]),
    ]

    static let terminal = [
        ContactCase(
            "khard: vCard 3.0",
            card(
                "UID:kh-1\nFN:Ola Nordmann\nN:Nordmann;Ola;;;\nBDAY:19600315\nX-ANNIVERSARY:19850706"
            ),
            [
                "2027-03-15 Ola Nordmann's birthday (67)",
                "2027-07-06 Ola Nordmann's anniversary (42)",
            ]),
        ContactCase(
            "khard: vCard 4.0 with a text",
            "BEGIN:VCARD\nVERSION:4.0\nFN:Ola\nBDAY;VALUE=text:circa 1800\nANNIVERSARY:--0706\nEND:VCARD",
            ["2027-07-06 Ola's anniversary"],
            faults: ["4 BDAY: 'circa 1800' was left out: it does not say which day of the year"]),
        ContactCase(
            "abook: neither version nor UID, and line feeds alone",
            bytes: Array(
                "BEGIN:VCARD\nFN:Sofia Rossi\nN:Rossi;Sofia\nEMAIL;TYPE=INTERNET:sofia@example.org\nBDAY:1999-1-5\nEND:VCARD\n"
                    .utf8),
            ["2027-01-05 Sofia Rossi's birthday (28)"]),
    ]

    static let phones = [
        ContactCase(
            "Nokia: quoted-printable over two lines",
            """
            BEGIN:VCARD
            VERSION:2.1
            N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Nov=C3=A1kov=C3=A1;Ji=C5=99ina
            FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Ji=C5=99ina=20=
            Nov=C3=A1kov=C3=A1
            BDAY:19830721T000000Z
            END:VCARD
            """,
            ["2027-07-21 Jiřina Nováková's birthday (44)"]),
        ContactCase(
            "Android 4: no FN, and parameters without names",
            "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;QUOTED-PRINTABLE:=E7=8E=8B;=E8=8A=B3;;;\nTEL;CELL:123\nBDAY:1992-10-01\nEND:VCARD",
            ["2027-10-01 王芳's birthday (35)"]),
        ContactCase(
            "Siemens: Latin-1 that is also UTF-8, folded after a =",
            "BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:=C3=A9=\n =41\nBDAY:1990-10-01\nEND:VCARD",
            ["2027-10-01 Ã© A's birthday (37)"]),
        ContactCase(
            "vCard 2.1: an assistant's card within a card",
            """
            BEGIN:VCARD
            VERSION:2.1
            FN:Boss
            AGENT:
            BEGIN:VCARD
            VERSION:2.1
            FN:Assistant
            BDAY:19900101
            END:VCARD
            BDAY:19550505
            END:VCARD
            """,
            ["2027-05-05 Boss's birthday (72)"]),
    ]

    static let days = [
        ContactCase(
            "29 February", card("FN:Leap\nBDAY:20000229"), ["2027-02-28 Leap's birthday (27)"]),
        ContactCase(
            "29 February without a year", card("FN:Leap\nBDAY:--02-29"),
            ["2027-02-28 Leap's birthday"]),
        ContactCase(
            "29 February of a common year", card("FN:Leap\nBDAY:1985-02-29"), [],
            faults: ["4 BDAY: '1985-02-29' was left out: there is no such day or time"]),
        ContactCase(
            "born this year", card("FN:Baby\nBDAY:20270303"), ["2027-03-03 Baby's birthday"]),
        ContactCase("born next year", card("FN:Baby\nBDAY:20280303"), []),
        ContactCase(
            "year 0 for none", card("FN:Zero\nBDAY:0000-03-04"), ["2027-03-04 Zero's birthday"]),
        ContactCase(
            "a time, a month, a day of the month",
            card("FN:T\nBDAY:T102200\nBDAY:--04\nBDAY:---12"), [],
            faults: [
                "4 BDAY: 'T102200' was left out: it does not say which day of the year",
                "5 BDAY: '--04' was left out: it does not say which day of the year",
                "6 BDAY: '---12' was left out: it does not say which day of the year",
            ]),
        ContactCase(
            "another calendar", card("FN:Moon\nBDAY;CALSCALE=chinese:1985-04-12"), [],
            faults: ["4 BDAY: '1985-04-12' was left out: it does not say which day of the year"]),
        ContactCase(
            "no date", card("FN:Odd\nBDAY:12.04.1985\nANNIVERSARY:19850412x\nX-ABDATE:0x850412"),
            [],
            faults: [
                "4 BDAY: '12.04.1985' was left out: it is not a date",
                "5 ANNIVERSARY: '19850412x' was left out: it is not a date",
                "6 X-ABDATE: '0x850412' was left out: it is not a date",
            ]),
    ]

    static let forms = [
        ContactCase(
            "folded within a parameter, a value and a character",
            bytes: Array("BEGIN:VCARD\r\nFN:M".utf8) + [0xC3] + Array("\r\n ".utf8) + [0xBC]
                + Array("ll\r\nBDAY;VALUE=da\r\n te:1985\r\n\t-04-12\r\nEND:VCARD\r\n".utf8),
            ["2027-04-12 Müll's birthday (42)"]),
        ContactCase(
            "small letters, spaces, escapes",
            "begin:vcard\nversion:3.0\nfn:Berg\\,  Anna\\nof Elbe\nbday: 19850412 \nend:vcard",
            ["2027-04-12 Berg, Anna of Elbe's birthday (42)"]),
        ContactCase(
            "a byte order mark",
            bytes: [0xEF, 0xBB, 0xBF] + Array(card("FN:A\nBDAY:19850412").utf8),
            ["2027-04-12 A's birthday (42)"]),
        ContactCase(
            "UTF-16",
            bytes: [0xFF, 0xFE]
                + card("FN:Åsa\nBDAY:19850412").utf16.flatMap {
                    [UInt8($0 & 0xFF), UInt8($0 >> 8)]
                },
            ["2027-04-12 Åsa's birthday (42)"]),
        ContactCase(
            "named by its parts, its organization, its address",
            card("N:Curie;Marie;Salomea;Dr.;\nBDAY:18671107")
                + card("ORG:Elbe\\, GmbH;Sales\nBDAY:19900202")
                + card("EMAIL:x@example.org\nBDAY:19900303"),
            [
                "2027-02-02 Elbe, GmbH's birthday (37)", "2027-03-03 x@example.org's birthday (37)",
                "2027-11-07 Dr. Marie Salomea Curie's birthday (160)",
            ]),
        ContactCase(
            "without a name", card("BDAY:18671107") + card("FN:A\nBDAY:19850412"),
            ["2027-04-12 A's birthday (42)"],
            faults: ["3 BDAY: the contact has no name, so its day was left out"]),
        ContactCase(
            "a contact that does not end, between two that do",
            card("FN:A\nBDAY:19850412") + "BEGIN:VCARD\nFN:B\nBDAY:19850413\n"
                + card("FN:C\nBDAY:19850414"),
            ["2027-04-12 A's birthday (42)", "2027-04-14 C's birthday (42)"],
            faults: ["6 VCARD: has no end before BEGIN:VCARD"]),
        ContactCase(
            "lines that belong to no contact",
            "Exported today\n" + card("FN:A\nBDAY:19850412") + "\n\nend",
            ["2027-04-12 A's birthday (42)"]),
        ContactCase(
            "two contacts with one UID and one name",
            card("UID:a\nFN:A\nBDAY:19850412") + card("UID:a\nFN:A\nBDAY:19850413"),
            ["2027-04-12 A's birthday (42)", "2027-04-13 A's birthday (42)"]),
    ]
}
