import CalendarFiles
import GRDB
import Glibc
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Whether a source may be served")
struct ServingStateTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench()
        mkdir(folder.path + "/team", 0o700)
    }

    private func put(_ name: String) throws {
        try folder.write(
            Make.calendar("UID:\(name)\r\nDTSTART:20261120T100000Z"), to: "team/\(name).ics")
    }

    private func added(_ names: String...) async throws -> CalendarSource {
        for name in names { try put(name) }
        var source = CalendarSource(name: "team", kind: .folder, location: folder.path + "/team")
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        return try bench.store.source(named: "team")
    }

    private func refresh() async throws { _ = try await bench.importer.refresh() }

    @Test(
        "not while its folder is missing, whether that was noticed or not, and as before once it is back"
    )
    func missing() async throws {
        let source = try await added("a", "b")
        let before = try bench.store.members(of: source, since: nil)
        #expect(try bench.store.servingState(of: source) == .good)
        try await folder.shell("mv team away")
        #expect(try bench.store.servingState(of: source) == .unread(.fault(.noSuchFile)))
        try await refresh()
        #expect(try bench.store.servingState(of: source) == .unread(.fault(.gone)))
        try await folder.shell("mv away team")
        try await refresh()
        #expect(try bench.store.servingState(of: source) == .good)
        #expect(try bench.store.members(of: source, since: nil) == before)
    }

    @Test("not after somebody has emptied it, until something is there again or a person knows")
    func emptied() async throws {
        let source = try await added("a", "b", "c")
        let before = try #require(try bench.store.members(of: source, since: nil))
        try await folder.shell("mkdir kept; mv team/* kept")
        try await refresh()
        #expect(try bench.store.servingState(of: source) == .emptied(3))
        try await folder.shell("mv kept/* team")
        try await refresh()
        #expect(try bench.store.servingState(of: source) == .good)
        let back = try #require(try bench.store.members(of: source, since: before.token))
        #expect(back.changed.map(\.digest) == before.changed.map(\.digest) && back.gone.isEmpty)
        try await folder.shell("rm team/*")
        try await refresh()
        #expect(try bench.store.servingState(of: source) == .emptied(3))
        try bench.store.acceptEmptying(of: source)
        #expect(try bench.store.servingState(of: source) == .good)
        let gone = try bench.store.members(of: source, since: before.token)?.gone.map(\.href)
        #expect(gone == ["a.ics", "b.ics", "c.ics"])
    }

    @Test("also if it was emptied in several steps")
    func inSteps() async throws {
        let source = try await added("a", "b")
        for name in ["a", "b"] {
            try folder.remove("team/\(name).ics")
            try await refresh()
        }
        #expect(try bench.store.servingState(of: source) == .emptied(2))
    }

    @Test("a device or the owner may remove all, and another program one that is alone")
    func meant() async throws {
        let source = try await added("a", "b", "c")
        for (name, device) in [("a", "phone"), ("b", nil), ("c", "phone")] {
            try await bench.editor.remove(name + ".ics", from: source, if: nil, by: device)
        }
        #expect(try bench.store.servingState(of: source) == .good)
        try bench.store.write { database in
            try database.execute(sql: "UPDATE gone SET time = time - 3600")
            return ((), .nothing)
        }
        try put("d")
        try await refresh()
        try folder.remove("team/d.ics")
        try await refresh()
        #expect(try bench.store.servingState(of: source) == .good)
    }

    @Test("a source that is gone has no state")
    func removed() async throws {
        let source = try await added("a")
        try await bench.importer.removeSource(named: "team")
        #expect(throws: AgendaError(.noSuchSource, place: "team")) {
            try bench.store.servingState(of: source)
        }
    }
}
