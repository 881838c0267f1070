package import Dispatch

/// Runs work on many elements on all cores.
package enum AllCores {
    /// Transforms the elements in their order. Short arrays stay on the caller's core.
    ///
    /// - Parameters:
    ///   - chunk: the number of elements that are worth handing to another core.
    ///   - transform: must read only what nobody writes meanwhile.
    @inlinable
    package static func map<Element, Result>(
        _ elements: [Element], chunk: Int = 64, _ transform: (Element) -> Result
    ) -> [Result] {
        guard elements.count > chunk else { return elements.map(transform) }
        return [Result](unsafeUninitializedCapacity: elements.count) { results, count in
            // Safe because concurrentPerform returns only when all work is done, and each chunk writes each
            // of its own elements once.
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
