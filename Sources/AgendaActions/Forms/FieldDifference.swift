/// The difference between two lists of values, line by line: `-start: …`, `+start: …`.
package enum FieldDifference {
    package typealias Field = (name: String, value: String)

    /// - Parameters:
    ///   - old: the fields before; empty if there was nothing.
    ///   - new: the same fields after; empty if there is nothing any more.
    package static func lines(_ old: [Field], _ new: [Field]) -> [String] {
        let names = (old.isEmpty ? new : old).map(\.name)
        return names.enumerated().flatMap { index, name -> [String] in
            let before = old.isEmpty ? "" : old[index].value
            let after = new.isEmpty ? "" : new[index].value
            if before == after { return [] }
            return [("-", before), ("+", after)].filter { !$0.1.isEmpty }
                .map { "\($0.0)\(name): \($0.1)" }
        }
    }
}
