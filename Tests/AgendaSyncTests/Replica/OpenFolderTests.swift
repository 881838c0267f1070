import CalendarMerge
import Glibc
import ICalendar
import Testing

@testable import AgendaSync
@testable import CalendarFiles

@Suite("Files of a folder")
struct OpenFolderTests {
    private let folder = TemporaryFolder()

    @Test(
        "moves and swaps, also where the file system knows neither as one step",
        arguments: [true, false])
    func swaps(hasRenameFlags: Bool) throws {
        let poor = FileNames(
            rename: { folder, old, new, flags in
                flags == 0 ? FileNames.system.rename(folder, old, new, 0) : EINVAL
            }, link: FileNames.system.link)
        let open = try OpenFolder(folder.path, names: hasRenameFlags ? .system : poor)
        folder.write("a", "A")
        folder.write("b", "B")
        try open.exchange("a", "b", over: { "c" })
        #expect(folder.read("a") == "B" && folder.read("b") == "A")
        #expect(throws: SystemFailure(EEXIST)) { try open.move("a", to: "b") }
        #expect(throws: SystemFailure(ENOENT)) { try open.move("x", to: "y") }
        #expect(throws: SystemFailure(ENOENT)) { try open.exchange("a", "x", over: { "c" }) }
        #expect(throws: SystemFailure(ENOENT)) { try open.exchange("x", "a", over: { "c" }) }
        try open.move("a", to: "d")
        #expect(folder.names == ["b", "d"])
        #expect(folder.read("b") == "A" && folder.read("d") == "B")
    }

    @Test("what is swapped by three moves and interrupted gets its name back")
    func thirdName() throws {
        let key = ContentDigest.Key.process
        let files = PageNames(id: "0123456789abcdef")
        let open = try OpenFolder(folder.path)
        let item = PageItem(
            .replace, "a.ics", old: nil, text: bytes("new"),
            new: ContentDigest(bytes("new"), key: key))
        let list = String(decoding: files.text(of: [item]), as: UTF8.self)
        // After the first move: the name is free; after the second: it has the new text.
        for isSecond in [false, true] {
            folder.write(files.list, list)
            folder.write(files.third(0), "old")
            folder.write(isSecond ? "a.ics" : files.hidden(0), "new")
            let leftovers = try PageLeftovers(open, key: key)
            #expect(try leftovers.undo(exceptPages: "").isEmpty)
            try leftovers.remove()
            #expect(folder.names == ["a.ics"])
            #expect(folder.read("a.ics") == "old")
            unlink(folder.path + "/a.ics")
        }
    }

    @Test("names in the list of a page come back as they are")
    func list() throws {
        let files = PageNames(id: "0123456789abcdef")
        let names = ["a b.ics", " c.ics", "ü.ics", "end", "d 1 2.ics"]
        let items = names.map { name in
            PageItem(
                .remove, name, old: nil, text: [],
                new: ContentDigest(high: 0xFEDC, low: 1))
        }
        let text = files.text(of: items)
        #expect(PageNames.items(of: text)?.items.map(\.name) == names)
        #expect(PageNames.items(of: text)?.items.first?.new == ContentDigest(high: 0xFEDC, low: 1))
        for count in 0..<text.count { #expect(PageNames.items(of: Array(text[..<count])) == nil) }
    }

    @Test("versions are read as they were written")
    func versions() {
        let version = FileVersion(
            digest: ContentDigest(high: 1, low: .max),
            stamp: FileStamp(inode: 7, size: 0, modified: -1, statusChanged: .max), isYoung: true)
        #expect(FileVersion(version.text) == version)
        #expect(FileVersion(LocalVersion("x")) == nil)
        #expect(FileVersion(LocalVersion(String(repeating: "g", count: 96))) == nil)
    }

    @Test("a file is young within a tick of the clock, or of a coarse clock")
    func young() {
        let day: Int64 = 1_795_341_600_000_000_000
        let fine = FileStamp(inode: 1, size: 1, modified: day, statusChanged: day + 5_000_000)
        #expect(fine.isYoung(at: day + 24_000_000))
        #expect(!fine.isYoung(at: day + 26_000_000))
        // A clock that was set back tells nothing.
        #expect(fine.isYoung(at: day - 1))
        let coarse = FileStamp(inode: 1, size: 1, modified: day, statusChanged: day)
        #expect(coarse.isYoung(at: day + 2_000_000_000))
        #expect(!coarse.isYoung(at: day + 2_000_000_001))
    }
}

@Suite("Names and folders of calendars")
struct CalendarFolderTests {
    private let folder = TemporaryFolder()

    @Test(
        "name and colour lie in files that khal and vdirsyncer read, and are written when they change"
    )
    func describe() throws {
        let path = folder.path + "/accounts/me/work"
        try CalendarFolder.describe(path, name: "Work ü", color: "#aabbccff")
        let calendar = Folder(path: path)
        #expect(calendar.read("displayname") == "Work ü" && calendar.read("color") == "#AABBCC")
        var (before, after) = (stat(), stat())
        stat(path + "/displayname", &before)
        try CalendarFolder.describe(path, name: "Work ü", color: "#123456")
        stat(path + "/displayname", &after)
        #expect(before.st_ino == after.st_ino)
        #expect(calendar.read("color") == "#123456")
        try CalendarFolder.describe(path, name: nil, color: "red")
        #expect(calendar.read("displayname") == "Work ü" && calendar.read("color") == "#123456")
        #expect(calendar.names == ["color", "displayname"])
    }

    @Test(
        "accounts and calendars get plain names of folders",
        arguments: [
            ("work", "work"), ("me@example.org", "me@example.org"), ("../etc", "etc"),
            ("a/b", "a-b"),
            ("", "calendar"), ("..", "calendar"), ("Büro", "Büro"), ("taken", "taken-2"),
            ("家庭 / Familie", "家庭---Familie"), ("a\u{202E}b\u{0}c", "a-b-c"), ("☕ Tee", "Tee"),
            // 64 bytes hold 21 of three.
            (String(repeating: "家", count: 30), String(repeating: "家", count: 21)),
        ])
    func segments(name: String, segment: String) {
        #expect(CalendarFolder.segment(for: name) { $0 == "taken" } == segment)
    }
}
