import AgendaKit
import Synchronization

/// Brings what comes of a large calendar into the store while the rest is still on its way: it is shown sooner, and takes
/// less memory than all of it at once.
package final class PageImports: Sendable {
    private let person: Person
    private let state = Mutex(State())

    private struct State {
        var begin: ContinuousClock.Instant?
        var task: Task<Void, Never>?
    }

    /// The least time from one import to the next: a file that is younger is read once more by the next import, because a
    /// further change of it could go unseen.
    private static let interval = Duration.seconds(2)

    package init(_ person: Person) { self.person = person }

    /// Imports what has come, unless an import is under way or was a moment ago.
    package func ask() {
        state.withLock { state in
            let now = ContinuousClock.now
            guard state.task == nil, state.begin.map({ now - $0 >= Self.interval }) ?? true else {
                return
            }
            state.begin = now
            state.task = Task { await run() }
        }
    }

    /// Waits for the import under way.
    package func finish() async { await state.withLock { $0.task }?.value }

    /// Failures are not told: the import at the end tells them.
    private func run() async {
        _ = try? await StoreAccess.openIfExisting(person)?.importer(person).refresh()
        state.withLock { $0.task = nil }
    }
}
