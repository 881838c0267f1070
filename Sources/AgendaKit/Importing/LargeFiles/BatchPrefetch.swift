internal import Dispatch

/// Prepares a large file's next part while the one before it is written.
///
/// Unchecked, because the parts are touched on `queue` alone, and `prepared` is written there
/// before `isPrepared` is signalled and read after it was waited for.
final class BatchPrefetch: @unchecked Sendable {
    private let queue = DispatchQueue(label: "agenda.parts")
    private let isPrepared = DispatchSemaphore(value: 0)
    private var parts: ImportBatches
    private var prepared: Result<ImportBatches.Part?, AgendaError> = .success(nil)

    init(_ parts: consuming ImportBatches) {
        self.parts = parts
        prepareNext()
    }

    /// The next part; nil when all have come. Called by one thread at a time.
    func next() throws(AgendaError) -> ImportBatches.Part? {
        isPrepared.wait()
        let part = prepared
        if case .success(.some) = part { prepareNext() } else { isPrepared.signal() }
        return try part.get()
    }

    /// Whether the file was the same in all its readings; told when all parts have come.
    var isAsSurveyed: Bool { queue.sync { parts.isAsSurveyed } }

    private func prepareNext() {
        queue.async { [self] in
            do throws(AgendaError) {
                prepared = .success(try parts.next())
            } catch {
                prepared = .failure(error)
            }
            isPrepared.signal()
        }
    }
}
