import Testing

@testable import ICalendar

@Suite("Mails")
struct MailMessageTests {
    private func calendars(_ mail: String) throws -> [String] {
        try #require(MailMessage(Array(mail.utf8))).calendars.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static let nested = """
        From root Thu Nov 19 10:00:00 2026
        Received: from a by b;
         Thu, 19 Nov 2026 10:00:00 +0100
        From: "Boss, Bea" <Bea@Example.org>
        Message-ID: <1@example.org>
        MIME-Version: 1.0
        Content-Type: multipart/mixed;
         boundary="a b"

        preamble
        --a b
        Content-Type: message/rfc822

        Subject: inner
        Content-Type: multipart/alternative; boundary=in

        --in
        Content-Type: text/plain

        text
        --in
        Content-Type: text/calendar; method=REQUEST
        Content-Transfer-Encoding: BASE64

        QkVHSU46VkNBTEVOREFS
        Cg==
        --in--
        --a b
        Content-Type: application/octet-stream; name="Meeting.ICS"
        Content-Transfer-Encoding: quoted-printable

        BEGIN:VCALENDAR=
        X=3D1
        --a b
        Content-Type: application/octet-stream
        Content-Disposition: attachment; filename*=utf-8''Einladung%20.ics

        BEGIN:third
        --a b--
        epilogue
        """

    @Test("calendars are found in nested parts, forwarded mails and attached files, each decoded")
    func nested() throws {
        for end in ["\n", "\r\n"] {
            let mail = Self.nested.replacing("\n", with: end)
            #expect(
                try calendars(mail) == [
                    "BEGIN:VCALENDAR\n", "BEGIN:VCALENDARX=1", "BEGIN:third",
                ])
            let message = try #require(MailMessage(Array(mail.utf8)))
            #expect(message.sender == "bea@example.org")
            #expect(message.identifier == "<1@example.org>")
        }
    }

    @Test(
        "who sends it: From, Sender and Reply-To, each address once; a comma in a name divides nothing"
    )
    func senders() throws {
        let mail = """
            Reply-To: Kim <kim@example.org>, "Ott, \\"B\\", x@example.net" <bo@example.org>
            Sender: calendar@example.com
            From: "bea@example.org" <Eve@example.net>
            Content-Type: text/calendar

            BEGIN:VCALENDAR
            """
        let message = try #require(MailMessage(Array(mail.utf8)))
        #expect(
            message.senders == [
                "eve@example.net", "calendar@example.com", "kim@example.org", "bo@example.org",
            ])
        let none = try #require(MailMessage(Array("Subject: x\n\nx".utf8)))
        #expect(none.senders.isEmpty)
    }

    @Test("the same calendar twice, as Google sends it, is one")
    func twice() throws {
        let part = "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n"
        let mail =
            "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\(part)--b\n"
            + part.replacing("text/calendar", with: "application/ics") + "--b--\n"
        #expect(try calendars(mail) == ["BEGIN:VCALENDAR\nEND:VCALENDAR"])
    }

    @Test(
        "a calendar, or any other text, is no mail",
        arguments: [
            "BEGIN:VCALENDAR\nFrom: x\n", "\u{FEFF}begin:vcalendar\n", "", "\n\n", "hello\n",
            "Foo: bar\n\nx", "From: a\nno field\n\n",
        ])
    func noMail(_ text: String) { #expect(MailMessage(Array(text.utf8)) == nil) }

    @Test(
        "an address is taken out of its field, and only one that can stand in another field",
        arguments: [
            ("Kim <KIM@example.org>", "kim@example.org"),
            ("kim@example.org (Kim)", "kim@example.org"),
            ("\"a@b\" <kim@example.org>", "kim@example.org"), ("Kim", nil), ("<a@b, c@d>", nil),
            ("a@b@c", nil),
        ] as [(String, String?)])
    func address(_ field: String, _ expected: String?) {
        #expect(MailText.address(field) == expected)
    }

    @Test("mails with any bytes changed end, and yield no more than they hold")
    func mutations() {
        let mail = Array(Self.nested.utf8)
        // Numerical Recipes' generator: the same mails in each run.
        var state: UInt64 = 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let bytes: [UInt8] = [0, 0x0A, 0x0D, 0x20, 0x22, 0x2D, 0x3A, 0x3B, 0x3D, 0x5C, 0xC3, 0xFF]
        for _ in 0..<3_000 {
            var changed = mail
            for _ in 0...next(6) {
                let place = next(changed.count)
                switch next(3) {
                case 0: changed[place] = bytes[next(bytes.count)]
                case 1: changed.remove(at: place)
                default:
                    let end = min(changed.count, place + next(60))
                    changed.insert(contentsOf: changed[place..<end], at: next(changed.count))
                }
            }
            let found = MailMessage(changed)?.calendars.reduce(0) { $0 + $1.count } ?? 0
            // A line end of one byte is written as two.
            #expect(found <= 2 * changed.count)
        }
    }

    @Test("parts nested a thousand deep, and ten thousand beside each other, are given up")
    func bounds() {
        let deep = (0..<1_000).map {
            "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n"
        }.joined()
        #expect(MailMessage(Array(("Subject: x\n" + deep).utf8))?.calendars == [])
        let wide = String(repeating: "--b\nContent-Type: text/calendar\n\nx\n", count: 10_000)
        let mail = "Content-Type: multipart/mixed; boundary=b\n\n\(wide)--b--\n"
        #expect(MailMessage(Array(mail.utf8))?.calendars.count == 1)
    }

    @Test(
        "base64 has the padding of RFC 4648 section 10, in both directions",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func base64(_ plain: String, _ encoded: String) {
        #expect(MailText.base64(plain.utf8, isOneLine: true) == encoded)
        #expect(MailText.base64Decoded(encoded.utf8) == Array(plain.utf8))
    }

    @Test("a mail that is written has its fields, and its calendar is found again")
    func outgoing() throws {
        let calendar = Array("BEGIN:VCALENDAR\r\nX:\(String(repeating: "ä", count: 200))\r\n".utf8)
        let mail = OutgoingMail(
            from: "kim@example.org", to: ["bea@example.org", "bo@example.org"],
            subject: "Zusage: Café\r\nBcc: eve@example.org", text: "Grüße\n", calendar: calendar,
            method: "REPLY", date: Instant(secondsSinceEpoch: 1_795_172_400),
            answered: "<1@example.org>")
        let text = String(decoding: mail.bytes, as: UTF8.self)
        // Without its calendar by hand; the encoded words are those of Python's email.header.
        #expect(
            text.hasPrefix(
                """
                From: kim@example.org
                To: bea@example.org,
                 bo@example.org
                Subject: =?UTF-8?B?WnVzYWdlOiBDYWbDqSAgQmNjOiBldmVAZXhhbXBsZS5vcmc=?=
                Date: Fri, 20 Nov 2026 11:00:00 +0000
                In-Reply-To: <1@example.org>
                References: <1@example.org>
                MIME-Version: 1.0
                Content-Type: multipart/alternative; boundary="agenda-reply"

                --agenda-reply
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: base64

                R3LDvMOfZQo=

                """.replacing("\n", with: "\r\n")))
        #expect(text.contains("\r\nContent-Type: text/calendar; charset=utf-8; method=REPLY\r\n"))
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 78 })
        #expect(MailMessage(mail.bytes)?.calendars == [calendar])
    }
}

@Suite("Calendar addresses")
struct ParticipantAddressTests {
    @Test(
        "case, mailto:, white space, percent-encoding and what follows a question mark do not count",
        arguments: [
            "kim@example.org", "mailto:kim@example.org", "MAILTO:Kim@Example.ORG",
            " mailto:kim@example.org ", "mailto:kim%40example.org", "mailto:%6Bim%40example.org",
            "mailto:kim@example.org?subject=x",
        ])
    func same(_ address: String) {
        #expect(Participant.bareAddress(address) == "kim@example.org")
    }

    @Test("what only looks like percent-encoding stays")
    func other() {
        #expect(Participant.bareAddress("mailto:50%@example.org") == "50%@example.org")
        #expect(Participant.bareAddress("mailto:a%FF@example.org") == "a%ff@example.org")
        #expect(Participant.bareAddress("urn:uuid:AB%40") == "urn:uuid:ab%40")
    }
}
