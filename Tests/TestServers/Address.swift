package import FoundationEssentials

/// An address of the tests' own.
package func address(_ text: String) -> URL {
    guard let url = URL(string: text) else { fatalError("no address: \(text)") }
    return url
}
