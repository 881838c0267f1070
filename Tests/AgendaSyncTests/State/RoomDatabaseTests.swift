import Foundation
import Glibc
import Testing

@testable import AgendaSync

@Suite("The file sync.db")
struct RoomDatabaseTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/share/agenda/sync.db" }
    private static let notes = SchemaRoom(
        name: "notes", steps: ["CREATE TABLE note (text TEXT NOT NULL) STRICT"])

    /// Through the schema, which needs nothing of GRDB here.
    private func run(_ sql: String..., in database: RoomDatabase) throws {
        try database.prepare(SchemaRoom(name: "run \(sql)", steps: sql))
    }

    @Test("only its owner can read it, its log and its folder")
    func rights() throws {
        let database = try RoomDatabase.open(path: path)
        try database.prepare(Self.notes)
        for name in ["sync.db", "sync.db-wal", "sync.db-shm"] {
            #expect(mode(folder.path + "/share/agenda/" + name) == 0o600, "\(name)")
        }
        #expect(mode(folder.path + "/share/agenda") == 0o700)
    }

    @Test(
        "an image has another path in all texts that had one, and is a database with its log as before"
    )
    func otherPath() throws {
        let database = try RoomDatabase.open(path: path)
        try database.prepare(Self.notes)
        try run(
            #"INSERT INTO note VALUES ('/old/1/feeds/1.ics'), ('{"a":"\/old\/1\/b"}'), ('/old/12/c')"#,
            in: database)
        let image = try DatabaseImage.read(path)
        let new = try #require(
            DatabaseImage.replacing("/old/1/", with: "/quite/another/2/", in: image))
        func has(_ text: String, _ bytes: [UInt8]) -> Bool {
            bytes.firstRange(of: Array(text.utf8)) != nil
        }
        #expect(has("/quite/another/2/feeds/1.ics", new))
        #expect(has(#"{"a":"\/quite\/another\/2\/b"}"#, new))
        #expect(has("/old/12/c", new))
        #expect(new[18..<20] == image[18..<20])
        #expect(DatabaseImage.replacing("/nowhere/", with: "/x/", in: image) == image)
        #expect(DatabaseImage.replacing("x", with: "y", in: Array("x is no database".utf8)) == nil)
        let other = folder.path + "/other.db"
        try Data(new).write(to: URL(filePath: other))
        let opened = try RoomDatabase.open(path: other)
        try run("INSERT INTO note VALUES ('d')", in: opened)
        let again = try DatabaseImage.read(other)
        #expect(has("/quite/another/2/feeds/1.ics", again))
    }

    @Test("what one opens another one sees, and a step runs once")
    func steps() throws {
        let first = try RoomDatabase.open(path: path)
        try first.prepare(Self.notes)
        let second = try RoomDatabase.open(path: path)
        // A second CREATE TABLE would fail.
        try second.prepare(Self.notes)
        let wider = SchemaRoom(
            name: "notes", steps: Self.notes.steps + ["ALTER TABLE note ADD COLUMN day INTEGER"])
        try second.prepare(wider)
        try run("INSERT INTO note (text, day) VALUES ('a', 1)", in: first)
    }

    @Test("a database can be opened while its log is brought into its file")
    func checkpointed() throws {
        let database = try RoomDatabase.open(path: path)
        try database.prepare(Self.notes)
        try run("INSERT INTO note VALUES ('a')", in: database)
        // As it is when the first page was written, and those that it names were not.
        let other = folder.path + "/other.db"
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + end, toPath: other + end)
        }
        let file = try FileHandle(forWritingTo: URL(filePath: other))
        try file.write(contentsOf: DatabaseImage.read(path).prefix(4_096))
        try file.close()
        let opened = try RoomDatabase.open(path: other)
        try run("UPDATE note SET text = text || 'nother' WHERE text = 'a'", in: opened)
        #expect(try DatabaseImage.read(other).firstRange(of: Array("another".utf8)) != nil)
    }

    @Test("tables of a newer version are left alone")
    func newer() throws {
        let database = try RoomDatabase.open(path: path)
        try database.prepare(SchemaRoom(name: "notes", steps: ["SELECT 1", "SELECT 2"]))
        #expect(
            throws: RoomDatabaseError(
                .newerVersion(room: "notes", found: 2, known: 1), path: path)
        ) { try database.prepare(Self.notes) }
    }

    @Test("a step that fails leaves nothing")
    func failingStep() throws {
        let database = try RoomDatabase.open(path: path)
        let broken = SchemaRoom(name: "notes", steps: Self.notes.steps + ["CREATE nonsense"])
        #expect(throws: RoomDatabaseError.self) { try database.prepare(broken) }
        try database.prepare(Self.notes)
    }

    @Test("foreign keys hold")
    func foreignKeys() throws {
        let database = try RoomDatabase.open(path: path)
        try run(
            "CREATE TABLE a (id INTEGER PRIMARY KEY)", "CREATE TABLE b (a REFERENCES a (id))",
            in: database)
        #expect(throws: RoomDatabaseError.self) {
            try run("INSERT INTO b VALUES (7)", in: database)
        }
    }

    @Test("a file that is no database stays as it is")
    func noDatabase() throws {
        let text = String(repeating: "Dear diary, today ", count: 100)
        folder.write("sync.db", text)
        let path = folder.path + "/sync.db"
        let error = #expect(throws: RoomDatabaseError.self) { try RoomDatabase.open(path: path) }
        guard case .damaged = error?.reason else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(error?.description.hasPrefix(path + ": this is no database") == true)
        #expect(folder.read("sync.db") == text)
        #expect(folder.names == ["sync.db"])
    }

    @Test("another program's database stays as it is, and gets no files beside it")
    func foreign() throws {
        // The header says which program a database belongs to (sqlite.org/fileformat.html, offset 68).
        _ = try RoomDatabase.open(path: path)
        let descriptor = open(path, O_WRONLY)
        #expect(pwrite(descriptor, [0, 0, 0, 9] as [UInt8], 4, 68) == 4)
        close(descriptor)
        let before = Folder(path: folder.path + "/share/agenda").names
        #expect(throws: RoomDatabaseError(.foreign, path: path)) {
            try RoomDatabase.open(path: path)
        }
        #expect(Folder(path: folder.path + "/share/agenda").names == before)
    }

    @Test("a link that leads nowhere is not followed to an empty database")
    func danglingLink() {
        symlink(folder.path + "/volume/sync.db", folder.path + "/sync.db")
        #expect(throws: RoomDatabaseError.self) {
            try RoomDatabase.open(path: folder.path + "/sync.db")
        }
        #expect(folder.names == ["sync.db"])
    }

    @Test("a file that cannot be created names its reason")
    func inaccessible() {
        folder.write("share", "a file, no folder")
        let error = #expect(throws: RoomDatabaseError.self) { try RoomDatabase.open(path: path) }
        #expect(error?.description.contains("Not a directory") == true)
    }

    @Test("a second process waits for the lock of the first to create the file")
    func creatingTwice() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { try RoomDatabase.open(path: path).prepare(Self.notes) }
            }
            try await group.waitForAll()
        }
        try run("INSERT INTO note VALUES ('a')", in: RoomDatabase.open(path: path))
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
