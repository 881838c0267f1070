import Glibc
import Testing

@testable import AgendaKit

@Suite("Several sources added at once")
struct AddedSourcesTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(path: folder.path + "/agenda.db")
    }

    /// Folders with an event of each number.
    private func sources(_ names: String...) throws -> [CalendarSource] {
        try names.map { name in
            mkdir(folder.path + "/" + name, 0o700)
            for number in 1...2 {
                try folder.write(
                    Make.calendar("UID:\(name)-\(number)\r\nDTSTART:20261120T100000Z"),
                    to: "\(name)/\(number).ics")
            }
            return CalendarSource(name: "", kind: .folder, location: folder.path + "/" + name)
        }
    }

    @Test(
        "are imported, each with a line of history, and the backup has them, however many come together",
        arguments: [1, 3, 1_000])
    func all(limit: Int) async throws {
        await bench.importer.use(LargeFileLimits(resources: limit))
        let (found, failure) = try await bench.importer.addSources(try sources("a", "b", "c"))
        #expect(failure == nil && found.map(\.isNew) == [true, true, true])
        #expect(found.map(\.source.name) == ["a", "b", "c"])
        #expect(found.map(\.source.eventCount) == [2, 2, 2])
        #expect(try bench.store.sources().map(\.name) == ["a", "b", "c"])
        let backup = StoreBackup(storePath: folder.path + "/agenda.db")
        #expect(try backup.stamp == bench.store.read { try IdentityTable.fetch($0).stamp })
        // The last one alone is taken back.
        _ = try await bench.editor.undo()
        #expect(try bench.store.sources().map(\.name) == ["a", "b"])
        #expect(try await bench.importer.verify().isEmpty)
    }

    @Test("one that is a source already is left as it is, by any path")
    func standing() async throws {
        var all = try sources("a", "b")
        try await bench.add(all[0].location ?? "", name: "mine", kind: .folder)
        symlink(folder.path + "/b", folder.path + "/link")
        all.append(
            CalendarSource(name: "", kind: .folder, location: folder.path + "/link"))
        let found = try await bench.importer.addSources(all).found
        #expect(found.map(\.source.name) == ["mine", "b", "b"])
        #expect(found.map(\.isNew) == [false, true, false])
        #expect(try bench.store.sources().count == 2)
    }

    @Test("those before one that cannot be a source are added, those behind it are not")
    func failure() async throws {
        var all = try sources("a", "b")
        all.insert(
            CalendarSource(name: "", kind: .folder, location: folder.path + "/none"), at: 1)
        let (found, failure) = try await bench.importer.addSources(all)
        #expect(found.map(\.source.name) == ["a"] && found.map(\.source.eventCount) == [2])
        #expect(failure?.code == .notFound)
        #expect(try bench.store.sources().map(\.name) == ["a"])
    }

    @Test("each costs the store the same, however many come together")
    func costs() async throws {
        func steps(_ count: Int) async throws -> Int {
            let bench = try Bench()
            let all = try (1...count).flatMap { try sources("\(count)-\($0)") }
            return try await bench.store.steps {
                _ = try await bench.importer.addSources(all)
            }
        }
        let (few, more, most) = (try await steps(16), try await steps(32), try await steps(48))
        #expect(abs((most - more) - (more - few)) < (more - few) / 20)
    }

    @Test("one whose name is taken is left out, and so are those behind it")
    func name() async throws {
        var all = try sources("a", "b", "c")
        all[1].name = "a"
        let (found, failure) = try await bench.importer.addSources(all)
        #expect(found.map(\.source.name) == ["a"] && failure?.code == .invalid)
        #expect(try bench.store.sources().map(\.name) == ["a"])
    }
}
