import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Runs of mirrors")
struct MirrorRunTests {
    @Test("the first run writes a block for each event, the next nothing, and a change one")
    func change() async throws {
        let desk = try await MirrorDesk()
        for uid in ["a", "b", "c"] { try desk.event(uid) }
        var report = try await desk.run()
        #expect(report.added == 3 && report.stop == nil)
        #expect(try desk.files == ["a", "b", "c"].map { desk.uid($0) + ".ics" }.sorted())
        let text = try desk.text(desk.uid("a") + ".ics")
        #expect(!text.contains("Secret") && text.contains("SUMMARY:Busy"))
        report = try await desk.run()
        #expect(report.added == 0 && report.changed == 0 && report.unchanged == 3)
        report = try await desk.run()
        #expect(report.unchanged == 3 && report.change == nil)
        try desk.event("b", "DTSTART:20261124T090000Z\r\nDTEND:20261124T100000Z")
        report = try await desk.run()
        #expect(report.changed == 1 && report.added == 0 && report.removed == 0)
        #expect(try desk.text(desk.uid("b") + ".ics").contains("DTSTART:20261124T090000Z"))
        #expect(try desk.text(desk.uid("b") + ".ics").contains("SEQUENCE:1"))
        try desk.folder.remove("home/c.ics")
        report = try await desk.run()
        #expect(report.removed == 1)
        #expect(try desk.files.count == 2)
    }

    @Test("events of others in the target, and blocks of other mirrors, stay byte for byte")
    func others() async throws {
        let desk = try await MirrorDesk()
        let other = Make.calendar(
            "UID:agm-0123456789abcdef0123456789abcdef\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261123T090000Z\r\nSUMMARY:Theirs"
        )
        try desk.folder.write(other, to: "work/theirs.ics")
        let own = Make.calendar(
            "UID:own\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261123T090000Z\r\nSUMMARY:Own")
        try desk.folder.write(own, to: "work/own.ics")
        try desk.event("a")
        try await desk.run()
        try desk.folder.remove("home/a.ics")
        #expect(try await desk.run(isConfirmed: true).removed == 1)
        #expect(try desk.text("theirs.ics") == other)
        #expect(try desk.text("own.ics") == own)
        #expect(try desk.files == ["own.ics", "theirs.ics"])
    }

    @Test("a body that a server has rewritten in the same meaning is not written again")
    func rewritten() async throws {
        let desk = try await MirrorDesk()
        try desk.event(
            "a",
            "DTSTART;TZID=Europe/Berlin:20261123T090000\r\nDTEND;TZID=Europe/Berlin:20261123T100000"
        )
        try await desk.run()
        let uid = desk.uid("a")
        try desk.folder.write(
            Make.calendar(
                """
                UID:\(uid)\r
                DTSTAMP:20270101T000000Z\r
                CREATED:20270101T000000Z\r
                SEQUENCE:7\r
                DTSTART:20261123T080000Z\r
                DURATION:PT1H\r
                SUMMARY:Busy \r
                CLASS:PUBLIC\r
                LOCATION:\r
                X-SERVER:1
                """), to: "work/\(uid).ics")
        let report = try await desk.run()
        #expect(report.changed == 0 && report.unchanged == 1)
    }

    @Test("a block that others change is put right three times a day")
    func righted() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try await desk.run()
        let uid = desk.uid("a")
        for hour in 11...13 {
            try desk.change(uid, "DTSTART:20261123T090000Z", "DTSTART:20261123T0\(hour - 5)0000Z")
            #expect(try await desk.run().changed == 1)
        }
        try desk.change(uid, "DTSTART:20261123T090000Z", "DTSTART:20261123T050000Z")
        let report = try await desk.run()
        #expect(report.changed == 0 && report.left == 1)
        try desk.wait(until: "20261121T120000Z")
        #expect(try await desk.run().changed == 1)
    }

    @Test("what a server makes of a block each time is left to it")
    func accepted() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try await desk.run()
        let uid = desk.uid("a")
        try desk.change(uid, "SUMMARY:Busy", "SUMMARY:busy (imported)")
        #expect(try await desk.run().changed == 1)
        try desk.change(uid, "SUMMARY:Busy", "SUMMARY:busy (imported)")
        #expect(try await desk.run().changed == 0)
        try desk.wait(until: "20261122T120000Z")
        #expect(try await desk.run().changed == 0)
        try desk.event("a", "DTSTART:20261124T090000Z\r\nDTEND:20261124T100000Z")
        #expect(try await desk.run().changed == 1)
    }

    @Test("a block that is moved again to the same hour is put right again")
    func movedAgain() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try await desk.run()
        for _ in 0..<2 {
            try desk.change(desk.uid("a"), "DTSTART:20261123T090000Z", "DTSTART:20261123T050000Z")
            #expect(try await desk.run().changed == 1)
        }
    }

    @Test("a block that was removed comes back under a new name")
    func removed() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try await desk.run()
        try desk.folder.remove("work/\(desk.uid("a")).ics")
        #expect(try await desk.run().added == 1)
        #expect(try desk.files == [desk.uid("a") + "-1.ics"])
        #expect(try await desk.run().unchanged == 1)
    }

    @Test(
        "an event that is wanted again gets a new name: a server may keep the old one in a trash bin"
    )
    func wantedAgain() async throws {
        let desk = try await MirrorDesk()
        for uid in ["a", "b"] { try desk.event(uid) }
        try await desk.run()
        try desk.folder.remove("home/a.ics")
        #expect(try await desk.run().removed == 1)
        for _ in 0..<3 { try await desk.run() }
        try desk.event("a")
        #expect(try await desk.run().added == 1)
        #expect(try desk.files.contains(desk.uid("a") + "-1.ics"))
    }

    @Test("a block that its server refuses as it is gets another name, three times a day")
    func refused() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try await desk.run()
        var name = desk.uid("a") + ".ics"
        for number in 1...3 {
            let report = try await desk.run(refused: [name])
            #expect(report.added == 1 && report.removed == 1)
            name = desk.uid("a") + "-\(number).ics"
            #expect(try desk.files == [name])
        }
        #expect(try await desk.run(refused: [name]).left == 1)
        #expect(try desk.files == [name])
    }

    @Test("a block with guests is never touched again")
    func released() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try await desk.run()
        let uid = desk.uid("a")
        try desk.change(uid, "SUMMARY:Busy", "ATTENDEE:mailto:kim@example.org\r\nSUMMARY:Busy")
        let text = try desk.text(uid + ".ics")
        #expect(try await desk.run().released == 1)
        try desk.event("a", "DTSTART:20261124T090000Z\r\nDTEND:20261124T100000Z")
        #expect(try await desk.run().released == 0)
        try desk.folder.remove("home/a.ics")
        try await desk.run(isConfirmed: true)
        #expect(try desk.text(uid + ".ics") == text)
    }

    @Test("more than ten blocks go only when somebody says so, or removed their events here")
    func held() async throws {
        let desk = try await MirrorDesk()
        for number in 1...30 { try desk.event("e\(number)") }
        try await desk.run()
        for number in 1...11 { try desk.folder.remove("home/e\(number).ics") }
        var report = try await desk.run()
        #expect(report.held == 11 && report.removed == 0 && report.needsAttention)
        #expect(try desk.files.count == 30)
        report = try await desk.run(isConfirmed: true)
        #expect(report.removed == 11)
        #expect(try desk.files.count == 19)
    }

    @Test("sources with less than half of their events are believed after an hour")
    func shrunk() async throws {
        let desk = try await MirrorDesk()
        for number in 1...5 { try desk.event("e\(number)") }
        try await desk.run()
        for number in 1...3 { try desk.folder.remove("home/e\(number).ics") }
        #expect(try await desk.run().stop == .shrunk(from: 5, to: 2))
        try desk.wait(until: "20261120T125959Z")
        #expect(try await desk.run().stop == .shrunk(from: 5, to: 2))
        #expect(try desk.files.count == 5)
        try desk.wait(until: "20261120T130000Z")
        #expect(try await desk.run().removed == 3)
    }

    @Test("blocks that are over stay; new ones are made only for what is not")
    func over() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try desk.event("old", "DTSTART:20261110T090000Z\r\nDTEND:20261110T100000Z")
        #expect(try await desk.run().added == 1)
        try desk.wait(until: "20261201T120000Z")
        #expect(try await desk.run().removed == 0)
        #expect(try desk.files.count == 1)
    }

    @Test("another installation only looks on, until it takes the mirror")
    func owner() async throws {
        let desk = try await MirrorDesk()
        for uid in ["a", "b"] { try desk.event(uid) }
        var report = try await desk.run(as: "desktop")
        #expect(report.stop == .elsewhere && report.added == 2)
        #expect(try desk.files.isEmpty)
        try await desk.run()
        let settings = try Mirrors(database: desk.folder.path + "/agenda.db").mirror(named: "m")
        // The other installation takes it: its copy of the settings names both.
        var taken = settings
        taken.take("desktop")
        report = try await desk.bench.editor.run(taken, as: "desktop", me: [])
        #expect(report.changed == 1 && report.stop == nil)
        #expect(try await desk.run().stop == .takenOver)
        #expect(try await desk.run().stop == .elsewhere)
        // It comes back, too.
        try Mirrors(database: desk.folder.path + "/agenda.db").update("m") { $0.take("laptop") }
        report = try await desk.run()
        #expect(report.changed == 1 && report.stop == nil)
        #expect(try await desk.run().stop == nil)
        #expect(try await desk.bench.editor.run(taken, as: "desktop", me: []).stop == .takenOver)
    }

    @Test("who takes a mirror that shows nothing any more tells so, before the last block goes")
    func emptyTaken() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try await desk.run()
        var taken = try Mirrors(database: desk.folder.path + "/agenda.db").mirror(named: "m")
        taken.take("desktop")
        try desk.folder.remove("home/a.ics")
        _ = try await desk.bench.importer.refresh()
        func runTaken() async throws -> MirrorReport {
            try await desk.bench.editor.run(taken, as: "desktop", me: [], isConfirmed: true)
        }
        var report = try await runTaken()
        #expect(report.changed == 1 && report.removed == 0)
        report = try await runTaken()
        #expect(report.changed == 0 && report.removed == 0)
        #expect(try await desk.run(isConfirmed: true).stop == .takenOver)
        try desk.wait(until: "20261121T120000Z")
        #expect(try await runTaken().removed == 1)
        #expect(try desk.files.isEmpty)
    }

    @Test("a run is one change, which is taken back by its number alone")
    func undo() async throws {
        let desk = try await MirrorDesk()
        for uid in ["a", "b"] { try desk.event(uid) }
        let change = try #require(try await desk.run().change)
        await #expect(throws: AgendaError(.nothingToUndo)) { try await desk.bench.editor.undo() }
        _ = try await desk.bench.editor.undo(change.id)
        #expect(try desk.files.isEmpty)
        try Mirrors(database: desk.folder.path + "/agenda.db").update("m") { $0.isPaused = true }
        #expect(try await desk.run().stop == .paused)
        #expect(try desk.files.isEmpty)
    }

    @Test("a source that could not be read changes nothing")
    func unread() async throws {
        let desk = try await MirrorDesk()
        for uid in ["a", "b"] { try desk.event(uid) }
        try await desk.run()
        try await desk.folder.shell("mv home away")
        #expect(try await desk.run().stop == .unread("home"))
        #expect(try desk.files.count == 2)
    }

    @Test("sources that grew beyond all measure wait until somebody says so")
    func grown() async throws {
        let desk = try await MirrorDesk()
        for number in 1...40 { try desk.event("e\(number)") }
        #expect(try await desk.run().added == 40)
        for number in 41...141 { try desk.event("e\(number)") }
        var report = try await desk.run()
        #expect(report.stop == .grown(from: 40, by: 101) && report.needsAttention)
        #expect(try desk.files.count == 40)
        try desk.folder.remove("home/e141.ics")
        #expect(try await desk.run().added == 100)
        for number in 141...420 { try desk.event("e\(number)") }
        #expect(try await desk.run().added == 280)
        for number in 421...1_262 { try desk.event("e\(number)") }
        #expect(try await desk.run().stop == .grown(from: 420, by: 842))
        report = try await desk.run(isConfirmed: true)
        #expect(report.added == 842 && report.stop == nil)
    }

    @Test("events that a person calls the same are one block")
    func same() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try await desk.folder.shell("mkdir team; cp home/note.ics team")
        try desk.folder.write(
            Make.calendar(
                "UID:b\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z\r\nSUMMARY:Secret a"
            ), to: "team/b.ics")
        try await desk.bench.add(desk.folder.path + "/team", name: "team", kind: .folder)
        try Mirrors(database: desk.folder.path + "/agenda.db").update("m") {
            $0.sources = ["home", "team"]
        }
        try await desk.run()
        #expect(try desk.files.count == 2)
        let pair = try #require(EventPair("a", "b"))
        _ = try await desk.bench.editor.note(pair, isSame: true, title: "Secret a")
        try await desk.run()
        #expect(try desk.files.count == 1)
    }

    @Test("a run that is killed leaves word of what it added, where a server takes the marks away")
    func killed() async throws {
        let desk = try await MirrorDesk()
        for uid in ["a", "b"] { try desk.event(uid) }
        let file = MirrorNotes.file(
            database: desk.folder.path + "/agenda.db", secret: desk.mirror.secret)
        try await desk.run()
        // As if it had been killed before its notes were written.
        var begun = MirrorNotes()
        begun.pending = [desk.uid("a"), desk.uid("b")]
        try file.write(begun)
        for uid in ["a", "b"] {
            let text = try desk.text(desk.uid(uid) + ".ics")
            let lines = text.components(separatedBy: "\r\n")
                .filter { !$0.hasPrefix("X-") && !$0.hasPrefix(" ") }
            try desk.folder.write(
                lines.joined(separator: "\r\n"), to: "work/\(desk.uid(uid)).ics")
        }
        let removed = try desk.text(desk.uid("a") + ".ics")
        try desk.folder.remove("home/a.ics")
        let report = try await desk.run()
        #expect(report.removed == 1 && report.added == 0)
        #expect(try desk.files == [desk.uid("b") + ".ics"])
        #expect(try file.read()?.pending == nil)

        // Somebody changed it on the server meanwhile, so that its removal there was refused.
        try desk.folder.write(
            removed.replacing("SUMMARY:Busy", with: "SUMMARY:Changed"),
            to: "work/\(desk.uid("a")).ics")
        #expect(try await desk.run().removed == 1)
        #expect(try desk.files == [desk.uid("b") + ".ics"])

        // A run that was killed had removed it, and nobody told the server: it comes back.
        begun.pending = [desk.uid("a"), desk.uid("b")]
        try file.write(begun)
        try await desk.run()
        try desk.folder.write(removed, to: "work/moved.ics")
        #expect(try await desk.run().removed == 1)
        #expect(try desk.files == [desk.uid("b") + ".ics"])
    }

    @Test("without its notes a run knows its blocks by their marks")
    func notesLost() async throws {
        let desk = try await MirrorDesk()
        for uid in ["a", "b"] { try desk.event(uid) }
        try await desk.run()
        let notes = try FileManager.default.contentsOfDirectory(atPath: desk.folder.path)
            .filter { $0.hasPrefix("agenda.db-mirror-") }
        #expect(notes.count == 1)
        for name in notes { try desk.folder.remove(name) }
        try desk.folder.remove("home/a.ics")
        let report = try await desk.run()
        #expect(report.removed == 1 && report.added == 0 && report.unchanged == 1)
    }
}
