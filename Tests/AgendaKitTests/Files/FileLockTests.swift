import Foundation
import Glibc
import Testing

@testable import AgendaKit
import CalendarFiles

@Suite("Locks")
struct FileLockTests {
    @Test("without a lock nothing goes on", arguments: [ENOLCK, ENOSYS, EIO])
    func refused(number: Int32) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lock"
        let refusing: FileLock.Call = { _, _ in number }
        let reason = AgendaError.Reason.cannotLock(cause: String(cString: strerror(number)))
        let first = #expect(throws: AgendaError.self) { try FileLock.guarding(path, refusing) }
        #expect(first?.reason == reason && first?.code == .storeUnwritable)
        let second = #expect(throws: AgendaError.self) {
            try FileLock.guarding(path, atMost: 10, refusing)
        }
        #expect(second?.reason == reason)
        let third = await #expect(throws: AgendaError.self) {
            try await FileLock.guarding(path, seconds: 10, refusing)
        }
        #expect(third?.reason == reason)
    }

    @Test("a lock's file that cannot be opened in a folder that can be written is told")
    func planted() throws {
        let folder = try TemporaryFolder()
        symlink("nowhere", folder.path + "/lock")
        #expect(throws: AgendaError.self) { try FileLock.guarding(folder.path + "/lock") }
        mkdir(folder.path + "/folder", 0o700)
        #expect(throws: AgendaError.self) { try FileLock.guarding(folder.path + "/folder") }
    }

    @Test("where nothing can be written there is nothing to guard")
    func unwritable() throws {
        try FileLock.guarding("/nowhere/lock").release()
    }

    @Test("an interrupted call is made again, and a lock that another has is waited for")
    func waits() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lock"
        let held = try FileLock.guarding(path)
        #expect(try FileLock.guarding(path, atMost: 0) == nil)
        held.release()
        try #require(try FileLock.guarding(path, atMost: 0)).release()
    }

    @Test("a child that was forked meanwhile does not hold what was released")
    func forked() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lock"
        let held = try FileLock.guarding(path)
        // What a child has until it starts its program.
        let numbers = (3..<getdtablesize()).lazy.filter { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))
                == path
        }
        let copy = dup(try #require(numbers.first))
        defer { close(copy) }
        #expect(try FileLock.guarding(path, atMost: 0) == nil)
        held.release()
        try #require(try FileLock.guarding(path, atMost: 0)).release()
    }
}
