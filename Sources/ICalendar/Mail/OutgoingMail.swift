/// A mail that carries a calendar's message (RFC 6047 2): a text for people, and the calendar for programs.
package struct OutgoingMail: Sendable {
    /// The sender's address.
    package var from: String
    /// The recipients' addresses.
    package var to: [String]
    /// What it is about.
    package var subject: String
    /// What people read.
    package var text: String
    /// The calendar: a whole VCALENDAR.
    package var calendar: [UInt8]
    /// The calendar's `METHOD`.
    package var method: String
    /// When it was written.
    package var date: Instant
    /// `Message-ID` of the mail that it answers.
    package var answered: String?
    /// Its own `Message-ID`, with the brackets; nil to let whoever sends it give it one.
    package var identifier: String?

    /// - Parameter from: the sender's address.
    package init(
        from: String, to: [String], subject: String, text: String, calendar: [UInt8],
        method: String, date: Instant, answered: String? = nil
    ) {
        (self.from, self.to, self.subject, self.text) = (from, to, subject, text)
        (self.calendar, self.method, self.date, self.answered) = (calendar, method, date, answered)
    }

    /// The whole mail, with CRLF; all of it is ASCII, unless an address is not.
    package var bytes: [UInt8] {
        // The parts are base64, which has no hyphen: none of their lines looks like it.
        let boundary = "agenda-\(method.lowercased())"
        var head = ["From: \(from)", "To: \(to.joined(separator: ",\r\n "))"]
        head.append("Subject: \(MailText.encodedWords(subject))")
        head.append("Date: \(Self.text(date))")
        if let identifier { head.append("Message-ID: \(identifier)") }
        if let answered { head += ["In-Reply-To: \(answered)", "References: \(answered)"] }
        head.append("MIME-Version: 1.0")
        head.append("Content-Type: multipart/alternative; boundary=\"\(boundary)\"")
        let lines =
            head + ["", "--\(boundary)"] + Self.part("text/plain; charset=utf-8", text.utf8)
            + ["--\(boundary)"]
            + Self.part("text/calendar; charset=utf-8; method=\(method)", calendar)
            + ["--\(boundary)--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private static func part(_ type: String, _ content: some Sequence<UInt8>) -> [String] {
        [
            "Content-Type: \(type)", "Content-Transfer-Encoding: base64", "",
            MailText.base64(content),
        ]
    }

    /// `Fri, 20 Nov 2026 11:00:00 +0000` (RFC 5322 3.3).
    static func text(_ date: Instant) -> String {
        let (wall, days) = (date.utc, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        // 1970-01-01 was a Thursday.
        let seconds = date.secondsSinceEpoch
        let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400 + 3
        let parts = wall.date.yearMonthDay
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(days[(day % 7 + 7) % 7]), \(parts.day) \(months[parts.month - 1]) \(parts.year) "
            + "\(two(wall.hour)):\(two(wall.minute)):\(two(wall.second)) +0000"
    }
}
