import Foundation
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

/// Time zone data is read when something needs it. Where it is not there, no time is shown or stored as if it were in
/// another zone.
@Suite("time zone data missing")
struct MissingZonesTests {
    private let folder: ScratchFolder
    private let command: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        command = AgendaProcess(environment: [
            "TZDIR": folder.file("no zones"), "AGENDA_DATABASE": folder.file("agenda.db"),
            "TZ": "UTC0",
        ])
    }

    /// A clock on the day before the events. POSIX describes UTC, so that no data is needed for it.
    private static let clock = ["--now", "2026-11-20T12:00:00+00:00"]

    private func write(_ start: String) throws -> String {
        try folder.write("a.ics", calendar("UID:a\nDTSTART\(start)\nSUMMARY:Lunch"))
    }

    @Test("times in UTC need it not")
    func plain() throws {
        let path = try write(":20261121T090000Z")
        let result = try command.run(["list", path] + Self.clock)
        #expect(result.output.contains("09:00"))
        #expect(result.complaints == "")
    }

    @Test("a time in a zone is refused and names the package, and is read once it is there")
    func refused() throws {
        let path = try write(";TZID=Europe/Berlin:20261121T090000")
        for arguments in [["list", path], ["source", "add", path]] {
            let result = try command.run(arguments + Self.clock)
            #expect(result.status != 0)
            #expect(!result.output.contains("Lunch"))
            #expect(result.complaints.contains("install the package tzdata"), "\(arguments)")
        }
        var here = command
        here.environment["TZDIR"] = nil
        // Berlin is an hour ahead of UTC in November. The second list is of the store, to which the file was added.
        for arguments in [["list", path], ["list"]] {
            #expect(try here.run(arguments + Self.clock).output.contains("08:00"), "\(arguments)")
        }
    }

    @Test("a file that defines the zone itself is read")
    func defined() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            BEGIN:STANDARD
            DTSTART:19701025T030000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0100
            END:STANDARD
            END:VTIMEZONE

            """
        let event = calendar("UID:a\nDTSTART;TZID=Europe/Berlin:20261121T090000\nSUMMARY:Lunch")
        let path = try folder.write(
            "a.ics", event.replacing("BEGIN:VEVENT", with: zone + "BEGIN:VEVENT"))
        #expect(try command.run(["list", path] + Self.clock).output.contains("08:00"))
    }

    @Test(
        "a display zone that is not there is an error, not UTC",
        arguments: [("Europe/Berlin", []), ("UTC0", ["--time-zone", "Europe/Berlin"])])
    func display(variable: String, options: [String]) throws {
        var command = command
        command.environment["TZ"] = variable
        let path = try write(":20261121T090000Z")
        let result = try command.run(["list", path] + Self.clock + options)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.complaints.contains("install the package tzdata"))
    }

    @Test("the system's zone is UTC if it has none, and an error if that is not installed")
    func system() throws {
        let path = folder.file("localtime")
        #expect(try Environment.systemZone(path) == .utc)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: folder.file("Europe/Berlin"))
        #expect {
            try Environment.systemZone(path)
        } throws: {
            ($0 as? CommandFailure)?.message?.text.contains("install the package tzdata") == true
        }
    }
}
