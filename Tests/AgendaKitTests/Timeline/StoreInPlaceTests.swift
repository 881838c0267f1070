import Testing

@testable import AgendaKit

@Suite("A store that comes late", .timeLimit(.minutes(30)))
struct StoreInPlaceTests {
    @Test("is seen, although it was made before anybody followed")
    func early() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let standIn = try Bench()
        _ = try EventStore.open(path: path, createsMissing: true)
        let live = LiveTimeline(
            store: standIn.store, importer: standIn.importer, provider: standIn.provider(),
            storePath: path)
        guard case .storeReplaced = await live.follow({ _ in }) else {
            Issue.record("it was not seen")
            return
        }
    }
}
