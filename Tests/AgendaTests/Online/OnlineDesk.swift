import Foundation
import TestServers

/// A device of a person: a database, a keyring and a configuration of its own.
struct OnlineDesk {
    let folder: ScratchFolder
    let command: AgendaProcess

    /// - Parameter configuration: The text of `config.toml`.
    init(configuration: String = "") throws {
        folder = try ScratchFolder()
        for name in ["bin", "keyring", "data", "config", "config/agenda"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: true)
        }
        // Stands in for libsecret's tool: a file a secret. Like the passwords' command, it notes what other processes
        // could see of all that run.
        let tool = try folder.write(
            "bin/secret-tool",
            """
            #!/bin/sh
            cat /proc/[0-9]*/cmdline /proc/$$/environ >>"$WITNESS" 2>/dev/null
            verb=$1
            shift
            if [ "$verb" = store ]; then shift; fi
            case $verb in
            store) cat >"$KEYRING/$4" ;;
            lookup) cat "$KEYRING/$4" ;;
            clear) rm -f "$KEYRING/$4" ;;
            esac
            """)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
        _ = try folder.write("config/agenda/config.toml", configuration)
        command = AgendaProcess(environment: [
            "AGENDA_DATABASE": folder.file("data/agenda.db"),
            "XDG_CONFIG_HOME": folder.file("config"),
            "PATH": folder.file("bin") + ":/usr/bin:/bin",
            "KEYRING": folder.file("keyring"), "WITNESS": folder.file("witness"),
        ])
    }

    /// What the configuration file says of a service.
    static func configuration(_ service: AuthorisationServer) -> String {
        """
        [oauth.test]
        authorization = "\(service.server.url("/authorize?flavour=a").absoluteString)"
        token = "\(service.server.url("/token").absoluteString)"
        device = "\(service.server.url("/device").absoluteString)"
        scope = "calendar read"
        client-id = "agenda & co"
        """
    }

    /// The names of a folder of the desk.
    func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.file(path))) ?? []).sorted()
    }

    func read(_ path: String) -> String? {
        try? String(contentsOfFile: folder.file(path), encoding: .utf8)
    }

    /// Runs a command as `AgendaProcess.run` does.
    func run(_ arguments: String...) throws -> AgendaProcess.Result {
        try command.run(arguments + AgendaProcess.pinned)
    }

    /// Starts a command that goes on while the test plays the browser.
    func start(_ arguments: String...) throws -> RunningAgenda {
        let words = (arguments + AgendaProcess.pinned).map { "'\($0)'" }
        return try RunningAgenda(
            "exec \"$0\" " + words.joined(separator: " "), environment: command.environment)
    }

    /// Files below the data folder whose bytes hold one of the texts.
    func files(with texts: [String], below path: String = "data") -> [String] {
        let root = folder.file(path)
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
        return all.filter { name in
            guard let data = FileManager.default.contents(atPath: "\(root)/\(name)") else {
                return false
            }
            return texts.contains { data.range(of: Data($0.utf8)) != nil }
        }
    }
}

/// An event as a server has it.
func resource(_ uid: String, _ summary: String) -> String {
    calendar("UID:\(uid)\nDTSTART:20261121T090000Z\nSUMMARY:\(summary)")
        .replacing("\n", with: "\r\n")
}
