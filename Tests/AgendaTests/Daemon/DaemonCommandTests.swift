import Foundation
import Testing

@Suite("agenda daemon", .timeLimit(.minutes(30)))
struct DaemonCommandTests {
    private let folder: ScratchFolder
    private let calendars: String
    private let environment: [String: String]

    /// A database with a folder as its only source.
    init() throws {
        folder = try ScratchFolder()
        calendars = folder.file("calendars")
        environment = ["AGENDA_DATABASE": folder.file("agenda.db")]
        try FileManager.default.createDirectory(
            atPath: calendars, withIntermediateDirectories: false)
        try write("first", "One")
        let added = try agenda("source", "add", calendars)
        #expect(added.status == 0, "\(added)")
    }

    private func agenda(_ arguments: String...) throws -> AgendaProcess.Result {
        try AgendaProcess(environment: environment).run(arguments)
    }

    private func daemon(_ arguments: String = "") throws -> RunningAgenda {
        try RunningAgenda("exec \"$0\" daemon \(arguments)", environment: environment)
    }

    /// Puts a file with one event into the source, as a program that copies does.
    private func write(_ name: String, _ summary: String) throws {
        _ = try folder.write(
            "calendars/\(name).ics",
            calendar(
                "UID:\(name)\nDTSTART:20261121T090000Z\nDTEND:20261121T100000Z\nSUMMARY:\(summary)"
            ))
    }

    /// The titles in the store, without looking at the source.
    private func stored() throws -> String {
        try FileManager.default.moveItem(atPath: calendars, toPath: calendars + ".away")
        defer { try? FileManager.default.moveItem(atPath: calendars + ".away", toPath: calendars) }
        return try AgendaProcess(environment: environment)
            .run("list", "--format", "{summary}", "--quiet").output
    }

    private func status() throws -> [String: Any] {
        let result = try agenda("status", "--json")
        #expect(result.status == 0 && result.complaints == "", "\(result)")
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(json as? [String: Any])
    }

    @Test(
        "imports what is copied into a source, and ends with status 0",
        arguments: [SIGTERM, SIGINT])
    func copied(signal: Int32) async throws {
        let daemon = try daemon()
        try await daemon.wait(for: "daemon: started")
        try write("second", "Two")
        try await daemon.wait(for: "1 event added, 0 removed\n")
        let beginning = ContinuousClock.now
        #expect(try await daemon.end(signal) == 0)
        #expect(ContinuousClock.now - beginning < .seconds(60))
        #expect(daemon.text == "", "standard output is for data")
        #expect(try stored() == "One\nTwo\n")
        #expect(!FileManager.default.fileExists(atPath: folder.file("agenda.db-daemon.json")))
    }

    @Test("makes the search index, so that the first search does not wait for it")
    func indexes() async throws {
        let index = Data("CREATE VIRTUAL TABLE search".utf8)
        func hasIndex() -> Bool {
            ["", "-wal"].contains { end in
                (try? Data(contentsOf: URL(filePath: folder.file("agenda.db" + end))))?
                    .range(of: index) != nil
            }
        }
        #expect(!hasIndex())
        let daemon = try daemon()
        try await daemon.wait(for: "daemon: started")
        while !hasIndex() { try await Task.sleep(for: .milliseconds(50)) }
        #expect(try await daemon.end(SIGTERM) == 0)
    }

    @Test("a database has one daemon; status tells which, also after it was killed")
    func second() async throws {
        #expect(try status()["running"] as? Bool == false)
        #expect(
            try agenda("status").output == """
                No daemon runs: start one with 'agenda daemon', or with \
                'systemctl --user enable --now agenda.service'

                """)
        let daemon = try daemon()
        try await daemon.wait(for: "daemon: started")
        let told = try status()
        let process = try #require(told["process"] as? Int)
        #expect(told["running"] as? Bool == true)
        #expect(kill(pid_t(process), 0) == 0)
        for arguments in [["daemon"], ["daemon", "--once"]] {
            let second = try AgendaProcess(environment: environment).run(arguments)
            #expect(
                second
                    == .init(
                        output: "",
                        complaints:
                            "\(folder.file("agenda.db")): a daemon runs already: process \(process)\n",
                        status: 1))
        }
        let path = folder.file("agenda.db-daemon.json")
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(rights as? Int == 0o600)
        let text = try agenda("status").output
        #expect(text.hasPrefix("The daemon runs since "))
        #expect(text.hasSuffix(": process \(process), 1 source\n"), "\(text)")

        _ = try await daemon.end(SIGKILL)
        #expect(try status()["running"] as? Bool == false)
        let third = try self.daemon()
        try await third.wait(for: "daemon: started")
        #expect(try status()["process"] as? Int != process)
        #expect(try await third.end(SIGTERM) == 0)
    }

    @Test("follows sources that are added later, and tries again after SIGHUP")
    func later() async throws {
        let daemon = try daemon()
        try await daemon.wait(for: "daemon: started")
        let other = try folder.write(
            "other.ics",
            calendar("UID:o\nDTSTART:20261121T110000Z\nDTEND:20261121T120000Z\nSUMMARY:Other"))
        #expect(try agenda("source", "add", other).status == 0)
        // The daemon learns of the source by the database: each change is made until it is seen.
        for number in 1...1_000 where !daemon.said.contains("event added") {
            _ = try folder.write(
                "other.ics",
                calendar(
                    "UID:o\(number)\nDTSTART:20261121T110000Z\nDTEND:20261121T120000Z\nSUMMARY:Other"
                ))
            try await Task.sleep(for: .milliseconds(200))
        }
        try daemon.send(SIGHUP)
        try write("second", "Two")
        try await daemon.wait(for: "1 event added, 0 removed\n")
        #expect(try await daemon.end(SIGTERM) == 0)
    }

    @Test("--once does one round, says nothing when told so, and ends")
    func once() throws {
        try write("second", "Two")
        let result = try agenda("daemon", "--once", "--quiet")
        #expect(result == .init(output: "", complaints: "", status: 0))
        #expect(try stored() == "One\nTwo\n")
        #expect(try status()["running"] as? Bool == false)
    }

    @Test("without a database there is nothing to follow")
    func noDatabase() throws {
        let path = folder.file("none.db")
        let result = try agenda("daemon", "--database", path)
        #expect(
            result.complaints
                == "\(path): no database yet: create one with 'agenda add' or 'agenda source add PATH'\n"
        )
        #expect(result.status == 1)
        #expect(try agenda("status", "--database", path).status == 0)
        #expect(!FileManager.default.fileExists(atPath: path + "-daemon"))
    }
}
