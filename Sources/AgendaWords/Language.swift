internal import CWords
internal import Glibc

/// A language that has a file: what people type in it, and what is said to them.
package struct Language: Hashable, Sendable {
    /// ISO 639, in lower case: `de`.
    package let code: String
    /// The file, which stays as long as the process. Unsafe for the compiler alone: nothing writes to it.
    private nonisolated(unsafe) let text: UnsafeRawBufferPointer
    /// Translations by the English sentence, with `{0}`, `{1}`… for what is put in; nil if the file has none.
    private let messages: WordSection?

    /// English, in which the messages of the sources are written.
    package static let english = Language(
        code: "en",
        text: UnsafeRawBufferPointer(start: words_texts(), count: strlen(words_texts())),
        messages: nil)

    /// All languages, English first.
    package static let all: [Language] = {
        var (all, next) = ([english], words_texts() + english.text.count + 1)
        while next.pointee != 0 {
            let text = UnsafeRawBufferPointer(start: next, count: strlen(next))
            all.append(Language(text: text))
            next += text.count + 1
        }
        return all
    }()

    /// Reads a file of a language.
    ///
    /// - Parameter text: stays as long as the process.
    package init(text: UnsafeRawBufferPointer) {
        self.init(
            code: WordSection("language", of: text)?["code"] ?? "", text: text,
            messages: WordSection("messages", of: text))
    }

    private init(code: String, text: UnsafeRawBufferPointer, messages: WordSection?) {
        (self.code, self.text, self.messages) = (code, text, messages)
    }

    /// The language with a code; nil if it has no file.
    package init?(code: String) {
        guard let found = code == "en" ? .english : Self.all.first(where: { $0.code == code })
        else { return nil }
        self = found
    }

    /// Whether messages can be said in it.
    package var isSpoken: Bool { self == .english || messages != nil }

    /// The translation of a message; nil without one, and in English.
    package func translation(of message: String) -> String? { messages?.find(message) }

    /// A part of the file, such as `vocabulary`; nil if it has none.
    package func section(_ name: String) -> WordSection? { WordSection(name, of: text) }

    package static func == (one: Language, other: Language) -> Bool { one.code == other.code }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
