import AgendaWords
import Foundation
import ICalendar
import Testing
@testable import AgendaAdopt
@testable import AgendaActions

@testable import agenda

@Suite("calcurse's appointments")
struct CalcurseTests {
    /// The properties of the only event, without those that say nothing about the item.
    private func properties(
        _ line: String, conf: String = "", notes: [String: String] = [:]
    ) throws -> [String] {
        let folder = try ScratchFolder()
        _ = try folder.write("apts", line + "\n")
        _ = try folder.write("conf", conf)
        try FileManager.default.createDirectory(
            atPath: folder.file("notes"), withIntermediateDirectories: true)
        for (name, text) in notes { _ = try folder.write("notes/\(name)", text) }
        let read = try CalcurseFolder(data: folder.path, settings: folder.path)
        #expect(read.faults.isEmpty)
        return properties(of: read)
    }

    private func properties(of read: CalcurseFolder) -> [String] {
        let left = [
            "VERSION:", "PRODID:", "CALSCALE:", "UID:", "DTSTAMP:", "SEQUENCE:", "END:V",
            "BEGIN:VC", "BEGIN:VE",
        ]
        return read.calendar().text.split(separator: "\r\n").map(String.init).filter { line in
            !left.contains { line.hasPrefix($0) }
        }
    }

    @Test(
        "an appointment keeps its wall time, an event its day",
        arguments: [
            (
                "11/23/2026 @ 10:00 -> 11/23/2026 @ 11:30 |Dentist, at 5",
                ["DTSTART:20261123T100000", "DTEND:20261123T113000", "SUMMARY:Dentist\\, at 5"]
            ),
            (
                "03/01/2026 @ 23:00 -> 03/02/2026 @ 01:00 |Night",
                ["DTSTART:20260301T230000", "DTEND:20260302T010000", "SUMMARY:Night"]
            ),
            ("02/29/2028 [1] Leap day", ["DTSTART;VALUE=DATE:20280229", "SUMMARY:Leap day"]),
        ])
    func single(_ line: String, _ expected: [String]) throws {
        #expect(try properties(line) == expected)
    }

    @Test(
        "a repetition becomes its rule, with its last day inside",
        arguments: [
            ("{1D}", "RRULE:FREQ=DAILY"),
            ("{2W -> 12/31/2026}", "RRULE:FREQ=WEEKLY;UNTIL=20261231T235959;INTERVAL=2"),
            ("{1W w1 w3 w0}", "RRULE:FREQ=WEEKLY;BYDAY=MO,WE,SU"),
            ("{1M w9 w-12}", "RRULE:FREQ=MONTHLY;BYDAY=1TU,-1FR"),
            ("{1M d-1 d15 m2 m3}", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1,15;BYMONTH=2,3"),
            ("{1Y w71 w-7}", "RRULE:FREQ=YEARLY;BYDAY=10MO,-1SU"),
        ])
    func rules(_ repetition: String, _ rule: String) throws {
        let found = try properties("11/23/2026 @ 10:00 -> 11/23/2026 @ 11:00 \(repetition) |x")
        let line = try #require(found.first { $0.hasPrefix("RRULE") })
        func parts(_ line: String) -> Set<Substring> {
            Set(line.dropFirst(6).split(separator: ";"))
        }
        #expect(parts(line) == parts(rule), "\(line)")
    }

    @Test("exceptions, the first day of the week, notes and reminders come along")
    func everything() throws {
        #expect(
            try properties(
                "11/23/2026 @ 10:00 -> 11/23/2026 @ 11:00 {1W -> 12/31/2026 !11/30/2026} >a1 !x",
                conf: "general.firstdayofweek=sunday\nnotification.warning=600\n",
                notes: ["a1": "one\ntwo\n\n"]) == [
                    "DTSTART:20261123T100000", "DTEND:20261123T110000",
                    "RRULE:FREQ=WEEKLY;UNTIL=20261231T235959;WKST=SU", "EXDATE:20261130T100000",
                    "SUMMARY:x", "DESCRIPTION:one\\ntwo", "BEGIN:VALARM", "ACTION:DISPLAY",
                    "TRIGGER:-PT10M", "DESCRIPTION:x",
                ])
        #expect(
            try properties("11/23/2026 [1] {1Y -> 11/23/2030 !11/23/2027} Kim") == [
                "DTSTART;VALUE=DATE:20261123", "RRULE:FREQ=YEARLY;UNTIL=20301123",
                "EXDATE;VALUE=DATE:20271123", "SUMMARY:Kim",
            ])
    }

    @Test(
        "a line that cannot be read is named, and its neighbours stay",
        arguments: [
            "13/23/2026 [1] x", "11/23/2026", "x", "11/23/2026 @ 24:00 -> 11/24/2026 @ 01:00 |x",
            "11/23/2026 [1] {0D} x", "11/23/2026 [1] {1X} x", "11/23/2026 [1] {1D x",
            "11/23/2026 [1] {1D w999} x", "11/23/20260 [1] x", "11/23/2026 [1] {10000D} x",
            "11/23/2026 [1] {1M d0} x", "11/23/2026 [1] {1M m13} x",
            "11/23/2026 @ 10:00 -> 11/23/2026 @ 11:00 x", "99999999999999999999/1/2026 [1] x",
            "11/23/2026 [99999999999999999999] x",
        ])
    func broken(_ line: String) throws {
        let folder = try ScratchFolder()
        _ = try folder.write("apts", "11/22/2026 [1] a\n\(line)\n\n11/24/2026 [1] b\n")
        let read = try CalcurseFolder(data: folder.path, settings: folder.path)
        #expect(read.items.map(\.text) == ["a", "b"])
        #expect(
            read.faults.map { $0.text(in: .english) } == [
                "\(folder.path)/apts:2: is no appointment of calcurse's: correct it there"
            ])
    }

    @Test("an end before the beginning, and a note that leads elsewhere, are said")
    func faults() throws {
        let folder = try ScratchFolder()
        _ = try folder.write(
            "apts",
            "11/23/2026 @ 10:00 -> 11/22/2026 @ 11:00 |x\n11/23/2026 [1] >../apts y\n")
        let read = try CalcurseFolder(data: folder.path, settings: folder.path)
        let path = folder.file("apts")
        #expect(
            (read.faults + read.calendar().faults).map { $0.text(in: .english) } == [
                "\(path):1: ends before it begins: correct it in calcurse",
                "\(path):2: its note ../apts cannot be read: taken without it",
            ])
    }

    @Test(
        "a to-do has its priority, its note, and whether it is done; it is on no day",
        arguments: [
            ("[1] Pay rent", ["SUMMARY:Pay rent", "PRIORITY:1"]),
            ("[0] Some day", ["SUMMARY:Some day"]),
            ("[-3] Done", ["SUMMARY:Done", "PRIORITY:3", "STATUS:COMPLETED"]),
            ("[-0] Done", ["SUMMARY:Done", "STATUS:COMPLETED"]),
            ("[12] Later", ["SUMMARY:Later", "PRIORITY:9"]),
            ("[2]>a1 Call", ["SUMMARY:Call", "DESCRIPTION:one\\ntwo", "PRIORITY:2"]),
            ("[2] > this way", ["SUMMARY:> this way", "PRIORITY:2"]),
            // calcurse writes none without brackets, and takes one for the least urgent.
            ("Old, plain", ["SUMMARY:Old\\, plain", "PRIORITY:9"]),
        ])
    func todos(_ line: String, _ expected: [String]) throws {
        let folder = try ScratchFolder()
        _ = try folder.write("apts", "")
        _ = try folder.write("todo", "\n\(line)\n")
        try FileManager.default.createDirectory(
            atPath: folder.file("notes"), withIntermediateDirectories: true)
        _ = try folder.write("notes/a1", "one\ntwo\n")
        let read = try CalcurseFolder(data: folder.path, settings: folder.path)
        #expect(read.faults.isEmpty && read.calendar().faults.isEmpty)
        let (first, rest) = (properties(of: read).first, properties(of: read).dropFirst())
        #expect(first == "BEGIN:VTODO" && Set(rest) == Set(expected), "\(rest)")
    }

    @Test(
        "a to-do that cannot be read is named, and its neighbours stay; equal ones stay two",
        arguments: ["[x] foo", "[1 foo", "[-] foo", "[]foo", "[--1] foo"])
    func brokenTodo(_ line: String) throws {
        let folder = try ScratchFolder()
        _ = try folder.write("apts", "")
        _ = try folder.write("todo", "[1] a\n\(line)\n[1]>../apts a\n")
        let read = try CalcurseFolder(data: folder.path, settings: folder.path)
        #expect(read.todos.map(\.text) == ["a", "a"])
        #expect(
            (read.faults + read.calendar().faults).map { $0.text(in: .english) } == [
                "\(folder.path)/todo:2: is no to-do of calcurse's: correct it there",
                "\(folder.path)/todo:3: its note ../apts cannot be read: taken without it",
            ])
        let uids = read.calendar().text.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
        #expect(Set(uids).count == 2)
    }

    @Test("two equal items stay two; a text in Latin-1 is read")
    func identity() throws {
        let folder = try ScratchFolder()
        let line = Array("11/23/2026 [1] Caf".utf8) + [0xE9, 0x0A]
        try Data(line + line).write(to: URL(filePath: folder.file("apts")))
        let read = try CalcurseFolder(data: folder.path, settings: folder.path)
        #expect(read.items.map(\.text) == ["Café", "Café"])
        let uids = read.calendar().text.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
        #expect(uids.count == 2 && Set(uids).count == 2)
    }
}
