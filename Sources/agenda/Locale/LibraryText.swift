import AgendaKit
import ICalendar

/// What the libraries say, in the reader's language. They speak English alone, and a program may
/// read it; what the table of translations does not know stays as it is.
enum LibraryText {
    /// The messages into which something is put. Those that say most themselves come first: others
    /// may fit, too, with more put in.
    private static let templates = ChineseLibraryMessages.table
        .filter { $0.key.contains("{0}") }
        .sorted { ($0.key.count, $0.key) > ($1.key.count, $1.key) }
        .map { (MessageTemplate($0.key), MessageTemplate($0.value)) }

    /// A library's message or remedy.
    static func translated(_ text: String, to language: Language = .current) -> String {
        guard language == .chinese else { return text }
        if let known = ChineseMessages.table[text] { return known }
        for (english, chinese) in templates {
            guard let values = english.values(in: text) else { continue }
            return chinese.filled { values[$0] ?? "" }
        }
        // A stored problem has its cause behind it: `it cannot be read (Permission denied)`.
        guard text.hasSuffix(")"), let cause = text.firstRange(of: " (") else { return text }
        return translated(String(text[..<cause.lowerBound]), to: language)
            + text[cause.lowerBound...]
    }
}

extension Diagnostic {
    /// `message: remedy`, in the reader's language.
    var sentence: String {
        let text = LibraryText.translated(message)
        return "\(text): \(LibraryText.translated(remedy))"
    }
}
