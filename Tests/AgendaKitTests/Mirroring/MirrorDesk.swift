import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// A folder `home` that is mirrored into a folder `work`.
final class MirrorDesk {
    let folder: TemporaryFolder
    var bench: Bench
    var mirror: Mirror

    init() async throws {
        folder = try TemporaryFolder()
        try await folder.shell("mkdir home work")
        // A folder without calendar files is none.
        let note =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VTODO\r\nUID:note\r\n"
            + "DTSTAMP:20261101T000000Z\r\nSUMMARY:Secret\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        for name in ["home", "work"] { try folder.write(note, to: name + "/note.ics") }
        bench = try Bench(path: folder.path + "/agenda.db")
        try await bench.add(folder.path + "/home", name: "home", kind: .folder)
        var target = CalendarSource(
            name: "work", kind: .folder, location: folder.path + "/work")
        target.isWritable = true
        _ = try await bench.importer.addSource(target)
        mirror = Mirror(
            name: "m", of: ["home"], to: "work", zone: "Europe/Berlin", owner: "laptop")
        try Mirrors(database: folder.path + "/agenda.db").add(mirror)
    }

    /// Goes on at another time.
    func wait(until instant: String) throws {
        bench = try Bench(now: instant, path: folder.path + "/agenda.db")
    }

    func event(
        _ uid: String, _ lines: String = "DTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z"
    ) throws {
        try folder.write(
            Make.calendar(
                "UID:\(uid)\r\nDTSTAMP:20261101T000000Z\r\n\(lines)\r\nSUMMARY:Secret \(uid)"),
            to: "home/\(uid).ics")
    }

    @discardableResult
    func run(
        as installation: String = "laptop", isConfirmed: Bool = false, refused: Set<String> = []
    ) async throws -> MirrorReport {
        _ = try await bench.importer.refresh()
        mirror = try Mirrors(database: folder.path + "/agenda.db").mirror(named: "m")
        return try await bench.editor.run(
            mirror, as: installation, me: [], isConfirmed: isConfirmed, refused: refused)
    }

    func uid(_ event: String) -> String { MirrorNames(secret: mirror.secret).uid(of: event) }

    /// The files of the target.
    var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/work")
                .filter { !$0.hasPrefix(".") && $0 != "note.ics" }.sorted()
        }
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/work/" + name, encoding: .utf8)
    }

    /// Changes a block as another program would.
    func change(_ uid: String, _ old: String, _ new: String) throws {
        let text = try text(uid + ".ics")
        #expect(text.contains(old))
        try folder.write(text.replacing(old, with: new), to: "work/\(uid).ics")
    }
}
