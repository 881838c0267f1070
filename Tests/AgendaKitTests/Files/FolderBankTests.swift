import Foundation
import ICalendar
import Synchronization
import Testing

@testable import AgendaKit
@testable import CalendarFiles

@Suite("Several files of a folder that change together")
struct FolderBankTests {
    private static let steps: [Page.Step] = [
        .written, .listed, .synced, .swapped(0), .swapped(1), .swapped(2), .settled, .namesSynced,
        .stored, .cleaned,
    ]

    private static let before = ["a.ics": "a", "b.ics": "b", "c.ics": "c"]
    private static let after = ["a.ics": "A", "c.ics": "c", "d.ics": "D"]

    private static func filled(_ texts: [String: String] = before) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, text) in texts { try folder.write(text, to: name) }
        return folder
    }

    private static func texts(_ folder: TemporaryFolder) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try String(contentsOfFile: folder.path + "/" + $0, encoding: .utf8))
            })
    }

    /// Replaces `a`, removes `b` and makes `d`.
    private static func changeAll(
        _ path: String, _ names: FileNames = .system,
        atStep: @escaping @Sendable (Page.Step) -> Void = { _ in }
    ) throws {
        let bank = try FolderBank(path, names: names)
        func old(_ text: String) -> ResourceChange.Condition {
            .digest(ContentDigest(Array(text.utf8), key: bank.key))
        }
        try bank.commit(
            [
                ResourceChange("b.ics", if: old("b"), to: nil),
                ResourceChange("a.ics", if: old("a"), to: [0x41]),
                ResourceChange("d.ics", if: .absent, to: [0x44]),
            ], atStep: atStep)
    }

    @Test("all are made, with the rights that they had, and nothing else is left")
    func made() throws {
        let folder = try Self.filled()
        chmod(folder.path + "/a.ics", 0o640)
        try Self.changeAll(folder.path)
        #expect(try Self.texts(folder) == Self.after)
        #expect(FileSystem.status(folder.path + "/a.ics").map { $0.st_mode & 0o777 } == 0o640)
    }

    @Test(
        "a kill between any two steps leaves all or nothing to whoever comes next", arguments: steps
    )
    func killed(step: Page.Step) async throws {
        let folder = try Self.filled()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, step = step as Page.Step] in
            try Self.changeAll(path) { if $0 == step { kill(getpid(), SIGKILL) } }
        }
        let isMade = [.stored, .cleaned].contains(step)
        if case .swapped = step {
            // The reader of a source comes first.
            let listing = try FolderReader(path: folder.path).list()
            #expect(Set(listing.resources.map(\.href)) == Set(Self.before.keys))
        }
        LeftoverFiles.mend(folder.path)
        #expect(try Self.texts(folder) == (isMade ? Self.after : Self.before))
        LeftoverFiles.mend(folder.path)
        #expect(try Self.texts(folder) == (isMade ? Self.after : Self.before))
    }

    @Test(
        "a kill between any two calls where two names cannot be swapped",
        arguments: PoorKernel.Lack.allCases)
    func killedWithoutExchange(lack: PoorKernel.Lack) async throws {
        let number = PoorKernel.Lack.allCases.firstIndex(of: lack) ?? 0
        for call in 0..<9 {
            let folder = try Self.filled()
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = folder.path as String, call = call as Int, number = number as Int] in
                let kernel = PoorKernel(PoorKernel.Lack.allCases[number], before: call) {
                    kill(getpid(), SIGKILL)
                }
                try Self.changeAll(path, kernel.names) { _ in }
                kill(getpid(), SIGKILL)
            }
            LeftoverFiles.mend(folder.path)
            let texts = try Self.texts(folder)
            #expect(texts == Self.before || texts == Self.after, "call \(call)")
        }
    }

    @Test(
        "if one cannot be made, none is, and whatever another program wrote has the last word",
        arguments: Page.Step.beforeSwaps, Stranger.allCases)
    func refused(step: Page.Step, stranger: Stranger) throws {
        for name in ["a.ics", "b.ics", "d.ics"] {
            // A file that is to be removed may be gone, and only a new one can be made by somebody else.
            guard (name == "d.ics") == (stranger == .createsIfMissing),
                name != "b.ics" || stranger != .deletes
            else { continue }
            let folder = try Self.filled()
            let path = folder.path
            let did = Mutex<[String: String]>([:])
            let error = #expect(throws: BankError.self) {
                try Self.changeAll(path) { now in
                    guard now == step else { return }
                    stranger.act(path + "/" + name)
                    did.withLock { $0 = (try? Self.strangers(path)) ?? [:] }
                }
            }
            #expect(error == BankError(.changed, name))
            #expect(try Self.texts(folder) == did.withLock { $0 }, "\(name)")
        }
    }

    /// The files that are no hidden ones.
    private static func strangers(_ path: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { !$0.hasPrefix(".") }.map {
                ($0, try String(contentsOfFile: path + "/" + $0, encoding: .utf8))
            })
    }

    @Test("a program that has one of the files open is waited for, and keeps it if that takes long")
    func open() throws {
        let folder = try Self.filled()
        let writer = Glibc.open(folder.path + "/a.ics", O_RDWR | O_CLOEXEC)
        let error = #expect(throws: BankError.self) { try Self.changeAll(folder.path) }
        #expect(error == BankError(.inUse, "a.ics"))
        #expect(try Self.texts(folder) == Self.before)
        Thread.detachNewThread {
            usleep(150_000)
            close(writer)
        }
        try Self.changeAll(folder.path)
        #expect(try Self.texts(folder) == Self.after)
    }

    @Test("a file that nobody may write keeps the others as they are, too")
    func protected() throws {
        let folder = try Self.filled()
        chmod(folder.path + "/b.ics", 0o444)
        let error = #expect(throws: BankError.self) { try Self.changeAll(folder.path) }
        #expect(error == BankError(.protected, "b.ics"))
        #expect(try Self.texts(folder) == Self.before)
    }

    @Test(
        "what is behind a link, and in a folder below, is changed where it is",
        arguments: [false, true])
    func places(isKilled: Bool) async throws {
        let folder = try Self.filled(["elsewhere.txt": "a"])
        mkdir(folder.path + "/team", 0o700)
        mkdir(folder.path + "/team/sub", 0o700)
        try folder.write("b", to: "team/sub/b.ics")
        symlink("../elsewhere.txt", folder.path + "/team/a.ics")
        func content(_ name: String) -> String? {
            try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
        }
        if isKilled {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
                try Self.changeBelow(path) { if $0 == .namesSynced { kill(getpid(), SIGKILL) } }
            }
            #expect(content("elsewhere.txt") == "A" && content("team/sub/b.ics") == "B")
            LeftoverFiles.mend(folder.path + "/team/sub")
            LeftoverFiles.mend(folder.path + "/team")
            #expect(content("elsewhere.txt") == "a" && content("team/sub/b.ics") == "b")
        } else {
            try Self.changeBelow(folder.path) { _ in }
            #expect(content("elsewhere.txt") == "A" && content("team/sub/b.ics") == "B")
        }
        #expect(content("team/c.ics") == (isKilled ? nil : "C"))
        let isLink = try FileManager.default.destinationOfSymbolicLink(
            atPath: folder.path + "/team/a.ics")
        #expect(isLink == "../elsewhere.txt")
        let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let left = ["elsewhere.txt", "team", "team/a.ics", "team/sub", "team/sub/b.ics"]
        #expect(all == (isKilled ? left : left + ["team/c.ics"]).sorted())
    }

    private static func changeBelow(
        _ path: String, _ atStep: @escaping @Sendable (Page.Step) -> Void
    ) throws {
        let bank = try FolderBank(path + "/team")
        let texts = try bank.read(["a.ics", "sub/b.ics", "none.ics"])
        #expect(texts.count == 2 && texts["a.ics"]?.bytes == Array("a".utf8))
        try bank.commit(
            [
                ResourceChange("a.ics", if: texts["a.ics"]?.version ?? .absent, to: [0x41]),
                ResourceChange("sub/b.ics", if: texts["sub/b.ics"]?.version ?? .absent, to: [0x42]),
                ResourceChange("c.ics", if: .absent, to: [0x43]),
            ], atStep: atStep)
    }

    @Test("a list that came with a folder from elsewhere names no file outside")
    func foreignList() async throws {
        let folder = try Self.filled(["precious": "empty"])
        let dead = try await TemporaryFolder.shell("echo $$").split(separator: "\n")[0]
        mkdir(folder.path + "/team", 0o700)
        symlink("..", folder.path + "/team/up")
        let key = ContentDigest.Key(low: 1, high: 2)
        let digest = ContentDigest(Array("empty".utf8), key: key)
        for (number, name) in ["../precious", folder.path + "/precious", "up/precious"].enumerated()
        {
            let line =
                "c \(String(digest.high, radix: 16)) \(String(digest.low, radix: 16)) \(name)"
            try folder.write("k 2 1\n\(line)\nend", to: "team/.agenda-\(dead)-\(number).page")
        }
        LeftoverFiles.mend(folder.path + "/team")
        #expect(try String(contentsOfFile: folder.path + "/precious", encoding: .utf8) == "empty")
    }

    @Test("a full disk changes nothing")
    func full() async throws {
        let folder = try Self.filled()
        await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            // A file that grows beyond the limit fails nearly as on a full disk (EFBIG); RLIMIT_FSIZE is 1.
            var limits = rlimit(rlim_cur: 100, rlim_max: 100)
            guard setrlimit(__rlimit_resource_t(1), &limits) == 0 else { exit(1) }
            do {
                try Self.changeAll(path)
            } catch {
                guard case .failed(let cause) = (error as? BankError)?.reason else { exit(2) }
                exit(cause.isFull ? 7 : 3)
            }
        }
        #expect(try Self.texts(folder) == Self.before)
    }

    @Test("two programs that change the same files at once lose nothing, and see no half")
    func race() async throws {
        let folder = try Self.filled(["a.ics": "0", "b.ics": "0"])
        let path = folder.path
        @Sendable func append(_ letter: String) async {
            var count = 0
            while count < 40 {
                await Task.yield()
                guard let bank = try? FolderBank(path),
                    let texts = try? bank.read(["a.ics", "b.ics"]), texts.count == 2
                else { continue }
                let changes = texts.map { name, text in
                    ResourceChange(name, if: text.version, to: text.bytes + Array(letter.utf8))
                }
                if (try? bank.commit(changes)) != nil { count += 1 }
            }
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await append("x") }
            group.addTask { await append("y") }
        }
        let texts = try Self.texts(folder)
        #expect(texts.keys.sorted() == ["a.ics", "b.ics"])
        for text in texts.values {
            #expect(text.filter { $0 == "x" }.count == 40 && text.filter { $0 == "y" }.count == 40)
        }
    }
}

extension Page.Step {
    /// Where another program can come before the files are swapped.
    fileprivate static var beforeSwaps: [Page.Step] { [.written, .listed, .synced] }
}
