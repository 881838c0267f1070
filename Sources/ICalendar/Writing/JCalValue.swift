/// A value of jCal (RFC 7265), whose text a writer of JSON makes: a component is `[name, [property, …], [component, …]]`,
/// a property `[name, {parameters}, type, value, …]`.
package indirect enum JCalValue: Hashable, Sendable {
    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JCalValue
    }

    case text(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case array([JCalValue])
    case object([Member])

    /// Components in components that are read; none of the standards has more than two.
    private static let deepest = 8

    /// A component with all its properties, also those that this library does not know, and its own components.
    ///
    /// - Parameter text: from `BEGIN:` to `END:`; nil for any other.
    package init?(component text: some Collection<UInt8>) { self.init(text, depth: 1) }

    private init?(_ text: some Collection<UInt8>, depth: Int) {
        guard depth <= Self.deepest, let document = ComponentDocument(text) else { return nil }
        let components = document.parts.filter(\.isComponent)
        self = .array([
            .text(document.name.lowercased()),
            .array(document.parts.compactMap(\.property).map(JCalValue.init(property:))),
            .array(components.compactMap { JCalValue($0.bytes, depth: depth + 1) }),
        ])
    }

    /// A property. One whose value is not of its type is of the type `unknown`, which keeps the text as written
    /// (RFC 7265 5.1).
    package init(property: Property) {
        let type = JCalType(of: property)
        let (name, values) = type.values(of: property) ?? ("unknown", [.text(property.value)])
        self = .array(
            [
                .text(property.name.lowercased()), .object(Self.parameters(of: property)),
                .text(name),
            ] + values)
    }

    /// Without `VALUE`, which is the type; several values of one parameter are an array.
    private static func parameters(of property: Property) -> [Member] {
        var members: [Member] = []
        for name in property.parameterNames
        where name != "VALUE" && !members.contains(where: { $0.name == name.lowercased() }) {
            let values = property.parameterValues(name).map(JCalValue.text)
            members.append(
                Member(
                    name: name.lowercased(), value: values.count == 1 ? values[0] : .array(values)))
        }
        return members
    }
}
