package import AgendaJSON
package import AgendaWords
package import ICalendar

/// A sentence or word for people: English in the source, shown in the reader's language.
///
/// A literal is one: `.usage("--days \(days) goes past the year 9999")`. Its key, by which its
/// translation is found, is its text with `{0}`, `{1}`… for what is put in.
package struct Message: ExpressibleByStringInterpolation, Sendable {
    /// What is put in for a placeholder.
    private enum Argument: Sendable {
        case text(String)
        case message(Message)
    }

    /// The English text with placeholders.
    package private(set) var key: String
    private var arguments: [Argument] = []

    /// A message without placeholders.
    package init(stringLiteral text: String) {
        key = text
    }

    /// A message with placeholders for what is put in.
    package init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.message
    }

    /// A library's sentence.
    package init(_ wording: Wording) {
        key = wording.key
        arguments = wording.values.map { value in
            switch value {
            case .text(let text): .text(text)
            case .wording(let wording): .message(Message(wording))
            }
        }
    }

    /// The text in a language, or in English without a translation.
    package func text(in language: Language) -> String {
        let template = language.translation(of: key) ?? key
        if arguments.isEmpty { return template }
        return Self.filled(template) { index in
            guard arguments.indices.contains(index) else { return "" }
            return switch arguments[index] {
            case .text(let text): text
            case .message(let message): message.text(in: language)
            }
        }
    }

    /// A template with something for each placeholder `{0}`, `{1}`…; other braces are text.
    private static func filled(_ template: String, _ value: (Int) -> String) -> String {
        var (text, rest) = ("", template[...])
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits), rest[digits.endIndex...].first == "}" {
                text += value(number)
                rest = rest[digits.endIndex...].dropFirst()
            } else {
                text.append(rest.removeFirst())
            }
        }
        return text + rest
    }

    /// The text in the language that the environment requests.
    package var text: String { text(in: .current) }

    /// One message of two parts, for a literal that is too long for a line.
    package static func + (first: Message, second: Message) -> Message {
        var both = first
        let offset = first.arguments.count
        both.key += filled(second.key) { "{\($0 + offset)}" }
        both.arguments += second.arguments
        return both
    }

    /// Takes a literal apart.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var message = Message(stringLiteral: "")

        package init(literalCapacity: Int, interpolationCount: Int) {
            message.key.reserveCapacity(literalCapacity + 3 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) {
            message.key += literal
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.text(value.description))
        }

        package mutating func appendInterpolation(_ value: Message) {
            append(.message(value))
        }

        private mutating func append(_ argument: Argument) {
            message.key += "{\(message.arguments.count)}"
            message.arguments.append(argument)
        }
    }
}

extension Message: Hashable {
    /// Messages that read the same in English are the same.
    package static func == (one: Message, other: Message) -> Bool {
        one.text(in: .english) == other.text(in: .english)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text(in: .english))
    }
}

extension Message {
    /// A number of events.
    package static func events(_ count: Int) -> Message {
        count == 1 ? "1 event" : "\(count) events"
    }

    /// A number of to-dos.
    package static func todos(_ count: Int) -> Message {
        count == 1 ? "1 to-do" : "\(count) to-dos"
    }

    /// A number of problems.
    package static func problems(_ count: Int) -> Message {
        count == 1 ? "1 problem" : "\(count) problems"
    }
}

extension OutputBuffer {
    /// Appends a sentence as one safe line, whatever its values contain.
    package mutating func append(line message: Message) { append(safeLine: message.text) }
}
