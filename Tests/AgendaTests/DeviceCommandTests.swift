import Foundation
import Testing

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
                "\"id\":2,\"name\":\"laptop\",\"readOnly\":true,\"calendars\":[\"local\"],\"mayRemoveCalendars\":false,\"separatesTodos\":false,\"created\":\"2026-11-20T12:00:00+01:00\",\"lastSeen\":null,\"lastAddress\":null"
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

    @Test("where the file is no database nothing is lost, and what to do is said")
    func damaged() throws {
        _ = try folder.write("service.db", String(repeating: "no database ", count: 100))
        let result = try agenda("device", "list")
        #expect(result.status == 1)
        #expect(result.complaints.contains("service.db: this is no database"))
    }
}
