import Foundation
import Testing

@testable import AgendaKit

@Suite("What a folder lists")
struct FolderReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func listing(otherFileLimit: Int? = nil) throws -> SourceListing {
        try FolderReader(path: folder.path).list(
            ListingRequest(otherFileLimit: otherFileLimit))
    }

    /// Foundation removes no folders that lie so deep.
    private func rmdir() {
        let removal = Process()
        removal.executableURL = URL(filePath: "/bin/rm")
        removal.arguments = ["-rf", folder.path]
        try? removal.run()
        removal.waitUntilExit()
    }

    /// Each place with why it cannot be read.
    private func places(_ listing: SourceListing) -> [String] {
        listing.resources.map {
            $0.href + ($0.failure.map { ": \($0.reason.wording)" } ?? "")
        }
        .sorted()
    }

    @Test("a folder is entered once, whatever links lead to it, by the path without links")
    func links() async throws {
        try await folder.shell(
            """
            mkdir -p a/b z; touch 1.ics a/2.ics a/b/3.ics z/4.ics
            ln -s . here; ln -s . there; ln -s ../.. a/b/up; ln -s z first; ln -s a/b 0
            """)
        #expect(places(try listing()) == ["1.ics", "a/2.ics", "a/b/3.ics", "z/4.ics"])
    }

    @Test("of two links to a folder outside the first by name is taken, each time")
    func outside() async throws {
        try await folder.shell(
            "mkdir x x/in; touch x/in/1.ics; mkdir y; ln -s ../x y/b; ln -s ../x/in y/a")
        for _ in 0..<3 {
            let walk = try FolderReader(path: folder.path + "/y").list()
            #expect(walk.resources.map(\.href) == ["a/1.ics"])
        }
    }

    @Test("folders may lie as deep as paths go, and deeper ones are told")
    func deep() async throws {
        let down = Array(repeating: "d", count: 1_200).joined(separator: "/")
        try await folder.shell("mkdir -p \(down); touch \(down)/deep.ics")
        #expect(places(try listing()) == [down + "/deep.ics"])
        // Beyond the 4,096 bytes that a path may have no program reads it by its path.
        try await folder.shell(
            """
            python3 -c 'import os
            os.chdir("\(down)")
            for i in range(10): os.mkdir("n" * 200); os.chdir("n" * 200)'
            """)
        defer { rmdir() }
        let failures = try listing().failures
        #expect(failures.count == 1)
        #expect(failures.first?.cause == "File name too long")
    }

    @Test("pipes, sockets, devices and links that lead nowhere are told, and not waited for")
    func irregular() async throws {
        try await folder.shell(
            """
            mkfifo pipe.ics note; ln -s /dev/zero zero.ics; ln -s /dev/null other
            ln -s nowhere gone.ics; ln -s nowhere lost; touch good.ics
            python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket.ics")'
            """)
        let found = try listing()
        #expect(
            places(found) == [
                "gone.ics: no such file or folder", "good.ics",
                "pipe.ics: this is a pipe, not a file",
                "socket.ics: this is a socket, not a file",
                "zero.ics: this is a device, not a file",
            ])
        #expect(found.mayHold("lost/1.ics"))
        #expect(!found.mayHold("good/1.ics"))
    }

    @Test("names that are not UTF-8 are told, escaped, for calendars and folders")
    func names() async throws {
        try await folder.shell(
            #"mkdir "$(printf 'm\344rz')"; touch "$(printf 'caf\351.ics')" "$(printf 'x\351.txt')" café.ics"#
        )
        #expect(
            places(try listing()) == [
                #"caf\xE9.ics: its name is not UTF-8, so it is not read"#, "café.ics",
                #"m\xE4rz: its name is not UTF-8, so it is not read"#,
            ])
    }

    @Test("so many files that are no calendars are counted, and more are refused")
    func others() async throws {
        try await folder.shell("mkdir sub; touch 1.txt 2.txt sub/3.txt 1.ics .hidden")
        #expect(places(try listing(otherFileLimit: 3)) == ["1.ics"])
        #expect {
            try listing(otherFileLimit: 2)
        } throws: {
            ($0 as? AgendaError)?.code == .tooManyFiles
        }
    }
}
