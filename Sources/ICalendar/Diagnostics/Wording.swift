/// A sentence of a library: its English text, and apart from it what is put in, so that a program
/// can look up its translation by ``key``.
package struct Wording: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable,
    Hashable
{
    /// The text with `{0}`, `{1}`… for what is put in.
    package private(set) var key: String
    /// What is put in.
    package private(set) var values: [Value] = []
    /// The English text.
    package private(set) var description: String

    /// What is put in for a placeholder.
    package enum Value: Hashable, Sendable {
        /// A text that is the same in every language.
        case text(String)
        /// A sentence, or a part of one.
        case wording(Wording)
    }

    /// A sentence in which nothing is put in.
    package init(stringLiteral text: String) { (key, description) = (text, text) }

    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.wording }

    /// Takes a literal apart.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var wording = Wording(stringLiteral: "")

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            wording.key += literal
            wording.description += literal
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.text(value.description), value.description)
        }

        package mutating func appendInterpolation(_ value: Wording) {
            append(.wording(value), value.description)
        }

        private mutating func append(_ value: Value, _ text: String) {
            wording.key += "{\(wording.values.count)}"
            wording.values.append(value)
            wording.description += text
        }
    }
}
