import CalendarFiles
import Foundation
import Synchronization
import Testing

@testable import AgendaKit

@Suite("Files where two names cannot be swapped")
struct NoExchangeTests {
    private let old = Array("old".utf8)
    private let new = Array("new".utf8)

    private static func content(_ path: String) -> String? {
        try? String(contentsOf: URL(filePath: path), encoding: .utf8)
    }

    private static func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    @Test("what was read is replaced, created and removed", arguments: PoorKernel.Lack.allCases)
    func changes(lack: PoorKernel.Lack) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        let names = PoorKernel(lack).names
        #expect(throws: AgendaError.self) {
            try AtomicFile.exchange(path, Array("other".utf8), with: new, names)
        }
        #expect(throws: AgendaError.self) {
            try AtomicFile.remove(path, Array("other".utf8), names)
        }
        #expect(throws: AgendaError.self) { try AtomicFile.create(path, new, names) }
        #expect(Self.content(path) == "old")
        chmod(path, 0o640)
        try AtomicFile.exchange(path, old, with: new, names)
        #expect(Self.content(path) == "new")
        #expect(FileSystem.status(path).map { $0.st_mode & 0o777 } == 0o640)
        try AtomicFile.remove(path, new, names)
        #expect(Self.content(path) == nil)
        try AtomicFile.create(path, new, names)
        #expect(try Self.names(folder) == ["a.ics"])
    }

    @Test(
        "whatever another program does meanwhile, it has the last word",
        arguments: PoorKernel.Lack.allCases, Stranger.allCases)
    func stranger(lack: PoorKernel.Lack, stranger: Stranger) throws {
        for removes in [false, true] {
            for call in 0..<8 {
                let folder = try TemporaryFolder()
                let path = try folder.write("old", to: "a.ics")
                let did = Mutex<String??>(nil)
                let kernel = PoorKernel(lack, before: call) {
                    stranger.act(path)
                    let content = Self.content(path)
                    did.withLock { $0 = .some(content) }
                }
                let failure: AgendaError?
                do throws(AgendaError) {
                    if removes {
                        try AtomicFile.remove(path, old, kernel.names)
                    } else {
                        try AtomicFile.exchange(path, old, with: new, kernel.names)
                    }
                    failure = nil
                } catch { failure = error }
                let content = Self.content(path)
                let place: Comment = "\(removes ? "removing" : "replacing"), call \(call)"
                switch did.withLock({ $0 }) {
                // It was all over.
                case nil: #expect(content == (removes ? nil : "new") && failure == nil, place)
                case "theirs"?: #expect(content == "theirs", place)
                // Deleted: either before the change, which then says so, or after it.
                case .some(nil): #expect(content == nil || content == "new", place)
                case .some: #expect(content == (removes ? nil : "new") || failure != nil, place)
                }
                #expect(content != "old" || failure != nil, place)
                if content == "theirs", failure == nil {
                    // It came after the change.
                    #expect(call > 1, place)
                }
                #expect(try Self.names(folder) == (content == nil ? [] : ["a.ics"]), place)
            }
        }
    }

    @Test(
        "a kill between any two calls leaves the old or the new, with its name, and nothing else",
        arguments: PoorKernel.Lack.allCases)
    func killed(lack: PoorKernel.Lack) async throws {
        for call in 0..<5 {
            for isStranger in [false, true] {
                let folder = try TemporaryFolder()
                let path = try folder.write("old", to: "a.ics")
                let number = PoorKernel.Lack.allCases.firstIndex(of: lack) ?? 0
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [
                        path = path as String, call = call as Int, number = number as Int,
                        isStranger = isStranger as Bool
                    ] in
                    // A stranger's text is in the place when it is moved away.
                    let swap = PoorKernel(PoorKernel.Lack.allCases[number], before: 1) {
                        if isStranger { Stranger.replaces.act(path) }
                    }
                    let kernel = FileNames(
                        rename: { folder, old, new, flags in
                            if swap.calls == call { kill(getpid(), SIGKILL) }
                            return swap.names.rename(folder, old, new, flags)
                        },
                        link: { folder, old, new in
                            if swap.calls == call { kill(getpid(), SIGKILL) }
                            return swap.names.link(folder, old, new)
                        })
                    try? AtomicFile.exchange(
                        path, Array("old".utf8), with: Array("new".utf8), kernel)
                    kill(getpid(), SIGKILL)
                }
                // The next reader of the folder.
                let listing = try FolderReader(path: folder.path).list()
                #expect(listing.resources.map(\.href) == ["a.ics"])
                let content = Self.content(path)
                if isStranger, call > 1 {
                    #expect(content == "theirs", "call \(call)")
                } else {
                    #expect(content == "old" || content == "new", "call \(call)")
                }
                LeftoverFiles.mend(folder.path)
                #expect(try Self.names(folder) == ["a.ics"], "call \(call)")
            }
        }
    }

    @Test("a source of one file gets it back, too, and a name may be long")
    func oneFile() async throws {
        let folder = try TemporaryFolder()
        let dead = try await TemporaryFolder.shell("echo $$").split(separator: "\n")[0]
        let name = String(repeating: "n", count: 240) + ".ics"
        // FNV-1a of "old" and "new", stated by hand (python).
        let aside = "\(folder.path)/.agenda-\(dead)-1-1a0fad1921d08076-2138d5192571b731.d"
        mkdir(aside, 0o700)
        try Data("old".utf8).write(to: URL(filePath: "\(aside)/\(name)"))
        let listing = try FileReader(path: "\(folder.path)/\(name)").list()
        #expect(listing.resources.count == 1)
        #expect(try Self.names(folder) == [name])
    }

    @Test("of two texts that killed processes moved away the later one gets its name back")
    func several() async throws {
        let folder = try TemporaryFolder()
        let dead = try await TemporaryFolder.shell("echo $$").split(separator: "\n")[0]
        // One was killed after it had put the second text in the place of the first, the next one before the third.
        let texts = ["first", "second", "third"]
        for number in 0..<2 {
            let digests = texts[number...number + 1].map { String(Array($0.utf8).fnv, radix: 16) }
            let aside =
                "\(folder.path)/.agenda-\(dead)-\(number)-\(digests.joined(separator: "-")).d"
            mkdir(aside, 0o700)
            try Data(texts[number].utf8).write(to: URL(filePath: "\(aside)/a.ics"))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: Double(number - 10))],
                ofItemAtPath: aside)
        }
        LeftoverFiles.mend(folder.path)
        #expect(Self.content(folder.path + "/a.ics") == "second")
        #expect(try Self.names(folder) == ["a.ics"])
    }

    @Test("what another program put there is kept, though a third text has the name by then")
    func third() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        let kernel = PoorKernel(.exchange, before: 1) { Stranger.replaces.act(path) }
        let names = FileNames(
            rename: { folder, old, new, flags in
                if kernel.calls == 2 { Self.write("later", to: path) }
                return kernel.names.rename(folder, old, new, flags)
            }, link: kernel.names.link)
        #expect(throws: AgendaError.self) { try AtomicFile.exchange(path, old, with: new, names) }
        #expect(Self.content(path) == "later")
        let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(all.contains { Self.content(folder.path + "/" + $0) == "theirs" })
    }

    private static func write(_ text: String, to path: String) {
        _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
    }

    @Test("what a living process has moved away stays there")
    func living() throws {
        let folder = try TemporaryFolder()
        let aside = "\(folder.path)/.agenda-\(getpid())-1-1a0fad1921d08076-2138d5192571b731.d"
        mkdir(aside, 0o700)
        try Data("old".utf8).write(to: URL(filePath: "\(aside)/a.ics"))
        #expect(try FolderReader(path: folder.path).list().resources.isEmpty)
        #expect(Self.content("\(aside)/a.ics") == "old")
    }

    @Test(
        "what another program wrote in the moment of a swap that was then killed gets its name back"
    )
    func swapped() async throws {
        let folder = try TemporaryFolder()
        let dead = try await TemporaryFolder.shell("echo $$").split(separator: "\n")[0]
        let path = try folder.write("new", to: "a.ics")
        // FNV-1a of "old", "new" and "a.ics".
        let leftover =
            ".agenda-\(dead)-1-1a0fad1921d08076-2138d5192571b731-\(String(Array("a.ics".utf8).fnv, radix: 16)).tmp"
        try folder.write("theirs", to: leftover)
        LeftoverFiles.mend(folder.path)
        #expect(Self.content(path) == "theirs")
        #expect(try Self.names(folder) == ["a.ics"])
    }

    @Test("a file that nobody may write is neither replaced nor removed")
    func protected() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        chmod(path, 0o444)
        let error = #expect(throws: AgendaError.self) {
            try AtomicFile.exchange(path, old, with: new)
        }
        #expect(error?.reason == .fileProtected)
        let refusal = #expect(throws: AgendaError.self) { try AtomicFile.remove(path, old) }
        #expect(refusal?.reason == .fileProtected)
        #expect(Self.content(path) == "old")
        #expect(try Self.names(folder) == ["a.ics"])
    }
}

extension [UInt8] {
    /// FNV-1a, written anew.
    fileprivate var fnv: UInt64 {
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in self {
            hash =
                (hash ^ UInt64(byte)).multipliedReportingOverflow(by: 1_099_511_628_211)
                .partialValue
        }
        return hash
    }
}
