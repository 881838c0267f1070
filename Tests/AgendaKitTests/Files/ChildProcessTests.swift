import CalendarFiles
import Foundation
import Glibc
import Testing

@Suite("Starting another program")
struct ChildProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A program that ends with status 7, and that somebody is still writing to.
    private func busyProgram() throws -> (path: String, writer: Int32) {
        let path = try folder.write("#!/bin/sh\nexit 7\n", to: "program")
        chmod(path, 0o700)
        return (path, open(path, O_WRONLY | O_CLOEXEC))
    }

    @Test("one that was just written is waited for")
    func written() throws {
        let (path, writer) = try busyProgram()
        Thread.detachNewThread {
            usleep(50_000)
            close(writer)
        }
        let child = try ChildProcess.start([path])
        #expect(ChildProcess.wait(for: child) == 7 << 8)
    }

    @Test("one that stays open is busy, and one that is not there is not waited for")
    func refused() throws {
        let (path, writer) = try busyProgram()
        #expect(throws: SystemFailure(ETXTBSY)) { try ChildProcess.start([path]) }
        close(writer)
        #expect(throws: SystemFailure(ENOENT)) { try ChildProcess.start([path + ".gone"]) }
    }
}
