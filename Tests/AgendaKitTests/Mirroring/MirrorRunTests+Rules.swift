import Foundation
import ICalendar
import Testing

@testable import AgendaKit

extension MirrorRunTests {
    @Test("another rule changes the blocks, though no calendar has changed")
    func rules() async throws {
        let desk = try await MirrorDesk()
        for uid in ["a", "b"] { try desk.event(uid) }
        try Mirrors(database: desk.folder.path + "/agenda.db").update("m") { $0.details = [.title] }
        try await desk.run()
        #expect(try await desk.run().unchanged == 2)
        #expect(try desk.text(desk.uid("a") + ".ics").contains("SUMMARY:Secret a"))
        let store = desk.bench.store
        try store.setRules(
            RuleSet([
                try Rule([.summary: ["Secret a"], .private: ["true"]]),
                try Rule([.summary: ["Secret b"], .hide: ["true"]]),
            ]))
        let report = try await desk.run()
        #expect(report.changed == 1 && report.removed == 1)
        #expect(try desk.files == [desk.uid("a") + ".ics"])
        #expect(try !desk.text(desk.uid("a") + ".ics").contains("Secret"))
    }

    @Test("a rule hides single instances of a series: they are holes, and the series stays one")
    func hiddenInstances() async throws {
        let desk = try await MirrorDesk()
        // From Monday on.
        let daily = "DTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z\r\nRRULE:FREQ=DAILY;COUNT=5"
        try desk.event(
            "a",
            daily
                + "\r\nSUMMARY:Secret\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20261101T000000Z\r\nRECURRENCE-ID:20261125T090000Z\r\nDTSTART:20261125T140000Z\r\nDTEND:20261125T150000Z"
        )
        try desk.bench.store.setRules(
            RuleSet([try Rule([.weekdays: ["tuesday"], .hide: ["true"]])], zone: "UTC"))
        #expect(try await desk.run().added == 1)
        let text = try desk.text(desk.uid("a") + ".ics")
        #expect(text.contains("RRULE:FREQ=DAILY;COUNT=5\r\nEXDATE:20261124T090000Z\r\n"))
        #expect(text.contains("RECURRENCE-ID:20261125T090000Z\r\nDTSTART:20261125T140000Z"))
        #expect(!text.contains("Secret") && !text.contains("CANCELLED"))
        // Another rule frees one more.
        try desk.bench.store.setRules(
            RuleSet(
                [
                    try Rule([.weekdays: ["tuesday"], .hide: ["true"]]),
                    try Rule([.weekdays: ["thursday"], .busy: ["false"]]),
                ], zone: "UTC"))
        #expect(try await desk.run().changed == 1)
        #expect(
            try desk.text(desk.uid("a") + ".ics").contains(
                "EXDATE:20261124T090000Z\r\nEXDATE:20261126T090000Z\r\n"))
    }

    @Test("a rule hides the instance itself that changes all later ones, and not these")
    func hiddenFirst() async throws {
        let desk = try await MirrorDesk()
        try desk.event(
            "a",
            "DTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z\r\nRRULE:FREQ=DAILY;COUNT=5\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20261101T000000Z\r\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261124T090000Z\r\nDTSTART:20261124T110000Z\r\nDTEND:20261124T120000Z"
        )
        try desk.bench.store.setRules(
            RuleSet([try Rule([.weekdays: ["tuesday"], .hide: ["true"]])], zone: "UTC"))
        #expect(try await desk.run().added == 2)
        let name = try #require(try desk.files.first { $0 != desk.uid("a") + ".ics" })
        #expect(try desk.text(name).contains("COUNT=4\r\nEXDATE:20261124T110000Z\r\n"))
        #expect(try desk.text(desk.uid("a") + ".ics").contains("UNTIL=20261124T085959Z"))
    }

    @Test("a series of which rules show less than half becomes single blocks")
    func mostlyHidden() async throws {
        let desk = try await MirrorDesk()
        try desk.event(
            "a", "DTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z\r\nRRULE:FREQ=DAILY;COUNT=3")
        try desk.bench.store.setRules(
            RuleSet(
                [try Rule([.weekdays: ["monday", "wednesday"], .hide: ["true"]])], zone: "UTC"))
        #expect(try await desk.run().added == 1)
        let name = try #require(try desk.files.first)
        #expect(name != desk.uid("a") + ".ics")
        let text = try desk.text(name)
        #expect(text.contains("DTSTART:20261124T090000Z") && !text.contains("RRULE"))
    }

    @Test("a rule that names some instances otherwise shows their titles alone")
    func titledInstances() async throws {
        let desk = try await MirrorDesk()
        try desk.event(
            "a", "DTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z\r\nRRULE:FREQ=DAILY;COUNT=3")
        try Mirrors(database: desk.folder.path + "/agenda.db").update("m") { $0.details = [.title] }
        try desk.bench.store.setRules(
            RuleSet([try Rule([.weekdays: ["tuesday"], .title: ["Out"]])], zone: "UTC"))
        #expect(try await desk.run().added == 1)
        let text = try desk.text(desk.uid("a") + ".ics")
        #expect(text.components(separatedBy: "SUMMARY:Secret a").count == 2)
        #expect(text.contains("RECURRENCE-ID:20261124T090000Z") && text.contains("SUMMARY:Out"))
        // Busy blocks do not tell which.
        try Mirrors(database: desk.folder.path + "/agenda.db").update("m") { $0.details = [] }
        #expect(try await desk.run().changed == 1)
        #expect(try !desk.text(desk.uid("a") + ".ics").contains("RECURRENCE-ID"))
    }

    @Test("where rules hide an instance of one calendar's copy, another calendar's stands in")
    func otherCopy() async throws {
        let desk = try await MirrorDesk()
        try desk.event(
            "a",
            "DTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z\r\nRRULE:FREQ=DAILY;COUNT=5\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20261101T000000Z\r\nRECURRENCE-ID:20261126T090000Z\r\nDTSTART:20261126T140000Z\r\nDTEND:20261126T150000Z"
        )
        try await desk.folder.shell("mkdir team; cp home/*.ics team")
        try await desk.bench.add(desk.folder.path + "/team", name: "team", kind: .folder)
        try Mirrors(database: desk.folder.path + "/agenda.db").update("m") {
            $0.sources = ["home", "team"]
        }
        func hide(_ calendar: String, _ days: String...) throws -> Rule {
            try Rule([.calendar: [calendar], .weekdays: days, .hide: ["true"]])
        }
        let store = desk.bench.store
        try store.setRules(RuleSet([try hide("home", "tuesday", "thursday")], zone: "UTC"))
        try await desk.run()
        let name = desk.uid("a") + ".ics"
        #expect(try !desk.text(name).contains("EXDATE"))
        #expect(try desk.text(name).contains("DTSTART:20261126T140000Z"))
        // Both hide Thursday.
        try store.setRules(
            RuleSet(
                [
                    try hide("home", "tuesday", "thursday"),
                    try hide("team", "wednesday", "thursday"),
                ], zone: "UTC"))
        try await desk.run()
        let text = try desk.text(name)
        #expect(text.components(separatedBy: "EXDATE").count == 2)
        #expect(text.contains("EXDATE:20261126T090000Z"))
        // A copy that has no such instance shows none.
        try store.setRules(RuleSet([try hide("home", "tuesday", "thursday")], zone: "UTC"))
        try await desk.folder.shell(
            "sed -i 's/RRULE:FREQ=DAILY;COUNT=5/&\\r\\nEXDATE:20261124T090000Z/' team/a.ics")
        try await desk.run()
        #expect(try desk.text(name).contains("EXDATE:20261124T090000Z"))
    }

    @Test("an event of which a rule calls any copy private shows no title")
    func privateCopy() async throws {
        let desk = try await MirrorDesk()
        try desk.event("a")
        try await desk.folder.shell("mkdir team; cp home/a.ics home/note.ics team")
        try await desk.bench.add(desk.folder.path + "/team", name: "team", kind: .folder)
        try Mirrors(database: desk.folder.path + "/agenda.db").update("m") {
            ($0.sources, $0.details) = (["home", "team"], [.title])
        }
        try desk.bench.store.setRules(
            RuleSet([try Rule([.calendar: ["team"], .private: ["true"]])]))
        try await desk.run()
        #expect(try desk.files == [desk.uid("a") + ".ics"])
        #expect(try desk.text(desk.uid("a") + ".ics").contains("SUMMARY:Busy"))
    }
}
