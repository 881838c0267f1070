import CalendarFiles
import Foundation
import GRDB
import Glibc
import ICalendar
import Testing

@testable import AgendaKit

@Suite("What devices put, remove and move")
struct ResourcePutTests {
    private let folder: TemporaryFolder
    private let bench: Bench
    private var names: [String] {
        FileSystem.names(in: folder.path + "/team").filter { !$0.hasPrefix(".") }.sorted()
    }

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench()
        mkdir(folder.path + "/team", 0o700)
        mkdir(folder.path + "/home", 0o700)
    }

    private func source(_ name: String = "team") async throws -> CalendarSource {
        var source = CalendarSource(name: name, kind: .folder, location: folder.path + "/" + name)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        return try bench.store.source(named: name)
    }

    /// An event as a phone writes one, with what we would write otherwise.
    private func body(_ uid: String, _ summary: String) -> [UInt8] {
        Array(
            Make.calendar(
                "X-PHONE:1\r\nuid:\(uid)\r\nDTSTART:20261121T100000Z\r\nSUMMARY:\(summary)"
            )
            .utf8)
    }

    private func file(_ name: String) -> [UInt8]? {
        try? FileContent.read(path: folder.path + "/" + name)
    }

    private func digest(_ bytes: [UInt8]) -> ContentDigest {
        ContentDigest(bytes, key: bench.store.digestKey)
    }

    @Test(
        "a body becomes the file byte for byte, is noted with the device's name, and undone and redone"
    )
    func bytes() async throws {
        let source = try await source()
        let (old, new) = (body("a", "Tea"), body("a", "Green tea"))
        let first = try await bench.editor.put(
            old, at: "x.ics", in: source, if: .absent, by: "phone")
        #expect(file("team/x.ics") == old && first.digest == digest(old))
        #expect((first.change.kind, first.change.summary) == (.add, "Tea"))
        #expect(try await bench.lines() == ["2026-11-21 Tea"])
        let second = try await bench.editor.put(
            new, at: "x.ics", in: source, if: .digest(first.digest), by: "phone")
        #expect(file("team/x.ics") == new && second.change.kind == .edit)
        let member = try #require(try bench.store.member("x.ics", of: source))
        #expect(member.digest == second.digest)
        try await bench.editor.remove(
            "x.ics", from: source, if: .digest(second.digest), by: "phone")
        #expect(file("team/x.ics") == nil)
        #expect(try await bench.lines().isEmpty)
        let history = try bench.store.history()
        #expect(history.map(\.kind) == [.delete, .edit, .add])
        #expect(history.map(\.device) == ["phone", "phone", "phone"])
        #expect(try bench.store.read { try EditDigestTable.fetchDamaged($0) }.isEmpty)

        for expected in [new, old, nil] {
            _ = try await bench.editor.undo()
            #expect(file("team/x.ics") == expected)
        }
        for expected in [old, new, nil] {
            _ = try await bench.editor.redo()
            #expect(file("team/x.ics") == expected)
        }
        #expect(try bench.store.read { try ExpectedTable.isEmpty($0) })
        #expect(names.isEmpty)
    }

    @Test("what is there decides, and a wrong condition changes and notes nothing")
    func conditions() async throws {
        let source = try await source()
        let (old, new) = (body("a", "Tea"), body("a", "Green tea"))
        let given = try await bench.editor.put(old, at: "a.ics", in: source, if: nil, by: "phone")
        let count = try bench.store.history().count
        let changed = AgendaError(.eventChanged, place: "a.ics")
        for condition in [ResourceChange.Condition.absent, .digest(digest(new))] {
            await #expect(throws: changed) {
                try await bench.editor.put(new, at: "a.ics", in: source, if: condition, by: "phone")
            }
            await #expect(throws: changed) {
                try await bench.editor.remove("a.ics", from: source, if: condition, by: "phone")
            }
        }
        await #expect(throws: AgendaError(.eventChanged, place: "b.ics")) {
            try await bench.editor.put(
                new, at: "b.ics", in: source, if: .digest(given.digest), by: "phone")
        }
        await #expect(throws: AgendaError(.noSuchFile, place: folder.path + "/team/b.ics")) {
            try await bench.editor.remove("b.ics", from: source, if: nil, by: "phone")
        }
        // Another program's text counts before it is imported.
        try folder.write(String(decoding: new, as: UTF8.self), to: "team/a.ics")
        await #expect(throws: changed) {
            try await bench.editor.put(
                old, at: "a.ics", in: source, if: .digest(given.digest), by: "phone")
        }
        #expect(try bench.store.history().count == count)
        #expect(file("team/a.ics") == new)
        // The same bytes again are no change.
        let same = try await bench.editor.put(new, at: "a.ics", in: source, if: nil, by: "phone")
        #expect(same.change.operations.isEmpty && same.digest == digest(new))
        #expect(try bench.store.history().count == count)
        _ = try await bench.editor.put(old, at: "a.ics", in: source, if: nil, by: "phone")
        #expect(file("team/a.ics") == old)
    }

    @Test(
        "what is no event, to-do or journal entry is refused",
        arguments: [
            "", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n",
            Make.calendar("UID:1\r\nDTSTART:20261121", "UID:2\r\nDTSTART:20261121"),
            Make.calendar("DTSTART:20261121"), Make.calendar("UID:1"),
            Make.calendar("UID:1\r\nDTSTART:20261121").replacing(
                "VERSION:2.0", with: "METHOD:REQUEST"),
            "From: kim\r\n\r\n" + Make.calendar("UID:1\r\nDTSTART:20261121"),
        ])
    func refused(text: String) async throws {
        let source = try await source()
        await #expect(throws: AgendaError.self) {
            try await bench.editor.put(
                Array(text.utf8), at: "a.ics", in: source, if: nil, by: "phone")
        }
        #expect(names.isEmpty)
        #expect(try bench.store.history().isEmpty)
    }

    @Test(
        "names that no calendar file has are refused",
        arguments: [
            "a.txt", ".a.ics", "../a.ics", "b/../a.ics", "", "a\n.ics", "/a.ics", ".b/a.ics",
        ])
    func badNames(name: String) async throws {
        let source = try await source()
        await #expect(throws: AgendaError(.badName, place: name)) {
            try await bench.editor.put(body("a", "Tea"), at: name, in: source, if: nil, by: "phone")
        }
    }

    @Test("journal entries and to-dos go the same way")
    func otherKinds() async throws {
        let source = try await source()
        func body(_ kind: String, _ summary: String) -> [UInt8] {
            Array(
                Make.calendar("UID:\(kind)\r\nDTSTART:20261121T100000Z\r\nSUMMARY:\(summary)")
                    .replacing("VEVENT", with: kind).utf8)
        }
        for kind in ["VTODO", "VJOURNAL"] {
            let name = kind + ".ics"
            let (old, new) = (body(kind, "Old"), body(kind, "New"))
            for text in [old, new] {
                let put = try await bench.editor.put(
                    text, at: name, in: source, if: nil, by: "phone")
                #expect(put.change.summary == (text == old ? "Old" : "New"))
            }
            try await bench.editor.remove(name, from: source, if: nil, by: "phone")
            for expected in [new, old] {
                _ = try await bench.editor.undo()
                #expect(file("team/" + name) == expected)
            }
            let member = try #require(try bench.store.member(name, of: source))
            #expect(
                try bench.store.kinds(of: [member.id])[member.id]
                    == [kind == "VTODO" ? .todo : .journal])
            #expect(try bench.store.hrefs(holding: kind, in: source) == [name])
        }
        // What another program did to a journal entry since is not undone with it.
        let last = try #require(try bench.store.history().first { $0.kind == .add })
        try folder.write(
            String(decoding: body("VJOURNAL", "Theirs"), as: UTF8.self), to: "team/VJOURNAL.ics")
        await #expect(throws: AgendaError.self) { try await bench.editor.undo(last.id) }
        #expect(file("team/VJOURNAL.ics") == body("VJOURNAL", "Theirs"))
    }

    @Test("what was changed since stays where a device's change is undone, or is named")
    func merged() async throws {
        let source = try await source()
        _ = try await bench.editor.put(
            body("a", "Tea"), at: "a.ics", in: source, if: nil, by: "phone")
        let put = try await bench.editor.put(
            body("a", "Green tea"), at: "a.ics", in: source, if: nil, by: "phone")
        let event = try #require(
            try await bench.provider().timeline()[try Make.date("2026-11-21")]?.events.first)
        try await bench.editor.edit(event, scope: .all) { $0.event.location = "Cafe" }
        _ = try await bench.editor.undo(put.change.id)
        let text = String(decoding: try #require(file("team/a.ics")), as: UTF8.self)
        #expect(text.contains("SUMMARY:Tea") && text.contains("LOCATION:Cafe"))
        _ = try await bench.editor.redo()
        let later = try await bench.editor.put(
            body("a", "White tea"), at: "a.ics", in: source, if: nil, by: "tablet")
        await #expect(
            throws: AgendaError(
                .changedSince(properties: ["SUMMARY"], by: later.change.id), place: "Green tea")
        ) { try await bench.editor.undo(put.change.id) }
    }

    @Test("a resource moves within its folder and to another one as one change")
    func moves() async throws {
        let (team, home) = (try await source(), try await source("home"))
        let tea = body("a", "Tea")
        let put = try await bench.editor.put(tea, at: "a.ics", in: team, if: nil, by: "phone")
        try await bench.editor.moveResource(
            "a.ics", from: team, to: "b.ics", in: team, if: .digest(put.digest), by: "phone")
        #expect(names == ["b.ics"] && file("team/b.ics") == tea)
        let moved = try await bench.editor.moveResource(
            "b.ics", from: team, to: "c.ics", in: home, by: "phone")
        #expect(names.isEmpty && file("home/c.ics") == tea)
        #expect(moved.kind == .move && moved.device == "phone")
        #expect(try bench.store.members(of: team, since: nil)?.changed.isEmpty == true)
        #expect(try bench.store.member("c.ics", of: home)?.digest == put.digest)
        _ = try await bench.editor.put(
            body("b", "Talk"), at: "b.ics", in: team, if: nil, by: "phone")
        await #expect(throws: AgendaError(.eventChanged, place: "b.ics")) {
            try await bench.editor.moveResource(
                "c.ics", from: home, to: "b.ics", in: team, by: "phone")
        }
        try await bench.editor.moveResource(
            "c.ics", from: home, to: "b.ics", in: team, overwrites: true, by: "phone")
        #expect(file("team/b.ics") == tea && file("home/c.ics") == nil)
        _ = try await bench.editor.undo()
        #expect(file("team/b.ics") == body("b", "Talk") && file("home/c.ics") == tea)
        _ = try await bench.editor.undo()
        _ = try await bench.editor.undo()
        #expect(names == ["b.ics"] && file("team/b.ics") == tea && file("home/c.ics") == nil)
    }

    @Test("who follows the store is told which device it was")
    func origins() async throws {
        let source = try await source()
        let before = try bench.store.revision()
        let put = try await bench.editor.put(
            body("a", "Tea"), at: "a.ics", in: source, if: nil, by: "phone")
        let after = try bench.store.revision()
        let origin = try bench.store.read {
            try ChangeTable.fetchOrigins(after: before, through: after, $0)(
                OccurrenceID.key(uid: "a", .event))
        }
        #expect(origin == ChangeOrigin(.device, number: put.change.id, device: "phone"))
    }

    @Test("a device may write to the local calendar, which keeps components")
    func local() async throws {
        let source = try bench.store.localCalendar()
        let href = ResourceRecord.localHref(SeriesName(kind: .event, uid: "a"))
        let put = try await bench.editor.put(
            body("a", "Tea"), at: href, in: source, if: .absent, by: "phone")
        #expect(try bench.store.member(href, of: source)?.digest == put.digest)
        #expect(try await bench.lines() == ["2026-11-21 Tea"])
        await #expect(throws: AgendaError(.eventChanged, place: href)) {
            try await bench.editor.put(
                body("a", "No"), at: href, in: source, if: .absent, by: "phone")
        }
        await #expect(throws: AgendaError(.badName, place: "b.ics")) {
            try await bench.editor.put(
                body("a", "No"), at: "b.ics", in: source, if: nil, by: "phone")
        }
        try await bench.editor.remove(href, from: source, if: .digest(put.digest), by: "phone")
        #expect(try await bench.lines().isEmpty)
        _ = try await bench.editor.undo()
        #expect(try await bench.lines() == ["2026-11-21 Tea"])
        #expect(try bench.store.history().map(\.device) == [nil, "phone", "phone"])
    }

    @Test(
        "no other file is looked at, nor does a change take more steps among 5,000 resources than among 500"
    )
    func costs() async throws {
        func steps(among count: Int) async throws -> [Int] {
            let folder = try TemporaryFolder()
            mkdir(folder.path + "/team", 0o700)
            for number in 0..<count {
                try Data(body("n\(number)", "Old")).write(
                    to: URL(filePath: folder.path + "/team/n\(number).ics"))
            }
            let bench = try Bench()
            var source = CalendarSource(
                name: "team", kind: .folder, location: folder.path + "/team")
            source.isWritable = true
            _ = try await bench.importer.addSource(source)
            let found = try bench.store.source(named: "team")
            // The first one compiles the statements.
            for name in ["x", "y"] {
                for summary in ["1", "2"] {
                    _ = try await bench.editor.put(
                        body(name, summary), at: name + ".ics", in: found, if: nil, by: "phone")
                }
                try await bench.editor.remove(name + ".ics", from: found, if: nil, by: "phone")
            }
            try folder.write(Make.calendar("UID:other\r\nDTSTART:20261121"), to: "team/other.ics")
            let counts = [
                try await bench.store.steps {
                    _ = try await bench.editor.put(
                        body("z", "1"), at: "z.ics", in: found, if: .absent, by: "phone")
                },
                try await bench.store.steps {
                    _ = try await bench.editor.put(
                        body("z", "2"), at: "z.ics", in: found, if: nil, by: "phone")
                },
                try await bench.store.steps {
                    try await bench.editor.remove("z.ics", from: found, if: nil, by: "phone")
                },
            ]
            #expect(try bench.store.member("other.ics", of: found) == nil)
            return counts
        }
        let few = try await steps(among: 500)
        let many = try await steps(among: 5_000)
        for (few, many) in zip(few, many) {
            #expect(many <= few + few / 50, "\(many) steps for \(few)")
        }
    }

    @Test("what killed processes left is looked for once a minute, not with each resource")
    func leftovers() async throws {
        let source = try await source()
        func put(_ name: String) async throws {
            _ = try await bench.editor.put(
                body(name, "Tea"), at: name + ".ics", in: source, if: nil, by: "phone")
        }
        // No process has this number (proc_sys_kernel(5), pid_max).
        let left = ".agenda-4194305-1.tmp"
        try folder.write("", to: "team/" + left)
        try await put("a")
        #expect(file("team/" + left) == nil)
        try folder.write("", to: "team/" + left)
        try await put("b")
        #expect(file("team/" + left) != nil)
        let day = try #require(try await bench.provider().timeline()[try Make.date("2026-11-21")])
        try await bench.editor.delete(try #require(day.events.first), scope: .all)
        #expect(file("team/" + left) == nil)
    }
}
