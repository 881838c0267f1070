import AgendaKit
import Foundation
import Glibc
import Testing

@testable import AgendaActions
@testable import agenda

/// Commands that ask a daemon what changed, instead of looking at each file.
@Suite("Readers and the daemon", .timeLimit(.minutes(60)))
struct FreshReaderTests {
    private let folder: ScratchFolder
    private let environment: [String: String]
    private let database: String
    private let runtime: String

    /// A database with a folder as its only source, and a runtime folder.
    init() throws {
        folder = try ScratchFolder()
        (database, runtime) = (folder.file("agenda.db"), folder.file("r"))
        environment = ["AGENDA_DATABASE": database, "XDG_RUNTIME_DIR": runtime]
        for name in ["home", "r"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: false)
        }
        try write("a", "One")
        let added = try AgendaProcess(environment: environment).run(
            "source", "add", folder.file("home"))
        #expect(added.status == 0, "\(added)")
    }

    private func write(
        _ name: String, _ title: String, uid: String? = nil, options: Data.WritingOptions = []
    ) throws {
        let text = calendar(
            "UID:\(uid ?? name)\nDTSTART:20261121T090000Z\nDTEND:20261121T100000Z\nSUMMARY:\(title)"
        )
        try Data(text.utf8).write(
            to: URL(filePath: folder.file("home/\(name).ics")), options: options)
    }

    /// The titles that a command shows.
    private func listed(_ environment: [String: String]? = nil) throws -> [String] {
        let result = try AgendaProcess(environment: environment ?? self.environment)
            .run("list", "--format", "{summary}", "--quiet")
        #expect(result.status == 0 && result.complaints == "", "\(result)")
        return result.output.split(separator: "\n").map(String.init)
    }

    /// The same by the way that plain commands take.
    private func listedPlainly() throws -> String {
        try AgendaProcess(environment: environment)
            .run(["list", "--tsv", "--now", "2026-11-20T12:00:00+01:00"]).output
    }

    private func daemon() async throws -> RunningAgenda {
        let daemon = try RunningAgenda("exec \"$0\" daemon", environment: environment)
        try await daemon.wait(for: "daemon: started")
        return daemon
    }

    private var socket: RuntimeSocket? { RuntimeSocket(database: database, runtime: runtime) }

    /// What the daemon answers, once it has time to: a busy machine may not let it within 50 ms.
    private func answer() async throws -> Freshness? {
        for _ in 0..<2_000 {
            if let freshness = DaemonQuestion(socket)?.answer() { return freshness }
            try await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    @Test("a file that another program writes is listed right after, in every way of writing it")
    func stress() async throws {
        let wanted = ProcessInfo.processInfo.environment["AGENDA_FRESHNESS_WRITES"]
        let daemon = try await daemon()
        #expect(try await answer()?.unsure == [])
        var titles = ["a": "One"]
        for number in 0..<(wanted.flatMap { Int($0) } ?? 40) {
            let (name, title) = ("e\(number % 7)", "T\(number)")
            switch number % 5 {
            case 0: try write(name, title)
            case 1: try write(name, title, options: .atomic)
            case 2:
                try write("x", "half", uid: name)
                try write("x", title, uid: name)
                rename(folder.file("home/x.ics"), folder.file("home/\(name).ics"))
            case 3:
                // A folder of its own, moved in.
                try? FileManager.default.removeItem(atPath: folder.file("home/\(name).ics"))
                try? FileManager.default.removeItem(atPath: folder.file("home/sub"))
                try FileManager.default.createDirectory(
                    atPath: folder.file("home/sub"), withIntermediateDirectories: false)
                try write("sub/\(name)", title)
                titles[name] = nil
                for key in titles.keys where key.hasPrefix("sub/") { titles[key] = nil }
            default: unlink(folder.file("home/\(name).ics"))
            }
            switch number % 5 {
            case 3: titles["sub/\(name)"] = title
            case 4: titles[name] = nil
            default: titles[name] = title
            }
            let seen = try listed()
            try #require(
                seen.sorted() == titles.values.sorted(), "write \(number): \(seen)\n\(titles)")
        }
        #expect(try await answer()?.unsure == [])
        #expect(try await daemon.end(SIGTERM) == 0)
    }

    @Test("status tells that commands are answered; at its end, the daemon removes its socket")
    func status() async throws {
        let daemon = try await daemon()
        #expect(try await answer()?.unsure == [])
        let path = try #require(socket).path
        var status = stat()
        #expect(lstat(runtime + "/agenda", &status) == 0 && status.st_mode & 0o777 == 0o700)
        let told = try AgendaProcess(environment: environment).run(["status"]).output
        #expect(
            told.hasSuffix(
                "\n  tells commands what changed, so that they need not look at each file\n"),
            "\(told)")
        let json = try AgendaProcess(environment: environment).run(["status", "--json"]).output
        #expect(
            json.contains("\"answersReaders\":true") || json.contains("\"answersReaders\": true"))
        #expect(try await daemon.end(SIGTERM) == 0)
        #expect(access(path, F_OK) != 0)
        #expect(DaemonQuestion(socket) == nil)
        try write("b", "Two")
        #expect(try listed() == ["One", "Two"])
    }

    @Test("a daemon that was killed is not waited for, and the next one takes its place")
    func killed() async throws {
        _ = try await daemon().end(SIGKILL)
        #expect(access(try #require(socket).path, F_OK) == 0, "its socket stays")
        try write("b", "Two")
        #expect(DaemonQuestion(socket) == nil)
        #expect(try listed() == ["One", "Two"])
        let next = try await daemon()
        #expect(try await answer()?.unsure == [])
        #expect(try await next.end(SIGTERM) == 0)
    }

    @Test("a daemon that was stopped is not waited for; when it goes on, it has missed nothing")
    func stopped() async throws {
        let daemon = try await daemon()
        #expect(try await answer() != nil)
        try await daemon.stop(outside: database)
        try write("b", "Two")
        let start = ContinuousClock.now
        let asked = DaemonQuestion(socket)
        #expect(asked?.answer() == nil)
        // 50 ms, and what a busy machine adds.
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(try listed() == ["One", "Two"])
        // More than wait for an answer, and then there is no place in the queue.
        for _ in 0..<40 { _ = DaemonQuestion(socket) }
        #expect(try listed() == ["One", "Two"])
        try write("c", "Three")
        try daemon.send(SIGCONT)
        #expect(try await answer()?.unsure == [])
        #expect(try listed() == ["One", "Three", "Two"])
        #expect(try await daemon.end(SIGTERM) == 0)
    }

    @Test("more events than the kernel keeps lose no change")
    func overflow() async throws {
        let limit = try String(
            contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
        let daemon = try await daemon()
        #expect(try await answer()?.unsure == [])
        try daemon.send(SIGSTOP)
        // By turns: the same event twice is kept once. A write is a change and a closing at least.
        let paths = ["x", "y"].map { folder.file("home/\($0)") }
        for number in 0...count {
            let descriptor = open(paths[number % 2], O_WRONLY | O_CREAT, 0o600)
            Glibc.write(descriptor, "1", 1)
            close(descriptor)
        }
        try FileManager.default.createDirectory(
            atPath: folder.file("home/sub"), withIntermediateDirectories: false)
        try write("sub/b", "Two")
        try daemon.send(SIGCONT)
        #expect(try await answer()?.unsure == [])
        #expect(try listed() == ["One", "Two"])
        try write("sub/b", "Three")
        #expect(try listed() == ["One", "Three"])
        #expect(try await daemon.end(SIGTERM) == 0)
    }

    @Test("a database that took another's place is not the one that the daemon answers for")
    func replaced() async throws {
        let daemon = try await daemon()
        #expect(try await answer() != nil)
        for suffix in ["", "-wal", "-shm"] { unlink(database + suffix) }
        try write("b", "Two")
        // The command restores it from its backup. The daemon still has the one open that nobody else sees.
        let restored = try AgendaProcess(environment: environment)
            .run("list", "--format", "{summary}")
        #expect(restored.output == "One\nTwo\n", "\(restored)")
        try write("c", "Three")
        #expect(try listed() == ["One", "Three", "Two"])
        #expect(try await daemon.end(SIGTERM) == 0)
    }

    @Test("a command looks at nothing that it is told to be fresh, by either way")
    func trusts() throws {
        let viewpoint = try #require(Viewpoint.own)
        let answer = DaemonAnswer(
            viewpoint: viewpoint, freshness: Freshness(revision: 0, unsure: []))
        let liar = try LyingDaemon(try #require(socket), answer.text)
        defer { liar.end() }
        // 50 ms may be too short on a busy machine: then the command looks for itself.
        let trusted = try (1...200).first { number in
            try write("b\(number)", "Two\(number).")
            return try !listed().contains("Two\(number).")
        }
        #expect(trusted != nil)
        let trustedPlainly = try (201...400).first { number in
            try write("b\(number)", "Two\(number).")
            return try !listedPlainly().contains("Two\(number).")
        }
        #expect(trustedPlainly != nil)
        var other = environment
        other["XDG_RUNTIME_DIR"] = nil
        #expect(try listed(other).count > 2, "nobody to ask")
    }

    @Test("an answer from another place, of another program, or none at all is worth nothing")
    func distrusts() throws {
        let own = try #require(Viewpoint.own)
        let freshness = Freshness(revision: 0, unsure: [])
        let answers: [String?] = [
            DaemonAnswer(
                viewpoint: Viewpoint(program: "0.0.9", mounts: own.mounts, root: own.root),
                freshness: freshness
            ).text,
            DaemonAnswer(
                viewpoint: Viewpoint(program: own.program, mounts: 1, root: own.root),
                freshness: freshness
            ).text,
            DaemonAnswer(
                viewpoint: Viewpoint(program: own.program, mounts: own.mounts, root: [1, 2]),
                freshness: freshness
            ).text,
            DaemonAnswer(
                viewpoint: own, freshness: Freshness(revision: 1_000_000, unsure: [])
            ).text,
            DaemonAnswer(viewpoint: own, freshness: Freshness(revision: 0, unsure: [1, 2])).text,
            "agenda 2 fresh", "", nil,
        ]
        var titles = ["One"]
        for (number, text) in answers.enumerated() {
            let socket = try #require(socket)
            unlink(socket.path)
            let liar = try LyingDaemon(socket, text)
            defer { liar.end() }
            titles.append("T\(number)")
            try write("b\(number)", "T\(number)")
            #expect(try listed().sorted() == titles.sorted(), "\(text ?? "no answer")")
        }
    }

    @Test("a runtime folder that others may enter, a long path or none at all: no socket")
    func noSocket() async throws {
        #expect(RuntimeSocket(database: database, runtime: nil) == nil)
        #expect(RuntimeSocket(database: database, runtime: "relative") == nil)
        #expect(RuntimeSocket(database: folder.file("none.db"), runtime: runtime) == nil)
        let long = "/" + String(repeating: "x", count: 100)
        #expect(RuntimeSocket(database: database, runtime: long) == nil)
        mkdir(runtime + "/agenda", 0o700)
        chmod(runtime + "/agenda", 0o755)
        let daemon = try await daemon()
        #expect(access(try #require(socket).path, F_OK) != 0)
        #expect(try await daemon.end(SIGTERM) == 0)
    }
}
