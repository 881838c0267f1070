internal import Synchronization

/// The progress of an import.
public struct ImportProgress: Hashable, Sendable {
    /// The file, folder or other place that is being imported.
    public var path = ""
    /// Bytes of it that are stored, or ready to be stored.
    public var bytesDone = 0
    /// Bytes of everything that will be read there.
    public var byteCount = 0
    /// Events found in them.
    public var eventCount = 0

    /// Nothing yet.
    public init() {}
}

/// Counts what has been imported, and tells it.
final class ProgressMeter: Sendable {
    private let progress = Mutex(ImportProgress())
    private let report: (@Sendable (ImportProgress) -> Void)?

    init(_ report: (@Sendable (ImportProgress) -> Void)?) {
        self.report = report
    }

    func begin(_ path: String, size: Int) {
        progress.withLock {
            $0 = ImportProgress()
            ($0.path, $0.byteCount) = (path, size)
        }
    }

    func advance(_ size: Int, events: Int) {
        guard let report else { return }
        report(
            progress.withLock {
                $0.bytesDone += size
                $0.eventCount += events
                return $0
            })
    }
}
