import CalendarMerge
import Glibc
import ICalendar
import Synchronization
import Testing

@testable import AgendaSync
@testable import CalendarFiles

@Suite("A replica's files where two names cannot be swapped")
struct NoExchangeReplicaTests {
    /// What the kernel lacks besides swapping: nothing, the other flags, links.
    private static let lacks = 0..<3

    /// The kernel, and what happens before one of its calls.
    private static func names(
        _ lack: Int, before call: Int, _ event: @escaping @Sendable () -> Void
    ) -> FileNames {
        let count = Counter()
        return FileNames(
            rename: { folder, old, new, flags in
                if count.next() == call { event() }
                if flags == 2 || flags == 1 && lack > 0 { return EINVAL }
                return FileNames.system.rename(folder, old, new, flags)
            },
            link: { folder, old, new in
                if count.next() == call { event() }
                return lack > 1 ? EPERM : FileNames.system.link(folder, old, new)
            })
    }

    private final class Counter: Sendable {
        private let number = Mutex(0)
        func next() -> Int {
            number.withLock { number in
                defer { number += 1 }
                return number
            }
        }
    }

    @Test(
        "a file that another program puts there at any moment stays", arguments: lacks,
        [PageItem.Kind.replace, .remove, .create])
    func stranger(lack: Int, kind: PageItem.Kind) throws {
        let key = ContentDigest.Key.process
        for call in 0..<7 {
            let folder = TemporaryFolder()
            if kind != .create { folder.write("a.ics", "old") }
            let path = folder.path
            let acted = Atomic(false)
            let open = try OpenFolder(
                path,
                names: Self.names(lack, before: call) {
                    Folder(path: path).write("other", "theirs")
                    rename(path + "/other", path + "/a.ics")
                    acted.store(true, ordering: .relaxed)
                })
            let text = kind == .remove ? [] : bytes("new")
            let item = PageItem(
                kind, "a.ics",
                old: kind == .create ? nil : ContentDigest(bytes("old"), key: key), text: text,
                new: ContentDigest(text, key: key))
            let files = PageNames(id: "0123456789abcdef")
            var page = Page(
                folder: open, names: files, key: key, atStep: { _ in }, items: [item])
            try page.place()
            let content = folder.names.contains("a.ics") ? folder.read("a.ics") : nil
            if acted.load(ordering: .relaxed) {
                #expect(content == "theirs", "call \(call)")
            } else {
                #expect(content == (kind == .remove ? nil : "new"), "call \(call)")
            }
            // Nothing but the list and what `clean` removes is left.
            #expect(!folder.names.contains(files.third(0)), "call \(call)")
        }
    }

    @Test("a swap that another program came between, and that was then killed, is mended")
    func killed() throws {
        let key = ContentDigest.Key.process
        let files = PageNames(id: "0123456789abcdef")
        let folder = TemporaryFolder()
        let open = try OpenFolder(folder.path)
        let item = PageItem(
            .replace, "a.ics", old: nil, text: bytes("new"),
            new: ContentDigest(bytes("new"), key: key))
        folder.write(files.list, String(decoding: files.text(of: [item]), as: UTF8.self))
        // Moved away, and the new one not yet there when another program took the name.
        folder.write(files.third(0), "old")
        folder.write(files.hidden(0), "new")
        folder.write("a.ics", "theirs")
        let leftovers = try PageLeftovers(open, key: key)
        #expect(try leftovers.undo(exceptPages: "").map(\.text) == [bytes("old")])
        try leftovers.remove()
        #expect(folder.names == ["a.ics"])
        #expect(folder.read("a.ics") == "theirs")
    }

    @Test("a file that a killed edit has moved away is no deletion")
    func movedAway() throws {
        let fixture = ReplicaFixture()
        let replica = try fixture.replica()
        try fixture.pull(["a.ics": lunch("a"), "b.ics": lunch("b")], into: replica)
        // FNV-1a of nothing that matters here; no process has this number.
        let aside = fixture.calendar.path + "/.agenda-4194305-1-1-2.d"
        mkdir(aside, 0o700)
        rename(fixture.calendar.path + "/a.ics", aside + "/a.ics")
        #expect(try replica.look() == .differences(.init(), count: 2))
        #expect(fixture.calendar.read("a.ics") == lunch("a"))
        // One that is deleted is one.
        unlink(fixture.calendar.path + "/a.ics")
        guard case .differences(let look, _) = try replica.look() else {
            Issue.record("absent")
            return
        }
        #expect(look.deleted == [href("a.ics")])
    }

    @Test("two files whose names are not UTF-8 are told as two")
    func names() throws {
        let fixture = ReplicaFixture()
        let replica = try fixture.replica()
        try fixture.pull(["a.ics": lunch("a")], into: replica)
        for bytes in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
            let path = Array((fixture.calendar.path + "/").utf8) + bytes + Array(".ics\0".utf8)
            let file = path.withUnsafeBufferPointer {
                open(
                    UnsafeRawPointer($0.baseAddress!).assumingMemoryBound(to: CChar.self),
                    O_WRONLY | O_CREAT, 0o600)
            }
            close(file)
        }
        guard case .differences(let look, _) = try replica.look() else {
            Issue.record("absent")
            return
        }
        #expect(look.unsendable.keys.sorted() == ["\\xFE\\xFF.ics", "\\xFF\\xFE.ics"])
    }
}
