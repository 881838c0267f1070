import AgendaKit
import ICalendar

/// What the libraries say, in the reader's language. They speak English alone, and a program may
/// read it; what the table of translations does not know stays as it is.
enum LibraryText {
    /// A library's message or remedy.
    static func translated(_ text: String, to language: Language = .current) -> String {
        guard language == .chinese else { return text }
        let table = ChineseLibraryMessages.table
        if let known = table[text] ?? ChineseMessages.table[text] { return known }
        // The one that says most itself: others may fit with more put in.
        let templates = table.filter { $0.key.contains("{0}") }
            .sorted { ($0.key.count, $0.key) > ($1.key.count, $1.key) }
        for (key, translation) in templates {
            guard let values = MessageTemplate(key).values(in: text) else { continue }
            return MessageTemplate(translation).filled {
                translated(values[$0] ?? "", to: language)
            }
        }
        return text
    }
}

extension AgendaError {
    /// `place: message (cause): remedy`, in the reader's language.
    var sentence: String {
        var error = self
        error.message = LibraryText.translated(message)
        error.remedy = remedy.map { LibraryText.translated($0) }
        return error.description
    }
}

extension Diagnostic {
    /// `message: remedy`, in the reader's language.
    var sentence: String {
        let text = LibraryText.translated(message)
        return remedy.map { "\(text): \(LibraryText.translated($0))" } ?? text
    }
}
