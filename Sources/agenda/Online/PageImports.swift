import AgendaKit
import Synchronization

/// Brings what comes of a large calendar into the store while the rest is still on its way: it is shown sooner, and takes
/// less memory than all of it at once.
final class PageImports: Sendable {
    private let common: CommonOptions
    private let settings: Settings
    private let state = Mutex(State())

    private struct State {
        var isAsked = false
        var task: Task<Void, Never>?
    }

    init(_ common: CommonOptions, _ settings: Settings) {
        (self.common, self.settings) = (common, settings)
    }

    /// Imports what has come, now or after the import under way.
    func ask() {
        state.withLock { state in
            state.isAsked = true
            if state.task == nil { state.task = Task { await run() } }
        }
    }

    /// Waits for the import under way.
    func finish() async { await state.withLock { $0.task }?.value }

    /// Failures are not told: the import at the end tells them.
    private func run() async {
        let importer = try? await StoreAccess.openIfExisting(common)?.importer(settings)
        while isWanted() { _ = try? await importer?.refresh() }
    }

    private func isWanted() -> Bool {
        state.withLock { state in
            defer { state.isAsked = false }
            if !state.isAsked { state.task = nil }
            return state.isAsked
        }
    }
}
