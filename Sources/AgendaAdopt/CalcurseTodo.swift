import AgendaActions

/// A to-do of calcurse (what 4.7.1 reads and writes): `[3] text`, `[-3] text` when it is done, `[3]>note text`.
struct CalcurseTodo: Hashable {
    /// 1 is the highest, 9 the lowest (RFC 5545 3.8.1.9); 0 if it has none.
    var priority = 9
    var isDone = false
    /// The name of its file in the folder `notes`.
    var note: String?
    var text = ""
    /// The line in the file, counted from 1.
    var line = 0

    /// Reads a line of `todo`. Like calcurse, takes a line without brackets for one of priority 9.
    init(_ content: String, line: Int) throws(AdoptionFailure) {
        self.line = line
        var scanner = CalcurseScanner(
            content, line: line, complaint: "is no to-do of calcurse's: correct it there")
        if scanner.take("[") {
            isDone = scanner.take("-")
            let number = try scanner.number()
            guard number >= 0, scanner.take("]") else { throw scanner.failure }
            // calcurse keeps any number; iCalendar has none above 9.
            priority = min(number, 9)
            var ahead = scanner
            if ahead.take(">") {
                let name = ahead.word()
                // A text may begin with this sign.
                if !name.isEmpty { (note, scanner) = (name, ahead) }
            }
        }
        text = scanner.remainder
    }
}
