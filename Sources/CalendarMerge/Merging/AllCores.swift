internal import Dispatch

/// Work on many pieces, on all cores.
package enum AllCores {
    /// The elements transformed, in their order. Short arrays stay on the caller's core.
    ///
    /// - Parameters:
    ///   - chunk: so many elements are worth handing to another core.
    ///   - transform: reads only what nobody writes meanwhile.
    package static func map<Element, Result>(
        _ elements: [Element], chunk: Int = 64, _ transform: (Element) -> Result
    ) -> [Result] {
        guard elements.count > chunk else { return elements.map(transform) }
        return [Result](unsafeUninitializedCapacity: elements.count) { results, count in
            // Safe because concurrentPerform returns only when all is done, and each chunk writes
            // its own places of the buffer, each once.
            nonisolated(unsafe) let (base, elements, transform) = (
                results.baseAddress, elements, transform
            )
            let chunks = (elements.count + chunk - 1) / chunk
            DispatchQueue.concurrentPerform(iterations: chunks) { number in
                for index in number * chunk..<min((number + 1) * chunk, elements.count) {
                    base?.advanced(by: index).initialize(to: transform(elements[index]))
                }
            }
            count = elements.count
        }
    }
}
