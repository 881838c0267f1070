import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Changes of sources, undone")
struct SourceUndoTests {
    private let folder: TemporaryFolder
    private let bench: Bench
    private let lunch = "UID:lunch\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Lunch"

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench()
    }

    private func source() throws -> CalendarSource? { try bench.store.sources().first?.settings }

    @Test("a source that was removed comes back with its settings, its events and their history")
    func removed() async throws {
        let path = try folder.write(Make.calendar(lunch), to: "a.ics")
        var team = CalendarSource(name: "team", kind: .file, location: path)
        (team.color, team.isWritable) = ("teal", true)
        _ = try await bench.importer.addSource(team)
        let details = try bench.store.details(
            of: OccurrenceID(uid: "lunch", recurrenceID: nil).description, clock: bench.clock,
            zone: bench.zone, filter: EventFilter())
        _ = try await bench.editor.edit(details.occurrence, scope: .all) {
            $0.event.summary = "Brunch"
        }
        // Another source takes the number of the one that goes.
        try await bench.importer.removeSource(named: "team")
        #expect(try await bench.lines() == [])
        let other = try folder.write(
            Make.calendar("UID:tea\r\nDTSTART:20261121T150000Z\r\nSUMMARY:Tea"), to: "b.ics")
        try await bench.add(other, name: "other")
        let undone = try await bench.editor.undo()
        #expect(undone.source?.after == team && undone.source?.before == nil)
        #expect(try bench.store.sources().map(\.settings).contains(team))
        #expect(try await bench.lines() == ["2026-11-20 Brunch", "2026-11-21 Tea"])
        // The edit of before is still the source's.
        _ = try await bench.editor.undo()
        #expect(try await bench.lines() == ["2026-11-20 Lunch", "2026-11-21 Tea"])
        _ = try await bench.editor.redo()
        _ = try await bench.editor.redo()
        #expect(try await bench.lines() == ["2026-11-21 Tea"])
    }

    @Test("where its owner puts a source, and in which group, is undone, and the backup keeps it")
    func order() async throws {
        for name in ["team", "club"] {
            try await bench.add(
                try folder.write(
                    Make.calendar("UID:\(name)\r\nDTSTART:20261120T120000Z"), to: "\(name).ics"),
                name: name)
        }
        _ = try bench.store.localCalendar()
        func names() throws -> [String] { try bench.store.sources().inOrder.map(\.name) }
        #expect(try names() == ["team", "club", "local"])
        for (name, order) in [("club", 7), ("local", 6)] {
            var change = SourceSettings()
            (change.order, change.group) = (.some(order), .some("At home; 家, free"))
            let made = try await bench.importer.updateSource(named: name, change)
            #expect(made.after?.order == order && made.after?.makesBusy == true)
        }
        #expect(try names() == ["local", "club", "team"])
        // Colours go by where they were added.
        #expect(try bench.store.sources().map(\.name) == ["team", "club", "local"])
        _ = try await bench.importer.refresh()
        #expect(try names() == ["local", "club", "team"])
        let content = try bench.store.read { try PreciousContent($0) }.withoutNumbers
        let backup = content.backup(zones: SystemZones.database)
        let kept = try #require(PreciousContent(backup: Array(backup.utf8)))
        #expect(kept.sources == content.sources && kept.local == content.local)
        #expect(kept.local?.group == "At home; 家, free" && kept.local?.isWritable == true)
        let undone = try await bench.editor.undo()
        #expect(undone.source?.after?.order == nil && undone.source?.after?.group == nil)
        #expect(try names() == ["club", "team", "local"])
        // One that is removed comes back where it was.
        try await bench.importer.removeSource(named: "club")
        _ = try await bench.editor.undo()
        let back = try bench.store.sources().first { $0.name == "club" }
        #expect(back?.order == 7 && back?.group == "At home; 家, free")
    }

    @Test("the name of a group is a line without white space at its ends")
    func groupNames() {
        let long = String(repeating: "a", count: 1_001)
        let names = [" Home ", "a b", "", " \t", "a\nb", long, "家"].map(CalendarSource.groupName)
        #expect(names == ["Home", "a b", nil, nil, nil, nil, "家"])
    }

    @Test("a source that was added goes with its events, its file stays, and it can come again")
    func added() async throws {
        let path = try folder.write(Make.calendar(lunch), to: "a.ics")
        var team = CalendarSource(name: "team", kind: .file, location: path)
        (team.color, team.isWritable) = ("teal", true)
        _ = try await bench.importer.addSource(team, isUndoable: true)
        let noted = try #require(try bench.store.history().first)
        #expect(noted.kind == .add && noted.summary == "team" && noted.calendar == "team")
        #expect(noted.source?.before == nil && noted.source?.after == team)
        let before = FileManager.default.contents(atPath: path)
        let undone = try await bench.editor.undo()
        #expect(undone.source?.before == team && undone.source?.after == nil)
        #expect(try bench.store.sources().isEmpty)
        #expect(try await bench.lines() == [])
        #expect(FileManager.default.contents(atPath: path) == before)
        await #expect {
            _ = try await bench.editor.undo()
        } throws: {
            ($0 as? AgendaError)?.code == .notFound
        }
        _ = try await bench.editor.redo()
        #expect(try source() == team)
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        // One that was changed since is not removed.
        let addition = try #require(try bench.store.history().last).id
        var change = SourceSettings()
        change.name = "crew"
        try await bench.importer.updateSource(named: "team", change)
        await #expect {
            _ = try await bench.editor.undo(addition)
        } throws: {
            ($0 as? AgendaError)?.code == .notFound
        }
        #expect(try source()?.name == "crew")
        _ = try await bench.editor.undo()
        _ = try await bench.editor.undo()
        #expect(try source() == nil)
    }

    @Test("settings come back; a source that is another one since is refused")
    func changed() async throws {
        let path = try folder.write(Make.calendar(lunch), to: "a.ics")
        try await bench.add(path, name: "team")
        let before = try source()
        var change = SourceSettings()
        (change.name, change.isWritable) = ("crew", true)
        let operation = try await bench.importer.updateSource(named: "team", change)
        #expect(operation.before == before && operation.after?.name == "crew")
        // The same again is no change.
        _ = try await bench.importer.updateSource(named: "crew", change)
        #expect(try bench.store.history().count == 1)
        _ = try await bench.editor.undo()
        #expect(try source() == before)
        _ = try await bench.editor.redo()
        #expect(try source()?.name == "crew")
        try await bench.importer.removeSource(named: "crew")
        let other = try folder.write(Make.calendar(lunch), to: "b.ics")
        try await bench.add(other, name: "crew")
        await #expect {
            _ = try await bench.editor.undo()
        } throws: {
            ($0 as? AgendaError)?.code == .invalid
        }
        #expect(try bench.store.sources().map(\.location) == [other])
    }
}
