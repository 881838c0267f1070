internal import Synchronization

/// The last differences as their readers get them: a thousand who know the same revision get the same bytes, written once.
final class StreamTexts: Sendable {
    private struct Step: Hashable {
        var old: Int64
        var new: Int64
    }

    private struct Contents {
        var texts: [Step: [UInt8]] = [:]
        var order: [Step] = []
    }

    private let contents = Mutex(Contents())
    /// Readers are a few commits apart.
    private static let limit = 16

    /// The text from one revision to another; written if nobody had it before.
    func text(
        from old: Int64, to new: Int64, _ write: () -> [UInt8]
    ) -> [UInt8] {
        let step = Step(old: old, new: new)
        if let known = contents.withLock({ $0.texts[step] }) { return known }
        let text = write()
        contents.withLock { contents in
            if contents.texts.updateValue(text, forKey: step) == nil { contents.order.append(step) }
            if contents.order.count > Self.limit {
                contents.texts[contents.order.removeFirst()] = nil
            }
        }
        return text
    }

    /// Revisions of another store mean something else.
    func forget() { contents.withLock { $0 = Contents() } }
}
