@testable import AgendaSync
import FoundationEssentials
import Glibc
import Testing

@Suite("Where passwords come from")
struct PasswordSourceTests {
    private let folder = TemporaryFolder()

    private func script(_ text: String, _ name: String = "tool") -> String {
        folder.write(name, "#!/bin/sh\n\(text)\n")
        chmod("\(folder.path)/\(name)", 0o700)
        return "\(folder.path)/\(name)"
    }

    private func read(
        _ source: PasswordSource, within seconds: Int = 30
    ) async -> Result<String, CredentialsError> {
        do { return .success(try await source.read(within: seconds).text) } catch {
            return .failure(error)
        }
    }

    private func failure(
        of source: PasswordSource, within seconds: Int = 30
    ) async -> CredentialsError.Reason? {
        if case .failure(let error) = await read(source, within: seconds) {
            error.reason
        } else {
            nil
        }
    }

    @Test(
        "a command's first line is the password, and its arguments are no shell's",
        arguments: [
            (["printf", "%s\\n", "open sesame"], "open sesame"),
            (["printf", "open\\r\\nuser: alice\\n"], "open"),
            (["printf", " ä "], " ä "),
            (["echo", "$HOME;ls|*"], "$HOME;ls|*"),
        ])
    func command(words: [String], password: String) async throws {
        #expect(try await read(.command(words)).get() == password)
    }

    @Test("a command that starts a server which keeps the output open is not waited for")
    func background() async throws {
        // It prints its number for the test to end it.
        let path = script("sleep 600 & echo open $!")
        let line = try await read(.command([path])).get()
        #expect(line.hasPrefix("open "))
        let server = try #require(pid_t(line.dropFirst("open ".count)))
        #expect(kill(server, SIGKILL) == 0, "still running: nobody waited for it")
    }

    @Test("what fails is named, and what was printed is not")
    func failures() async {
        let fails = script("echo sesame; echo sesame >&2; exit 3", "fails")
        let dies = script("echo sesame; kill -9 $$", "dies")
        let slow = script("echo sesame; exec sleep 30", "slow")
        let expected: [(PasswordSource, CredentialsError.Reason)] = [
            (.command([]), .noCommand), (.command([""]), .noCommand),
            (
                .command(["/nowhere/x", "sesame"]),
                .cannotStart(program: "/nowhere/x", cause: "No such file or directory")
            ),
            (.command([fails, "sesame"]), .programFailed(program: fails, status: 3)),
            (.command([dies]), .programKilled(program: dies, signal: 9)),
            (.command(["true"]), .empty(source: "true")),
            (.command(["printf", "\\nsesame"]), .empty(source: "printf")),
            (.command(["printf", "\\377sesame"]), .notText(source: "printf")),
            (.command(["head", "-c", "70000", "/dev/zero"]), .notText(source: "head")),
        ]
        for (source, reason) in expected {
            let failure = await failure(of: source)
            #expect(failure == reason)
            #expect(failure.map { !CredentialsError($0).description.contains("sesame") } == true)
        }
        #expect(
            await failure(of: .command([slow]), within: 1)
                == .tooSlow(program: slow, seconds: 1))
    }

    @Test("a cancelled task ends its command")
    func cancelled() async throws {
        let path = script("echo $$ > \(folder.path)/pid; exec sleep 30")
        let task = Task { await failure(of: .command([path])) }
        while folder.read("pid")?.hasSuffix("\n") != true {
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        let child = try #require(folder.read("pid").flatMap { pid_t($0.dropLast()) })
        #expect(kill(child, 0) == -1)
    }

    @Test("a file is read if it is the user's alone")
    func file() async throws {
        folder.write("password", "open sesame\nuser: alice\n")
        let path = "\(folder.path)/password"
        for mode: mode_t in [0o600, 0o400] {
            chmod(path, mode)
            #expect(try await read(.file(path)).get() == "open sesame")
        }
        for mode: mode_t in [0o640, 0o604, 0o620, 0o644] {
            chmod(path, mode)
            #expect(
                await failure(of: .file(path)) == .fileOpenToOthers(path: path, mode: Int(mode)))
        }
        if geteuid() == 0 {
            chmod(path, 0o600)
            chown(path, 65_534, 65_534)
            #expect(await failure(of: .file(path)) == .fileOfAnotherUser(path: path))
        }
    }

    @Test("what is no file is not read, and not waited for")
    func noFile() async {
        mkfifo("\(folder.path)/pipe", 0o600)
        for name in [".", "pipe"] {
            let path = "\(folder.path)/\(name)"
            #expect(await failure(of: .file(path)) == .notAFile(path: path))
        }
        let path = "\(folder.path)/none"
        #expect(
            await failure(of: .file(path))
                == .fileUnreadable(path: path, cause: "No such file or directory"))
    }

    @Test("a source is stored and read again")
    func stored() throws {
        for source in [
            PasswordSource.command(["pass", "show", "a b"]), .file("/x"),
            .keyring(account: "work"),
        ] {
            let text = try JSONEncoder().encode(source)
            #expect(try JSONDecoder().decode(PasswordSource.self, from: text) == source)
        }
    }

    /// Stands in for `secret-tool`: a file an account. Notes its arguments.
    private var keyring: Keyring {
        Keyring(
            program: script(
                """
                printf '%s\\n' "$*" >> \(folder.path)/asked
                case $1 in
                store) cat > "\(folder.path)/secret-$6" ;;
                lookup) cat "\(folder.path)/secret-$5" 2>&1 ;;
                clear) rm "\(folder.path)/secret-$5" ;;
                esac
                """))
    }

    @Test("the keyring stores, finds and forgets; no argument holds the secret")
    func keyringRoundTrip() async throws {
        let keyring = keyring
        let source = PasswordSource.keyring(account: "work")
        await #expect(throws: CredentialsError(.notInKeyring(account: "work"))) {
            try await source.read(keyring: keyring)
        }
        try await keyring.store(Secret("open sesame "), for: "work", label: "Work calendar")
        #expect(try await source.read(keyring: keyring).text == "open sesame ")
        try await keyring.remove("work")
        await #expect(throws: CredentialsError(.notInKeyring(account: "work"))) {
            try await source.read(keyring: keyring)
        }
        let asked = try #require(folder.read("asked"))
        #expect(
            asked.split(separator: "\n") == [
                "lookup service agenda account work",
                "store --label=Work calendar service agenda account work",
                "lookup service agenda account work", "clear service agenda account work",
                "lookup service agenda account work",
            ])
    }

    @Test("a missing tool for the keyring is named")
    func keyringMissing() async {
        await #expect(throws: CredentialsError(.keyringToolMissing("/nowhere/secret-tool"))) {
            try await Keyring(program: "/nowhere/secret-tool").secret(of: "work")
        }
    }
}
