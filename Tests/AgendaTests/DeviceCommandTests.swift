import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("agenda device")
struct DeviceCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        let added = try AgendaProcess().run(
            ["add", "Lunch tomorrow 12:30", "--database", folder.file("agenda.db")]
                + AgendaProcess.pinned)
        #expect(added.status == 0, "\(added)")
    }

    private func agenda(_ arguments: String...) throws -> AgendaProcess.Result {
        try AgendaProcess().run(
            arguments + ["--database", folder.file("agenda.db")] + AgendaProcess.pinned)
    }

    @Test("a device is added, listed and revoked, and the address is remembered")
    func devices() throws {
        #expect(try agenda("device").complaints.contains("agenda device add NAME"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("service.db")))
        let added = try agenda("device", "add", "phone", "--address", "https://cal.example.org")
        #expect(added.status == 0, "\(added)")
        let expected =
            /Address: https:\/\/cal\.example\.org\/dav\/\nUser: me\nPassword: ([a-z2-9]{5}-){4}[a-z2-9]{6}\nLink, for 10 minutes: https:\/\/cal\.example\.org\/devices\/[0-9a-f]{32}\n/
        #expect(added.output.wholeMatch(of: expected) != nil, "\(added.output)")
        let quiet = try agenda(
            "device", "add", "laptop", "--quiet", "--read-only", "--calendar", "LOCAL")
        let lines = quiet.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == "https://cal.example.org/dav/" && lines[1] == "me")
        let again = try agenda("device", "add", "phone")
        #expect(again.status == 1 && again.output.isEmpty)
        #expect(again.complaints.hasPrefix("phone: another device has this name: "))
        #expect(
            try agenda("device", "list").output == """
                phone  all calendars, not used yet
                laptop  local, read-only, not used yet

                """)
        let json = try agenda("device", "list", "--json").output
        #expect(
            json.contains(
                "\"id\":2,\"name\":\"laptop\",\"readOnly\":true,\"calendars\":[\"local\"],\"mayRemoveCalendars\":false,\"separatesTodos\":false,\"created\":\"2026-11-20T12:00:00+01:00\",\"lastSeen\":null,\"lastAddress\":null,\"refusedPushServices\":[]"
            ), "\(json)")
        #expect(!json.contains(lines[2]))
        #expect(try agenda("device", "revoke", "phone").output == "Revoked phone\n")
        let gone = try agenda("device", "revoke", "phone")
        #expect(gone.status == 1 && gone.complaints.contains("see 'agenda device list'"))
        #expect(try agenda("device").output == "laptop  local, read-only, not used yet\n")
    }

    @Test("without a service and an address it says how to start one, and adds nothing")
    func noService() throws {
        let result = try agenda("device", "add", "phone", "--socket", folder.file("none"))
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(
            result.complaints
                == "no service runs: start it with 'agenda serve --listen 127.0.0.1:8017', or give --address https://NAME\n"
        )
        #expect(!FileManager.default.fileExists(atPath: folder.file("service.db")))
    }

    @Test("an address of this machine has no link, and it is said whom it serves")
    func loopback() throws {
        let result = try agenda("device", "add", "phone", "--address", "http://127.0.0.1:8017")
        #expect(result.status == 0 && !result.output.contains("/devices/"))
        #expect(result.complaints.contains("from this machine alone"))
    }

    @Test(
        "what adds no device",
        arguments: [
            ["--calendar", "none"], ["--address", "cal.example.org"],
            ["--address", "http://cal.example.org"], ["--read-only", "--may-remove-calendars"],
        ])
    func refused(arguments: [String]) throws {
        let usual = arguments.contains("--address") ? [] : ["--address", "https://a.example"]
        let result = try AgendaProcess().run(
            ["device", "add", "phone"] + arguments + usual
                + ["--database", folder.file("agenda.db")] + AgendaProcess.pinned)
        #expect(result.status == 64, "\(result)")
        #expect(result.complaints.split(separator: "\n").count == 1)
        #expect(try agenda("device", "list").output.isEmpty)
    }

    @Test("what was not taken is listed, and taken after all by a change that can be undone")
    func refused() throws {
        #expect(try agenda("device", "refused").output.isEmpty)
        let sent =
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:tea@phone\r\nDTSTART:20261121T080000Z\r\n"
            + "SUMMARY:Tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let bodies = RefusedBodies(ServiceDatabase(beside: folder.file("agenda.db")))
        let now = Instant(secondsSinceEpoch: 1_795_172_400)
        for _ in 0..<2 {
            bodies.keep(Array(sent.utf8), "a.ics", calendar: "local", device: "phone", at: now)
        }
        // Whoever sends the same again adds nothing.
        #expect(
            try agenda("device", "refused").output
                == "2  2026-11-20 12:00  phone  Tea  [local]\n")
        let json = try agenda("device", "refused", "--json").output
        #expect(json.contains("\"number\":2,\"at\":\"2026-11-20T12:00:00+01:00\""), "\(json)")
        let missing = try agenda("device", "take", "1")
        #expect(missing.status == 1)
        #expect(
            missing.complaints
                == "1: is not among what was refused: see 'agenda device refused'\n")
        #expect(try agenda("device", "take", "2").output == "Restored: Tea\n")
        #expect(try agenda("list").output.contains("Tea"))
        #expect(try agenda("device", "refused").output.isEmpty)
        #expect(try agenda("undo").status == 0)
        #expect(try !agenda("list").output.contains("Tea"))
        bodies.keep(Array(sent.utf8), "a.ics", calendar: "local", device: "phone", at: now)
        #expect(try agenda("device", "forget", "3").status == 0)
        #expect(try agenda("device", "forget", "3").status == 1)
    }

    @Test("where the file is no database nothing is lost, and what to do is said")
    func damaged() throws {
        _ = try folder.write("service.db", String(repeating: "no database ", count: 100))
        let result = try agenda("device", "list")
        #expect(result.status == 1)
        #expect(result.complaints.contains("service.db: this is no database"))
    }
}
